"""What an agent can tell us: the sealed union `Event`.

A turn's end is not a session's end: a turn ends when the agent has answered, a session when its
process does (or, for agents that run once per turn, when the conversation is closed).
"""

from typing import TypeAlias

import msgspec

from tui.model.capabilities import Mode, ModelChoice, SlashCommand
from tui.model.identity import ItemId, JsonObject, RequestId, SessionId
from tui.model.permission import Decider, Decision, PermissionRequest
from tui.model.tools import FileChange, Outcome, PlanStep, TaskState, ToolKind
from tui.model.usage import Cost, TokenUsage
from tui.model.words import Activity as Activity
from tui.model.words import Channel as Channel
from tui.model.words import EndReason as EndReason
from tui.model.words import Level as Level
from tui.model.words import PromptState as PromptState
from tui.model.words import Stream as Stream
from tui.model.words import TurnOutcome as TurnOutcome


class SessionReady(msgspec.Struct, frozen=True, kw_only=True):
    """The agent is up and takes prompts. Comes again when it says more; None means not said."""

    session: SessionId | None = None
    version: str | None = None
    cwd: str | None = None
    model: str | None = None
    mode: Mode | None = None
    models: tuple[ModelChoice, ...] | None = None
    commands: tuple[SlashCommand, ...] | None = None
    tools: tuple[str, ...] | None = None


class SettingChanged(msgspec.Struct, frozen=True, kw_only=True):
    """Something about the session is different now; None means unchanged."""

    session: SessionId | None = None
    model: str | None = None
    mode: Mode | None = None
    title: str | None = None
    cwd: str | None = None


class ActivityChanged(msgspec.Struct, frozen=True):
    """The agent itself says whether it works, waits or rests; beats guessing from turn ends."""

    activity: Activity
    detail: str = ""


class UserSaid(msgspec.Struct, frozen=True, kw_only=True):
    """A prompt: typed here, or found in the agent's own record."""

    item: ItemId
    text: str
    images: int = 0
    state: PromptState = PromptState.SENT
    parent: ItemId | None = None
    """The tool call whose sub-agent was given this prompt."""


class PromptMoved(msgspec.Struct, frozen=True):
    """A prompt was queued, taken up or dropped."""

    item: ItemId
    state: PromptState


class TurnStarted(msgspec.Struct, frozen=True):
    """The agent began to answer."""

    turn: str = ""
    """The agent's own name of the turn, if it has one."""


class ProseGrew(msgspec.Struct, frozen=True, gc=False):
    """More text of one block."""

    item: ItemId
    text: str
    channel: Channel = Channel.ANSWER
    parent: ItemId | None = None


class ProseDone(msgspec.Struct, frozen=True, gc=False):
    """The whole text of one block; it replaces what grew before."""

    item: ItemId
    text: str
    channel: Channel = Channel.ANSWER
    parent: ItemId | None = None
    partial: bool = False
    """It was cut off and will not be finished."""


class ProseWithdrawn(msgspec.Struct, frozen=True):
    """A streamed block that the agent took back; it is not part of the conversation."""

    item: ItemId


class ToolStarted(msgspec.Struct, frozen=True, kw_only=True):
    """A tool call was announced or began; comes again when more of it is known."""

    call: ItemId
    kind: ToolKind
    name: str
    """The agent's own name of the tool: "Bash", "commandExecution", "run_shell_command"."""
    title: str
    """The command, the path, the address: what it is about in one line."""
    input: JsonObject
    parent: ItemId | None = None
    """The tool call whose sub-agent makes this one."""
    changes: tuple[FileChange, ...] = ()
    """What it is about to change, where the agent says so beforehand."""


class ToolGrew(msgspec.Struct, frozen=True, gc=False):
    """More output of a running tool, or more of its input while the model still writes it."""

    call: ItemId
    text: str
    stream: Stream = Stream.OUTPUT


