"""The newest lines are kept, exactly so many, however they came."""

from collections import deque

from hypothesis import given
from hypothesis import strategies as some

from tui.model.arrival import Arrival, Growth, Lines, arrivals
from tui.model.identity import ItemId
from tui.ui.kept_lines import KeptLines

SIZES = some.lists(some.lists(some.integers(0, 9), max_size=6), max_size=12)
"""Reads, each of some parts: so many lines in a row that are alike, or one that is not."""


def parts(reads: list[list[int]]) -> list[list[Lines]]:
    """Return lines, numbered from 0."""
    seq = 0
    made: list[list[Lines]] = []
    for sizes in reads:
        made.append([])
        for size in sizes:
            if size:
                raw = [b"%d" % number for number in range(seq, seq + size)]
                made[-1].append(Growth(seq, 1.0, ItemId("a"), raw, [line.decode() for line in raw]))
            else:
                made[-1].append(Arrival(seq, 1.0, b"alone", ()))
            seq += size or 1
    return made


@given(SIZES, some.integers(1, 30), some.integers(0, 40))
def test_the_newest_lines_are_kept_and_counted(
    reads: list[list[int]], most: int, wanted: int
) -> None:
    kept = KeptLines(most)
    expected: deque[Arrival] = deque(maxlen=most)
    for lines in parts(reads):
        before = len(list(arrivals(lines)))
        assert kept.extend(lines) == before
        expected.extend(arrivals(lines))

    assert list(kept) == list(expected)
    assert len(kept) == len(expected)
    assert list(kept.newest(wanted)) == list(expected)[max(0, len(expected) - wanted) :]
