"""The items of a Codex thread: what it said, ran, changed and called."""

from typing import Any, TypeAlias

import msgspec

from tui.model.identity import JsonObject


class _Item(
    msgspec.Struct,
    kw_only=True,
    rename="camel",
    tag_field="type",
    tag=lambda name: name[0].lower() + name[1:],
):
    id: str = ""


class UserMessage(_Item):
    """A prompt that Codex took up."""

    client_id: str | None = None
    content: list[JsonObject] = []


class HookPrompt(_Item):
    """Text that a hook of the user put before the model."""

    fragments: list[JsonObject] = []


class AgentMessage(_Item):
    """Prose of the model."""

    text: str | None = None


class Plan(_Item):
    """The plan that plan mode proposes."""

    text: str | None = None


class Reasoning(_Item):
    """Thoughts of the model: summaries, and raw ones where the provider gives them."""

    summary: list[str] = []
    content: list[str] = []


class CommandExecution(_Item):
    """A shell command."""

    command: str | None = None
    cwd: str | None = None
    process_id: str | None = None
    status: str | None = None
    aggregated_output: str | None = None
    exit_code: int | None = None
    duration_ms: int | None = None


class ChangeKind(msgspec.Struct, frozen=True, kw_only=True):
    """What happens to a file; only this part of the protocol is in snake case."""

    type: str = ""
    move_path: str | None = None


class Change(msgspec.Struct, frozen=True, kw_only=True):
    """One file of a patch: hunks for an update, else the whole content."""

    path: str = ""
    kind: ChangeKind = ChangeKind()
    diff: str = ""


class Patch(_Item, tag="fileChange"):
    """A patch over one or more files."""

    changes: list[Change] = []
    status: str | None = None


class McpToolCall(_Item):
    """A call of a tool that an MCP server offers."""

    server: str | None = None
    tool: str | None = None
    arguments: Any = None
    status: str | None = None
    result: JsonObject | None = None
    error: JsonObject | None = None
    duration_ms: int | None = None


class DynamicToolCall(_Item):
    """A call of a tool that a client offers."""

    tool: str | None = None
    arguments: Any = None
    status: str | None = None
    content_items: list[JsonObject] | None = None
    duration_ms: int | None = None


class CollabAgentToolCall(_Item):
    """Work with a sub-agent: start it, write to it, wait for it, close it."""

    tool: str | None = None
    prompt: str | None = None
    receiver_thread_ids: list[str] = []
    agents_states: dict[str, JsonObject] = {}
    status: str | None = None


class SubAgentActivity(_Item):
    """How far a sub-agent is."""

    agent_path: str | None = None
    agent_thread_id: str = ""
    kind: str | None = None


class WebSearch(_Item):
    """A search on the web, or a page that was opened."""

    query: str | None = None
    action: JsonObject | None = None
    results: list[Any] | None = None


class ImageView(_Item):
    """A picture the model looked at."""

    path: str | None = None


class ImageGeneration(_Item):
    """A picture the model made."""

    status: str | None = None
    revised_prompt: str | None = None
    saved_path: str | None = None


class Sleep(_Item):
    """A pause the model asked for."""

    duration_ms: int | None = None


class FunctionCallOutput(_Item):
    """What a tool without an item of its own gave back."""

    name: str | None = None
    output: Any = None


class EnteredReviewMode(_Item):
    """A review began."""

    review: str | None = None


class ExitedReviewMode(_Item):
    """A review ended; its text also comes as a message."""

    review: str | None = None


class ContextCompaction(_Item):
    """Codex shortened its memory of the conversation."""


ToolItem: TypeAlias = (
    CommandExecution
    | Patch
    | McpToolCall
    | DynamicToolCall
    | CollabAgentToolCall
    | WebSearch
    | ImageView
    | ImageGeneration
    | Sleep
    | FunctionCallOutput
)
"""What is shown as a tool call."""

Item: TypeAlias = (
    UserMessage
    | HookPrompt
    | AgentMessage
    | Plan
    | Reasoning
    | CommandExecution
    | Patch
    | McpToolCall
    | DynamicToolCall
    | CollabAgentToolCall
    | SubAgentActivity
    | WebSearch
    | ImageView
    | ImageGeneration
    | Sleep
    | FunctionCallOutput
    | EnteredReviewMode
    | ExitedReviewMode
    | ContextCompaction
)
