"""What is selected, told in blocks and lines, and copied without wraps and gutters."""

from textual.geometry import Offset
from textual.selection import Selection

from tui.text.display import display, without_colours
from tui.ui.transcript.blocks import GONE, Block, Kind
from tui.ui.transcript.column import Column
from tui.ui.transcript.layout import Line
from tui.ui.transcript.painter import Painter
from tui.ui.transcript.wrap import Join

LINE_BITS = 11
MIDDLE = 1 << 19
"""Numbers of blocks are shifted by this, so that older ones are not negative. 20 bits and 11."""

BETWEEN = {Join.NEWLINE: "\n", Join.SPACE: " ", Join.NOTHING: ""}


def key(block: Block, line: int) -> int:
    """Return a number for one line; it orders lines and stays while others come and go."""
    return (block.number + MIDDLE) << LINE_BITS | line


def place(column: Column, y: int) -> tuple[Block, int]:
    """Return the block and line of a key."""
    number = min(max((y >> LINE_BITS) - MIDDLE, column.first), column.last)
    return column[number], y & ((1 << LINE_BITS) - 1)


def source(block: Block) -> str:
    """Return a block's text as it was written; hidden characters stay visible."""
    if block.kind is Kind.OUTPUT:
        return without_colours(block.text)
    return display(block.text)


def selected(column: Column, painter: Painter, selection: Selection) -> str:
    """Return the selected text: whole blocks as written, parts of them as shown."""
    if column.last < column.first:
        return ""
    end_block, end_line, end_x = column[column.last], 1 << LINE_BITS, 1 << 30
    start_block, start_line, start_x = column[column.first], 0, 0
    if selection.start is not None:
        start_block, start_line = place(column, selection.start.y)
        start_x = selection.start.x
    if selection.end is not None:
        end_block, end_line = place(column, selection.end.y)
        end_x = selection.end.x
    parts: list[str] = []
    for block in column.walk(start_block.number):
        if block.number > end_block.number:
            break
        first = (start_line, start_x) if block is start_block else (0, 0)
        last = (end_line, end_x) if block is end_block else (1 << LINE_BITS, 1 << 30)
        gap = "\n" if block.gap and parts else ""
        parts.append(gap + between(painter, block, first, last))
    return "\n".join(parts)


def between(painter: Painter, block: Block, first: tuple[int, int], last: tuple[int, int]) -> str:
    """Return what of a block stands from one place to another, each a line and a character."""
    lines = painter.lines(block)
    end = (len(lines) - 1, sum(len(text) for text, _ in lines[-1].runs)) if lines else (0, 0)
    whole = first <= (int(block.gap), lines[0].gutter if lines else 0) and last >= end
    if whole and block.kind in (Kind.PROSE, Kind.CODE, Kind.PLAIN, Kind.OUTPUT):
        return source(block)
    text = ""
    for number, line in enumerate(lines):
        if not first[0] <= number <= last[0] or (block.gap and number == 0):
            continue
        shown = "".join(run for run, _ in line.runs)
        start = max(line.gutter, first[1] if number == first[0] else 0)
        stop = last[1] if number == last[0] else len(shown)
        text += shown[start:stop] if line.join else shown[start:stop].rstrip()
        if number < min(last[0], len(lines) - 1):
            text += BETWEEN[line.join]
    return text


Ends = tuple[Block | None, Block | None]


def ends(column: Column, selection: Selection | None) -> Ends | None:
    """Return the blocks in which a selection begins and ends."""
    if selection is None or column.last < column.first:
        return None
    start, end = selection
    return (
        place(column, start.y)[0] if start is not None else None,
        place(column, end.y)[0] if end is not None else None,
    )


def moved(selection: Selection, blocks: Ends) -> Selection | None:
    """Return the selection after its blocks have got other numbers; None if one is gone."""
    if any(block is not None and block.number == GONE for block in blocks):
        return None
    start, end = selection
    first, last = blocks
    if start is not None and first is not None:
        start = Offset(start.x, key(first, start.y & ((1 << LINE_BITS) - 1)))
    if end is not None and last is not None:
        end = Offset(end.x, key(last, end.y & ((1 << LINE_BITS) - 1)))
    return Selection(start, end)


def offset_of(lines: list[Line], line: int, x: int) -> int:
    """Return how many characters of a block's text stand before a place in it."""
    offset = 0
    for number, shown in enumerate(lines):
        size = sum(len(text) for text, _ in shown.runs) - shown.gutter
        if number >= line:
            return offset + min(max(0, x - shown.gutter), size)
        offset += size + len(BETWEEN[shown.join])
    return offset


def place_of(lines: list[Line], offset: int) -> tuple[int, int]:
    """Return the line and character at which so many characters of a block's text are over."""
    for number, shown in enumerate(lines):
        size = sum(len(text) for text, _ in shown.runs) - shown.gutter
        if offset <= size:
            return number, shown.gutter + offset
        offset -= size + len(BETWEEN[shown.join])
    return max(0, len(lines) - 1), 1 << 16


class Rewrap:
    """Carries a selection over to another width."""

    def __init__(self, column: Column, painter: Painter, selection: Selection | None) -> None:
        self._painter = painter
        self._ends: list[tuple[Block, int] | None] = []
        for end in selection or ():
            if end is None or column.last < column.first:
                self._ends.append(None)
                continue
            block, line = place(column, end.y)
            self._ends.append((block, offset_of(painter.lines(block), line, end.x)))

    def selection(self) -> Selection | None:
        """Return the selection at the new width; None if there was none."""
        if not self._ends:
            return None
        found: list[Offset | None] = []
        for end in self._ends:
            if end is None:
                found.append(None)
                continue
            line, x = place_of(self._painter.lines(end[0]), end[1])
            found.append(Offset(x, key(end[0], line)))
        return Selection(*found)
