"""How much of the screen the text of a dialog gets, from what all else in it needs."""

from textual.geometry import Size

from tui.ui.widgets.lines import Lines

LOW = 18
"""Rows below which a dialog covers the draft too, and says only what must be said."""

BELOW = 5
"""Lines left free below a dialog: the bar, the draft, the state."""

WIDEST = 120
"""Columns of a dialog."""

BORDERS = 2

CSS = """
        align: center bottom; background: $background 60%;
        & > Vertical {
            width: 100%; max-width: 120; height: auto; max-height: 100%; margin: 0 1 5 1;
            border: round $warning; background: $background; padding: 0 1;
        }
        & Page { height: auto; min-height: 1; background: $background; }
        & Input { background: $panel; }
        &.-low > Vertical { margin: 0; }
"""
"""The frame that all requests stand in."""


def is_low(size: Size) -> bool:
    """Tell whether a screen has few rows."""
    return size.height < LOW


def columns_for_text(size: Size) -> int:
    """Return the columns between the borders."""
    free = 0 if is_low(size) else 2
    return max(10, min(WIDEST, size.width - free) - 4)


def lines_for_text(size: Size, *others: Lines, more: int = 0) -> int:
    """Return how many lines are left for the text beside some other lines."""
    width = columns_for_text(size)
    taken = BORDERS + more + sum(one.height_at(width) for one in others)
    return max(1, size.height - taken - (0 if is_low(size) else BELOW))
