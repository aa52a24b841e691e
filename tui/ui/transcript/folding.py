"""Opening, closing and walking through the entries of a document."""

from collections.abc import Iterator

from tui.conversation.state import Compaction, Prose, Puzzle, TurnMark, UserText
from tui.model.events import Channel
from tui.ui.transcript.blocks import GONE, Entry, Fold
from tui.ui.transcript.build import build
from tui.ui.transcript.column import Column
from tui.ui.transcript.document import Document

SLICE = 200
"""Older blocks that are made at once while somebody looks for an entry."""


def foldable(entry: Entry) -> bool:
    """Tell whether there is something to open or close."""
    return not isinstance(entry.item, TurnMark | Puzzle | Compaction)


def detail(entry: Entry) -> bool:
    """Tell whether an entry is closed with all others: what was said to each other stays."""
    item = entry.item
    if isinstance(item, Prose):
        return item.channel is not Channel.ANSWER
    return foldable(entry) and not isinstance(item, UserText)


def fold(document: Document, entry: Entry, how: Fold) -> None:
    """Open or close an entry because the user wants it."""
    entry.fold = how
    entry.touched = True
    document.rebuild(entry)


def fold_all(document: Document, *, open: bool) -> None:
    """Open or close everything that can be; the column is made anew."""
    document.open_all = open
    column = document.column
    entries = dict.fromkeys(block.entry for block in column.walk(column.first))
    fresh = Column()
    for entry in entries:
        if detail(entry):
            entry.fold = Fold.OPEN if open else Fold.CLOSED
            for block in entry.blocks:
                block.number = GONE
            build(entry, document.speaker)
        for block in entry.blocks:
            fresh.append(block, document.estimate(block))
    document.column = fresh
    document.touch(fresh.first)


def neighbours(document: Document, number: int, step: int) -> Iterator[Entry]:
    """Return the entries from a block on, down or up; older ones are built as needed."""
    column = document.column
    while True:
        if number < column.first and document.older:
            enough = column.first - SLICE
            document.build_older(lambda limit=enough: column.first < limit)  # type: ignore[misc]  # a default binds the number
        if not column.first <= number <= column.last:
            return
        found = column[number].entry
        yield found
        number = found.blocks[-1 if step > 0 else 0].number + step
