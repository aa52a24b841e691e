"""Questions of an agent, one after the other, with the answers it offers."""

from typing import TYPE_CHECKING, ClassVar, cast

from rich.console import RenderableType
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Vertical
from textual.events import AppFocus, Key, Paste, Resize, ScreenResume
from textual.screen import ModalScreen
from textual.widgets import Input

from tui.config import request_keys
from tui.model.permission import Decision, PermissionRequest, Question, Verdict
from tui.ui import inbox
from tui.ui.backdrop import behind
from tui.ui.bindings import bindings
from tui.ui.closing import close
from tui.ui.gate import Gate
from tui.ui.guard import QUIET
from tui.ui.live import LiveSession
from tui.ui.question_text import WRITING, next_open, question_lines, takes_words, ways
from tui.ui.room import CSS, columns_for_text, is_low, lines_for_text
from tui.ui.sheet import Ready, Sheet
from tui.ui.widgets.page import Page
from tui.ui.widgets.request_lines import Footing, RequestFoot, RequestHead
from tui.ui.widgets.typing_line import TypingLine

if TYPE_CHECKING:
    from tui.ui.app import ParleyApp

TAKEN = ("request.deny", "request.later", "request.next", "request.end", "request.begin")
"""Keys of a request that mean the same here."""

KEYS = (*(key for key in request_keys.REQUEST if key.id in TAKEN), *request_keys.QUESTIONS)

MOVES = ("space", "left", "right", "up", "down")
ENDS = ("question.next", "question.other")
"""Keys that may follow a choice at once."""

HANG = 8
"""Cells by which further lines of an answer are moved in."""


