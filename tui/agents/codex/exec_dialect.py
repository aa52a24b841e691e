"""A conversation by `codex exec --json`, one process per turn, without any I/O.

It never asks and tells whole items only. It is used where app-server does not answer.
"""

import signal

import msgspec

from tui.agents.codex import exec_items, failures, notices
from tui.agents.codex.exec_frames import ExecLine, FlatItem, Usage
from tui.agents.codex.exec_telling import ExecTeller
from tui.agents.codex.modes import EXEC_CAPABILITIES
from tui.agents.codex.reading import read
from tui.agents.dialect import NOTHING, Exit, Reaction
from tui.agents.ledger import Ledger
from tui.model import commands
from tui.model.capabilities import Capabilities
from tui.model.events import (
    Event,
    Level,
    NoticeRaised,
    PromptMoved,
    PromptState,
    SessionReady,
    TurnEnded,
    TurnOutcome,
    Unrecognised,
    UsageReported,
    UserSaid,
)
from tui.model.identity import ItemId, SessionId
from tui.model.spec import SessionSpec
from tui.model.usage import TokenUsage

_LINE = msgspec.json.Decoder(ExecLine)
_ANYTHING: msgspec.json.Decoder[object] = msgspec.json.Decoder()
_FLAT = msgspec.json.Decoder(FlatItem)

_NOTHING_USED = TokenUsage(input=0, output=0, cached=0, reasoning=0)


