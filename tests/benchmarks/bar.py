"""One claim: a ratio, and what it must be."""

from collections.abc import Callable
from statistics import median

import msgspec


class Bar(msgspec.Struct, frozen=True, kw_only=True):
    """A measured ratio beside its target."""

    name: str
    value: float
    target: float
    at_most: bool
    """True where small is good."""
    detail: str = ""

    @property
    def met(self) -> bool:
        """Tell whether the target is reached."""
        return self.within(self.target)

    def within(self, limit: float) -> bool:
        """Tell whether it is as good as a limit."""
        return self.value <= limit if self.at_most else self.value >= limit

    def __str__(self) -> str:
        sign = "≤" if self.at_most else "≥"
        verdict = "ok" if self.met else "MISSED"
        return (
            f"{self.name:34} {self.value:8.2f}  {sign} {self.target:<6g} {verdict:7} {self.detail}"
        )


def middle(measure: Callable[[], float], runs: int) -> float:
    """Return the median of several measurements: one noisy neighbour must not decide."""
    return median(measure() for _ in range(runs))
