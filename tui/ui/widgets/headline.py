"""One line that says what a screen shows."""

from collections.abc import Sequence

from rich.segment import Segment
from textual.strip import Strip

from tui.ui.pieces import spread
from tui.ui.widgets.lines import Lines


class Headline(Lines):
    """Something at the left, something at the right."""

    DEFAULT_CSS = "Headline { height: 1; background: $surface; }"

    def __init__(self) -> None:
        super().__init__()
        self._left: Sequence[Segment] = ()
        self._right: Sequence[Segment] = ()

    def say(self, left: Sequence[Segment], right: Sequence[Segment] = ()) -> None:
        """Say this."""
        self._left, self._right = left, right
        self.changed()

    def strips(self, width: int) -> list[Strip]:
        """Return the one line; the right part gives way where there is no room for both."""
        needed = sum(len(one.text) for one in (*self._left, *self._right))
        return [spread(self._left, self._right if needed < width else (), width)]
