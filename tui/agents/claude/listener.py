"""What each kind of line means: every frame goes to the part of the conversation it is about."""

from collections.abc import Callable
from typing import Any

from tui.agents.claude import news, write
from tui.agents.claude.background import Background
from tui.agents.claude.calls import Calls
from tui.agents.claude.controls import Controls
from tui.agents.claude.ending import Ending
from tui.agents.claude.frames import (
    Assistant,
    AuthStatus,
    CallbackRequest,
    CommandLifecycle,
    ControlCancel,
    ControlRequest,
    ControlResponse,
    ConversationReset,
    RateLimit,
    Result,
    System,
    User,
)
from tui.agents.claude.prompts import Prompts
from tui.agents.claude.questions import Questions
from tui.agents.claude.read import LABEL_LENGTH, Frame
from tui.agents.claude.results import failed, tokens, turn_end, usage_report
from tui.agents.claude.seed_frames import (
    SeedError,
    SeedInit,
    SeedMessage,
    SeedToolResult,
    SeedToolUse,
    SessionCreated,
)
from tui.agents.claude.seeds import Seeds
from tui.agents.claude.settings import Settings
from tui.agents.claude.speech import Speech
from tui.agents.claude.stream_frames import (
    BlockDelta,
    BlockStart,
    MessageDelta,
    MessageStart,
    StreamEvent,
)
from tui.agents.claude.system_lines import SystemLines
from tui.agents.claude.todo import ToDo
from tui.agents.claude.user_lines import UserLines
from tui.agents.dialect import TurnedDown
from tui.agents.ledger import Ledger
from tui.model.events import Event, NoticeRaised, Unrecognised, UsageReported
from tui.model.identity import RequestId, SessionId

_NOT_OFFERED = {
    "mcp_message": "",
    "elicitation": "An MCP server wanted to ask you something, which parley does not offer.",
    "request_user_dialog": "Claude Code wanted to open a dialog that parley does not have.",
}
"""Known requests that parley refuses, and what the user should know about it."""


