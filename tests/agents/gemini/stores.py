"""Gemini's session files in the shapes that version 0.61.0 writes."""

import json
from pathlib import Path

SESSION = "338dfc3b-ac83-4584-bf8b-947f2e13ff54"
CONTEXT = "<session_context>\nThis is the Gemini CLI.\n- /home/dev/project\n\n</session_context>"


def header(session: str = SESSION, minute: str = "2026-11-16T01:59") -> dict[str, object]:
    """Return the record every file begins with."""
    time = f"{minute}:21.720Z"
    return {
        "sessionId": session,
        "projectHash": "88de8d02",
        "startTime": time,
        "lastUpdated": time,
        "kind": "main",
    }


def history(*texts: str) -> dict[str, object]:
    """Return the record that replaces the whole history."""
    messages = [{"id": "d0", "type": "user", "content": [{"text": text}]} for text in texts]
    return {"$set": {"messages": messages, "lastUpdated": "2026-11-16T01:59:21.720Z"}}


def said(kind: str, text: str) -> dict[str, object]:
    """Return a message."""
    return {"id": f"{kind}-1", "type": kind, "content": [{"text": text}]}


TWIN = [header(), history(CONTEXT), header(), history(CONTEXT)]
"""What a resume leaves behind."""

SPOKEN = [*TWIN, said("user", "remember 44"), said("gemini", "I will.")]
"""A conversation."""


def write_chat(folder: Path, name: str, records: list[dict[str, object]]) -> Path:
    """Write a session file of the project `demo`."""
    path = folder / "tmp" / "demo" / "chats" / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text("".join(json.dumps(record) + "\n" for record in records))
    return path
