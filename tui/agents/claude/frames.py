"""The lines Claude Code prints, as typed frames. Every field may be absent or null."""

from typing import Any, TypeAlias

import msgspec

from tui.model.identity import JsonObject

Number: TypeAlias = int | float | None

NULL = msgspec.Raw(b"null")


class Line(msgspec.Struct, tag_field="type"):
    """A line, told apart from others by its `type`."""

    session_id: str | None = None


class Usage(msgspec.Struct):
    """Tokens as the model's API counts them."""

    input_tokens: Number = None
    output_tokens: Number = None
    cache_read_input_tokens: Number = None
    cache_creation_input_tokens: Number = None
    output_tokens_details: JsonObject | None = None


class Block(msgspec.Struct):
    """One content block of a message, whatever its type."""

    type: str | None = None
    text: str | None = None
    thinking: str | None = None
    id: str | None = None
    name: str | None = None
    input: Any = None
    tool_use_id: str | None = None
    content: Any = None
    is_error: bool | None = None


class Message(msgspec.Struct):
    """What the model or the user said."""

    id: str | None = None
    model: str | None = None
    content: str | list[Block] | None = None
    usage: Usage | None = None


class Assistant(Line, tag="assistant"):
    """One whole block of a message of the model."""

    message: Message | None = None
    parent_tool_use_id: str | None = None
    uuid: str | None = None
    error: Any = None
    """Set where the model's API failed."""
    aborted: bool | None = None


class PermissionTrace(msgspec.Struct):
    """Who let a tool run or kept it from running."""

    decision: str | None = None
    source: str | None = None
    reason_type: str | None = None


class ResultMeta(msgspec.Struct):
    """What is known about one tool result besides its text."""

    id: str | None = None
    non_execution_kind: str | None = None
    permission_decision: PermissionTrace | None = None


class User(Line, tag="user"):
    """Tool results, prompts echoed back, and words put into the user's mouth."""

    message: Message | None = None
    parent_tool_use_id: str | None = None
    uuid: str | None = None
    is_replay: bool | None = msgspec.field(default=None, name="isReplay")
    is_synthetic: bool | None = msgspec.field(default=None, name="isSynthetic")
    tool_use_result: Any = None
    tool_result_meta: list[ResultMeta] | None = None


class ModelUsage(msgspec.Struct, rename="camel"):
    """Tokens one model has used, and how large its window is."""

    input_tokens: Number = None
    output_tokens: Number = None
    cache_read_input_tokens: Number = None
    cache_creation_input_tokens: Number = None
    thinking_tokens: Number = None
    context_window: Number = None


class Result(Line, tag="result"):
    """The end of a turn."""

    subtype: str | None = None
    is_error: bool | None = None
    result: Any = None
    errors: list[Any] | None = None
    stop_reason: str | None = None
    terminal_reason: str | None = None
    num_turns: Number = None
    duration_ms: Number = None
    total_cost_usd: Number = None
    usage: Usage | None = None
    model_usage: dict[str, ModelUsage] | None = msgspec.field(default=None, name="modelUsage")
    model_usage_since_last_result: Any = None
    """Present where `modelUsage` counts across resumes."""
    origin: Any = None
    """Set where background work began the turn."""
    status: str | None = None
    """Seed 000: success, error or cancelled."""
    error: Any = None
    """Seed 004: what went wrong."""
    duration_seconds: Number = None


class System(Line, tag="system"):
    """News about the session; the `subtype` says which, see `system_frames.py`."""

    subtype: str | None = None


class Asked(msgspec.Struct):
    """What the CLI wants to know from us."""

    subtype: str | None = None
    tool_name: str | None = None
    input: msgspec.Raw = NULL
    tool_use_id: str | None = None
    description: str | None = None
    permission_suggestions: list[JsonObject] | None = None
    decision_reason: str | None = None
    decision_reason_type: str | None = None
    agent_id: str | None = None
    suppress_always_allow_rule: bool | None = None
    mode: Any = None
    """Of a recorded client's own request."""
    model: Any = None
    message_uuid: Any = None


class ControlRequest(Line, tag="control_request"):
    """The CLI waits for an answer."""

    request_id: str | None = None
    request: Asked | None = None


class CallbackRequest(Line, tag="callback.request"):
    """Seed 004: the same under another name."""

    request_id: str | None = None
    request: Asked | None = None


class ControlResponse(Line, tag="control_response"):
    """An answer: the CLI's to us, or our own echoed back."""

    request_id: str | None = None
    """Seed 004 has it here."""
    response: msgspec.Raw = NULL


class CallbackResponse(Line, tag="callback.response"):
    """Seed 004: a client's answer."""

    response: msgspec.Raw = NULL


class Reply(msgspec.Struct):
    """The inside of an answer."""

    subtype: str | None = None
    request_id: str | None = None
    response: msgspec.Raw = NULL
    error: Any = None


class ControlCancel(Line, tag="control_cancel_request"):
    """The CLI no longer waits for an answer."""

    request_id: str | None = None


class CommandLifecycle(Line, tag="command_lifecycle"):
    """What became of a prompt of ours."""

    command_uuid: str | None = None
    state: str | None = None


class ConversationReset(Line, tag="conversation_reset"):
    """The conversation was cleared; the next line brings a new session id."""


class RateLimit(Line, tag="rate_limit_event"):
    """How much of a subscription is left."""

    rate_limit_info: JsonObject | None = None


class AuthStatus(Line, tag="auth_status"):
    """How signing in goes."""

    error: Any = None
