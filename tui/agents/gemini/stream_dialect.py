"""Talking with `gemini -o stream-json`: one process per turn, nothing can be asked or answered."""

from signal import Signals

import msgspec

from tui.agents.dialect import NOTHING, Exit, Reaction
from tui.agents.gemini import ends, stream_translate
from tui.agents.gemini.frames import decode
from tui.agents.gemini.prose import Prose
from tui.agents.gemini.stream_frames import (
    Block,
    Content,
    Done,
    ErrorEvent,
    Frame,
    FrameKind,
    Init,
    Message,
    Result,
    RetryEvent,
    ToolCall,
    ToolResult,
    ToolUse,
)
from tui.agents.gemini.translate import LIMIT_REACHED, MODES
from tui.agents.ledger import Ledger
from tui.model.capabilities import Capabilities
from tui.model.commands import Command, Interrupt, Prompt
from tui.model.events import (
    Event,
    Level,
    NoticeRaised,
    PromptMoved,
    PromptState,
    SessionReady,
    ToolFinished,
    TurnEnded,
    TurnOutcome,
    Unrecognised,
    UsageReported,
    UserSaid,
)
from tui.model.identity import ItemId, JsonObject, SessionId
from tui.model.spec import SessionSpec
from tui.model.tools import Outcome
from tui.model.usage import TokenUsage

CAPABILITIES = Capabilities(modes=MODES)
_frame = msgspec.json.Decoder(Frame)
_kind = msgspec.json.Decoder(FrameKind)
_OUTCOME = {
    "success": TurnOutcome.COMPLETED,
    "error": TurnOutcome.FAILED,
    "cancelled": TurnOutcome.INTERRUPTED,
}
_LOOP = "Loop detected"
_STOPPED = frozenset({0, 130, 143, -2, -15})
"""Exit codes of a process that a signal ended."""


