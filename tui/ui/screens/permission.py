"""One request, whole, and the keys that answer it. A view of what the conversation says waits."""

from typing import TYPE_CHECKING, ClassVar, cast

from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Vertical
from textual.events import AppFocus, Key, Paste, Resize
from textual.screen import ModalScreen
from textual.widgets import Input

from tui.model.permission import Decision, PermissionRequest, Subject, Verdict
from tui.ui import keys, request_text
from tui.ui.guard import QUIET
from tui.ui.live import LiveSession
from tui.ui.widgets.page import Page
from tui.ui.widgets.request_lines import RequestFoot, RequestHead

if TYPE_CHECKING:
    from tui.ui.app import ParleyApp

WORD = "yes"
"""What must be typed where one key is not enough."""

LOW = 18
"""Rows below which the dialog covers the draft too."""

AROUND, BELOW = 8, 5
"""Lines of the dialog that are not the text, with one for words; lines left free below it."""

DRAFT_KEYS = ("enter", "backspace", "left", "right")


class PermissionScreen(ModalScreen[object]):
    """Shows one request. Nothing is preselected, and no key meant for the draft answers it."""

    DEFAULT_CSS = """
    PermissionScreen {
        align: center bottom;
        background: $background 60%;
        & > Vertical {
            width: 100%; max-width: 120; height: auto; max-height: 100%; margin: 0 1 5 1;
            border: round $warning; background: $background; padding: 0 1;
        }
        & Page { height: auto; min-height: 2; max-height: 100%; background: $background; }
        & Input { background: $panel; }
        &.-low > Vertical { margin: 0; }
        &.-full > Vertical { max-height: 100%; height: 100%; max-width: 100%; margin: 0; }
        &.-full Page { height: 1fr; }
    }
    """
    BINDINGS: ClassVar[list[BindingType]] = keys.bindings(keys.REQUEST)
    AUTO_FOCUS = ""

    def __init__(self, live: LiveSession, request: PermissionRequest) -> None:
        super().__init__()
        self.live = live
        self.request = request
        self.digest = request.digest
        """Of what is shown here; the answer is bound to it."""
        self._may_decide = False
        self._project = live.opening.cwd
        self._head = RequestHead(live, request)
        self._page = Page(id="request", hang=4)
        self._foot = RequestFoot()
        self._asking_for = ""

    @property
    def parley(self) -> "ParleyApp":
        """Return the app, by its own type."""
        return cast("ParleyApp", self.app)

    @property
    def draft(self) -> str:
        """Return what stands in the draft below."""
        return self.parley.chat.composer.text

    def compose(self) -> ComposeResult:
        """Head, the whole request, foot."""
        with Vertical():
            yield self._head
            yield self._page
            yield self._foot

    def on_mount(self) -> None:
        """Show the request; from now on the keyboard must be quiet for a while."""
        self.parley.guard.shown()
        self._page.write(request_text.paragraphs(self.request, self._project))
        self._fit()
        self.set_interval(0.1, self._refresh_foot)
        self.set_interval(1.0, self._head.changed)

    def _fit(self) -> None:
        """Make the text as high as it needs to be, within the screen."""
        low = self.size.height < LOW
        self.set_class(low, "-low")
        width = min(120, self.size.width - 2) - 4
        needed = self._page.lines_at(max(10, width))
        room = self.size.height - AROUND - (0 if low else BELOW)
        height = max(1, min(needed, room))
        self._page.styles.height = None if self.has_class("-full") else height

    def on_resize(self, event: Resize) -> None:
        """A changed screen needs a new look at it."""
        self.parley.guard.shown()
        self._fit()

    def on_app_focus(self, event: AppFocus) -> None:
        """Coming back to the terminal is as disturbing as a key."""
        self.parley.guard.shown()

    def session_changed(self, live: LiveSession) -> None:
        """Close when the request no longer waits."""
        if live is self.live and self.request.id not in live.conversation.pending:
            self._close()

    def _close(self) -> None:
        if self.is_current:
            self.dismiss(None)
            self.parley.chat.call_after_refresh(self.parley.chat.consider_request)

    def _refresh_foot(self) -> None:
        guard = self.parley.guard
        self._foot.show(
            remaining=guard.remaining / QUIET,
            draft=self.draft,
            unseen=0 if self._page.seen_end else self._page.below,
            word=request_text.needs_word(self.request, self._project),
            plan=self.request.subject is Subject.PLAN,
            explains=self.request.can_explain,
        )

    def on_key(self, event: Key) -> None:
        """Let a key answer only where it cannot have been meant for the draft."""
        if self._asking_for:
            return
        guard = self.parley.guard
        self._may_decide = guard.lets_decide(self.draft)
        typed = event.is_printable or event.key in DRAFT_KEYS
        guard.key()
        if typed and not (self._may_decide and self._is_ours(event.key)):
            self._to_draft(event)

    def _is_ours(self, key: str) -> bool:
        return key in self._bindings.key_to_bindings

    def on_paste(self, event: Paste) -> None:
        """A paste never answers; it goes to the draft."""
        if not self._asking_for:
            self.parley.guard.key()
            self._to_draft(event)

    def _to_draft(self, event: Key | Paste) -> None:
        event.stop()
        event.prevent_default()
        self.parley.chat.composer.type_in(event)
        self._refresh_foot()

    def action_allow(self) -> None:
        """Allow it once, if all of it was seen."""
        if not self._may_decide or not self._page.seen_end:
            return
        if request_text.needs_word(self.request, self._project):
            self._ask_for("word", f"type {WORD} and Enter to allow it in spite of the warnings")
            return
        self._decide(Decision(verdict=Verdict.ALLOW, digest=self.digest))

    def action_deny(self) -> None:
        """Deny it, after asking for a reason."""
        if self._may_decide:
            heard = "" if self.request.can_explain else " (this agent will not see it)"
            self._ask_for("reason", f"why not? Enter denies{heard}, Esc goes back")

    def _ask_for(self, what: str, placeholder: str) -> None:
        self._asking_for = what
        line = Input(placeholder=placeholder, compact=True)
        line.cursor_blink = False
        self.query_one(Vertical).mount(line)
        line.focus()

    def on_input_submitted(self, event: Input.Submitted) -> None:
        """Take the reason, or the word."""
        if self._asking_for == "reason":
            denial = Decision(verdict=Verdict.DENY, digest=self.digest, message=event.value.strip())
            self._decide(denial)
        elif event.value.strip().lower() == WORD:
            self._decide(Decision(verdict=Verdict.ALLOW, digest=self.digest))
        else:
            self.action_later()

    def _decide(self, decision: Decision) -> None:
        refused = self.live.decide(self.request, decision)
        if refused:
            self.parley.chat.remark(f"not sent: {refused}")
        self._close()

    def action_later(self) -> None:
        """Answer nothing: leave the line, or the dialog."""
        if self._asking_for:
            self._asking_for = ""
            self.query(Input).remove()
            self.set_focus(None)
            return
        self.live.put_off.add(self.request.id)
        self._close()

    def action_full(self) -> None:
        """Use the whole screen, or not."""
        self.toggle_class("-full")
        self._fit()

    def action_move(self, by: int) -> None:
        """Scroll by a line."""
        self._page.scroll_relative(y=by, animate=False, immediate=True)

    def action_page(self, by: int) -> None:
        """Scroll by a page."""
        distance = by * max(1, self._page.size.height - 1)
        self._page.scroll_relative(y=distance, animate=False, immediate=True)

    def action_edge(self, side: int) -> None:
        """Scroll to the first or the last line."""
        if side > 0:
            self._page.scroll_end(animate=False, immediate=True)
        else:
            self._page.scroll_home(animate=False, immediate=True)
