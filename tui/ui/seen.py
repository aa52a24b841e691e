"""Which lines of a text have been on the screen."""

from bisect import bisect_left, bisect_right
from collections.abc import Sequence
from typing import NamedTuple

import msgspec

UNTOLD = 10_000
"""Lines that a text is taken to have before it is known, so that its place is not too large."""


class Span(NamedTuple):
    """Some lines below each other."""

    start: int
    end: int
    """The line after the last one."""


class Unread(msgspec.Struct, frozen=True):
    """What of a text was not on the screen yet."""

    count: int = 0
    """Lines; fewer than none where the text itself is not there yet."""
    first: Span = Span(0, 0)
    """The first of them, without a gap."""
    total: int = 0
    below: bool = True
    """All of it is further down than what is on the screen."""
    jumped: bool = False
    """The last line was on the screen: what is missing was jumped over."""

    @property
    def blocks(self) -> bool:
        """Tell whether nothing may be allowed yet: not before the last line was on the screen."""
        return self.count != 0 and not self.jumped

    def words(self, *, narrow: bool = False) -> str:
        """Return it for the end of a line of keys."""
        if self.count < 0:
            return ""
        if not self.count:
            return "all shown ✓"
        lines = f"{self.count:,} line{'s' * (self.count != 1)}"
        if self.jumped:
            return f"↕{self.count:,}" if narrow else f"{lines} jumped over: PgDn"
        if self.below:
            return f"↓{self.count:,}" if narrow else f"{lines} below: PgDn"
        return f"↕{self.count:,}" if narrow else f"{lines} not seen yet: PgDn"

    @property
    def at_most(self) -> "Unread":
        """Return that nothing was seen; no other state takes more words."""
        total = self.total or UNTOLD
        return Unread(total, Span(0, total), total, below=False)

    @property
    def refusal(self) -> str:
        """Return why nothing can be allowed yet."""
        first, last = self.first.start + 1, self.first.end
        lines = f"lines {first:,}–{last:,}" if last > first else f"line {first:,}"
        were = "were" if last > first else "was"
        return f"{lines} of {self.total:,} {were} not on the screen yet: PgDn"


class Seen:
    """Spans of lines that were on the screen, in order and apart from each other."""

    def __init__(self) -> None:
        self._starts: list[int] = []
        self._ends: list[int] = []

    def add(self, start: int, end: int) -> None:
        """Note that these lines are on the screen."""
        if start >= end:
            return
        first = bisect_left(self._ends, start)
        after = bisect_right(self._starts, end)
        if first < after:
            start = min(start, self._starts[first])
            end = max(end, self._ends[after - 1])
        self._starts[first:after] = [start]
        self._ends[first:after] = [end]

    def missing(self, total: int) -> Span | None:
        """Return the first lines that were not on the screen; None where all were."""
        start = self._ends[0] if self._starts and self._starts[0] <= 0 else 0
        following = next((one for one in self._starts if one > start), total)
        return Span(start, min(following, total)) if start < total else None

    def has(self, line: int) -> bool:
        """Tell whether a line was on the screen."""
        after = bisect_right(self._starts, line)
        return after > 0 and line < self._ends[after - 1]

    def count_missing(self, total: int) -> int:
        """Return how many lines were not on the screen."""
        spans = zip(self._starts, self._ends, strict=True)
        return max(0, total - sum(min(end, total) - min(start, total) for start, end in spans))

    def folded_anew(
        self, before: Sequence[int], after: Sequence[int], same: int | None = None
    ) -> "Seen":
        """Return what counts as seen when paragraphs that ended at some lines end at others.

        A paragraph of which only a part was seen is not seen any more: its lines are others now.
        `same` tells how many paragraphs still say what they said.
        """
        found = Seen()
        kept = min(len(before), len(after)) if same is None else same
        for start, end in zip(self._starts, self._ends, strict=True):
            first = bisect_left(before, start) + 1 if start > 0 else 0
            last = min(bisect_right(before, end), kept)
            if first < last:
                found.add(after[first - 1] if first else 0, after[last - 1])
        return found
