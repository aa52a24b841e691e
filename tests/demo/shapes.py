"""Compares the shape of JSON lines with that of recorded ones: keys, their order, and types.

A kind of line (see `kind_of`) is learned from all recordings. A line fits if, at every depth, its
keys stand in one recorded object in the same order, it has every key that all recorded ones have,
and every value has a type that was seen in that place.
"""

import json
from collections import defaultdict
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from tests.demo.process import Json

RECORDINGS = Path(__file__).resolve().parents[3] / "shared" / "recordings"
"""Conversations with the real CLIs, beside the project; absent on a user's machine."""

PLAYED = {"claude": "v2.1.325_*.jsonl", "codex": "app_*.jsonl", "gemini": "acp_*.jsonl"}
"""Recordings of the versions the demo plays."""

FREE = {"modelUsage", "model_usage_since_last_result", "input", "tool_input", "answers", "by_type"}
"""Objects whose keys are data: names of models, of questions, of a tool's arguments."""


class Shapes:
    """What lines of each kind look like."""

    def __init__(self, kind_of: Callable[[Json], str]) -> None:
        self._kind_of = kind_of
        self._orders: dict[str, set[tuple[str, ...]]] = defaultdict(set)
        self._types: dict[str, set[str]] = defaultdict(set)
        self._nullable: set[str] = set()
        """Keys that were null in some kind of line."""

    def learn(self, line: Json) -> None:
        """Look at a recorded line."""
        self._learn(self._kind_of(line), line)

    def problems(self, line: Json) -> Iterator[str]:
        """Tell where a line differs from all recorded ones."""
        yield from self._check(self._kind_of(line), line)

    def _learn(self, path: str, value: Any) -> None:
        self._types[path].add(type_of(value))
        if value is None:
            self._nullable.add(key_of(path))
        if isinstance(value, dict):
            self._orders[path].add(tuple(value))
        for place, part in parts(path, value):
            self._learn(place, part)

    def _check(self, path: str, value: Any) -> Iterator[str]:
        if path not in self._types:
            yield f"{path}: never recorded"
            return
        if value is None and key_of(path) in self._nullable:
            return
        if type_of(value) not in self._types[path]:
            yield f"{path}: {type_of(value)}, recorded {sorted(self._types[path])}"
            return
        if isinstance(value, dict) and not is_free(path):
            orders = self._orders[path]
            required = set.intersection(*map(set, orders))
            if missing := required - set(value):
                yield f"{path}: lacks {sorted(missing)}"
            if not any(is_subsequence(tuple(value), order) for order in orders):
                yield f"{path}: no recorded object has {tuple(value)} in this order"
        for place, part in parts(path, value):
            yield from self._check(place, part)


def parts(path: str, value: Any) -> Iterator[tuple[str, Any]]:
    """Return the values inside a value with their places; content blocks are told apart."""
    if isinstance(value, dict) and not is_free(path):
        for key, part in value.items():
            yield f"{path}.{key}", part
    elif isinstance(value, list):
        for part in value:
            tag = part.get("type", "") if isinstance(part, dict) else ""
            yield f"{path}[{tag}]", part


def is_free(path: str) -> bool:
    """Tell whether the keys of the object at a path are data."""
    return key_of(path) in FREE


def key_of(path: str) -> str:
    """Return the last key of a path."""
    return path.rpartition(".")[2]


def is_subsequence(few: tuple[str, ...], many: tuple[str, ...]) -> bool:
    """Tell whether all of `few` stand in `many`, in this order."""
    rest = iter(many)
    return all(key in rest for key in few)


def type_of(value: object) -> str:
    """Return the JSON type of a value; whole and broken numbers are the same."""
    if isinstance(value, bool):
        return "boolean"
    if isinstance(value, int | float):
        return "number"
    names: dict[type, str] = {str: "string", dict: "object", list: "array", type(None): "null"}
    return names[type(value)]


def claude_kind(line: Json) -> str:
    """Return what kind of line of Claude Code this is."""
    kind = str(line.get("type"))
    match kind:
        case "system" | "result":
            return f"{kind}/{line.get('subtype')}/{line.get('terminal_reason')}"
        case "stream_event":
            event = line["event"]
            inner = event.get("delta", event.get("content_block", {})).get("type")
            return f"{kind}/{event['type']}/{inner}"
        case "assistant":
            helper = "helper" if line["parent_tool_use_id"] else "main"
            return f"{kind}/{helper}/{line['message']['content'][0]['type']}"
        case "user":
            content = line["message"]["content"]
            return f"{kind}/{'text' if isinstance(content, str) else content[0]['type']}"
        case "control_request":
            return f"{kind}/{line['request']['subtype']}/{line['request'].get('tool_name')}"
        case "control_response":
            keys = ",".join(sorted(line["response"].get("response") or {})[:3])
            return f"{kind}/{line['response']['subtype']}/{keys}"
    return kind


def rpc_kind(line: Json) -> str:
    """Return what kind of envelope this is, for Codex and Gemini."""
    if "method" not in line:
        if "error" in line:
            return "error"
        return f"result/{','.join(sorted(line['result'])[:3])}"
    params = line["params"]
    if "update" in params:
        update = params["update"]
        return f"{line['method']}/{update['sessionUpdate']}/{update.get('status')}"
    if "item" in params:
        return f"{line['method']}/{params['item']['type']}"
    tool = params.get("toolCall", {}).get("kind", "")
    status = params.get("status")
    return f"{line['method']}/{tool}{status.get('type') if isinstance(status, dict) else ''}"


def is_object(line: str) -> bool:
    """Tell whether a recorded line looks like a JSON object."""
    return line.startswith("{") and line.endswith("}")


def recorded(speak: str) -> Shapes:
    """Learn the shapes of one CLI from its recordings."""
    shapes = Shapes(claude_kind if speak == "claude" else rpc_kind)
    for file in sorted((RECORDINGS / speak).glob(PLAYED[speak])):
        for row in map(json.loads, file.read_bytes().split(b"\n")[:-1]):
            line = (
                json.loads(row["line"]) if row["dir"] == "stdout" and is_object(row["line"]) else {}
            )
            if "type" in line if speak == "claude" else line.keys() & {"method", "result", "error"}:
                shapes.learn(line)
    return shapes
