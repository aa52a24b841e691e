"""Every decision that was made, newest first: looked through, filtered, made into rules."""

import asyncio
from collections.abc import Sequence
from importlib import import_module
from typing import TYPE_CHECKING, ClassVar, cast

from rich.segment import Segment
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Vertical
from textual.screen import ModalScreen
from textual.widgets import Input

from tui.config import keys
from tui.config.paths import journal_file
from tui.ui import journal_text
from tui.ui.bindings import bindings
from tui.ui.pieces import piece
from tui.ui.widgets.headline import Headline
from tui.ui.widgets.page import Page
from tui.ui.widgets.rows import Rows
from tui.ui.widgets.typing_line import TypingLine

if TYPE_CHECKING:
    from tui.permission.entry import Entry
    from tui.permission.journal import Line
    from tui.permission.verify import Verified
    from tui.ui.app import ParleyApp

MOST = 5_000
"""Decisions that are read; `parley audit` tells all."""

ALL = "all"

HINTS = "/ words · d decision · w who · a agent · m rule · c check · Tab details · Esc"


class JournalScreen(ModalScreen[object]):
    """Rows above, all there is to know about one of them below."""

    DEFAULT_CSS = """
    JournalScreen > Vertical {
        width: 100%; height: 100%; background: $background;
        Rows { height: 1fr; }
        Page { height: 1fr; border-top: solid $line; padding: 0 1; }
        Page:focus { border-top: solid $primary; }
        Input { background: $panel; }
    }
    """
    BINDINGS: ClassVar[list[BindingType]] = bindings(keys.JOURNAL)

    def __init__(self) -> None:
        super().__init__()
        self._lines: list[Line] = []
        self._shown: list[Line] = []
        self._decision = self._who = self._agent = ALL
        self._read = False
        self._head = Headline()
        self._filters = Headline()
        self._find = TypingLine(placeholder="words in the decision", compact=True, id="words")
        self._find.cursor_blink = False
        self._find.display = False
        self._rows = Rows(id="decisions")
        self._page = Page(id="decision", hang=10)
        self._foot = Headline()

    @property
    def _parley(self) -> "ParleyApp":
        return cast("ParleyApp", self.app)

    def compose(self) -> ComposeResult:
        """Counts, filters, rows, details."""
        with Vertical():
            yield self._head
            yield self._filters
            yield self._find
            yield self._rows
            yield self._page
            yield self._foot

    def on_mount(self) -> None:
        """Read the journal in a thread."""
        self._foot.say([piece(f" {HINTS}", "hint")])
        self._head.say([piece(" JOURNAL ", "label"), piece("reading…", "hint")])
        self.set_focus(self._rows)
        self.run_worker(self._load(), exclusive=True)

    async def _load(self) -> None:
        self._lines = await asyncio.to_thread(_newest)
        self._read = True
        self._fill()

    def _fill(self) -> None:
        words = self._find.value.casefold()
        self._shown = [line for line in self._lines if self._passes(line.entry, words)]
        self._rows.fill(len(self._shown), self._row)
        hidden = len(self._lines) - len(self._shown)
        left = f" · {hidden:,} not shown by the filter" if hidden else ""
        more = f" · the newest {MOST:,}: parley audit tells all" if len(self._lines) == MOST else ""
        count = f"{len(self._lines):,} decisions"
        self._head.say(
            [piece(" JOURNAL ", "label"), piece(count, "value"), piece(left + more, "warning")]
        )
        chosen = {"decision": self._decision, "who": self._who, "agent": self._agent}
        pieces = [piece(" ")]
        for name, value in chosen.items():
            pieces += [piece(f"{name} ", "hint"), piece(f"{value}   ", "accent")]
        self._filters.say(pieces)
        self._detail()

    def _passes(self, entry: "Entry", words: str) -> bool:
        if self._decision not in (ALL, entry.decision) or self._who not in (ALL, entry.by):
            return False
        if self._agent not in (ALL, entry.agent):
            return False
        return not words or words in f"{entry.tool} {entry.title} {entry.note}".casefold()

    def _row(self, index: int, width: int) -> Sequence[Segment]:
        return journal_text.row(self._shown[index])

    def _detail(self) -> None:
        if self._shown:
            self._page.write(journal_text.details(self._shown[self._rows.cursor]))
            return
        none = "no decision passes the filter" if self._lines else "nothing has been decided yet"
        self._page.write([[piece(none if self._read else "", "hint")]])

    def on_rows_moved(self, message: Rows.Moved) -> None:
        """Show another decision."""
        self._foot.say([piece(f" {HINTS}", "hint")])
        self._detail()

    def on_rows_chosen(self, message: Rows.Chosen) -> None:
        """Give the keyboard to the details."""
        self._page.focus()

    def action_other_part(self) -> None:
        """Go between the rows and the details."""
        (self._rows if self._page.has_focus else self._page).focus()

    def action_words(self) -> None:
        """Ask for words to look for."""
        self._find.display = True
        self.set_focus(self._find)

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Leave the key that finds to the line in which one types already."""
        return action != "words" or not isinstance(self.focused, Input)

    def on_input_changed(self, event: Input.Changed) -> None:
        """Look while one types."""
        self._fill()

    def on_input_submitted(self, event: Input.Submitted) -> None:
        """Go back to the rows; the words stay in force."""
        self._rows.focus()

    def action_leave(self) -> None:
        """Leave the words, else the journal."""
        if self._find.display:
            self._find.value = ""
            self._find.display = False
            self._rows.focus()
        else:
            self.dismiss(None)

    def action_decision(self) -> None:
        """Show another sort of decision only."""
        self._decision = self._next(self._decision, [one.entry.decision for one in self._lines])
        self._fill()

    def action_who(self) -> None:
        """Show what somebody else decided only."""
        self._who = self._next(self._who, [one.entry.by for one in self._lines])
        self._fill()

    def action_agent(self) -> None:
        """Show requests of another agent only."""
        self._agent = self._next(self._agent, [one.entry.agent for one in self._lines])
        self._fill()

    @staticmethod
    def _next(now: str, found: Sequence[str]) -> str:
        choices = [ALL, *dict.fromkeys(sorted(found))]
        return choices[(choices.index(now) + 1) % len(choices)] if now in choices else ALL

    def action_rule(self) -> None:
        """Make a rule of the decision below the cursor."""
        live = self._parley.chat.live
        standing = live.standing if live is not None else None
        if not self._shown or standing is None:
            self._foot.say([piece(" a rule needs a session that runs, and a decision", "warning")])
            return
        entry = self._shown[self._rows.cursor].entry
        if entry.cut or "‹redacted›" in str(entry.input):
            self._foot.say(
                [piece(" too long or secret to be kept whole: no rule of it", "warning")]
            )
            return
        request = import_module("tui.permission.entry").request_of(entry)
        self.app.push_screen(self._parley.dialog("rule", standing, request))

    def action_verify(self) -> None:
        """Check the whole journal."""
        self.run_worker(self._verify(), exclusive=True)

    async def _verify(self) -> None:
        self._foot.say([piece(" checking…", "hint")])
        found = await asyncio.to_thread(_verified)
        if found.damages:
            first = found.damages[0]
            words = f" ✕ damaged: {first.file}:{first.line} {first.problem}; parley audit --verify"
            self._foot.say([piece(words, "error")])
        else:
            words = f" ✓ whole: {found.lines:,} lines, last hash {found.last}"
            self._foot.say([piece(words, "success")])


def _newest() -> "list[Line]":
    journal = import_module("tui.permission.journal").Journal(journal_file())
    found: list[Line] = list(import_module("tui.permission.verify").newest(journal, MOST))
    return found


def _verified() -> "Verified":
    journal = import_module("tui.permission.journal").Journal(journal_file())
    found: Verified = import_module("tui.permission.verify").verify(journal)
    return found
