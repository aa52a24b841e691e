"""Messages of a chat file that hold nothing but words, read several times as fast as others."""

from typing import Any

import msgspec

_TROUBLE = (msgspec.DecodeError, UnicodeDecodeError, RecursionError)
_SPOKEN = frozenset({"user", "gemini"})


class _Part(msgspec.Struct, gc=False, forbid_unknown_fields=True):
    text: str


class _Message(msgspec.Struct, rename="camel", gc=False):
    id: str
    type: str
    content: str | list[_Part]
    thoughts: list[Any] | None = None
    tool_calls: list[Any] | None = None
    display_content: Any = None


class _Document(msgspec.Struct, gc=False):
    messages: list[msgspec.Raw]


_message = msgspec.json.Decoder(_Message).decode
_document = msgspec.json.Decoder(_Document).decode


def plain_words(path: str, data: bytes) -> tuple[list[str], bytes]:
    """Return the words of plain messages, and the rest of a file, to be told as a file.

    Words of messages that were taken back or replaced later are among them.
    """
    if path.endswith(".json"):
        try:
            found = [bytes(one) for one in _document(data).messages]
        except _TROUBLE:
            return [], data
        texts, rest = _parted(found)
        return texts, b'{"messages":[%b]}' % b",".join(rest) if rest else b""
    if b"$rewindTo" in data:
        # What is taken back may have marked the session, and is only known by those before it.
        return [], data
    texts, rest = _parted(data.split(b"\n"))
    return texts, b"\n".join(rest)


def _parted(found: list[bytes]) -> tuple[list[str], list[bytes]]:
    texts: list[str] = []
    rest: list[bytes] = []
    for raw in found:
        if (text := _words(raw)) is None:
            rest.append(raw)
        else:
            texts.append(text)
    return texts, rest


def _words(raw: bytes) -> str | None:
    """Return the words of a message; None where there is more to it."""
    try:
        one = _message(raw)
    except _TROUBLE:
        return None
    if one.type not in _SPOKEN or one.thoughts or one.tool_calls or one.display_content:
        return None
    if isinstance(one.content, str):
        return one.content
    return "".join([part.text for part in one.content])
