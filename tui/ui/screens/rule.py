"""The second step of “always”: the exact rule, in words, with what it would and would not allow."""

import asyncio
from itertools import takewhile
from typing import TYPE_CHECKING, ClassVar, cast

from rich.console import RenderableType
from rich.segment import Segment
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Vertical
from textual.events import Key, Paste, Resize
from textual.screen import ModalScreen

from tui.config import request_keys
from tui.errors import ParleyError
from tui.model.permission import PermissionRequest
from tui.permission.answers import Scope
from tui.permission.past import Past
from tui.permission.reading import Where
from tui.permission.rule_examples import examples, in_words
from tui.permission.rules import ANY, Rule
from tui.permission.standing import Standing
from tui.permission.widening import agent_in_rules, for_agent, propose
from tui.ui.backdrop import behind
from tui.ui.bindings import bindings
from tui.ui.closing import close
from tui.ui.gate import Gate
from tui.ui.guard import QUIET
from tui.ui.past_calls import NOT_READ, past_calls
from tui.ui.pieces import piece
from tui.ui.room import CSS, columns_for_text, is_low, lines_for_text
from tui.ui.rule_text import past_lines, words_of
from tui.ui.sheet import Ready, Sheet
from tui.ui.shown import one_line, told
from tui.ui.widgets.headline import Headline
from tui.ui.widgets.page import Page
from tui.ui.widgets.request_lines import Footing, RequestFoot

if TYPE_CHECKING:
    from tui.ui.app import ParleyApp

SCOPES = {Scope.SESSION: "this session", Scope.PROJECT: "this project"}
HANG = 4

ANSWERS = ("rule.save",)
"""Keys after which something is kept."""


