"""The words in which risk is told."""

from enum import StrEnum

import msgspec


class Level(StrEnum):
    """How much harm a request could do."""

    LOW = "low"
    MEDIUM = "medium"
    HIGH = "high"


_ORDER = list(Level)


class Reason(msgspec.Struct, frozen=True):
    """One thing that is risky about a request, in words that go on after “it”."""

    level: Level
    text: str
    at: tuple[int, int] | None = None
    """Where in the command line, in characters; None where it is about the whole."""


class Risk(msgspec.Struct, frozen=True):
    """How much harm a request could do, and why."""

    level: Level
    reasons: tuple[Reason, ...] = ()
    """The worst first."""


def worst(found: list[Reason], least: Level) -> Risk:
    """Sum up: the level of the worst reason, each reason once."""
    once: dict[str, Reason] = {}
    for reason in found:
        once.setdefault(reason.text, reason)
    ordered = sorted(once.values(), key=lambda reason: -_ORDER.index(reason.level))
    level = ordered[0].level if ordered else least
    return Risk(max(level, least, key=_ORDER.index), tuple(ordered))
