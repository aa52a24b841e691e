"""Lines of a session file that hold nothing but words, read several times as fast as others."""

from typing import Any

import msgspec

from tui.agents.claude.read import TROUBLE


class _Block(msgspec.Struct, gc=False):
    type: str = ""
    text: str | None = None
    thinking: str | None = None
    is_error: bool | None = None
    content: "str | list[_Block] | None" = None


class _Message(msgspec.Struct, gc=False):
    content: str | list[_Block] | None = None


class _Printed(msgspec.Struct, rename="camel", gc=False, forbid_unknown_fields=True):
    """The structured part of what a command printed; others say more than words."""

    stdout: str | None = None
    stderr: str | None = None
    interrupted: Any = None
    is_image: Any = None
    no_output_expected: Any = None


class _Line(msgspec.Struct, rename="camel", gc=False):
    type: str = ""
    message: _Message | None = None
    is_api_error_message: bool | None = None
    tool_use_result: _Printed | None = None


_decode = msgspec.json.Decoder(_Line).decode

_SPOKEN = frozenset({"user", "assistant"})

_SILENT = frozenset(
    {
        *("api-request", "api-request-shape", "api-request-blob", "file-history-snapshot"),
        *("file-history-delta", "last-prompt", "queue-operation", "mode", "permission-mode"),
        *("cost-state", "tools-used", "agent-color", "atis-latch"),
    }
)
"""Types of lines that tell nothing a conversation shows."""


def plain(line: bytes, traits: set[tuple[str, str]]) -> str | None:
    """Return the words of a line; None where there is more to it than words."""
    try:
        found = _decode(line)
    except TROUBLE:
        return None
    if found.type not in _SPOKEN:
        return "" if found.type in _SILENT or _is_remark(found.type, line) else None
    content = found.message.content if found.message is not None else None
    if found.is_api_error_message or content is None:
        return None
    if isinstance(content, str):
        return content
    texts = [_words(block) for block in content]
    if any(text is None for text in texts):
        return None
    if any(block.type == "thinking" for block in content):
        traits.add(("has", "thinking"))
    printed = found.tool_use_result
    more = (printed.stdout, printed.stderr) if printed is not None else ()
    return "\n".join([text for text in (*texts, *more) if text])


def _words(block: _Block) -> str | None:
    """Return the words of a block; None where there is more to it."""
    match block.type:
        case "text":
            return block.text or ""
        case "thinking":
            return block.thinking or ""
        case "tool_result" if not block.is_error:
            if not isinstance(block.content, list):
                return block.content or ""
            if all(part.type == "text" for part in block.content):
                return "\n".join([part.text or "" for part in block.content])
    return None


def _is_remark(kind: str, line: bytes) -> bool:
    """Tell whether an attachment is one for the model alone."""
    return kind == "attachment" and not (
        b"queued_command" in line or b"max_turns" in line or b"budget_" in line
    )
