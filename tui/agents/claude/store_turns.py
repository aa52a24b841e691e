"""Where turns begin and end in a session file, which does not say so itself."""

from tui.agents.claude.frames import Number
from tui.agents.claude.results import tokens
from tui.agents.claude.store_frames import Entry
from tui.agents.claude.store_words import text
from tui.agents.ledger import Ledger
from tui.model.events import Event, TurnEnded, TurnOutcome, UsageReported
from tui.model.usage import Cost, TokenUsage


class Turns:
    """A turn begins with a prompt and ends before the next one, or with the file."""

    def __init__(self, ledger: Ledger) -> None:
        self._ledger = ledger
        self._answer = ""
        self._error = ""
        self._stopped = False
        self._background = False
        self._used: dict[str, TokenUsage] = {}
        self._all_used: dict[str, TokenUsage] = {}
        self._context: int | None = None
        self.count = 0
        self.outcome: TurnOutcome | None = None
        """How the turn ended, where a line says so."""
        self.unanswered = False
        """The model was asked and has not said a word yet."""
        self.duration_ms: Number = None
        self.cost: Number = None
        """Of the whole session, as the CLI reckoned it."""
        self.last = 0.0
        """When the latest answer was written."""

    def began(self, at: float, *, background: bool = False) -> tuple[Event, ...]:
        """Open a turn unless one is open."""
        if self._ledger.turn is not None:
            return ()
        self.count += 1
        self.outcome = self.duration_ms = None
        self._answer = self._error = ""
        self._stopped, self._background = False, background
        self.unanswered = False
        self._used = {}
        self.last = at
        return self._ledger.turn_started()

    def answered(self, found: Entry, at: float) -> None:
        """Note what an answer says about the end of its turn."""
        self.last = at
        self.unanswered = False
        said = text(found)
        if found.is_api_error_message:
            self._error = said
            return
        self._answer = said or self._answer
        self._error = ""
        message = found.message
        used = tokens(message.usage) if message is not None else None
        if message is None or used is None or message.model == "<synthetic>":
            return
        name = message.id or found.uuid or ""
        self._used[name] = self._all_used[name] = _larger(self._all_used.get(name), used)
        self._context = used.total or self._context

    def over(self) -> tuple[Event, ...]:
        """Close the open turn."""
        if self._ledger.turn is None:
            return ()
        outcome = self.outcome or (TurnOutcome.FAILED if self._error else TurnOutcome.COMPLETED)
        if self.unanswered and outcome is TurnOutcome.COMPLETED:
            # Claude Code was stopped there.
            outcome = TurnOutcome.INTERRUPTED
        end = TurnEnded(
            outcome=outcome,
            text=self._answer if outcome is TurnOutcome.COMPLETED else "",
            error=self._error,
            usage=sum(self._used.values(), TokenUsage()) if self._used else None,
            duration_ms=int(self.duration_ms) if self.duration_ms is not None else None,
            background=self._background,
        )
        return (*self._ledger.calls_cancelled(), *self._ledger.turn_ended(end))

    def report(self) -> tuple[Event, ...]:
        """Say what the session has used; money only where the file has it."""
        if not self._all_used and self.cost is None:
            return ()
        cost = Cost(usd=float(self.cost)) if self.cost is not None else None
        used = sum(self._all_used.values(), TokenUsage()) if self._all_used else None
        return (UsageReported(session=used, cost=cost, context_used=self._context),)


def _larger(known: TokenUsage | None, used: TokenUsage) -> TokenUsage:
    """The lines of one message repeat its usage, the last one being right."""
    if known is None:
        return used
    return used if used.total >= known.total else known
