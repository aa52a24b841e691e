"""Estimated heights made exact, block by block, while nothing else is to be done."""

from collections.abc import Callable

from tui.ui.transcript.column import Column
from tui.ui.transcript.painter import Painter


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
            number = max(self.next, column.first)
            if number <= column.last:
                block = column[number]
                # Most take 20 to 300 µs; of a paragraph of 10,000 lines each takes 5 ms.
                if block.shape != painter.shape:
                    painter.count(column, block)
            self.next = number + 1 if number < column.last else None
