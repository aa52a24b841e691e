"""What `gemini -o stream-json` writes, and what the seed documents say that others may write."""

from typing import Any, TypeAlias

import msgspec


class _Frame(msgspec.Struct, tag_field="type"):
    pass


class Init(_Frame, tag="init"):
    """The session's id; first line of every turn."""

    session_id: str | None = None
    model: str | None = None
    version: str | None = None


class Block(msgspec.Struct):
    """Part of a message that is no plain string: text or a tool call (seed 003)."""

    type: str = ""
    text: str | None = None
    id: str | None = None
    name: str | None = None
    arguments: dict[str, Any] | None = None


class Message(_Frame, tag="message"):
    """A piece of the answer, or the prompt repeated."""

    role: str = ""
    content: str | list[Block] | None = None
    delta: bool | None = None


class ToolUse(_Frame, tag="tool_use"):
    """A tool call with its arguments."""

    tool_name: str = ""
    tool_id: str = ""
    parameters: dict[str, Any] | None = None


class Problem(msgspec.Struct):
    """Why something failed; seed 000 has `code` where the CLI has `type`."""

    message: str | None = None
    type: str | None = None
    code: str | int | None = None


class ToolResult(_Frame, tag="tool_result"):
    """A tool call's end; seed 003 has `id` and `content`."""

    tool_id: str | None = None
    id: str | None = None
    status: str | None = None
    output: str | None = None
    content: str | None = None
    error: Problem | None = None


class ErrorEvent(_Frame, tag="error"):
    """A warning or an error; a successful result may follow all the same."""

    severity: str | None = None
    message: str | None = None
    error: Problem | None = None


class Stats(msgspec.Struct):
    """Tokens of this process, which is this turn."""

    total_tokens: int | None = None
    input_tokens: int | None = None
    output_tokens: int | None = None
    cached: int | None = None
    cache_tokens: int | None = None
    thought_tokens: int | None = None
    duration_ms: int | None = None


class Result(_Frame, tag="result"):
    """The turn's end; seed 000 also knows the status `cancelled`."""

    status: str = ""
    stats: Stats | None = None
    error: Problem | None = None


class Content(_Frame, tag="content"):
    """A piece of the answer in the dialect of seed 000."""

    value: str | None = None


class ToolCall(_Frame, tag="tool_call"):
    """A tool call in the dialect of seed 000; it need not have an id or a result."""

    name: str = ""
    id: str | None = None
    args: dict[str, Any] | None = None
    arguments: dict[str, Any] | None = None


class Done(_Frame, tag="done"):
    """The turn's end in the dialect of seed 003."""

    usage: Stats | None = None
    duration_ms: int | None = None


class RetryEvent(_Frame, tag="retry"):
    """A model call that is tried again, in the dialect of seed 000."""

    attempt: int = 0
    max_attempts: int | None = None
    delay_ms: int | None = None


Frame: TypeAlias = (
    Message
    | Init
    | ToolUse
    | ToolResult
    | ErrorEvent
    | Result
    | Content
    | ToolCall
    | Done
    | RetryEvent
)


class FrameKind(msgspec.Struct):
    """The type of a line we have no word for."""

    type: str = ""
