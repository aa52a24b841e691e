"""Events as JSON for other programs: one object per line, the same for every agent.

The first eight types carry the names and fields of the published unified event schema; the rest
carry what it lacks. A field that is not known is left out.
"""

from typing import Any, Literal, TypeAlias

import msgspec

from tui.model.capabilities import Mode
from tui.model.events import Activity, EndReason, Level, PromptState, TurnOutcome
from tui.model.identity import ProtocolName
from tui.model.permission import Decider, Verdict
from tui.model.tools import ChangeKind, Outcome, StepState, TaskState, ToolKind

Approval: TypeAlias = Literal["ask", "autoEdit", "autoAll"]


class Line(msgspec.Struct, kw_only=True, rename="camel", omit_defaults=True, tag_field="type"):
    """What every line has."""

    id: str
    """Unique within the output."""
    session_id: str
    """The agent's own id of the conversation; empty until the agent has told it."""
    timestamp: str
    """RFC 3339, in UTC."""
    agent: str
    """Which agent: claude, codex, gemini or a demo."""
    seq: int | None = None
    """With --raw: the number of the wire line this comes from."""
    raw: str | None = None
    """With --raw: that line."""
    raw_base64: str | None = None
    """With --raw: that line, where it is not valid UTF-8."""


class Tokens(msgspec.Struct, kw_only=True, rename="camel", omit_defaults=True):
    """Tokens of a turn or a session."""

    input_tokens: int
    output_tokens: int
    total_tokens: int
    cached_tokens: int | None = None
    reasoning_tokens: int | None = None


class Config(msgspec.Struct, kw_only=True, rename="camel", omit_defaults=True):
    """How a session was started."""

    agent_type: ProtocolName
    working_directory: str | None = None
    model: str | None = None
    approval_mode: Approval | None = None


class SessionStarted(Line, tag="sessionStarted"):
    """The agent is ready."""

    agent_type: ProtocolName
    """Whose protocol is spoken: claude, codex or gemini."""
    config: Config
    demo: bool = False
    version: str | None = None


class TextChunk(Line, tag="textChunk"):
    """Text of the answer, or of a prompt.

    Chunks with `isPartial` are increments of the block `itemId`; the one without is the whole
    block and replaces them.
    """

    content: str
    is_partial: bool
    role: Literal["assistant", "user"]
    item_id: str
    parent_id: str | None = None
    cut_off: bool = False


class ToolStarted(Line, tag="toolStarted"):
    """A tool call was announced; comes again when more of it is known."""

    tool_id: str
    tool_name: str
    arguments: dict[str, Any]
    kind: ToolKind
    title: str
    parent_id: str | None = None


class ToolProgress(Line, tag="toolProgress"):
    """More output of a running tool."""

    tool_id: str
    output: str


class ToolCompleted(Line, tag="toolCompleted"):
    """A tool call ended."""

    tool_id: str
    success: bool
    outcome: Outcome
    result: str
    error: str | None = None
    exit_code: int | None = None
    duration_ms: int | None = None
    decided_by: str | None = None


class FileChanged(Line, tag="fileChanged"):
    """A file was changed by a tool call that succeeded."""

    file_path: str
    change_type: ChangeKind
    tool_id: str
    diff: str | None = None
    before: str | None = None
    after: str | None = None
    moved_to: str | None = None


class TurnCompleted(Line, tag="turnCompleted"):
    """The agent has answered, failed or stopped; the session goes on."""

    outcome: TurnOutcome
    usage: Tokens | None = None
    duration_ms: int | None = None
    error: str | None = None
    background: bool = False


class SessionEnded(Line, tag="sessionEnded"):
    """The agent is gone."""

    reason: EndReason
    error: str | None = None
    remedy: str | None = None
    code: str | None = None
    exit_code: int | None = None
    stderr: str | None = None
    final_usage: Tokens | None = None


class ThinkingChunk(Line, tag="thinkingChunk"):
    """Text the agent says to itself; increments and wholes as in `textChunk`."""

    content: str
    is_partial: bool
    item_id: str
    parent_id: str | None = None
    cut_off: bool = False


