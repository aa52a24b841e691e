"""Estimated heights made exact, block by block, while nothing else is to be done."""

from collections.abc import Callable

from tui.ui.transcript.column import Column
from tui.ui.transcript.painter import Painter

AT_ONCE = 16
"""Blocks between two looks at the clock; one takes 20 to 300 µs."""


class Measuring:
    """Walks down a column; knows from which block on heights may be estimates."""

    def __init__(self) -> None:
        self.next: int | None = None
        """The number of the block to look at next; None when all heights are exact."""

    def doubt(self, number: int) -> None:
        """Note that from a block on heights may be estimates."""
        self.next = number if self.next is None else min(self.next, number)

    def work(self, column: Column, painter: Painter, enough: Callable[[], bool]) -> None:
        """Measure until it is enough, or all is done."""
        while self.next is not None and not enough():
            start = max(self.next, column.first)
            end = min(column.last + 1, start + AT_ONCE)
            for number in range(start, end):
                block = column[number]
                if block.shape != painter.shape:
                    painter.count(column, block)
            self.next = end if end <= column.last else None
