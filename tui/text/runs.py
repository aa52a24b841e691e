"""Styled text before it has a width: runs, and the paragraphs and tables they make up.

A style is one or more names of meanings, joined by spaces: "prose", "prose strong". What they look
like is the interface's business.
"""

from typing import NamedTuple, TypeAlias

Run: TypeAlias = tuple[str, str]
"""Text and its style."""


class Flow(NamedTuple):
    """A paragraph: runs that are wrapped at spaces, below a margin of its own."""

    runs: list[Run]
    first: tuple[Run, ...] = ()
    """What stands before the first line: a bullet, a quote's bar."""
    rest: tuple[Run, ...] = ()
    """What stands before all further lines."""
    wrap: bool = True
    """False for code: lines are cut at the edge, spaces are kept."""


class Grid(NamedTuple):
    """A table; the first row is its heading."""

    rows: list[list[list[Run]]]
    aligned: tuple[str, ...]
    """Per column: "left", "center" or "right"."""
    first: tuple[Run, ...] = ()
    rest: tuple[Run, ...] = ()


class Bar(NamedTuple):
    """A horizontal line across the column."""

    first: tuple[Run, ...] = ()
    rest: tuple[Run, ...] = ()


class Gap(NamedTuple):
    """An empty line between two paragraphs."""

    first: tuple[Run, ...] = ()
    rest: tuple[Run, ...] = ()


Piece: TypeAlias = Flow | Grid | Bar | Gap


def plain(runs: list[Run]) -> str:
    """Return the text of some runs without their styles."""
    return "".join(text for text, _ in runs)
