"""Lines → strips, kept per block until the width, the theme or the block changes."""

import time
from collections import deque
from collections.abc import Callable, Sequence

from rich.cells import cell_len
from rich.segment import Segment
from rich.style import Style
from textual.color import Color
from textual.filter import LineFilter
from textual.strip import Strip

from tui.text.highlight import known
from tui.ui.transcript.blocks import GONE, Block, Kind
from tui.ui.transcript.column import Column
from tui.ui.transcript.layout import ONE_LINE, Line, Page, estimate, lay_out
from tui.ui.transcript.styles import Styles

KEPT = 4_000
"""Blocks whose strips are kept; of the others only the height is."""


class Painter:
    """Lays out and paints blocks for one width and one theme."""

    def __init__(self) -> None:
        self.styles = Styles(Style())
        self.background = Color(0, 0, 0)
        self.filters: tuple[LineFilter, ...] = ()
        self.page = Page(80)
        self.now: Callable[[], float] = time.time
        """By which running times and what comes next are told."""
        self.full_width = 80
        """With the scrollbar's column, which is painted over."""
        self.stamp = 0
        """Which look strips have that are painted now."""
        self.shape = 0
        """Which height blocks have that are measured now; a theme changes none."""
        self.unknown: set[str] = set()
        """Languages of code that was painted without its colours."""
        self._kept: deque[Block] = deque()

    def change(
        self,
        *,
        width: int,
        full_width: int,
        ground: Style,
        background: Color,
        filters: Sequence[LineFilter],
        split: bool,
    ) -> None:
        """Take over a new width, theme or filter; everything is painted anew when it is seen."""
        if (width, split) != (self.page.width, self.page.split):
            self.shape += 1
        self.page = Page(width, self.now(), split)
        self.full_width = full_width
        self.styles = Styles(ground)
        self.background = background
        self.filters = tuple(filters)
        self.stamp += 1

    def tick(self) -> None:
        """Let running times be counted from now."""
        self.page = self.page._replace(now=self.now())

    def estimate(self, block: Block) -> int:
        """Return roughly how high a block is."""
        return estimate(block, self.page.width)

    def lines(self, block: Block) -> list[Line]:
        """Lay out a block without painting it."""
        return lay_out(block, self.page)

    def measure(self, column: Column, block: Block) -> int:
        """Paint a block if need be, and tell the column its height."""
        strips = block.strips
        if strips is None or block.stamp != self.stamp:
            strips = self._paint(block)
            column.heights.set(block.number, len(strips))
            block.shape = self.shape
        return len(strips)

    def count(self, column: Column, block: Block) -> None:
        """Tell the column a block's true height, without painting it."""
        if block.shape != self.shape:
            if block.kind not in ONE_LINE:
                lines = lay_out(block, self.page._replace(bare=True))
                column.heights.set(block.number, len(lines))
            else:
                column.heights.set(block.number, 1 + block.gap)
            block.shape = self.shape

    def _paint(self, block: Block) -> list[Strip]:
        if block.strips is None:
            self._kept.append(block)
            if len(self._kept) > KEPT:
                self._forget()
        if block.kind is Kind.CODE and not block.open and not known(block.language):
            self.unknown.add(block.language)
        block.strips = [self._strip(line) for line in lay_out(block, self.page)]
        block.stamp = self.stamp
        return block.strips

    def _forget(self) -> None:
        """Drop the strips that were painted longest ago."""
        for _ in range(KEPT // 4):
            block = self._kept.popleft()
            if block.number != GONE:
                block.strips = None

    def _strip(self, line: Line) -> Strip:
        styles = self.styles
        segments = [Segment(text, styles[style]) for text, style in line.runs if text]
        used = sum(cell_len(segment.text) for segment in segments)
        if used < self.full_width:
            segments.append(Segment(" " * (self.full_width - used), styles[line.fill]))
        strip = self.filtered(Strip(segments, max(used, self.full_width)))
        return strip.crop(0, self.full_width) if used > self.full_width else strip

    def filtered(self, strip: Strip) -> Strip:
        """Return a line after the last gate before the terminal."""
        for line_filter in self.filters:
            strip = strip.apply_filter(line_filter, self.background)
        return strip

    def blank(self) -> Strip:
        """Return an empty line."""
        return self.filtered(Strip.blank(self.full_width, self.styles.ground))


def marked(strip: Strip, start: int, end: int, style: Style) -> Strip:
    """Return a strip with the characters from `start` to `end` in another style."""
    segments: list[Segment] = []
    position = 0
    for text, old, control in strip:
        first = min(max(start - position, 0), len(text))
        last = min(max(end - position, first), len(text))
        pieces = ((text[:first], old), (text[first:last], style), (text[last:], old))
        for piece, look in pieces:
            if piece:
                mixed = (old + look) if look is style and old is not None else look
                segments.append(Segment(piece, mixed, control))
        position += len(text)
    return Strip(segments, strip.cell_length)


def overwritten(strip: Strip, start: int, text: str, style: Style) -> Strip:
    """Return a strip with other words from a cell on; they must be as wide as what they cover."""
    before = strip.crop(0, start)
    after = strip.crop(start + cell_len(text), strip.cell_length)
    return Strip([*before, Segment(text, style), *after], strip.cell_length)
