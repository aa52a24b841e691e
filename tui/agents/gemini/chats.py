"""Gemini's own session files, as far as they must be known to keep them from harm.

They lie in `~/.gemini/tmp/<project>/chats/session-<UTC minute>-<first 8 of the id>.jsonl`. Each is
a log of JSON lines: a header, `$set` records that change it, and messages.
"""

import re
from collections.abc import Mapping
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import msgspec

_ID = re.compile(r"[0-9A-Za-z-]{8,64}")
_NAME = re.compile(r"session-(\d{4}-\d\d-\d\dT\d\d-\d\d)-[0-9A-Za-z-]{8}\.jsonl?")
_EMPTY_AT_MOST = 256 * 1024
"""A file without messages has a few kilobytes; a bigger one is never taken for empty."""
_HARMLESS = frozenset({"lastUpdated", "startTime", "sessionId", "projectHash", "kind", "messages"})


class Chat(msgspec.Struct, frozen=True):
    """One file of a session."""

    path: Path
    empty: bool
    """It holds a header and the context Gemini sends by itself, and nothing anybody said."""

    @property
    def minute(self) -> str:
        """The UTC minute in its name, such as `2026-11-16T01-54`."""
        match = _NAME.fullmatch(self.path.name)
        return match[1] if match else ""


def gemini_folder(environ: Mapping[str, str]) -> Path:
    """Return where Gemini keeps settings and sessions."""
    home = environ.get("GEMINI_CLI_HOME") or environ.get("HOME")
    return (Path(home) if home else Path.home()) / ".gemini"


def chats_of(folder: Path, session: str) -> list[Chat]:
    """Return the files of one session; files that cannot be read are not among them."""
    if not _ID.fullmatch(session):
        return []
    found = []
    for path in sorted(folder.glob(f"tmp/*/chats/session-*-{session[:8]}.json*")):
        if not _NAME.fullmatch(path.name) or path.is_symlink():
            continue
        chat = _read(path, session)
        if chat is not None:
            found.append(chat)
    return found


def seconds_until_safe(chats: list[Chat], now: float) -> int:
    """Return how long a session must not be loaded.

    `session/load` in the very minute of the file's name writes an empty history into that file
    before it reads it: 0.61.0 then no longer knows the session and deletes it at its next start.
    """
    minute = datetime.fromtimestamp(now, UTC).strftime("%Y-%m-%dT%H-%M")
    if any(chat.minute == minute for chat in chats):
        return 61 - int(now % 60)
    return 0


def _read(path: Path, session: str) -> Chat | None:
    """A file is the session's if its first record says so."""
    try:
        with path.open("rb") as file:
            start = file.read(_EMPTY_AT_MOST + 1)
    except OSError:
        return None
    if path.suffix == ".json":
        return _read_old(path, start, session)
    head, _, rest = start.partition(b"\n")
    header = _record(head)
    if header is None or header.get("sessionId") != session:
        return None
    small = len(start) <= _EMPTY_AT_MOST
    lines = [line for line in rest.split(b"\n") if line.strip()]
    return Chat(path, small and _says_nothing(header, session) and _all_empty(lines, session))


def _read_old(path: Path, start: bytes, session: str) -> Chat | None:
    """Older versions wrote one JSON document; such a file is never taken for empty."""
    return Chat(path, empty=False) if session.encode() in start else None


def _all_empty(lines: list[bytes], session: str) -> bool:
    return all(_says_nothing(_record(line), session) for line in lines)


def _says_nothing(record: dict[str, Any] | None, session: str) -> bool:
    """Tell whether a record is surely a header or bookkeeping; in doubt it is not."""
    if record is None:
        return False
    values = record["$set"] if set(record) == {"$set"} else record
    if not isinstance(values, dict) or not set(values) <= _HARMLESS:
        return False
    messages = values.get("messages", [])
    return (
        values.get("sessionId", session) == session
        and isinstance(messages, list)
        and all(_is_context(message) for message in messages)
    )


def _is_context(message: object) -> bool:
    """Gemini opens every session with a description of the folder, in the user's name."""
    if not isinstance(message, dict) or message.get("type") != "user":
        return False
    content = message.get("content")
    if not isinstance(content, list) or len(content) != 1 or not isinstance(content[0], dict):
        return False
    text = content[0].get("text")
    if not isinstance(text, str) or set(content[0]) != {"text"}:
        return False
    text = text.strip()
    return text.startswith("<session_context>") and text.endswith("</session_context>")


def _record(line: bytes) -> dict[str, Any] | None:
    try:
        value = msgspec.json.decode(line)
    except (msgspec.DecodeError, RecursionError, UnicodeDecodeError):
        return None
    return value if isinstance(value, dict) else None