class QuestionsScreen(ModalScreen[object]):
    """Digits choose, o writes, Enter goes on; nothing is sent before all is answered."""

    DEFAULT_CSS = f"QuestionsScreen {{ {CSS} }}"
    BINDINGS: ClassVar[list[BindingType]] = bindings(KEYS)
    AUTO_FOCUS = ""

    def __init__(self, live: LiveSession, request: PermissionRequest) -> None:
        super().__init__()
        self.live = live
        self.request = request
        self.digest = request.digest
        self.gate = Gate(self.parley.guard, self.parley.chat.composer)
        self._index = 0
        self._cursor = -1
        self._answers: dict[str, tuple[str, ...]] = {}
        self._head = RequestHead(live, request)
        self._page = Page(id="questions")
        self._foot = RequestFoot()
        self._writing = ""
        self._choosing = False
        self._read = set[int]()
        """Questions of which every line was on the screen."""
        self._told = ""
        self._left = False

    @property
    def parley(self) -> "ParleyApp":
        """Return the app, by its own type."""
        return cast("ParleyApp", self.app)

    @property
    def question(self) -> Question:
        """Return the question on the screen."""
        return self.request.questions[self._index]

    def compose(self) -> ComposeResult:
        """Who asks, and what."""
        with Vertical():
            yield self._head
            yield self._page
            yield self._foot

    def render(self) -> RenderableType:
        """Show the conversation behind it."""
        return behind(super().render())

    def on_mount(self) -> None:
        """Show the first question."""
        self.gate.guard.shown()
        self._show(other=True)
        self._show_head()
        self.set_interval(0.1, self._show_state)
        self.set_interval(1.0, self._show_head)

    def on_resize(self, event: Resize) -> None:
        """A changed screen needs a new look at it."""
        self.gate.guard.shown()
        self._show()

    def on_app_focus(self, event: AppFocus) -> None:
        """Coming back to the terminal is as disturbing as a key."""
        self.gate.guard.shown()

    def on_screen_resume(self, event: ScreenResume) -> None:
        """So is coming back from another screen."""
        self.gate.guard.shown()

    def session_changed(self, live: LiveSession) -> None:
        """Close when the question no longer waits."""
        if live is self.live and self.request.id not in live.conversation.pending:
            self._close()

    def _close(self) -> None:
        if not self._left and close(self):
            self._left = True
            self.parley.chat.call_after_refresh(self.parley.chat.go_on)

    def _show_head(self) -> None:
        self._head.show(inbox.waiting(self.parley.desk.sessions))

    def _show_state(self) -> None:
        if not self._page.unread.blocks:
            self._read.add(self._index)
        self._foot.show(
            Footing(
                remaining=self.gate.guard.remaining / QUIET,
                draft=self.gate.draft,
                unread=self._page.unread,
                told=self._told,
                writing=WRITING.get(self._writing, ""),
                hint=ways(self.request, self._index, self._answers),
            )
        )
        if self._foot.grew(columns_for_text(self.app.size)):
            self._fit()

    def _show(self, *, other: bool = False) -> None:
        """Show a question: another one, or the same with other marks."""
        lines = question_lines(self.request, self._index, self._answers, self._cursor)
        sheet = Sheet([Ready(lines, HANG, sentences=True)])
        if other:
            self._page.write(sheet)
        else:
            self._page.grow(sheet, len(lines))
        self._show_state()
        self._fit()

    def _fit(self) -> None:
        size = self.app.size
        self.set_class(is_low(size), "-low")
        more = self._foot.room(columns_for_text(size)) + bool(self._writing)
        room = lines_for_text(size, self._head, more=more)
        self._page.styles.height = min(self._page.lines_at(columns_for_text(size)), room)

    def on_key(self, event: Key) -> None:
        """Let a key answer only where it cannot have been meant for the draft."""
        if self._writing:
            return
        self._told = ""
        bound = self._bindings.key_to_bindings.get(event.key, ())
        # Choosing sends nothing, so the second digit need not wait, nor Enter and e; n must.
        moves = event.key.isdigit() or event.key in MOVES
        self._choosing = bool(self._answers) and not self.gate.draft and moves
        ends = any(binding.id in ENDS for binding in bound)
        self.gate.key(event, ours=bool(bound), moves=moves, ends=ends)

    def on_paste(self, event: Paste) -> None:
        """A paste goes to the draft."""
        if not self._writing:
            self.gate.paste(event)

    def action_choose(self, number: int) -> None:
        """Choose an answer, or take it back."""
        question = self.question
        if not (self.gate.open or self._choosing) or not 1 <= number <= len(question.answers):
            return
        label = question.answers[number - 1].label
        given = self._answers.get(question.id, ())
        self._cursor = number - 1
        if question.several and label in given:
            self._answers[question.id] = tuple(one for one in given if one != label)
        elif question.several:
            self._answers[question.id] = (*given, label)
        else:
            self._answers[question.id] = (label,)
        self._show()

    def action_move(self, by: int) -> None:
        """Go to another answer; where there are none, scroll."""
        count = len(self.question.answers)
        if not count:
            self._page.scroll_relative(y=by, animate=False, immediate=True)
            return
        self._cursor = max(0, min(self._cursor + by, count - 1))
        self._show()
        line = self._page.sheet.place(0, len(self.question.text.split("\n")) + 2 + self._cursor)
        top, height = self._page.scroll_offset.y, self._page.size.height
        if not top <= line < top + height:
            self._page.scroll_to(y=line, animate=False, immediate=True)

    def action_pick(self) -> None:
        """Choose the answer below the cursor, or take it back."""
        self.action_choose(self._cursor + 1)

    def action_other(self) -> None:
        """Answer in one's own words."""
        if self.gate.open and takes_words(self.question):
            self._ask("other", secret=self.question.secret)

    def action_deny(self) -> None:
        """Decline to answer."""
        if self.gate.open:
            self._ask("reason", secret=False)

    def _ask(self, what: str, *, secret: bool) -> None:
        self._writing = what
        self.query_one(Vertical).mount(line := TypingLine(password=secret, compact=True))
        line.focus()
        self._show_state()

    def on_input_submitted(self, event: Input.Submitted) -> None:
        """Take the words."""
        what, text = self._writing, event.value.strip()
        self._end_writing()
        if what == "reason":
            self._decide(Decision(verdict=Verdict.DENY, digest=self.digest, message=text))
        elif text:
            labels = {answer.label for answer in self.question.answers}
            kept = [one for one in self._answers.get(self.question.id, ()) if one in labels]
            self._answers[self.question.id] = (*(kept if self.question.several else ()), text)
            self._show()

    def _end_writing(self) -> None:
        self._writing = ""
        self.query(Input).remove()
        self.set_focus(None)
        self.gate.guard.shown()

    def action_later(self) -> None:
        """Answer nothing: leave the line, or the dialog."""
        if self._writing:
            self._end_writing()
            return
        self.live.put_off.add(self.request.id)
        self.dismiss(None)

    def action_next_request(self) -> None:
        """Show the next request that waits."""
        queue = inbox.waiting(self.parley.desk.sessions)
        following = inbox.after(queue, self.live, self.request)
        if following is not None:
            self.dismiss(None)
            self.parley.chat.call_after_refresh(self.parley.chat.open_request, following)

    def action_turn(self, by: int) -> None:
        """Go to another question."""
        self._turn_to(max(0, min(self._index + by, len(self.request.questions) - 1)))

    def _turn_to(self, index: int) -> None:
        if index != self._index:
            self._index, self._cursor = index, -1
            self._show(other=True)

    def action_next(self) -> None:
        """Go to the next unanswered question; send when there is none."""
        if not self.gate.open:
            return
        self._show_state()
        index = next_open(self.request, self._index, self._answers)
        if index is not None:
            self._turn_to(index)
            return
        unread = set(range(len(self.request.questions))) - self._read
        if unread:
            self._turn_to(min(unread))
            self._told = self._page.unread.refusal
            return
        self._decide(Decision(verdict=Verdict.ALLOW, digest=self.digest, answers=self._answers))

    def _decide(self, decision: Decision) -> None:
        refused = self.live.decide(self.request, decision)
        if refused:
            self.parley.chat.remark(f"not sent: {refused}")
        self.call_after_refresh(self._close)

    def action_page(self, by: int) -> None:
        """Scroll by a page."""
        self._page.turn(by)

    def action_edge(self, side: int) -> None:
        """Scroll to the first or the last line."""
        go = self._page.scroll_end if side > 0 else self._page.scroll_home
        go(animate=False, immediate=True)
