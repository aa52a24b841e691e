"""Keeps a key that was meant for the draft from answering a request."""

from collections.abc import Callable
from time import monotonic

Clock = Callable[[], float]
"""Tells the seconds since some moment; never set back where it judges keys."""

QUIET = 0.6
"""Seconds without a key before one may decide. Typing at 80 ms per key approved 8 of 10 requests
without this; users report files deleted by a letter of their next prompt."""


class Guard:
    """Knows when the keyboard was last busy, and since when a request is shown."""

    def __init__(self, clock: Clock = monotonic) -> None:
        self._clock = clock
        self._busy_at = clock() - QUIET
        self._shown_at = clock() - QUIET

    def key(self) -> None:
        """Note that a key was pressed, or that something as disturbing happened."""
        self._busy_at = self._clock()

    def shown(self) -> None:
        """Note that a request has just been put on the screen."""
        self._shown_at = self._clock()

    @property
    def remaining(self) -> float:
        """Return the seconds of quiet that are still missing."""
        return max(0.0, max(self._busy_at, self._shown_at) + QUIET - self._clock())

    @property
    def quiet(self) -> bool:
        """Tell whether the keyboard has been quiet long enough, shown or not."""
        return self._clock() - self._busy_at >= QUIET

    def lets_decide(self, draft: str) -> bool:
        """Tell whether a key may decide now: nothing in the draft, and quiet."""
        return not draft and self.remaining == 0.0