class ToolFinished(msgspec.Struct, frozen=True, kw_only=True):
    """A tool call ended. `output` is the whole of it and replaces what grew before."""

    call: ItemId
    outcome: Outcome
    output: str = ""
    changes: tuple[FileChange, ...] = ()
    exit_code: int | None = None
    duration_ms: int | None = None
    decided_by: str | None = None
    """Who let it run, in the agent's words: a rule, a mode, a hook."""
    keep_output: bool = False
    """True where the agent does not repeat the output: what grew before stays."""


class PlanChanged(msgspec.Struct, frozen=True, kw_only=True):
    """The agent's to-do list, whole."""

    steps: tuple[PlanStep, ...]
    explanation: str = ""


class TaskChanged(msgspec.Struct, frozen=True, kw_only=True):
    """Background work of the agent: a sub-agent or a command that outlives its turn."""

    task: ItemId
    state: TaskState
    title: str = ""
    call: ItemId | None = None
    """The tool call that started it."""
    summary: str = ""


class PermissionAsked(msgspec.Struct, frozen=True):
    """The agent waits for an answer."""

    request: PermissionRequest


class PermissionDecided(msgspec.Struct, frozen=True, kw_only=True):
    """A request got its one answer."""

    request: RequestId
    decision: Decision
    by: Decider
    note: str = ""
    """Which rule, which flag, why closed."""


class PermissionWithdrawn(msgspec.Struct, frozen=True):
    """The agent no longer waits for this answer; the dialog closes."""

    request: RequestId
    reason: str = ""


class UsageReported(msgspec.Struct, frozen=True, kw_only=True):
    """What the conversation has used so far."""

    session: TokenUsage | None = None
    """Since the session began, where the agent counts so."""
    turn: TokenUsage | None = None
    """Of the latest turn or model call."""
    cost: Cost | None = None
    context_used: int | None = None
    """Tokens in the model's window now."""
    context_window: int | None = None


class ContextCompacted(msgspec.Struct, frozen=True, kw_only=True):
    """The agent shortened its memory of the conversation."""

    automatic: bool
    before: int | None = None
    after: int | None = None


class Retry(msgspec.Struct, frozen=True, kw_only=True):
    """A failed model call that is tried again."""

    attempt: int
    limit: int | None = None
    delay_ms: int | None = None


class NoticeRaised(msgspec.Struct, frozen=True, kw_only=True):
    """Something the user should know that is not part of the answer."""

    text: str
    level: Level = Level.INFO
    retry: Retry | None = None
    code: str = ""
    """A short word for programs: `authentication_failed`, `rate_limit`, `oversize`."""


class TurnEnded(msgspec.Struct, frozen=True, kw_only=True):
    """The agent has answered, failed or stopped. The session goes on."""

    outcome: TurnOutcome
    turn: str = ""
    text: str = ""
    """The final answer, where the agent repeats it."""
    error: str = ""
    usage: TokenUsage | None = None
    duration_ms: int | None = None
    background: bool = False
    """Nobody typed a prompt for this turn: background work came to an end."""


class SessionEnded(msgspec.Struct, frozen=True, kw_only=True):
    """The agent's process is gone."""

    reason: EndReason
    exit_code: int | None = None
    error: str = ""
    """What happened, in a sentence."""
    remedy: str = ""
    """What to do about it, in a sentence."""
    stderr: str = ""
    """The last lines it wrote to standard error."""
    code: str = ""
    """A short word for programs: `not_signed_in`, `unknown_session`, `untrusted_folder`."""


class Unrecognised(msgspec.Struct, frozen=True):
    """A line we have no word for. It is kept and shown."""

    label: str
    """Its kind, as far as it can be told: "system/new_thing", "not JSON"."""


Event: TypeAlias = (
    ProseGrew
    | ProseDone
    | ProseWithdrawn
    | ToolStarted
    | ToolGrew
    | ToolFinished
    | SessionReady
    | SettingChanged
    | ActivityChanged
    | UserSaid
    | PromptMoved
    | TurnStarted
    | TurnEnded
    | PlanChanged
    | TaskChanged
    | PermissionAsked
    | PermissionDecided
    | PermissionWithdrawn
    | UsageReported
    | ContextCompacted
    | NoticeRaised
    | SessionEnded
    | Unrecognised
)
