"""Text that grows on screen: finished chunks stay, only the short tail is made anew."""

from collections.abc import Callable
from typing import TYPE_CHECKING

from tui.conversation.state import Prose, ToolCall
from tui.text.chunker import Chunk
from tui.ui.transcript.blocks import Block, Entry, Fold
from tui.ui.transcript.build import PIECE_LINES, chunk_block, output_blocks

if TYPE_CHECKING:
    from tui.ui.transcript.document import Document

PART = 32 * 1024
"""Characters after which is looked whether there was enough for one frame."""

Enough = Callable[[], bool]


def never() -> bool:
    """Return that it is not enough yet, however much it was."""
    return False


def unshown(entry: Entry) -> int:
    """Return how many characters of a text that is streamed are not shown yet."""
    if entry.chunker is None or not isinstance(entry.item, Prose):
        return 0
    return len(entry.item.text) - entry.fed


def grow_prose(document: "Document", entry: Entry, item: Prose, enough: Enough = never) -> bool:
    """Show more of a text, until it is enough; tell whether there is still more."""
    if entry.chunker is None:
        if entry.fold is Fold.CLOSED:
            document.repaint(entry)
            return False
        document.rebuild(entry)
        return False
    new = item.text.since(entry.fed)
    taken = 0
    while True:
        part = new[taken : taken + PART]
        taken += len(part)
        for chunk in entry.chunker.feed(part):
            _finished(document, entry, chunk)
        more = taken < len(new)
        if not more or enough():
            break
    entry.fed += taken
    if item.finished and not more:
        for chunk in entry.chunker.finish():
            _finished(document, entry, chunk)
    tail = None if item.finished and not more else entry.chunker.tail or Chunk("")
    _show_tail(document, entry, tail)
    return more


def grow_tool(document: "Document", entry: Entry, call: ToolCall) -> None:
    """Show more of a tool's output: the last lines, or all of it where it is open."""
    if entry.fold is Fold.CLOSED:
        return
    if entry.fold is Fold.PREVIEW or call.outcome is not None:
        document.rebuild(entry)
        return
    new = call.output.since(entry.fed)
    entry.fed += len(new)
    # Once it has ended, no less is shown of it than while it ran.
    entry.limit = max(entry.limit, entry.fed)
    old = _open(entry)
    blocks = list(output_blocks(entry, (old.text if old is not None else "") + new))
    if old is not None and blocks:
        _take_over(document, old, blocks.pop(0))
    if blocks:
        _replace(document, entry, [], blocks)


def _open(entry: Entry) -> Block | None:
    return entry.blocks[-1] if entry.blocks and entry.blocks[-1].open else None


def _finished(document: "Document", entry: Entry, chunk: Chunk) -> None:
    block = chunk_block(entry, chunk)
    old = _open(entry)
    if old is not None:
        entry.blocks.pop()
    pieces = _pieces(entry, chunk)
    if pieces:
        block.text = "\n".join([*(piece.text for piece in pieces), chunk.text])
        block.gap = pieces[0].gap
        del entry.blocks[-len(pieces) :]
    elif old is not None and old.kind is block.kind:
        entry.blocks.append(old)
        _take_over(document, old, block)
        return
    if old is not None:
        pieces.append(old)
    _replace(document, entry, pieces, [block])


def _take_over(document: "Document", old: Block, new: Block) -> None:
    """Give a block the text of another one; a selection in it stays."""
    old.text, old.language, old.fence, old.open = new.text, new.language, new.fence, new.open
    old.gap = old.entry.gap if old is old.entry.blocks[0] else new.gap
    old.stamp = old.shape = -1
    document.touch(old.number)


def _pieces(entry: Entry, chunk: Chunk) -> list[Block]:
    """Return the earlier pieces of a fence that is whole now and not too long for one block."""
    if not chunk.closed:
        return []
    found: list[Block] = []
    lines = chunk.text.count("\n") + 1
    for block in reversed(entry.blocks):
        lines += block.text.count("\n") + 1
        if block.fence != chunk.fence or lines > PIECE_LINES:
            break
        found.insert(0, block)
    return found


def _show_tail(document: "Document", entry: Entry, tail: Chunk | None) -> None:
    old = _open(entry)
    if old is None:
        if tail is not None:
            _replace(document, entry, [], [chunk_block(entry, tail, open=True)])
        return
    if tail is None:
        entry.blocks.pop()
        _replace(document, entry, [old], [])
        return
    block = chunk_block(entry, tail, open=True)
    if block.kind is old.kind:
        if old.text != block.text or old.gap != block.gap:
            _take_over(document, old, block)
        return
    entry.blocks.pop()
    _replace(document, entry, [old], [block])


def _replace(document: "Document", entry: Entry, old: list[Block], new: list[Block]) -> None:
    """Put new blocks at the entry's end, where the old ones were."""
    if old:
        number = old[0].number
    elif entry.blocks:
        number = entry.blocks[-1].number + 1
    else:
        number = document.column.last + 1
    entry.blocks += new
    if new and entry.blocks[0] is new[0]:
        new[0].gap = entry.gap
    document.splice(number, len(old), new)
