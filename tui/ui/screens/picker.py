"""A title, a list, a line of keys: the shape of every small choice."""

from collections.abc import Callable, Sequence
from typing import ClassVar

from rich.segment import Segment
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Vertical
from textual.content import Content
from textual.screen import ModalScreen

from tui.config.keys import CHOICES
from tui.text.visible import visible_line
from tui.ui.bindings import bindings
from tui.ui.widgets.rows import Rows


class Picker(ModalScreen[object]):
    """Lets the user choose one row."""

    DEFAULT_CSS = """
    Picker { align: center middle; background: $background 60%; }
    Picker > Vertical {
        width: 90%; max-width: 80; height: auto; max-height: 80%;
        border: round $primary; background: $background; padding: 0 1;
    }
    """
    BINDINGS: ClassVar[list[BindingType]] = bindings(CHOICES[:1])

    def __init__(self, title: str) -> None:
        super().__init__()
        self._title = title
        self._frame = Vertical()
        self.rows = Rows(id="choices")

    def compose(self) -> ComposeResult:
        """The list in its frame."""
        with self._frame:
            yield self.rows
        self._frame.border_title = Content(visible_line(self._title))
        self.note("Enter chooses · Esc closes")

    def note(self, text: str) -> None:
        """Say below the list what can be done."""
        self._frame.border_subtitle = Content(visible_line(text))

    def fill(
        self, count: int, build: Callable[[int, int], Sequence[Segment]], cursor: int = 0
    ) -> None:
        """Show the choices."""
        self.rows.styles.height = max(1, min(count, max(3, self.app.size.height * 8 // 10 - 2)))
        self.rows.fill(count, build, cursor)
        self.set_focus(self.rows)
