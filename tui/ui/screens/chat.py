"""The conversation: tabs above, transcript and sidebar, what waits, the draft, the status."""

from pathlib import Path
from typing import TYPE_CHECKING, ClassVar, cast

from textual.app import ComposeResult
from textual.binding import BindingType
from textual.events import Key, Resize
from textual.screen import Screen

from tui.config.keys import BESIDE_THE_DRAFT, SESSIONS, VIEWS
from tui.ui import inbox
from tui.ui.bindings import bindings
from tui.ui.live import LiveSession
from tui.ui.messages import ChosenTab, DraftChanged, GoTo, OpenRequest
from tui.ui.screens.chat_actions import ChatActions
from tui.ui.screens.chat_finding import ChatFinding
from tui.ui.screens.chat_middle import ChatMiddle, Middle
from tui.ui.screens.chat_past import ChatPast
from tui.ui.screens.chat_writing import ChatWriting
from tui.ui.soon import soon
from tui.ui.widgets.prompt import Prompt
from tui.ui.widgets.shelf import Shelf
from tui.ui.widgets.sidebar import WIDE_ENOUGH, Sidebar
from tui.ui.widgets.status_bar import StatusBar
from tui.ui.widgets.tabs import Tabs
from tui.ui.widgets.welcome import Welcome

if TYPE_CHECKING:
    from tui.ui.app import ParleyApp

INVITE = "Say what should be done"
INVITE_NOBODY = "No session is open: Ctrl+N opens one, Ctrl+S shows those of before"
INVITE_ON = "Enter continues this session; until then it is only read"

LOW = 18
"""Rows below which the draft has no frame."""