class PlanChunk(Line, tag="planChunk"):
    """Text of a proposed plan; increments and wholes as in `textChunk`."""

    content: str
    is_partial: bool
    item_id: str
    parent_id: str | None = None
    cut_off: bool = False


class TextWithdrawn(Line, tag="textWithdrawn"):
    """A block the agent took back."""

    item_id: str


class ToolInput(Line, tag="toolInput"):
    """More of a tool's input while the model still writes it."""

    tool_id: str
    text: str


class TurnStarted(Line, tag="turnStarted"):
    """The agent began to answer."""

    turn: str | None = None


class SessionChanged(Line, tag="sessionChanged"):
    """A setting of the session is different now, or known now."""

    model: str | None = None
    mode: Mode | None = None
    title: str | None = None
    cwd: str | None = None


class ActivityChanged(Line, tag="activityChanged"):
    """The agent itself says whether it works, waits or rests."""

    activity: Activity
    detail: str | None = None


class PromptChanged(Line, tag="promptChanged"):
    """A prompt was queued, taken up or dropped."""

    item_id: str
    state: PromptState


class Step(msgspec.Struct):
    """One line of a plan."""

    text: str
    state: StepState


class PlanChanged(Line, tag="planChanged"):
    """The agent's to-do list, whole."""

    steps: list[Step]
    explanation: str | None = None


class TaskChanged(Line, tag="taskChanged"):
    """Background work of the agent."""

    task_id: str
    state: TaskState
    title: str | None = None
    tool_id: str | None = None
    summary: str | None = None


class PermissionAsked(Line, tag="permissionAsked"):
    """The agent waits for an answer."""

    request_id: str
    request: dict[str, Any]
    """The whole request: tool, kind, title, input, options, questions, changes, reason."""
    digest: str


class PermissionDecided(Line, tag="permissionDecided"):
    """A request got its one answer."""

    request_id: str
    verdict: Verdict
    decided_by: Decider
    note: str | None = None
    message: str | None = None
    options: list[str] = []
    edited_input: dict[str, Any] | None = None
    answers: dict[str, list[str]] = {}


class PermissionWithdrawn(Line, tag="permissionWithdrawn"):
    """The agent no longer waits."""

    request_id: str
    reason: str | None = None


class Usage(Line, tag="usage"):
    """What the conversation has used so far."""

    session: Tokens | None = None
    turn: Tokens | None = None
    cost_usd: float | None = None
    cost_estimated: bool = False
    context_used: int | None = None
    context_window: int | None = None


class Compaction(Line, tag="compaction"):
    """The agent shortened its memory of the conversation."""

    automatic: bool
    before: int | None = None
    after: int | None = None


class Notice(Line, tag="notice"):
    """Something to know that is not part of the answer."""

    level: Level
    text: str
    code: str | None = None
    attempt: int | None = None
    attempts: int | None = None
    delay_ms: int | None = None


class Unrecognised(Line, tag="unrecognised"):
    """A line parley has no word for."""

    label: str


class Wire(Line, tag="wire"):
    """With --raw: a line that says nothing a conversation shows."""


UnifiedLine: TypeAlias = (
    SessionStarted
    | TextChunk
    | ToolStarted
    | ToolProgress
    | ToolCompleted
    | FileChanged
    | TurnCompleted
    | SessionEnded
    | ThinkingChunk
    | PlanChunk
    | TextWithdrawn
    | ToolInput
    | TurnStarted
    | SessionChanged
    | ActivityChanged
    | PromptChanged
    | PlanChanged
    | TaskChanged
    | PermissionAsked
    | PermissionDecided
    | PermissionWithdrawn
    | Usage
    | Compaction
    | Notice
    | Unrecognised
    | Wire
)


def schema() -> dict[str, Any]:
    """Return the JSON Schema of every line."""
    described = msgspec.json.schema(UnifiedLine)
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "parley unified event",
        **described,
    }
