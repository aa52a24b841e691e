"""What a session was about, from its beginning and its end."""

import msgspec

from tui.agents.store import Part, RowKind, SessionStore, SessionSummary
from tui.agents.store_files import line_after
from tui.conversation.state import Conversation, Prose, ToolCall, UserText
from tui.history.contents import contents
from tui.history.opened import TAIL, told
from tui.model.events import Channel

_HEAD = 64 * 1024
_WHOLE = 1024 * 1024
"""Bytes up to which a session is read whole, so that everything can be counted."""

_LONGEST = 2000
"""Letters of what was said that a preview keeps."""


class Preview(msgspec.Struct, frozen=True, kw_only=True):
    """The first and last words of a session, and what was touched; None is not known."""

    first: str = ""
    last_prompt: str = ""
    last_words: str = ""
    messages: int | None = None
    tools: int | None = None
    files: list[str] = []
    tokens: int | None = None
    whole: bool = True
    """All of it was read; else the counts are those of the list and the files of its end."""


def preview(store: SessionStore, row: SessionSummary) -> Preview:
    """Look into a session; one that cannot be read has an empty preview."""
    if row.kind is RowKind.BROKEN:
        return Preview(messages=row.message_count, tokens=row.tokens_used)
    whole = row.size <= _WHOLE
    try:
        start = 0 if whole else line_after(row.path, row.size - TAIL)
        seen = told(store, row, Part(start) if start else None)
        first = _first_prompt(seen) if whole else _head(store, row)
    except OSError:
        return Preview(messages=row.message_count, tokens=row.tokens_used, whole=False)
    calls = [item for item in seen.items.values() if isinstance(item, ToolCall)]
    prompts = [item.text for item in seen.items.values() if isinstance(item, UserText)]
    files = dict.fromkeys(change.path for call in calls for change in call.changes)
    return Preview(
        first=first[:_LONGEST],
        last_prompt=(prompts[-1] if len(prompts) > 1 or (not whole and prompts) else "")[:_LONGEST],
        last_words=_last_words(seen)[:_LONGEST],
        messages=row.message_count,
        tools=len(calls) if whole else None,
        files=list(files),
        tokens=row.tokens_used,
        whole=whole,
    )


def _head(store: SessionStore, row: SessionSummary) -> str:
    found = contents(store.told(row, store.data(row, Part(0, _HEAD))))
    return next((piece.text for piece in found.pieces if piece.kind == "prompt"), row.title or "")


def _first_prompt(seen: Conversation) -> str:
    said = (item.text for item in seen.items.values() if isinstance(item, UserText))
    return next(said, "")


def _last_words(seen: Conversation) -> str:
    for item in reversed(seen.items.values()):
        if isinstance(item, Prose) and item.channel is Channel.ANSWER and item.parent is None:
            return str(item.text)
    return ""
