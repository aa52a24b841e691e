"""News about the session: the `system` lines by their `subtype`. Any field may be absent."""

from typing import Any

import msgspec

from tui.agents.claude.frames import Number


class Init(msgspec.Struct):
    """The session's settings; printed at the start of every turn."""

    cwd: str | None = None
    model: str | None = None
    permission_mode: str | None = msgspec.field(default=None, name="permissionMode")
    claude_code_version: str | None = None
    version: str | None = None
    """Seed 000's name of the same."""
    tools: list[Any] | None = None
    """Names; objects with a name in seed 004."""


class Status(msgspec.Struct):
    """What the CLI is about to do, or a setting that changed."""

    status: str | None = None
    permission_mode: str | None = msgspec.field(default=None, name="permissionMode")
    compact_result: str | None = None
    compact_error: str | None = None


class ApiRetry(msgspec.Struct):
    """A failed model call that will be tried again."""

    attempt: Number = None
    max_retries: Number = None
    retry_delay_ms: Number = None
    error_status: Number = None
    error: str | None = None


class CompactMetadata(msgspec.Struct):
    """How much a compaction saved."""

    trigger: str | None = None
    pre_tokens: Number = None
    post_tokens: Number = None


class CompactBoundary(msgspec.Struct):
    """From here on the model remembers a summary of what came before."""

    compact_metadata: CompactMetadata | None = None


class TaskPatch(msgspec.Struct):
    """What changed about a task."""

    status: str | None = None


class TaskNews(msgspec.Struct):
    """A sub-agent or a long command began, went on or ended."""

    task_id: str | None = None
    tool_use_id: str | None = None
    description: str | None = None
    subagent_type: str | None = None
    prompt: str | None = None
    status: str | None = None
    summary: str | None = None
    patch: TaskPatch | None = None


class PermissionDenied(msgspec.Struct):
    """A rule, a mode or a hook denied a tool without asking."""

    tool_name: str | None = None
    tool_use_id: str | None = None
    message: str | None = None


class HookResponse(msgspec.Struct):
    """A hook of the user's ended."""

    hook_name: str | None = None
    exit_code: Number = None
    outcome: str | None = None
    stderr: str | None = None
    output: str | None = None


class SessionState(msgspec.Struct):
    """Whether the CLI works, waits or rests."""

    state: str | None = None


class TitleChanged(msgspec.Struct):
    """The session has a new name."""

    title: str | None = None


class Remark(msgspec.Struct):
    """Something the CLI wants people to read."""

    content: Any = None
    text: Any = None
    message: Any = None
    level: str | None = None


KINDS: dict[str, type[msgspec.Struct]] = {
    "init": Init,
    "status": Status,
    "api_retry": ApiRetry,
    "compact_boundary": CompactBoundary,
    "task_started": TaskNews,
    "task_progress": TaskNews,
    "task_updated": TaskNews,
    "task_notification": TaskNews,
    "permission_denied": PermissionDenied,
    "hook_response": HookResponse,
    "session_state_changed": SessionState,
    "session_title_changed": TitleChanged,
    "model_fallback": Remark,
    "model_refusal_fallback": Remark,
    "informational": Remark,
    "notification": Remark,
    "local_command_output": Remark,
}
"""What to read of each subtype that is shown."""

NOT_SHOWN = frozenset(
    {
        "background_tasks_changed",
        "commands_changed",
        "control_request_progress",
        "elicitation_complete",
        "files_persisted",
        "hook_started",
        "thinking_tokens",
        "ui_invalidate",
        "worker_shutting_down",
    }
)
"""Subtypes that are known and say nothing a conversation shows."""