class Listener:
    """Holds the parts of one conversation and leads each frame to its own."""

    turned_down: TurnedDown | None = None
    """What the last answer of the outbox refused, if it was a question for people."""

    def __init__(self, expected: SessionId | None, cwd: str | None) -> None:
        self._cwd = cwd
        self._context: int | None = None
        self._todo = ToDo()
        self._background = Background()
        self.outbox: list[bytes] = []
        """Answers that no person needs to give."""
        self.ledger = Ledger()
        self.settings = Settings(expected)
        self.prompts = Prompts()
        self.calls = Calls(self.ledger)
        self.speech = Speech(self.calls)
        self.ending = Ending()
        self.controls = Controls(self.settings, self.prompts)
        self.questions = Questions(self.ledger, self.calls, self._background)
        self._system = SystemLines(
            self.ledger, self.settings, self.calls, self._background, self.prompts
        )
        self._seeds = Seeds(self.speech, self.calls, self.prompts)
        users = UserLines(self.ledger, self.calls, self.prompts, self._background, self._todo)
        self._meanings: dict[type, Callable[[Any], tuple[Event, ...]]] = {
            Assistant: self._said,
            User: users.said,
            Result: self._turn_over,
            ControlRequest: self._asked,
            CallbackRequest: self._asked,
            ControlResponse: self.controls.replied,
            ControlCancel: self._withdrawn,
            CommandLifecycle: lambda frame: self.prompts.told(frame.command_uuid, frame.state),
            ConversationReset: self._cleared,
            RateLimit: news.rate_limit,
            AuthStatus: news.signing_in,
            SeedInit: lambda frame: self.settings.begun(frame.session_id),
            SessionCreated: lambda frame: self.settings.begun(frame.session_id),
            SeedMessage: self._seed_said,
            SeedToolUse: self._seed_said,
            SeedToolResult: self._seeds.finished,
            SeedError: self._seeds.failed,
        }

    def heard(self, frame: Frame, line: bytes) -> tuple[Event, ...]:
        """Take in one frame; `line` is what it was read from."""
        if isinstance(frame, StreamEvent):
            # Only the main thread is streamed; a sub-agent's pieces would mix with it.
            return self._streamed(frame) if frame.parent_tool_use_id is None else ()
        renamed = self._follow(frame)
        if isinstance(frame, System):
            return (*renamed, *self._system.told(frame, line))
        meaning = self._meanings.get(type(frame))
        if meaning is None:
            return (*renamed, Unrecognised("an answer from the wrong side"))
        return (*renamed, *meaning(frame))

    def process_gone(self) -> tuple[Event, ...]:
        """Stop what ran in the background."""
        return self._background.closed()

    def _follow(self, frame: Any) -> tuple[Event, ...]:
        """Follow the session id; a session that failed to begin has none worth following."""
        if not self.settings.ready and isinstance(frame, Result):
            return ()
        known = self.settings.session
        events = self.settings.named(frame.session_id)
        if events and known is not None:
            events += self._todo.cleared()
        # A line that says the session is ready tells the id itself.
        begins = isinstance(frame, SeedInit | SessionCreated) or (
            known is None and isinstance(frame, System) and frame.subtype == "init"
        )
        return () if begins else events

    def _streamed(self, frame: StreamEvent) -> tuple[Event, ...]:
        part = frame.event if frame.event is not None else self._seeds.part(frame)
        if frame.abandoned_blocks is not None:
            return self.speech.abandoned(frame.abandoned_blocks)
        match part:
            case BlockDelta():
                return (*self.ledger.turn_started(), *self.speech.grew(part))
            case BlockStart():
                return (*self.ledger.turn_started(), *self.speech.block_begun(part))
            case MessageStart():
                self.speech.begun(part)
                return self.ledger.turn_started()
            case MessageDelta():
                return self._used(part)
            case _:
                return ()

    def _used(self, part: MessageDelta) -> tuple[Event, ...]:
        used = tokens(part.usage)
        if used is None or not used.total:
            return ()
        self._context = used.total
        return (UsageReported(context_used=used.total),)

    def _said(self, frame: Assistant) -> tuple[Event, ...]:
        self.ending.sign_in_failed = frame.error == "authentication_failed"
        events = self.speech.said(frame)
        if events and frame.parent_tool_use_id is None:
            return (*self.ledger.turn_started(), *events)
        return events

    def _turn_over(self, frame: Result) -> tuple[Event, ...]:
        end = turn_end(frame)
        if not self.settings.ready and failed(frame) and self.ledger.turn is None:
            self.ending.start_failed = end.error
            return ()
        self.ending.last_failed = failed(frame)
        return (
            *self.calls.turn_over(self._background.at_work()),
            usage_report(frame, self.settings.model, self._context),
            *self.ledger.turn_ended(end),
        )

    def _asked(self, frame: ControlRequest | CallbackRequest) -> tuple[Event, ...]:
        """Open a question, or answer at once what is no question for people."""
        if frame.request_id is None:
            return (Unrecognised("a request without an id"),)
        id = RequestId(frame.request_id)
        if frame.request is None:
            events = self._turn_down(id, "something", "the request cannot be read")
            return (*events, Unrecognised("a request that asks nothing"))
        subtype = frame.request.subtype
        if subtype == "can_use_tool":
            cwd = self.settings.cwd or self._cwd
            seed = isinstance(frame, CallbackRequest)
            asked = self.questions.asked(id, frame.request, cwd, seed=seed)
            if asked is not None:
                return asked
            what = frame.request.tool_name or "a tool"
            events = self._turn_down(id, what, "the tool's input is not an object")
            return (*events, Unrecognised("a permission request whose input is not an object"))
        if subtype == "hook_callback":
            # An empty answer leaves the decision to the normal rules.
            self.outbox.append(write.answer(id, {}))
            return self.questions.turned_down(id)
        reason = f"parley does not handle {subtype}"
        text = _NOT_OFFERED.get(subtype or "")
        if text is None:
            events = self._turn_down(id, str(subtype)[:LABEL_LENGTH], reason)
            return (*events, Unrecognised(f"control_request/{subtype}"[:LABEL_LENGTH]))
        self.outbox.append(write.refusal(id, reason))
        notice = (NoticeRaised(text=text, code=subtype or ""),) if text else ()
        return (*self.questions.turned_down(id), *notice)

    def _turn_down(self, id: RequestId, what: str, reason: str) -> tuple[Event, ...]:
        """Refuse a request unseen; an open question of the same id is closed with it."""
        self.outbox.append(write.refusal(id, reason))
        self.turned_down = TurnedDown(id, what, reason)
        return self.questions.turned_down(id)

    def _withdrawn(self, frame: ControlCancel) -> tuple[Event, ...]:
        id = RequestId(frame.request_id or "")
        return self.questions.withdrawn(id, "Claude Code no longer waits for this")

    def _cleared(self, frame: ConversationReset) -> tuple[Event, ...]:
        cleared = NoticeRaised(text="The conversation was cleared.", code="cleared")
        return (*self._todo.cleared(), cleared)

    def _seed_said(self, frame: SeedMessage | SeedToolUse) -> tuple[Event, ...]:
        if isinstance(frame, SeedToolUse):
            return (*self.ledger.turn_started(), *self._seeds.called(frame))
        if frame.role == "user":
            return self._seeds.said(frame)
        return (*self.ledger.turn_started(), *self._seeds.said(frame))
