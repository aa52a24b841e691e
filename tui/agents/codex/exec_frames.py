"""What `codex exec --json` prints, and the flat spelling of it that wrappers may use."""

from typing import Any

import msgspec

from tui.model.identity import JsonObject


class Change(msgspec.Struct, frozen=True, kw_only=True):
    """One file that was changed. Codex says how; the flat spelling has both texts instead."""

    path: str = ""
    kind: str | None = None
    before: str | None = None
    after: str | None = None


class Todo(msgspec.Struct, frozen=True, kw_only=True):
    """One line of the to-do list: `text` and `completed`, or flat `task` and `status`."""

    text: str | None = None
    completed: bool = False
    task: str | None = None
    status: str | None = None


class ExecItem(msgspec.Struct, kw_only=True):
    """Something Codex said or did, with the fields of all kinds."""

    id: str = ""
    type: str | None = None
    text: str | None = None
    command: str | None = None
    aggregated_output: str | None = None
    exit_code: int | None = None
    status: str | None = None
    changes: list[Change] = []
    server: str | None = None
    tool: str | None = None
    arguments: Any = None
    result: Any = None
    error: Any = None
    query: str | None = None
    action: JsonObject | None = None
    results: list[Any] | None = None
    items: list[Todo] = []
    prompt: str | None = None
    receiver_thread_ids: list[str] = []
    agents_states: dict[str, JsonObject] = {}
    message: str | None = None


class FlatItem(ExecItem, kw_only=True):
    """A line of the flat spelling: the item's fields stand beside its type, without an id."""

    item_type: str | None = None
    content: str | None = None
    reasoning: str | None = None
    summary: str | None = None
    command_line: str | None = None
    tool_name: str | None = None
    tool_input: Any = None
    tool_result: Any = None


class Usage(msgspec.Struct, frozen=True, kw_only=True):
    """Tokens of the whole thread, not of the turn."""

    input_tokens: int = 0
    cached_input_tokens: int = 0
    output_tokens: int = 0
    reasoning_output_tokens: int = 0


class ExecLine(msgspec.Struct, frozen=True, kw_only=True):
    """One line."""

    type: str = ""
    thread_id: str | None = None
    item: ExecItem | None = None
    item_type: str | None = None
    usage: Usage | None = None
    error: Any = None
    message: str | None = None