class Exec:
    """One thread of Codex, continued by a new process for each turn."""

    def __init__(self, spec: SessionSpec) -> None:
        self._spec = spec
        self._session = spec.resume
        self._ledger = Ledger()
        self._turns = 0
        self._teller = ExecTeller(self._ledger)
        self._prompts = 0
        self._error = ""
        self._prompt_id: ItemId | None = None
        """The prompt of the process that runs."""
        self._interrupted = False
        self._used = None if spec.resume else _NOTHING_USED
        """What the thread had used before this turn; unknown where it is resumed."""

    @property
    def capabilities(self) -> Capabilities:
        """What can be asked of Codex this way."""
        return EXEC_CAPABILITIES

    def open(self) -> Reaction:
        """Say nothing: the prompt comes with `send`."""
        return NOTHING

    def receive(self, line: bytes) -> Reaction:
        """Take one line Codex printed."""
        said = read(_LINE, line)
        if said is None or not said.type:
            label = "not JSON" if read(_ANYTHING, line) is None else "no type"
            return Reaction((Unrecognised(label),))
        match said.type:
            case "thread.started":
                events = self._thread_started(said.thread_id or "")
            case "turn.started":
                events = self._turn_started()
            case "turn.completed":
                events = self._completed(said.usage)
            case "turn.failed":
                events = self._failed(said)
            case "error":
                events = self._troubled(said.message or "")
            case "item.started" | "item.updated" | "item.completed":
                events = self._told(said, line)
            case _:
                events = (Unrecognised(said.type),)
        return Reaction(events) if events else NOTHING

    def send(self, command: commands.Command) -> Reaction:
        """Give the prompt to the process of this turn, or interrupt it."""
        match command:
            case commands.Prompt():
                return self._prompt(command)
            case commands.Interrupt() if self._prompt_id is not None:
                self._interrupted = True
                return Reaction(signal=signal.SIGINT)
            case _:
                return NOTHING

    def overhear(self, line: bytes) -> Reaction:
        """Take one line that a recorded client wrote: all it can write is the prompt."""
        self._prompts += 1
        text = line.decode("utf-8", "replace")
        return Reaction((UserSaid(item=ItemId(f"prompt-{self._prompts}"), text=text),))

    def closed(self, exit: Exit) -> Reaction:
        """Say what the end of this turn's process means; the conversation may go on."""
        self._prompt_id = None
        words = self._error or failures.last_words(exit.stderr)
        stopped = exit.asked or self._interrupted
        outcome = TurnOutcome.INTERRUPTED if stopped else TurnOutcome.FAILED
        events = self._teller.cut() + self._ledger.calls_cancelled()
        if self._ledger.turn is not None:
            error = "" if stopped else words or f"Codex ended with exit code {exit.code}."
            end = TurnEnded(outcome=outcome, turn=self._ledger.turn, error=error)
            events += self._ledger.turn_ended(end)
        trouble = failures.recognise(words)
        if exit.code != 0 and not stopped and trouble is not None and trouble.fatal:
            events += (failures.ended(words, exit_code=exit.code, stderr=exit.stderr),)
        return Reaction(events)

    def _prompt(self, prompt: commands.Prompt) -> Reaction:
        self._prompt_id, self._interrupted, self._error = prompt.id, False, ""
        self._begin_turn()
        text = prompt.text.encode("utf-8", "replace")
        started = self._ledger.turn_started(str(self._turns))
        return Reaction(started, (text,), close_stdin=True)

    def _begin_turn(self) -> None:
        self._turns += 1
        self._teller.begin(self._turns)

    def _turn_started(self) -> tuple[Event, ...]:
        events = self._ledger.turn_started(str(self._turns))
        if self._prompt_id is not None:
            events += (PromptMoved(self._prompt_id, PromptState.TAKEN),)
        return events

    def _thread_started(self, thread: str) -> tuple[Event, ...]:
        events: tuple[Event, ...] = ()
        if self._prompt_id is None:
            # A recording goes on with another process; one that was killed says no last word.
            events = self._teller.cut() + self._ledger.closed(TurnOutcome.INTERRUPTED)
            self._begin_turn()
        if self._session not in (None, thread):
            text = "Codex did not find the conversation and began a new one."
            events += (NoticeRaised(text=text, level=Level.WARNING, code="unknown_session"),)
            self._used = _NOTHING_USED
        self._session = SessionId(thread)
        ready = SessionReady(
            session=self._session,
            cwd=str(self._spec.cwd),
            model=self._spec.model,
            mode=self._spec.mode,
        )
        return (*events, ready)

    def _completed(self, usage: Usage | None) -> tuple[Event, ...]:
        events: tuple[Event, ...] = ()
        if self._error:
            events = (NoticeRaised(text=self._error, level=Level.WARNING, code="error"),)
            self._error = ""
        used = None
        if usage is not None:
            total = TokenUsage(
                input=usage.input_tokens,
                output=usage.output_tokens,
                cached=usage.cached_input_tokens,
                reasoning=usage.reasoning_output_tokens,
            )
            used = notices.difference(total, self._used) if self._used else None
            self._used = total
            events += (UsageReported(session=total, turn=used),)
        end = TurnEnded(outcome=TurnOutcome.COMPLETED, text=self._teller.answer, usage=used)
        return events + self._over(end)

    def _failed(self, said: ExecLine) -> tuple[Event, ...]:
        message = said.error.get("message") if isinstance(said.error, dict) else said.error
        limited = any(sign in str(message) for sign in ("usage limit", "context window"))
        self._error = ""
        end = TurnEnded(
            outcome=TurnOutcome.LIMIT if limited else TurnOutcome.FAILED,
            error=notices.plain_error(str(message or "")),
        )
        return self._over(end)

    def _over(self, end: TurnEnded) -> tuple[Event, ...]:
        end = msgspec.structs.replace(end, turn=self._ledger.turn or "")
        return self._teller.cut() + self._ledger.calls_cancelled() + self._ledger.turn_ended(end)

    def _troubled(self, message: str) -> tuple[Event, ...]:
        if notices.is_retry(message):
            return (notices.retry_notice(message),)
        # `turn.failed` follows with the same words, or the turn goes on after all.
        self._error = message
        return ()

    def _told(self, said: ExecLine, line: bytes) -> tuple[Event, ...]:
        item = said.item
        if item is None and said.item_type is not None:
            flat = read(_FLAT, line)
            item = exec_items.unfold(flat) if flat else None
        if item is None or item.type is None:
            return (Unrecognised(said.type),)
        return self._teller.tell(said.type, item)
