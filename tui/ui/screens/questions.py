"""Questions of an agent, one after the other, with the answers it offers."""

from typing import TYPE_CHECKING, ClassVar, cast

from rich.segment import Segment
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Vertical
from textual.events import Key, Paste
from textual.screen import ModalScreen
from textual.widgets import Input

from tui.model.permission import Decision, PermissionRequest, Question, Verdict
from tui.ui import keys
from tui.ui.live import LiveSession
from tui.ui.pieces import piece
from tui.ui.widgets.headline import Headline
from tui.ui.widgets.page import Page
from tui.ui.widgets.request_lines import RequestHead

if TYPE_CHECKING:
    from tui.ui.app import ParleyApp

NOT_ANSWERS = ("request.allow", "request.full")

KEYS = (
    *(key for key in keys.REQUEST if key.id not in NOT_ANSWERS),
    *(keys.Key(f"question.{n}", str(n), f"choose({n})", f"answer {n}") for n in range(1, 10)),
    keys.Key("question.other", "o", "other", "answer in your own words"),
    keys.Key("question.next", "enter", "next", "next question, or send"),
    keys.Key("question.left", "left", "turn(-1)", "previous question"),
    keys.Key("question.right", "right", "turn(1)", "next question"),
)


class QuestionsScreen(ModalScreen[object]):
    """Digits choose, o writes, Enter goes on; nothing is sent before all is answered."""

    DEFAULT_CSS = """
    QuestionsScreen {
        align: center bottom; background: $background 60%;
        & > Vertical {
            width: 100%; max-width: 120; height: auto; max-height: 80%; margin: 0 1 5 1;
            border: round $warning; background: $background; padding: 0 1;
        }
        & Page { height: auto; min-height: 6; max-height: 24; background: $background; }
        & Input { background: $panel; }
    }
    """
    BINDINGS: ClassVar[list[BindingType]] = keys.bindings(KEYS)
    AUTO_FOCUS = ""

    def __init__(self, live: LiveSession, request: PermissionRequest) -> None:
        super().__init__()
        self.live = live
        self.request = request
        self.digest = request.digest
        self._index = 0
        self._answers: dict[str, tuple[str, ...]] = {}
        self._page = Page(id="questions", hang=6)
        self._foot = Headline()
        self._writing = ""
        self._may_decide = False

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
            yield RequestHead(self.live, self.request)
            yield self._page
            yield self._foot

    def on_mount(self) -> None:
        """Show the first question."""
        self.parley.guard.shown()
        self._show()
        self.set_interval(0.2, self._show_state)

    def session_changed(self, live: LiveSession) -> None:
        """Close when the question no longer waits."""
        if live is self.live and self.request.id not in live.conversation.pending:
            self._close()

    def _close(self) -> None:
        if self.is_current:
            self.dismiss(None)
            self.parley.chat.call_after_refresh(self.parley.chat.consider_request)

    def _show_state(self) -> None:
        quiet = self.parley.guard.lets_decide(self.parley.chat.composer.text)
        words = "digits choose · o other · Enter next · n decline · Esc later"
        self._foot.say([piece(words if quiet else "keys go to the draft", "hint")])

    def _show(self) -> None:
        total = len(self.request.questions)
        open_ones = sum(one.id not in self._answers for one in self.request.questions)
        question = self.question
        several = "choose any" if question.several else "choose one"
        count = f"question {self._index + 1} of {total} ({open_ones} unanswered) · {several}"
        lines: list[list[Segment]] = [[piece(count, "hint")], [piece(question.text, "strong")], []]
        given = self._answers.get(question.id, ())
        labels = [answer.label for answer in question.answers]
        for number, answer in enumerate(question.answers, 1):
            mark = "[x]" if answer.label in given else "[ ]"
            lines.append(
                [
                    piece(f"  {number} {mark} ", "key"),
                    piece(answer.label, "value"),
                    piece(f"  {answer.description}", "hint"),
                ]
            )
        own = [text for text in given if text not in labels]
        if question.free_text or not question.answers:
            told = "•" * 8 if question.secret and own else " ".join(own)
            lines.append([piece("  o     ", "key"), piece(f"other: {told}", "value")])
        self._page.write(lines)
        self._page.styles.height = min(22, len(lines) + 1)

    def on_key(self, event: Key) -> None:
        """Let a key answer only where it cannot have been meant for the draft."""
        if self._writing:
            return
        guard = self.parley.guard
        composer = self.parley.chat.composer
        self._may_decide = guard.lets_decide(composer.text)
        ours = event.key in self._bindings.key_to_bindings
        # Choosing sends nothing, so the second digit need not wait; Enter and n must.
        chosen = bool(self._answers) and not composer.text and event.key.isdigit()
        self._may_decide = self._may_decide or chosen
        guard.key() if event.is_printable and not event.key.isdigit() else None
        if event.is_printable and not (self._may_decide and ours):
            event.stop()
            composer.type_in(event)

    def on_paste(self, event: Paste) -> None:
        """A paste goes to the draft."""
        if not self._writing:
            event.stop()
            self.parley.guard.key()
            self.parley.chat.composer.type_in(event)

    def action_choose(self, number: int) -> None:
        """Choose an answer, or take it back."""
        question = self.question
        if not self._may_decide or not 1 <= number <= len(question.answers):
            return
        label = question.answers[number - 1].label
        given = self._answers.get(question.id, ())
        if question.several and label in given:
            self._answers[question.id] = tuple(one for one in given if one != label)
        elif question.several:
            self._answers[question.id] = (*given, label)
        else:
            self._answers[question.id] = (label,)
        self._show()

    def action_other(self) -> None:
        """Answer in one's own words."""
        if self._may_decide:
            self._ask("other", "your answer · Enter takes it", secret=self.question.secret)

    def action_deny(self) -> None:
        """Decline to answer."""
        if self._may_decide:
            self._ask("reason", "why not? Enter declines, Esc goes back", secret=False)

    def _ask(self, what: str, placeholder: str, *, secret: bool) -> None:
        self._writing = what
        line = Input(placeholder=placeholder, password=secret, compact=True)
        line.cursor_blink = False
        self.query_one(Vertical).mount(line)
        line.focus()

    def on_input_submitted(self, event: Input.Submitted) -> None:
        """Take the words."""
        what, text = self._writing, event.value.strip()
        self._end_writing()
        if what == "reason":
            denial = Decision(verdict=Verdict.DENY, digest=self.digest, message=text)
            self._decide(denial)
        elif text:
            labels = {answer.label for answer in self.question.answers}
            kept = [one for one in self._answers.get(self.question.id, ()) if one in labels]
            self._answers[self.question.id] = (*(kept if self.question.several else ()), text)
            self._show()

    def _end_writing(self) -> None:
        self._writing = ""
        self.query(Input).remove()
        self.set_focus(None)

    def action_later(self) -> None:
        """Answer nothing: leave the line, or the dialog."""
        if self._writing:
            self._end_writing()
            return
        self.live.put_off.add(self.request.id)
        self._close()

    def action_turn(self, by: int) -> None:
        """Go to another question."""
        self._index = max(0, min(self._index + by, len(self.request.questions) - 1))
        self._show()

    def action_next(self) -> None:
        """Go to the next unanswered question; send when there is none."""
        if not self._may_decide and not self._answers:
            return
        for index, question in enumerate(self.request.questions):
            if question.id not in self._answers:
                self._index = index
                self._show()
                return
        allow = Decision(verdict=Verdict.ALLOW, digest=self.digest, answers=self._answers)
        self._decide(allow)

    def _decide(self, decision: Decision) -> None:
        refused = self.live.decide(self.request, decision)
        if refused:
            self.parley.chat.remark(f"not sent: {refused}")
        self._close()

    def action_move(self, by: int) -> None:
        """Scroll by a line."""
        self._page.scroll_relative(y=by, animate=False, immediate=True)

    def action_page(self, by: int) -> None:
        """Scroll by a page."""
        self._page.scroll_relative(y=by * 8, animate=False, immediate=True)

    def action_edge(self, side: int) -> None:
        """Scroll to the first or the last line."""
        (self._page.scroll_end if side > 0 else self._page.scroll_home)(animate=False)
