"""Chats that a person saved under a name with `/chat save`: what the model remembered then."""

from collections import Counter
from pathlib import PurePath
from typing import Any
from urllib.parse import unquote

from tui.model.identity import JsonObject

_HEAD, _TAIL = "checkpoint-", ".json"

_THANKS = "Got it. Thanks for the context!"
"""What older versions let the model say to the context they began every chat with."""


def is_saved(path: str) -> bool:
    """Tell whether a file is such a chat; they lie beside the folder of the others."""
    file = PurePath(path)
    return file.name.startswith(_HEAD) and file.suffix == _TAIL and file.parent.name != "chats"


def tag_of(path: str) -> str:
    """Return the name that was given to it."""
    return unquote(PurePath(path).name[len(_HEAD) : -len(_TAIL)], errors="replace")


def id_of(path: str) -> str:
    """Return a name that no other chat has: two projects may use the same one."""
    file = PurePath(path)
    return f"{file.stem}@{file.parent.name}"


def messages_of(history: list[Any]) -> list[JsonObject]:
    """Return what was said as messages of a chat file."""
    calls: Counter[str] = Counter()
    answers: Counter[str] = Counter()
    found: list[JsonObject] = []
    for number, one in enumerate(history):
        if not isinstance(one, dict) or not isinstance(one.get("parts"), list):
            continue
        parts = [dict(part) for part in one["parts"] if isinstance(part, dict)]
        if number == 1 and [part.get("text") for part in parts] == [_THANKS]:
            continue
        for part in parts:
            _name(part.get("functionCall"), calls)
            _name(part.get("functionResponse"), answers)
        thoughts = [part.get("text") for part in parts if part.get("thought")]
        found.append(
            {
                "id": f"saved-{number}",
                "type": "user" if one.get("role") == "user" else "gemini",
                "content": parts,
                "thoughts": [{"description": text} for text in thoughts if isinstance(text, str)],
            }
        )
    return found


def _name(call: Any, met: Counter[str]) -> None:
    """Give a call without an id the one of its answer: both come in the same order."""
    if isinstance(call, dict) and not call.get("id"):
        name = str(call.get("name") or "tool")
        call["id"] = f"{name}-saved-{met[name]}"
        met[name] += 1
