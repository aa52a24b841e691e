"""One request, whole, and the keys that answer it. A view of what the conversation says waits."""

from typing import TYPE_CHECKING, ClassVar, cast

from rich.console import RenderableType
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Vertical
from textual.events import AppFocus, Key, Paste, Resize, ScreenResume
from textual.screen import ModalScreen

from tui.config import request_keys
from tui.config.keymap import effective, spoken
from tui.model.permission import PermissionRequest, Subject
from tui.ui import inbox
from tui.ui.backdrop import behind
from tui.ui.bindings import bindings
from tui.ui.gate import Gate
from tui.ui.guard import QUIET
from tui.ui.live import LiveSession
from tui.ui.request_sheet import Asked, RequestSheet
from tui.ui.room import CSS, columns_for_text, is_low, lines_for_text
from tui.ui.screens.permission_answers import PermissionAnswers
from tui.ui.screens.permission_opening import PermissionOpening
from tui.ui.screens.permission_reading import MOVES, PermissionReading
from tui.ui.screens.permission_writing import PermissionWriting
from tui.ui.widgets.page import Page
from tui.ui.widgets.request_lines import Footing, RequestFiles, RequestFoot, RequestHead

if TYPE_CHECKING:
    from tui.ui.app import ParleyApp


class PermissionScreen(
    PermissionAnswers, PermissionOpening, PermissionReading, PermissionWriting, ModalScreen[object]
):
    """Shows one request. Nothing is preselected, and no key meant for the draft answers it."""

    DEFAULT_CSS = f"""
    PermissionScreen {{ {CSS}
        & Page {{ max-height: 100%; }}
        &.-full > Vertical {{ max-height: 100%; height: 100%; max-width: 100%; margin: 0; }}
        &.-full Page {{ height: 1fr; }}
    }}
    """
    BINDINGS: ClassVar[list[BindingType]] = bindings(request_keys.REQUEST)
    AUTO_FOCUS = ""

    def __init__(self, live: LiveSession, request: PermissionRequest) -> None:
        super().__init__()
        self.live = live
        self.request = request
        self.digest = request.digest
        """Of what is shown here; the answer is bound to it."""
        self.gate = Gate(self.parley.guard, self.parley.chat.composer)
        self.page = Page(id="request", hang=4)
        self._head = RequestHead(live, request)
        self.files = RequestFiles()
        self._foot = RequestFoot()
        self._left = False

    @property
    def parley(self) -> "ParleyApp":
        """Return the app, by its own type."""
        return cast("ParleyApp", self.app)

    def compose(self) -> ComposeResult:
        """Head, files, the whole request, foot."""
        with Vertical():
            yield self._head
            yield self.files
            yield self.page
            yield self._foot

    def render(self) -> RenderableType:
        """Show the conversation behind it."""
        return behind(super().render())

    def on_mount(self) -> None:
        """Show the request; from now on the keyboard must be quiet for a while."""
        self.gate.guard.shown()
        now = effective(self.parley.settings.keys)
        self._letters = {
            action: spoken(now[f"request.{action}"].split(",")[0])
            for action in ("allow", "always", "deny", "edit", "note")
        }
        self.show(self.request)
        self.set_interval(0.1, self.refresh_foot)
        self.set_interval(1.0, self.refresh_head)

    def take(self, asked: Asked, text: RequestSheet) -> None:
        """Take up what was found out, and show all of it."""
        self.judged = asked.judged
        self.choices = asked.choices
        self.text = text
        self.write()
        self.refresh_head()

    def write(self) -> None:
        """Put the text on the page, in the way that is chosen."""
        if self.text is not None:
            self.page.write(self.text.sheet(self.view))
            self.mark_file()
            self.refresh_foot()
            self.fit()

    def refresh_head(self) -> None:
        """Show the place in the queue, and how risky it is once that is known."""
        level = self.judged.risk.level if self.judged is not None else None
        self._head.show(inbox.waiting(self.parley.desk.sessions), level)

    def fit(self) -> None:
        """Make the text as high as it needs to be, within the screen."""
        size = self.app.size
        self.set_class(is_low(size), "-low")
        needed = self.page.lines_at(columns_for_text(size))
        more = self._foot.room(columns_for_text(size)) + bool(self.writing)
        room = lines_for_text(size, self._head, self.files, more=more)
        height = None if self.has_class("-full") else max(1, min(needed, room))
        self.page.styles.height = height

    def on_resize(self, event: Resize) -> None:
        """A changed screen needs a new look at it."""
        self.gate.guard.shown()
        self.fit()

    def on_app_focus(self, event: AppFocus) -> None:
        """Coming back to the terminal is as disturbing as a key."""
        self.gate.guard.shown()

    def on_screen_resume(self, event: ScreenResume) -> None:
        """So is coming back from another screen, before which the request may have closed."""
        self.gate.guard.shown()
        if self.request.id not in self.live.conversation.pending:
            self.call_after_refresh(self.leave)

    def session_changed(self, live: LiveSession) -> None:
        """Close when the request no longer waits."""
        if live is self.live and self.request.id not in live.conversation.pending:
            self.leave()
        else:
            self.refresh_head()

    def leave(self) -> None:
        """Close, and go on with what waits next."""
        if self.app.screen is not self:
            self.leave_steps()
        elif not self._left:
            self._left = True
            self.dismiss(None)
            self.parley.chat.call_after_refresh(self.parley.chat.go_on)

    def refresh_foot(self) -> None:
        """Show what can be pressed now."""
        guard = self.gate.guard
        ready = self.judged is not None
        self._foot.show(
            Footing(
                choices=self.choices,
                letters=self._letters,
                remaining=guard.remaining / QUIET,
                draft=self.gate.draft,
                unread=self.page.unread,
                tricky=self.judged is not None and bool(self.judged.tricks),
                told=self.told if ready else "reading it…",
                confirm=self.confirming,
                writing=self.line_hint if self.writing else "",
                edited=self.edit is not None,
                ways=self.ways,
                note=self.takes_notes,
                owner="" if self.request.subject is Subject.PLAN else self.live.label,
            )
        )
        if self._foot.grew(columns_for_text(self.app.size)):
            self.fit()

    def on_key(self, event: Key) -> None:
        """Let a key answer only where it cannot have been meant for the draft."""
        if self.writing:
            return
        if self.offered is not None and self.confirm_key(event):
            return
        known = self._bindings.key_to_bindings.get(event.key, ())
        bound = [binding for binding in known if not self.does_nothing(binding.id)]
        moves = any(binding.id in MOVES for binding in bound)
        self.told = ""
        self.gate.key(event, ours=bool(bound), moves=moves)
        self.refresh_foot()

    def on_paste(self, event: Paste) -> None:
        """A paste never answers; it goes to the draft."""
        if not self.writing:
            self.gate.paste(event)
            self.refresh_foot()

    def on_page_scrolled(self, message: Page.Scrolled) -> None:
        """Mark the file that is on the screen, and show at once whether all was seen."""
        self.mark_file()
        self.refresh_foot()
