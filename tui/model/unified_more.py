"""Lines of unified JSON for what the published schema lacks."""

from typing import Any

import msgspec

from tui.model.capabilities import Mode
from tui.model.permission import Decider, Verdict
from tui.model.tools import StepState, TaskState
from tui.model.unified_line import Line, Tokens
from tui.model.words import Activity, Level, PromptState


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
    options: tuple[str, ...] = ()
    edited_input: dict[str, Any] | None = None
    answers: dict[str, tuple[str, ...]] | None = None


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
