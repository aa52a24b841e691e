"""Which lines are seen. A place is a block and a line in it, so nothing above can move it."""

from collections.abc import Callable

from tui.ui.transcript.blocks import GONE, Block
from tui.ui.transcript.column import Column

JUMP = 4
"""Moves over more than so many screens do not lay out what lies between."""


class Viewport:
    """A window onto a column; measures only the blocks it shows."""

    def __init__(self, column: Column, measure: Callable[[Block], int]) -> None:
        self.column = column
        self.height = 1
        self.following = True
        """The end is on screen and stays there."""
        self._measure = measure
        """Lays a block out, tells the column its height and returns it."""
        self._block: Block | None = None
        self._line = 0
        self._number = 0

    @property
    def top(self) -> int:
        """Return the first line that is seen."""
        block = self._anchor()
        return 0 if block is None else self.column.top(block) + self._line

    @property
    def place(self) -> tuple[Block | None, int]:
        """Return the block at the top and how many of its lines are above."""
        return self._anchor(), self._line

    def settle(self) -> None:
        """Lay out what is seen, and keep the place whatever has changed."""
        column = self.column
        if column.last < column.first:
            self._block, self._line = None, 0
            return
        if self.following or self._block is None:
            self._to_end()
            return
        block = self._anchor()
        assert block is not None
        self._line = min(self._line, max(0, self._measure(block) - 1))
        self._fill()

    def _anchor(self) -> Block | None:
        """Return the block at the top; where it was made anew, what stands in its place."""
        column = self.column
        if self._block is not None and self._block.number == GONE:
            number = min(max(self._number, column.first), column.last)
            self._block = column[number] if column.last >= column.first else None
        return self._block

    def show(self, block: Block, line: int = 0, above: int = 0) -> None:
        """Put a line of a block at the top, or so many lines below it."""
        self._block, self._line = block, min(line, max(0, self._measure(block) - 1))
        self.following = False
        self._up(above)
        self._fill()

    def scroll(self, line: int) -> None:
        """Go to a line of the column as it is measured so far."""
        if self._anchor() is None:
            return
        distance = line - self.top
        self.following = False
        if abs(distance) > JUMP * self.height:
            self._block, self._line = self.column.find(max(0, line))
        elif distance < 0:
            self._up(-distance)
        else:
            self._down(distance)
        self._fill()

    def to_end(self) -> None:
        """Follow the end from now on."""
        self.following = True
        self.settle()

    def to_start(self) -> None:
        """Go to the first line."""
        if self._anchor() is not None:
            self.show(self.column[self.column.first])

    def keep_fraction(self, before: int, after: int) -> None:
        """After a block was wrapped anew, stay at the same part of it."""
        if before > 0:
            self._line = min(max(0, after - 1), self._line * after // before)

    def _up(self, lines: int) -> None:
        assert self._block is not None
        number, line = self._block.number, self._line
        while lines > line:
            if number <= self.column.first:
                lines = line
                break
            lines -= line
            number -= 1
            line = self._measure(self.column[number])
        self._block, self._line = self.column[number], line - lines

    def _down(self, lines: int) -> None:
        assert self._block is not None
        number, line = self._block.number, self._line + lines
        while line >= (height := self._measure(self.column[number])):
            if number >= self.column.last:
                line = max(0, height - 1)
                break
            line -= height
            number += 1
        self._block, self._line = self.column[number], line

    def _fill(self) -> None:
        """Lay out the window; where there is too little to fill it, show the end instead."""
        assert self._block is not None
        self._number = self._block.number
        room = self.height + self._line
        number = self._block.number
        while room > 0 and number <= self.column.last:
            room -= self._measure(self.column[number])
            number += 1
        if room > 0 or (room == 0 and number > self.column.last):
            self.following = True
            self._to_end()

    def _to_end(self) -> None:
        room = self.height
        number = self.column.last
        while room > 0 and number >= self.column.first:
            room -= self._measure(self.column[number])
            number -= 1
        self._block, self._line = self.column[number + 1], max(0, -room)
        self._number = self._block.number
