"""The words in which risk is told."""

from enum import StrEnum

import msgspec


class Level(StrEnum):
    """How much harm a request could do."""

    LOW = "low"
    MEDIUM = "medium"
    HIGH = "high"


_ORDER = {Level.HIGH: 0, Level.MEDIUM: 1, Level.LOW: 2}


class Reason(msgspec.Struct, frozen=True, gc=False):
    """One thing that is risky about a request, in words that go on after “it”."""

    level: Level
    text: str
    at: tuple[int, int] | None = None
    """Where in the command line, in characters; None where it is about the whole."""


class Risk(msgspec.Struct, frozen=True, gc=False):
    """How much harm a request could do, and why."""

    level: Level
    reasons: tuple[Reason, ...] = ()
    """The worst first."""


def worst(found: list[Reason], least: Level) -> Risk:
    """Sum up: the level of the worst reason, each reason once."""
    if not found:
        return Risk(least)
    if len(found) > 1:
        once = {reason.text: reason for reason in reversed(found)}
        # Sorting is stable: of two that are as bad, the one found first stays first.
        ordered = list(reversed(once.values()))
        found = sorted(ordered, key=lambda reason: _ORDER[reason.level])
    level = found[0].level
    return Risk(level if _ORDER[level] < _ORDER[least] else least, tuple(found))
