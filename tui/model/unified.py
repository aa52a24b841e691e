"""Events as JSON for other programs: one object per line, the same for every agent.

The first eight types carry the names and fields of the published unified event schema; the rest
carry what it lacks. A field that is not known is left out.
"""

from typing import Any, Literal, TypeAlias

import msgspec

from tui.model.identity import ProtocolName
from tui.model.tools import ChangeKind, Outcome, ToolKind
from tui.model.unified_line import Line, Tokens
from tui.model.unified_more import (
    ActivityChanged,
    Compaction,
    Notice,
    PermissionAsked,
    PermissionDecided,
    PermissionWithdrawn,
    PlanChanged,
    PlanChunk,
    PromptChanged,
    SessionChanged,
    TaskChanged,
    TextWithdrawn,
    ThinkingChunk,
    ToolInput,
    TurnStarted,
    Unrecognised,
    Usage,
    Wire,
)
from tui.model.words import EndReason, TurnOutcome

Approval: TypeAlias = Literal["ask", "autoEdit", "autoAll"]


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
