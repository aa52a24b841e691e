"""A word to be typed before an agent does everything without asking."""

from typing import TYPE_CHECKING, ClassVar, cast

from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Vertical
from textual.content import Content
from textual.screen import ModalScreen
from textual.widgets import Input, Static

from tui.config.keys import ASKED_LINE
from tui.model.capabilities import Mode
from tui.model.permission import PermissionRequest
from tui.text.visible import visible
from tui.ui.beforehand import AUTO, WORD
from tui.ui.bindings import bindings
from tui.ui.closing import close
from tui.ui.live import LiveSession
from tui.ui.widgets.typing_line import TypingLine

if TYPE_CHECKING:
    from tui.ui.app import ParleyApp


class AutoScreen(ModalScreen[object]):
    """Asks for the word, for a session that is to start or for one that runs."""

    DEFAULT_CSS = """
    AutoScreen { align: center middle; background: $background 60%; }
    AutoScreen > Vertical {
        width: 90%; max-width: 84; height: auto; max-height: 90%;
        border: round $warning; background: $background; padding: 0 1;
        Input { background: $panel; margin-top: 1; }
    }
    """
    BINDINGS: ClassVar[list[BindingType]] = bindings(ASKED_LINE)

    def __init__(self, live: LiveSession, request: PermissionRequest | None = None) -> None:
        super().__init__()
        self._live = live
        self._request = request
        self._line = TypingLine(
            id="word", compact=True, placeholder=f"{WORD}; anything else takes mode ask"
        )

    def compose(self) -> ComposeResult:
        """What the mode means here, and the line."""
        with Vertical() as frame:
            yield Static(Content(visible(f"▲ {effect(self._live)}")))
            yield Static(
                Content(visible(f"Type {WORD} if you mean it, in {self._live.opening.cwd}."))
            )
            yield self._line
        frame.border_title = "mode auto"
        frame.border_subtitle = "Esc leaves everything as it is"

    def on_mount(self) -> None:
        """Write at once. Esc leaves a question open, which then waits to be opened by hand."""
        self.set_focus(self._line)
        if self._request is not None:
            self._live.put_off.add(self._request.id)

    def on_input_submitted(self, event: Input.Submitted) -> None:
        """Take the word; without it the agent asks."""
        meant = event.value.strip().lower() == WORD
        app = cast("ParleyApp", self.app)
        if not close(self):
            return
        mode = Mode.AUTO if meant else Mode.ASK
        if self._request is not None:
            app.hosting.answered(self._live, AUTO, meant, mode=mode, sure=meant)
        else:
            self._live.change_mode(mode)
            app.chat.remark(f"mode {mode.value}: {effect(self._live, mode)}")


def effect(live: LiveSession, mode: Mode = Mode.AUTO) -> str:
    """Return what a mode means with this agent."""
    for choice in live.capabilities.modes:
        if choice.mode is mode:
            return f"{live.label}: {choice.effect}"
    return f"{live.label} would do things without asking you first."
