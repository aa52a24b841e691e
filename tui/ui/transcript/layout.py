"""Blocks → lines of a width, with what a copy needs to undo the wrapping."""

from collections.abc import Callable, Iterable, Iterator
from typing import NamedTuple

from rich.cells import cell_len

from tui.conversation.state import Prose, ToolCall, UserText
from tui.model.events import Channel
from tui.text.display import coloured, display
from tui.text.highlight import highlighted, known, plain_code
from tui.text.markdown import pieces
from tui.text.runs import Bar, Flow, Gap, Grid, Piece, Run, plain
from tui.ui.transcript.blocks import LINES, Block, Kind
from tui.ui.transcript.changes import rows_of, title
from tui.ui.transcript.diffs import lines_of, split_lines_of
from tui.ui.transcript.headers import Head, head
from tui.ui.transcript.tables import table
from tui.ui.transcript.wrap import Join, shorten, wrap

PROSE = 100
"""Cells: longer lines of prose are hard to read, however wide the screen is."""
HEADER = 120
NARROW = 60


class Line(NamedTuple):
    """One line on screen."""

    runs: list[Run]
    gutter: int = 0
    """Characters at its beginning that are decoration and never copied."""
    join: Join = Join.NEWLINE
    fill: str = ""
    """Style of the rest of the line."""


class Page(NamedTuple):
    """What a layout depends on besides the block."""

    width: int
    now: float = 0.0
    split: bool = False
    """Differences stand side by side."""
    bare: bool = False
    """Only the number of lines is wanted: code gets no colours."""


def lay_out(block: Block, page: Page) -> list[Line]:
    """Return the lines of a block; never more than a block may have."""
    edge = margin(block, page.width)
    room = max(1, page.width - cell_len(plain(edge)) - 1)
    lines = [Line([], 0)] if block.gap else []
    for line in _LAYOUTS[block.kind](block, room, page):
        if len(lines) >= LINES:
            lines[-1] = Line([*edge, ("… widen the window to see the rest", "hint")], len(edge))
            break
        shift = sum(len(text) for text, _ in edge)
        lines.append(line._replace(runs=edge + line.runs, gutter=shift + line.gutter))
    return lines if len(lines) > block.gap else []


def margin(block: Block, width: int) -> list[Run]:
    """Return what stands at the left of every line: room for the cursor, bars for nesting."""
    blank = "   " if width >= NARROW else "  "
    entry = block.entry
    nested: list[Run] = [("│ ", "line")] * min(entry.depth, 6)
    if isinstance(entry.item, UserText):
        return [(blank[1:-1], "user.pad"), *nested, ("▌ ", "user.bar")]
    return [(blank, "margin"), *nested]


def _label(block: Block, room: int, page: Page) -> Iterator[Line]:
    yield Line([(shorten(display(block.text), room), "agent.label")])


def _header(block: Block, room: int, page: Page) -> Iterator[Line]:
    fill = "user" if isinstance(block.entry.item, UserText) else ""
    yield Line(_joined(head(block.entry, page.now), min(room, HEADER), fill), fill=fill)