class ChatScreen(ChatActions, ChatFinding, ChatWriting, ChatPast, ChatMiddle, Screen[object]):
    """One session at a time; the others go on behind their tabs."""

    DEFAULT_CSS = """
    ChatScreen {
        layers: base over; background: $background; color: $foreground;
        #body { height: 1fr; }
        &.-low Composer { border: none; min-height: 1; }
    }
    """
    BINDINGS: ClassVar[list[BindingType]] = [
        *bindings(SESSIONS + VIEWS),
        *bindings(BESIDE_THE_DRAFT),
    ]
    AUTO_FOCUS = "Composer"

    def __init__(self) -> None:
        super().__init__()
        app = cast("ParleyApp", self.app)
        settings = app.settings
        self.live: LiveSession | None = None
        self.tabs = Tabs(id="tabs", now=app.now)
        self.welcome = Welcome(app.front, id="welcome")
        self.sidebar = Sidebar(id="sidebar")
        self.shelf = Shelf(id="shelf")
        self.prompt = Prompt(
            app.past, app.guard, editor=settings.editor, fold_above=settings.fold_paste
        )
        self.composer = self.prompt.composer
        self.composer.use_keys(settings.keys)
        self.status = StatusBar(id="status", ticks=app.ticks)
        self.sidebar_wanted: bool | None = None
        self.set_class(app.size.height < LOW, "-low")

    @property
    def parley(self) -> "ParleyApp":
        """Return the app, by its own type."""
        return cast("ParleyApp", self.app)

    def compose(self) -> ComposeResult:
        """Few widgets: the cost of a frame grows with them."""
        yield self.tabs
        with Middle(id="body"):
            yield self.welcome
            yield self.sidebar
        yield self.shelf
        yield self.prompt
        yield self.status

    def on_mount(self) -> None:
        """Keep times up to date: once a second while something runs, else twice a minute."""
        self._ticker = self.set_interval(1.0, self._tick, pause=True)
        self.set_interval(30.0, self.tabs.changed)
        self.parley.begin()

    def _tick(self) -> None:
        self.status.changed()
        self.shelf.tick()

    def on_key(self, event: Key) -> None:
        """Keys that came before the draft had the keyboard are for the draft all the same.

        The draft lets none of these through, so they cannot have been there. What was typed
        before the terminal was ours has newlines where Enter was pressed.
        """
        typed = event.is_printable or event.key in ("enter", "ctrl+j", "backspace")
        if typed and self.focused in (None, self.composer):
            event.stop()
            self.composer.type_in(Key("enter", "\r") if event.key == "ctrl+j" else event)

    def note_new_items(self, count: int) -> None:
        """Tell how much has come below what is being read."""
        self.shelf.show(self.live, count, self.parley.desk.sessions)

    def show(self, live: LiveSession | None) -> None:
        """Put a session on the screen, whole."""
        changed = live is not self.live
        if self.live is not None and changed:
            self.live.draft = self.composer.text
        self.live = live
        self.parley.desk.active = live
        if live is None:
            self.show_nothing()
            self.refresh_bars()
            return
        live.unseen = False
        live.drain()
        self.show_middle(live)
        if changed:
            self.composer.folds = live.folds
            self.composer.put(live.draft)
        folder = Path(live.conversation.cwd or live.opening.cwd)
        self.composer.folder = folder
        self.prompt.agent = live.label
        self.refresh_bars()
        self.consider_request()

    def session_changed(self, live: LiveSession) -> None:
        """Take up what a session told."""
        changes = live.drain()
        if live is not self.live:
            live.unseen = live.unseen or bool(changes)
            self.tabs.show(self.parley.desk.sessions, self.live)
            self.shelf.show(self.live, self.new_items, self.parley.desk.sessions)
            return
        if changes and self.welcome.display:
            self.show_middle(live)
        elif changes:
            self.transcript.apply(changes)
        self.refresh_bars()
        self.consider_request()

    def refresh_bars(self) -> None:
        """Show anew everything that stands around the transcript."""
        live = self.live
        if live is None:
            self.composer.placeholder = INVITE_NOBODY
        else:
            self.prompt.offered = live.conversation.commands
            self.composer.placeholder = INVITE_ON if live.reading is not None else INVITE
            if not live.working:
                live.stopped_at = None
        ticking = live is not None and live.working
        (self._ticker.resume if ticking else self._ticker.pause)()
        self.tabs.show(self.parley.desk.sessions, live)
        self.sidebar.show(live)
        self.shelf.show(live, self.new_items, self.parley.desk.sessions)
        self.status.show(live)

    def redraw(self) -> None:
        """Show everything in a new theme."""
        if self.live is not None:
            self.show_middle(self.live)
        self.refresh_bars()
        self.refresh(repaint=True, layout=True)

    def remark(self, text: str, seconds: float = 4.0) -> None:
        """Say something in the status line for a few seconds."""
        self.status.remark(text, seconds)

    def on_resize(self, event: Resize) -> None:
        """Decide what there is room for."""
        self.set_class(event.size.height < LOW, "-low")
        if self.painting:
            self.place_sidebar(event.size.width)

    def place_sidebar(self, width: int) -> None:
        """Put the sidebar beside the conversation, over it, or away."""
        wide = width >= WIDE_ENOUGH
        wanted = self.sidebar_wanted
        if wanted is None:
            wanted = wide and self.parley.settings.sidebar
        self.sidebar.set_class(wanted, "-shown")
        self.sidebar.set_class(wanted and not wide, "-over")
        self.sidebar.show(self.live)

    def consider_request(self) -> None:
        """Open the request that waits, if nobody is writing; else try again in a moment."""
        queue = inbox.waiting([self.live] if self.live is not None else [])
        wanted = next((one for one in queue if not one.put_off), None)
        if wanted is None or self.app.screen is not self or self.composer.text:
            return
        if not self.parley.guard.quiet:
            soon(self, max(0.05, self.parley.guard.remaining), self.consider_request)
            return
        self.open_request(wanted)

    def on_draft_changed(self, message: DraftChanged) -> None:
        """Keep the draft, and look again whether a request may open."""
        live = self.live
        if live is None or live.draft == self.composer.text:
            return
        live.draft = self.composer.text
        live.folds = self.composer.folds
        self.transcript.writing()
        self.parley.busy()
        self.parley.drafts.touch(live)
        if not live.draft:
            self.consider_request()

    def on_chosen_tab(self, message: ChosenTab) -> None:
        """Go to the session whose tab was clicked."""
        self.action_show(message.number)

    def on_open_request(self, message: OpenRequest) -> None:
        """Open the request that was clicked."""
        self.open_request()

    def on_go_to(self, message: GoTo) -> None:
        """Show one item of the conversation."""
        self.transcript.jump_to(message.item)
