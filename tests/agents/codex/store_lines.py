"""Rollout files of Codex, made line by line."""

import json
from collections.abc import Iterable
from pathlib import Path
from typing import Any

Line = dict[str, Any]

ONE = "01a1e200-0000-7000-8000-000000000001"
TWO = "01a1e200-0000-7000-8000-000000000002"
THREE = "01a1e200-0000-7000-8000-000000000003"


def meta(id: str = ONE, **more: Any) -> Line:
    """Return the first line."""
    body = {"id": id, "timestamp": "2026-11-16T02:00:00.000Z", "cwd": "/project", **more}
    return line("session_meta", {**body, "cli_version": "0.166.0", "git": {"branch": "main"}})


def event(kind: str, **body: Any) -> Line:
    """Return an event."""
    return line("event_msg", {"type": kind, **body})


def item(kind: str, id: str, **body: Any) -> Line:
    """Return a finished item."""
    return event("item_completed", item={"type": kind, "id": id, **body})


def said(id: str, text: str) -> Line:
    """Return a prompt."""
    return item("UserMessage", id, content=[{"type": "text", "text": text}])


def answer(id: str, text: str) -> Line:
    """Return an answer."""
    return item("AgentMessage", id, content=[{"type": "Text", "text": text}])


def line(kind: str, payload: Line) -> Line:
    """Return any line."""
    return {"timestamp": "2026-11-16T02:00:01.000Z", "type": kind, "payload": payload}


def write(root: Path, id: str, lines: Iterable[Line], folder: str = "sessions/2026/11/16") -> Path:
    """Write a rollout."""
    path = root / folder / f"rollout-2026-11-16T02-00-00-{id}.jsonl"
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text("".join(json.dumps(one) + "\n" for one in lines))
    return path
