"""The lines `codex app-server` prints: JSON-RPC without the `jsonrpc` member, version 0.166.0."""

import asyncio
import time
from dataclasses import dataclass, field
from typing import Any, TypeAlias

from tui.demo.pipes import Outlet

Json: TypeAlias = dict[str, Any]
RpcId: TypeAlias = int | str

INVALID = -32600


def milliseconds() -> int:
    """Return the time as notifications carry it."""
    return int(time.time() * 1000)


class CodexLines:
    """Prints envelopes, and waits for the answers to our own requests."""

    def __init__(self, outlet: Outlet) -> None:
        self._outlet = outlet
        self._asked = 0
        self._open: dict[RpcId, asyncio.Future[Json]] = {}
        self.muted: set[str] = set()
        """Notifications the client does not want."""

    def notify(self, method: str, params: Json, times: int = 1) -> None:
        """Tell something."""
        if method not in self.muted:
            line = {"method": method, "params": params, "emittedAtMs": milliseconds()}
            self._outlet.line(line, times)

    def result(self, id: RpcId, result: Json) -> None:
        """Answer a request of the client."""
        self._outlet.line({"id": id, "result": result})

    def error(self, id: RpcId, message: str, code: int = INVALID) -> None:
        """Refuse a request of the client."""
        self._outlet.line({"error": {"code": code, "message": message}, "id": id})

    def ask(self, method: str, params: Json, times: int = 1) -> RpcId:
        """Send a request of our own and return its id; see `answer`."""
        id = self._asked
        self._asked += 1
        self._open[id] = asyncio.get_running_loop().create_future()
        for _ in range(times):
            self._outlet.line({"method": method, "id": id, "params": params})
        return id

    async def answer(self, id: RpcId) -> Json:
        """Wait for the client's answer: a whole envelope with `result` or `error`."""
        try:
            return await self._open[id]
        finally:
            del self._open[id]

    def answered(self, envelope: Json) -> None:
        """Take an answer of the client; one that nobody waits for is ignored."""
        future = self._open.get(envelope["id"]) if _is_id(envelope["id"]) else None
        if future and not future.done():
            future.set_result(envelope)


def _is_id(value: object) -> bool:
    return isinstance(value, int | str)


@dataclass(slots=True)
class Item:
    """One item of a turn, from its start to its end."""

    kind: str
    id: str
    fields: Json
    started: int = field(default_factory=milliseconds)
    completed: int | None = None

    def shown(self) -> Json:
        """Return the item as it is now."""
        shown = {"type": self.kind, "id": self.id, **self.fields, "startedAtMs": self.started}
        return shown | {"completedAtMs": self.completed}


def user_message(id: str, client: str | None, text: str) -> Item:
    """Return what the user said as an item."""
    content = [{"type": "text", "text": text, "text_elements": []}]
    return Item("userMessage", id, {"clientId": client, "content": content})


def agent_message(id: str) -> Item:
    """Return an answer that has not begun."""
    fields = {"text": "", "phase": None, "memoryCitation": None, "delivery": None}
    return Item("agentMessage", id, fields | {"questions": None})


def command(id: str, line: str, cwd: str, actions: list[Json], process: str | None) -> Item:
    """Return a command that has not run; without a process, one that waits for permission."""
    fields: Json = {"pluginId": None, "scriptPath": None, "command": line, "cwd": cwd}
    fields |= {"processId": process, "source": "unifiedExecStartup" if process else "agent"}
    fields |= {"status": "inProgress", "commandActions": actions, "aggregatedOutput": None}
    return Item("commandExecution", id, fields | {"exitCode": None, "durationMs": None})


def file_change(id: str, path: str, kind: Json, diff: str) -> Item:
    """Return a change of one file that has not been made."""
    changes = [{"path": path, "kind": kind, "diff": diff}]
    return Item("fileChange", id, {"changes": changes, "status": "inProgress"})


def turn(id: str, status: str, **known: Any) -> Json:
    """Return a turn as the answers and notifications show it."""
    items = known.get("items", [])
    return {
        "id": id,
        "rootTurnId": id,
        "items": items,
        "itemsView": known.get("view", "summary" if items else "notLoaded"),
        "status": status,
        "error": known.get("error"),
        "startedAt": known.get("started"),
        "completedAt": known.get("completed"),
        "durationMs": known.get("lasted"),
    }


def failure(message: str, info: object, details: str | None = None) -> Json:
    """Return an error as the app-server shows it."""
    error = {"message": message, "codexErrorInfo": info, "additionalDetails": details}
    return error | {"misalignment": None}
