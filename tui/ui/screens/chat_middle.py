"""What stands in the middle of the conversation screen: the welcome page, or the transcript."""

from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, cast

from textual.containers import Horizontal
from textual.geometry import Size
from textual.screen import Screen

from tui.conversation.state import Notice
from tui.ui.live import LiveSession
from tui.ui.widgets.welcome import Welcome

if TYPE_CHECKING:
    from tui.ui.screens.chat import ChatScreen
    from tui.ui.transcript.view import TranscriptView


class Middle(Horizontal):
    """Holds what is in the middle and at its right; nothing of itself is ever seen."""

    BLANK = True


class ChatMiddle(Screen[object]):
    """The transcript is loaded when there is something to read: a fifteenth of the start."""

    BLANK = True
    _transcript: "TranscriptView | None" = None
    painting = False
    """The first frame is on the screen, or about to be."""

    @property
    def _around(self) -> "ChatScreen":
        return cast("ChatScreen", self)

    @property
    def transcript(self) -> "TranscriptView":
        """Return the view of the conversation; it is made when it is first asked for."""
        if self._transcript is None:
            made: type[TranscriptView] = import_module("tui.ui.transcript.view").TranscriptView
            view = made(id="transcript")
            view.painter.now = self._around.parley.now
            view.display = not self._around.welcome.display
            self._transcript = view
            self.query_one("#body").mount(view, before=0)
            self.watch(view, "new_items", self._around.note_new_items, init=False)
        return self._transcript

    @property
    def new_items(self) -> int:
        """Return how many items have come below what is being read."""
        return self._transcript.new_items if self._transcript is not None else 0

    def show_middle(self, live: LiveSession) -> None:
        """Put a session's conversation there, or the welcome page while nothing was said."""
        welcome = self._around.welcome
        blank = self._is_blank(live)
        welcome.display = blank
        if blank:
            self.greet()
        if not blank or self._transcript is not None:
            self.transcript.show(live.conversation, live.label)
            self.transcript.display = not blank

    def show_nothing(self) -> None:
        """Put the welcome page there: no session is open any more."""
        chat = self._around
        chat.welcome.display = True
        if self._transcript is not None:
            self._transcript.display = False
        chat.welcome.show(chat.parley.front, Path.cwd(), chat.parley.now(), [])

    def greet(self) -> None:
        """Show on the welcome page what is known by now."""
        chat = self._around
        live = chat.live
        if live is not None and chat.welcome.display:
            parley = chat.parley
            chat.welcome.show(parley.front, live.opening.cwd, parley.now(), _notices(live))

    def _is_blank(self, live: LiveSession) -> bool:
        if (
            live.reading is not None
            or live.queue
            or live.opening.resume is not None
            or live.opening.wanted is not None
        ):
            return False
        told = live.conversation.items.values()
        if not all(isinstance(item, Notice) for item in told):
            return False
        return self._around.welcome.room_for(_notices(live))

    def on_welcome_continue(self, message: Welcome.Continue) -> None:
        """Go on with a session of the welcome page."""
        go_on = import_module("tui.ui.going_on").go_on
        self.run_worker(go_on(self._around.parley, message.recent.id), group="reading")

    def begin_painting(self) -> None:
        """Put the first frame on the terminal, with the keys in it that were typed before."""
        if not self.painting:
            self.painting = True
            self._compositor_refresh()

    def update_node_styles(self, animate: bool = True) -> None:
        """Find every style anew; not before the first frame, when all were just found."""
        if self.painting:
            super().update_node_styles(animate)

    def _screen_resized(self, size: Size) -> None:
        # A dialog that comes up tells its size to what is below it, which would paint all again.
        if size != self.outer_size or self.app.screen is self:
            super()._screen_resized(size)

    def _compositor_refresh(self) -> None:
        # Textual lays out four times before an app is ready and would paint three of them.
        if self.painting:
            super()._compositor_refresh()


def _notices(live: LiveSession) -> list[str]:
    items = live.conversation.items.values()
    return [item.notice.text for item in items if isinstance(item, Notice)]