class RuleScreen(ModalScreen[str | None]):
    """Widened and narrowed word by word. Nothing is saved before Enter."""

    DEFAULT_CSS = f"RuleScreen {{ {CSS} & Headline {{ background: $background; }} }}"
    BINDINGS: ClassVar[list[BindingType]] = bindings(request_keys.RULE)
    AUTO_FOCUS = ""

    def __init__(self, standing: Standing, request: PermissionRequest, then: str = "") -> None:
        super().__init__()
        self._standing = standing
        self._request = request
        self._then = then
        self._where = Where(standing.origin.agent, standing.origin.project)
        self._proposal = propose(request, standing.policy, self._where)
        self._rungs = [0] * len(self._proposal.ladders)
        self._current = 0
        self._scope = Scope.SESSION
        self._agent = agent_in_rules(standing.origin.agent)
        self._place = ""
        self._past: Past | None = None
        self._calls = NOT_READ
        self._stored: Past | None = None
        """What it would have done to the tool calls of past sessions."""
        self._told = standing.may_remember
        self._saving = False
        self._text: list[list[Segment]] = []
        # The journal has no draft: what is typed there is meant for nothing else.
        self._gate = Gate(self.parley.guard, self.parley.chat.composer if then else None)
        self._head = Headline()
        self._page = Page(id="rule")
        self._foot = RequestFoot()

    @property
    def parley(self) -> "ParleyApp":
        """Return the app, by its own type."""
        return cast("ParleyApp", self.app)

    @property
    def rules(self) -> list[Rule]:
        """Return the rules that Enter would keep."""
        chosen = zip(self._proposal.ladders, self._rungs, strict=True)
        return [for_agent(ladder[rung], self._agent) for ladder, rung in chosen]

    def compose(self) -> ComposeResult:
        """What is remembered, all about it, the keys."""
        with Vertical():
            yield self._head
            yield self._page
            yield self._foot

    def render(self) -> RenderableType:
        """Show what is asked behind it."""
        return behind(super().render())

    def on_mount(self) -> None:
        """Show the narrowest rule."""
        self._gate.guard.shown()
        words = "Remember this? Nothing is saved before Enter."
        if not self._proposal.ladders:
            words = "No rule can be made of it."
        self._head.say([piece(words, "strong")])
        self._changed()
        self.set_interval(0.1, self._show_foot)
        if self._proposal.ladders and self.parley.services.library is not None:
            self.run_worker(self._read_past())

    def on_resize(self, event: Resize) -> None:
        """A changed screen needs a new look at it."""
        self._gate.guard.shown()
        self._show()

    def _changed(self) -> None:
        self._told = self._standing.may_remember
        self._past = self._stored = None
        self._show()
        self.run_worker(self._look(), group="rule", exclusive=True)

    async def _read_past(self) -> None:
        """Read what was asked for in past sessions, while the rule is looked at."""
        try:
            library = await self.parley.reading.library()
            lives = {str(live.conversation.session) for live in self.parley.desk.sessions}
            self._calls = await asyncio.to_thread(past_calls, library, lives)
        except (ParleyError, OSError):
            return
        self.run_worker(self._look(), group="rule", exclusive=True)

    async def _look(self) -> None:
        """Find out where the rule would be written and what it would have done."""
        self._place = await asyncio.to_thread(self._standing.place, self._scope)
        if self._proposal.ladders:
            rule = self.rules[self._current]
            self._past = await asyncio.to_thread(self._standing.past_matches, rule)
            self._show(anew=False)
            if self._calls.sessions:
                match = self._standing.past_requests
                self._stored = await asyncio.to_thread(match, rule, self._calls.requests)
        self._show(anew=False)

    def _show(self, *, anew: bool = True) -> None:
        """Show the rule; what was only found out about it meanwhile moves no line away."""
        before, self._text = self._text, self._lines()
        sheet = Sheet([Ready(self._text, HANG, sentences=True)])
        if anew:
            self._page.write(sheet)
        else:
            pairs = zip(before, self._text, strict=False)
            same = sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], pairs))
            self._page.grow(sheet, same)
        self._show_foot()
        self._fit()

    def _fit(self) -> None:
        size = self.app.size
        self.set_class(is_low(size), "-low")
        room = lines_for_text(size, more=1 + self._foot.room(columns_for_text(size)))
        self._page.styles.height = min(self._page.lines_at(columns_for_text(size)), room)

    def _lines(self) -> list[list[Segment]]:
        if not self._proposal.ladders:
            return [told(f"{self._proposal.why}.", "warning")]
        lines: list[list[Segment]] = []
        for number, rule in enumerate(self.rules):
            here = "▸ " if number == self._current and len(self.rules) > 1 else "  "
            lines.append([piece(f"{here}allow  ", "key"), *words_of(rule)])
        rule = self.rules[self._current]
        ladder = self._proposal.ladders[self._current]
        at = self._rungs[self._current] + 1
        rung = f"{at} of {len(ladder)}"
        lines.append([piece(f"  {rung}: {in_words(rule)}", "hint")])
        if at == len(ladder) and (limit := self._proposal.limits[self._current]):
            lines.append([piece("  no wider rule: ", "hint"), *one_line(limit, "hint")])
        lines += [[], self._scopes(), self._agents(), []]
        return lines + self._examples(rule) + past_lines(self._past, self._stored, self._calls)

    def _scopes(self) -> list[Segment]:
        found = [piece("for    ", "label")]
        for scope, words in SCOPES.items():
            found.append(piece(f"({'•' if scope is self._scope else ' '}) {words}   ", "value"))
        lives = self._place if self._scope is Scope.PROJECT else "until it is closed"
        return [*found, piece(lives, "hint")]

    def _agents(self) -> list[Segment]:
        own = agent_in_rules(self._standing.origin.agent)
        found = [piece("agent  ", "label")]
        for agent in dict.fromkeys((own, ANY)):
            words = "all agents" if agent == ANY else f"{agent} only"
            found.append(piece(f"({'•' if agent == self._agent else ' '}) {words}   ", "value"))
        return found

    def _examples(self, rule: Rule) -> list[list[Segment]]:
        narrower = self._proposal.ladders[self._current][: self._rungs[self._current]]
        found = examples(rule, self._request, self._where, self.rules, narrower)
        lines = [[piece("would be allowed", "label")]]
        lines += [[piece("  ✓ ", "success"), *one_line(one, "prose")] for one in found.allowed]
        lines.append([piece("would still be asked", "label")])
        return lines + [[piece("  ▲ ", "warning"), *one_line(one, "prose")] for one in found.asked]

    def _show_foot(self) -> None:
        saves = f"Enter remembers it{self._then}" if self._proposal.ladders else ""
        ladders = self._proposal.ladders
        steps = "←→ narrower, wider · " if ladders and len(ladders[self._current]) > 1 else ""
        other = "↑↓ other rule · " if len(ladders) > 1 else ""
        kept = "s scope · g agent · " if ladders else ""
        hint = f"{steps}{other}{kept}{saves}" or "nothing is saved"
        self._foot.show(
            Footing(
                remaining=self._gate.guard.remaining / QUIET if self._then else 0.0,
                draft=self._gate.draft,
                unread=self._page.unread,
                told=self._told,
                hint=hint,
                edited=True,
            )
        )
        if self._foot.grew(columns_for_text(self.app.size)):
            self._fit()

    def on_key(self, event: Key) -> None:
        """Let a key act only where it cannot have been meant for the draft."""
        bound = self._bindings.key_to_bindings.get(event.key, ())
        moves = bool(bound) and all(binding.id not in ANSWERS for binding in bound)
        self._gate.key(event, ours=bool(bound), moves=moves)

    def on_paste(self, event: Paste) -> None:
        """A paste goes to the draft."""
        self._gate.paste(event)

    def action_step(self, by: int) -> None:
        """Make the rule wider or narrower by a word."""
        if self._proposal.ladders:
            last = len(self._proposal.ladders[self._current]) - 1
            self._rungs[self._current] = max(0, min(self._rungs[self._current] + by, last))
            self._changed()

    def action_other(self) -> None:
        """Look at the rule of another command."""
        if self._rungs:
            self._current = (self._current + 1) % len(self._rungs)
            self._changed()

    def action_scope(self) -> None:
        """Let it hold in this session, or in this project."""
        self._scope = Scope.PROJECT if self._scope is Scope.SESSION else Scope.SESSION
        self._changed()

    def action_agent(self) -> None:
        """Let it hold for this agent, or for all."""
        own = agent_in_rules(self._standing.origin.agent)
        self._agent = own if self._agent == ANY else ANY
        self._changed()

    def action_page(self, by: int) -> None:
        """Scroll by a page."""
        self._page.turn(by)

    def action_save(self) -> None:
        """Remember the rule."""
        ready = bool(self._proposal.ladders) and not self._saving
        if not ready or self._standing.may_remember:
            return
        if not self._gate.open:
            self._told = "" if self._then else "too soon after the key before: Enter once more"
            return
        if self._page.unread.blocks:
            self._told = self._page.unread.refusal
            return
        self._saving = True
        self.run_worker(self._save())

    async def _save(self) -> None:
        rules = self.rules
        for rule in rules:
            problem = await asyncio.to_thread(self._standing.remember, rule, self._scope)
            if problem:
                self._told, self._saving = problem, False
                return
        close(self, "; ".join(f"{in_words(rule)}, for {SCOPES[self._scope]}" for rule in rules))

    def action_back(self) -> None:
        """Save nothing."""
        self.dismiss(None)