def _joined(words: Head, room: int, fill: str) -> list[Run]:
    right = words.right if room >= 30 else []
    right_room = min(sum(cell_len(text) for text, _ in right), room * 2 // 3)
    right = _shortened(right, right_room)
    if words.ruled:
        left = _shortened(words.left, room - right_room - 8)
        used = sum(cell_len(text) for text, _ in left) + right_room
        rule = "─" * max(0, room - used - 6)
        return [("── ", "rule"), *left, (f" {rule} ", "rule"), *right]
    left = _shortened(words.left, room - right_room - (2 if right else 0))
    used = sum(cell_len(text) for text, _ in left) + right_room
    return [*left, (" " * max(0, room - used), fill or "margin"), *right] if right else left


def _shortened(runs: list[Run], room: int) -> list[Run]:
    kept: list[Run] = []
    for text, style in runs:
        kept.append((shorten(text, room), style))
        room -= cell_len(text)
        if room <= 0:
            break
    return kept


def _prose(block: Block, room: int, page: Page) -> Iterator[Line]:
    item = block.entry.item
    thinking = isinstance(item, Prose) and item.channel is Channel.THINKING
    base = "thinking" if thinking else "prose"
    room = min(room, PROSE)
    for piece in pieces(block.text, base):
        yield from piece_lines(piece, room)


def piece_lines(piece: Piece, room: int) -> Iterator[Line]:
    """Return the lines of a paragraph, a table or a gap."""
    first, rest = list(piece.first), list(piece.rest)
    shift = sum(len(text) for text, _ in rest)
    indent = sum(cell_len(text) for text, _ in rest)
    width = max(8, room - indent)
    match piece:
        case Gap():
            yield Line(rest, shift)
        case Bar():
            yield Line([*first, ("─" * width, "rule")])
        case Grid():
            for index, row in enumerate(table(piece, width)):
                yield Line((rest if index else first) + row, shift)
        case Flow():
            code = piece.runs[:1] and piece.runs[0][1] == "code"
            for index, (runs, join) in enumerate(wrap(piece.runs, width, words=piece.wrap)):
                lead = rest if index else first
                fill = "code" if code else ""
                yield Line(lead + runs, shift if index else 0, join, fill)


def _code(block: Block, room: int, page: Page) -> Iterator[Line]:
    ready = not block.open and not page.bare and known(block.language)
    lines = highlighted(block.text, block.language) if ready else plain_code(block.text)
    for line in lines:
        for runs, join in wrap(line, room - 1, words=False):
            yield Line([(" ", "code"), *runs], 1, join, "code")


def _plain(block: Block, room: int, page: Page) -> Iterator[Line]:
    style = "user" if isinstance(block.entry.item, UserText) else "prose"
    fill = style if style == "user" else ""
    for runs, join in wrap([(display(block.text), style)], min(room, PROSE)):
        yield Line(runs, 0, join, fill)


def _output(block: Block, room: int, page: Page) -> Iterator[Line]:
    text = block.text.removesuffix("\n") if block.open else block.text
    # What a program prints may be lined up by columns; what somebody says is not.
    words = not isinstance(block.entry.item, ToolCall)
    for line in coloured(text):
        for runs, join in wrap(line, room - 2, words=words):
            yield Line([("│ ", "line"), *runs], 2, join)


def _note(block: Block, room: int, page: Page) -> Iterator[Line]:
    yield Line([("│ ", "line"), (shorten(block.text, room - 2), "hint")], 2)


def _diff(block: Block, room: int, page: Page) -> Iterable[Line]:
    item = block.entry.item
    assert isinstance(item, ToolCall)
    start, _, end = block.text.partition(":")
    index = block.fence
    rows = rows_of(block.entry, index, item.changes[index])[int(start) : int(end)]
    make = split_lines_of if page.split and room >= NARROW else lines_of
    for runs, gutter, join, fill in make(rows, room):
        yield Line(runs, gutter, join, fill)


def _file(block: Block, room: int, page: Page) -> Iterator[Line]:
    item = block.entry.item
    assert isinstance(item, ToolCall)
    index = block.fence
    yield Line(_shortened(title(block.entry, index, item.changes[index]), room))


_LAYOUTS: dict[Kind, Callable[[Block, int, Page], Iterable[Line]]] = {
    Kind.LABEL: _label,
    Kind.HEADER: _header,
    Kind.PROSE: _prose,
    Kind.CODE: _code,
    Kind.PLAIN: _plain,
    Kind.OUTPUT: _output,
    Kind.DIFF: _diff,
    Kind.NOTE: _note,
    Kind.FILE: _file,
}


ONE_LINE = {Kind.HEADER, Kind.LABEL, Kind.NOTE, Kind.FILE}
"""Blocks that have one line at any width, beside the empty one above."""


def estimate(block: Block, width: int) -> int:
    """Return roughly how many lines a block will have, without laying it out."""
    if block.kind in ONE_LINE:
        return 1 + block.gap
    if block.kind is Kind.DIFF:
        start, _, end = block.text.partition(":")
        return int(end) - int(start) + block.gap
    room = max(8, min(width - 4, PROSE) if block.kind is Kind.PROSE else width - 4)
    return min(LINES, len(block.text) // room + block.text.count("\n") + 1 + block.gap)
