"""All blocks from top to bottom, numbered so that adding older ones renumbers none."""

from collections.abc import Iterator, Sequence

from tui.ui.transcript.blocks import GONE, Block
from tui.ui.transcript.heights import Heights


class Column:
    """A sequence of blocks that grows at both ends, with the height of each."""

    def __init__(self) -> None:
        self.heights = Heights()
        self._newer: list[Block] = []
        self._older: list[Block] = []

    @property
    def first(self) -> int:
        """Return the number of the topmost block."""
        return -len(self._older)

    @property
    def last(self) -> int:
        """Return the number of the bottom block; less than `first` when there is none."""
        return len(self._newer) - 1

    @property
    def total(self) -> int:
        """Return how many lines there are."""
        return self.heights.total

    def __getitem__(self, number: int) -> Block:
        return self._newer[number] if number >= 0 else self._older[-number - 1]

    def __contains__(self, block: Block) -> bool:
        return block.number != GONE

    def top(self, block: Block) -> int:
        """Return the line at which a block begins."""
        return self.heights.before(block.number)

    def find(self, line: int) -> tuple[Block, int]:
        """Return the block that covers a line, and which of its lines that is."""
        number = self.heights.find(line)
        return self[number], line - self.heights.before(number)

    def append(self, block: Block, height: int) -> None:
        """Put a block below all others."""
        block.number = len(self._newer)
        self._newer.append(block)
        self.heights.append(height)

    def prepend(self, block: Block, height: int) -> None:
        """Put a block above all others."""
        self._older.append(block)
        block.number = -len(self._older)
        self.heights.prepend(height)

    def insert(self, number: int, blocks: Sequence[Block], heights: list[int]) -> None:
        """Put blocks before the one with this number."""
        if number > self.last:
            for block, height in zip(blocks, heights, strict=True):
                self.append(block, height)
            return
        self.heights.insert(number, heights)
        if number >= 0:
            self._newer[number:number] = blocks
        else:
            self._older[-number:-number] = reversed(blocks)
        self._renumber(number)

    def remove(self, number: int, count: int) -> int:
        """Take out blocks; return the number of the first one below them."""
        for block in [self[n] for n in range(number, number + count)]:
            block.number = GONE
            block.strips = None
        older = min(count, max(0, -number))
        if count > older:
            start = max(0, number)
            self.heights.remove(start, count - older)
            del self._newer[start : start + count - older]
            self._renumber(start)
        if older:
            self.heights.remove(number, older)
            end = -number
            del self._older[end - older : end]
            self._renumber(number + older - 1)
        return number + older

    def _renumber(self, number: int) -> None:
        """Number anew what may have moved: below in the newer half, above in the older."""
        if number >= 0:
            for position in range(number, len(self._newer)):
                self._newer[position].number = position
        else:
            for position in range(max(0, -number - 1), len(self._older)):
                self._older[position].number = -position - 1

    def walk(self, number: int, step: int = 1) -> Iterator[Block]:
        """Return the blocks from a number on, downwards or upwards."""
        while self.first <= number <= self.last:
            yield self[number]
            number += step