class StreamDialect:
    """A conversation in which each prompt is a process of its own.

    Permissions are settled by the approval mode alone: what would have to be asked is not even
    offered to the model. A turn has succeeded only if a `result` says so; exit code 0 proves
    nothing, because a process that was stopped by a signal ends with it too.
    """

    def __init__(self, spec: SessionSpec) -> None:
        self._ledger = Ledger()
        self._prose = Prose()
        self._used = TokenUsage()
        self._nameless: list[ItemId] = []
        self._calls = 0
        self._heard = 0
        self._sent = False
        self._untaken: ItemId | None = None
        self._stopping = False
        self._looped = False

    @property
    def capabilities(self) -> Capabilities:
        """What the fallback can do, which is little."""
        return CAPABILITIES

    def open(self) -> Reaction:
        """Begin a process: it waits for its prompt on standard input."""
        self._stopping = self._looped = False
        return NOTHING

    def send(self, command: Command) -> Reaction:
        """Write the prompt, or stop the process; nothing else can be said."""
        match command:
            case Prompt() if self._sent:
                return Reaction((PromptMoved(command.id, PromptState.DROPPED),))
            case Prompt():
                return self._prompt(command)
            case Interrupt() if self._ledger.turn is not None:
                self._stopping = True
                return Reaction(signal=Signals.SIGINT)
            case _:
                return NOTHING

    def receive(self, line: bytes) -> Reaction:
        """Take one line of the agent."""
        frame = decode(_frame, line)
        if frame is not None:
            return Reaction(self._told(frame))
        kind = decode(_kind, line)
        label = "not JSON" if kind is None else kind.type or "no type"
        return Reaction((Unrecognised(label),))

    def overhear(self, line: bytes) -> Reaction:
        """A recorded prompt needs no notice: the CLI repeats it."""
        return NOTHING

    def closed(self, exit: Exit) -> Reaction:
        """Judge a turn that got no result, and say if the conversation cannot go on."""
        known = None if exit.asked or self._stopping else ends.cause(exit)
        events: tuple[Event, ...] = ()
        if self._ledger.turn is not None:
            stopped = exit.asked or self._stopping or exit.code in _STOPPED
            events = self._prose.done(partial=True)
            if stopped:
                events += self._ledger.closed(TurnOutcome.INTERRUPTED)
            else:
                events += self._ledger.closed(TurnOutcome.FAILED, _ended_badly(known, exit))
        self._sent = self._stopping = False
        self._untaken = None
        lasting = known is not None and known.lasting
        return Reaction((*events, ends.failed(known, exit)) if known and lasting else events)

    def _prompt(self, prompt: Prompt) -> Reaction:
        self._sent = True
        self._untaken = prompt.id
        sent = PromptMoved(prompt.id, PromptState.SENT)
        events: tuple[Event, ...] = (sent, *self._ledger.turn_started())
        if prompt.images:
            text = "Pictures are not sent: Gemini CLI takes none in this mode."
            events += (NoticeRaised(text=text, level=Level.WARNING, code="no_images"),)
        return Reaction(events, (prompt.text.encode("utf-8", "replace") + b"\n",), True)

    def _told(self, frame: Frame) -> tuple[Event, ...]:
        match frame:
            case Message():
                return self._message(frame)
            case Content():
                return self._grew(frame.value or "")
            case Init():
                return self._init(frame)
            case ToolUse():
                return self._call(ItemId(frame.tool_id), frame.tool_name, frame.parameters or {})
            case ToolCall():
                arguments = frame.args or frame.arguments or {}
                return self._call(self._call_id(frame), frame.name, arguments)
            case ToolResult():
                return self._result(frame)
            case ErrorEvent():
                return self._problem(frame)
            case RetryEvent():
                return (stream_translate.retry(frame),)
            case Result():
                return self._over(frame)
            case Done():
                return self._over(Result(status="success", stats=frame.usage), frame.duration_ms)

    def _init(self, frame: Init) -> tuple[Event, ...]:
        session = SessionId(frame.session_id) if frame.session_id else None
        ready = SessionReady(session=session, model=frame.model, version=frame.version)
        return (ready, *self._ledger.turn_started())

    def _message(self, frame: Message) -> tuple[Event, ...]:
        if frame.role == "user":
            return self._echo(frame)
        started = self._ledger.turn_started()
        if isinstance(frame.content, list):
            blocks = [event for block in frame.content for event in self._block(block)]
            return (*started, *blocks)
        text = frame.content or ""
        if frame.delta:
            return started + self._prose.grew(text)
        return (*started, *self._whole(text))

    def _echo(self, frame: Message) -> tuple[Event, ...]:
        """The prompt repeated: the CLI has it, or, in a recording, we hear of it."""
        if self._untaken is not None:
            prompt, self._untaken = self._untaken, None
            return (PromptMoved(prompt, PromptState.TAKEN),)
        if self._sent or not isinstance(frame.content, str):
            return ()
        self._heard += 1
        said = UserSaid(item=ItemId(f"prompt-{self._heard}"), text=frame.content)
        return (said, *self._ledger.turn_started())

    def _whole(self, text: str) -> tuple[Event, ...]:
        """A message without `delta` is whole; it may repeat what came in pieces."""
        if not text.startswith(self._prose.text):
            return (*self._prose.done(), *self._prose.grew(text), *self._prose.done())
        rest = text[len(self._prose.text) :]
        return (*(self._prose.grew(rest) if rest else ()), *self._prose.done())

    def _block(self, block: Block) -> tuple[Event, ...]:
        if block.type == "tool_call":
            call = ToolCall(name=block.name or "", id=block.id)
            return self._call(self._call_id(call), call.name, block.arguments or {})
        return self._whole(block.text) if block.text else ()

    def _grew(self, text: str) -> tuple[Event, ...]:
        return self._ledger.turn_started() + self._prose.grew(text)

    def _call_id(self, frame: ToolCall) -> ItemId:
        if frame.id:
            return ItemId(frame.id)
        self._calls += 1
        call = ItemId(f"{frame.name}-{self._calls}")
        self._nameless.append(call)
        return call

    def _call(self, call: ItemId, name: str, arguments: JsonObject) -> tuple[Event, ...]:
        start = stream_translate.started(call, name or "tool", arguments)
        return (
            *self._ledger.turn_started(),
            *self._prose.done(),
            *self._ledger.call_started(start),
            *stream_translate.todo_list(name, arguments),
        )

    def _result(self, frame: ToolResult) -> tuple[Event, ...]:
        call = ItemId(frame.tool_id or frame.id or "")
        if not call and self._nameless:
            call = self._nameless.pop(0)
        start = self._ledger.calls.get(call)
        name = call.partition("__")[0] or "tool"
        announced = start or stream_translate.started(call, name, {})
        finish = stream_translate.finished(call, frame, start)
        return self._prose.done() + self._ledger.call_finished(finish, announced)

    def _problem(self, frame: ErrorEvent) -> tuple[Event, ...]:
        said = frame.message or stream_translate.problem_text(frame.error)
        self._looped = self._looped or said.startswith(_LOOP)
        level = Level.WARNING if frame.severity == "warning" else Level.ERROR
        code = str(frame.error.code).lower() if frame.error and frame.error.code else ""
        return (NoticeRaised(text=said, level=level, code=code),)

    def _over(self, frame: Result, duration_ms: int | None = None) -> tuple[Event, ...]:
        outcome = _OUTCOME.get(frame.status, TurnOutcome.FAILED)
        if outcome is TurnOutcome.COMPLETED and self._looped:
            outcome = TurnOutcome.LIMIT
        usage = stream_translate.usage(frame.stats)
        if duration_ms is None and frame.stats is not None:
            duration_ms = frame.stats.duration_ms
        error = LIMIT_REACHED["max_turn_requests"] if outcome is TurnOutcome.LIMIT else ""
        if outcome is TurnOutcome.FAILED:
            error = stream_translate.problem_text(frame.error)
        end = TurnEnded(
            outcome=outcome,
            error=error,
            usage=usage,
            duration_ms=duration_ms,
        )
        return (
            *self._prose.done(partial=outcome is TurnOutcome.INTERRUPTED),
            *self._nameless_finished(outcome),
            *self._ledger.calls_cancelled(),
            *self._usage(usage),
            *self._ledger.turn_ended(end),
        )

    def _nameless_finished(self, outcome: TurnOutcome) -> tuple[Event, ...]:
        """A call without an id gets no result: it went well if its turn did."""
        calls, self._nameless = self._nameless, []
        if outcome is not TurnOutcome.COMPLETED:
            return ()
        return tuple(
            event
            for call in calls
            for event in self._ledger.call_finished(ToolFinished(call=call, outcome=Outcome.OK))
        )

    def _usage(self, usage: TokenUsage | None) -> tuple[Event, ...]:
        if usage is None:
            return ()
        self._used = self._used + usage
        return (UsageReported(session=self._used, turn=usage),)


def _ended_badly(known: ends.Cause | None, exit: Exit) -> str:
    if known is not None:
        return known.error
    said = ends.last_words(exit.stderr).rpartition("\n")[2]
    return said or f"Gemini CLI ended without a result (exit code {exit.code})."
