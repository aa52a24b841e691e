"""One line to be typed: a name, a folder, tags, a word that confirms."""

from collections.abc import Sequence
from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Vertical
from textual.content import Content
from textual.screen import ModalScreen
from textual.widgets import Input, Static

from tui.config.keys import ASKED_LINE
from tui.text.visible import visible, visible_line
from tui.ui.bindings import bindings
from tui.ui.closing import close
from tui.ui.widgets.typing_line import TypingLine


class LineScreen(ModalScreen[object]):
    """Asks for a line; Enter returns it, Esc returns nothing."""

    DEFAULT_CSS = """
    LineScreen { align: center middle; background: $background 60%; }
    LineScreen > Vertical {
        width: 90%; max-width: 84; height: auto; max-height: 90%;
        border: round $primary; background: $background; padding: 0 1;
        Static { color: $muted; }
        Input { background: $panel; margin-top: 1; }
    }
    """
    BINDINGS: ClassVar[list[BindingType]] = bindings(ASKED_LINE)

    def __init__(self, title: str, about: Sequence[str], value: str = "") -> None:
        super().__init__()
        self._title = title
        self._about = about
        self._line = TypingLine(value, id="line", compact=True, select_on_focus=False)

    def compose(self) -> ComposeResult:
        """What it is about, and the line."""
        with Vertical() as frame:
            for one in self._about:
                yield Static(Content(visible(one)))
            yield self._line
        frame.border_title = Content(visible_line(self._title))
        frame.border_subtitle = "Enter takes it · Esc leaves everything as it is"

    def on_mount(self) -> None:
        """Write at once."""
        self.set_focus(self._line)

    def on_input_submitted(self, event: Input.Submitted) -> None:
        """Give the line back."""
        close(self, event.value)
