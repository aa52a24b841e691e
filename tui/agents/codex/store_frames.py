"""The lines of Codex's rollout files: read leniently, since every version writes its own."""

from typing import Any

import msgspec

from tui.agents.codex.reading import read
from tui.model.identity import JsonObject
from tui.model.usage import TokenUsage

_NULL = msgspec.Raw(b"null")


class RolloutLine(msgspec.Struct, gc=False):
    """One line; what it says is in its payload."""

    timestamp: Any = None
    ordinal: Any = None
    type: Any = None
    payload: msgspec.Raw = _NULL


_LINE = msgspec.json.Decoder(RolloutLine)
_OBJECT = msgspec.json.Decoder(JsonObject)

_CALLS = (b"function_call", b"custom_tool_call", b"local_shell_call")

BARE = frozenset({"message", "reasoning", "function_call", "function_call_output"})
"""Types that the first versions wrote without an envelope."""


class Record(msgspec.Struct, gc=False):
    """One line that was understood."""

    kind: str
    """The type of the line; for an event or an item of the model, the type of its payload."""
    body: JsonObject
    timestamp: str | None
    ordinal: int | None
    raw: bytes
    message: bool = False
    """It is what the model was sent or said, which events repeat in clear words."""


def record(line: bytes, *, messages: bool = False) -> Record | None:
    """Read one line; None where it is no JSON object. What is not needed stays undecoded."""
    found = read(_LINE, line)
    if found is None:
        return None
    kind = found.type if isinstance(found.type, str) else ""
    time = found.timestamp if isinstance(found.timestamp, str) else None
    ordinal = found.ordinal if isinstance(found.ordinal, int) else None
    start = bytes(found.payload)[:200] if kind == "response_item" else b""
    if kind == "response_item" and not messages and not any(call in start for call in _CALLS):
        return Record("response_item", {}, time, ordinal, line, True)
    bare = kind in BARE or (not kind and "payload" not in line[:400].decode("latin-1"))
    body = read(_OBJECT, line if bare else found.payload) or {}
    if kind in ("event_msg", "response_item"):
        inner = str(body.get("type") or "")
        return Record(inner, body, time, ordinal, line, kind == "response_item")
    return Record(kind or "bare", body, time, ordinal, line, bare and bool(kind))


def text(body: JsonObject, key: str) -> str:
    """Return a field as text; empty where it is none."""
    value = body.get(key)
    return value if isinstance(value, str) else ""


def number(value: object) -> int | None:
    """Return a count; None where it is none."""
    return int(value) if isinstance(value, int | float) and abs(value) < 1e15 else None


def content_words(content: object) -> str:
    """Return the text among the parts of a message."""
    if isinstance(content, str):
        return content
    parts = content if isinstance(content, list) else []
    texts = [part.get("text") for part in parts if isinstance(part, dict)]
    return "\n".join(one for one in texts if isinstance(one, str))


_BOILERPLATE = (
    "<environment_context>",
    "# AGENTS.md instructions for",
    "<user_instructions>",
    "<permissions instructions>",
    "<skills_instructions>",
    "<turn_aborted>",
    "<subagent_notification>",
    "<INSTRUCTIONS>",
)


def is_boilerplate(said: str) -> bool:
    """Tell whether words in the user's name were put there by Codex."""
    return said.lstrip().startswith(_BOILERPLATE)


def item_id(one: Record) -> object:
    """Return the id that a tool call has in the clearer of the two ways a file tells it."""
    if one.kind in ("patch_apply_end", "mcp_tool_call_end"):
        return one.body.get("call_id")
    item = one.body.get("item") if one.kind == "item_completed" else None
    if not isinstance(item, dict):
        return None
    return "ContextCompaction" if item.get("type") == "ContextCompaction" else item.get("id")


def tokens(given: object) -> TokenUsage | None:
    """Return a count of tokens; None where it is none."""
    if not isinstance(given, dict):
        return None
    return TokenUsage(
        input=number(given.get("input_tokens")),
        output=number(given.get("output_tokens")),
        cached=number(given.get("cached_input_tokens")),
        reasoning=number(given.get("reasoning_output_tokens")),
    )
