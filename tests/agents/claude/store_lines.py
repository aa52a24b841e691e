"""Session files of Claude Code, made line by line."""

import json
from collections.abc import Iterable
from pathlib import Path
from typing import Any

Line = dict[str, Any]


def said(uuid: str, after: str | None, text: str, **more: Any) -> Line:
    """Return a prompt."""
    return _line(uuid, after, "user", {"role": "user", "content": text}, more)


def answer(uuid: str, after: str | None, text: str, **more: Any) -> Line:
    """Return a block of an answer."""
    return answered(uuid, after, {"type": "text", "text": text}, **more)


def answered(uuid: str, after: str | None, block: Line, **more: Any) -> Line:
    """Return a message of the model with one block."""
    usage = {"input_tokens": 10, "output_tokens": 5}
    message = {"id": f"msg-{uuid}", "model": "opus", "content": [block], "usage": usage}
    return _line(uuid, after, "assistant", message, more)


def called(uuid: str, after: str | None, call: str, name: str, **given: Any) -> Line:
    """Return a tool call."""
    return answered(uuid, after, {"type": "tool_use", "id": call, "name": name, "input": given})


def result(uuid: str, after: str | None, call: str, text: str, **more: Any) -> Line:
    """Return a tool's result."""
    block = {"type": "tool_result", "tool_use_id": call, "content": text}
    return _line(uuid, after, "user", {"role": "user", "content": [block]}, more)


def write(root: Path, session: str, lines: Iterable[Line]) -> Path:
    """Write a session file."""
    path = root / "projects" / "-work" / f"{session}.jsonl"
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text("".join(json.dumps(line) + "\n" for line in lines))
    return path


def _line(uuid: str, after: str | None, kind: str, message: Line, more: Line) -> Line:
    return {
        "type": kind,
        "uuid": uuid,
        "parentUuid": after,
        "isSidechain": False,
        "timestamp": "2026-11-16T02:00:00.000Z",
        "sessionId": "s",
        "cwd": "/project",
        "version": "2.1.325",
        "gitBranch": "main",
        "message": message,
        **more,
    }
