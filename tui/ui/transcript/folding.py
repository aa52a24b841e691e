"""Opening, closing and walking through the entries of a document."""

from collections.abc import Iterator

from tui.ui.transcript.blocks import Entry, Fold
from tui.ui.transcript.document import Document


def fold(document: Document, entry: Entry, how: Fold) -> None:
    """Open or close an entry because the user wants it."""
    entry.fold = how
    entry.touched = True
    document.rebuild(entry)


def neighbours(document: Document, number: int, step: int) -> Iterator[Entry]:
    """Return the entries from a block on, down or up, as far as they are built."""
    column = document.column
    while column.first <= number <= column.last:
        found = column[number].entry
        yield found
        number = found.blocks[-1 if step > 0 else 0].number + step
