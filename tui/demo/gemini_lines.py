"""The lines `gemini --acp` prints: JSON-RPC 2.0, version 0.61.0."""

import asyncio
from typing import Any, TypeAlias

from tui.demo.pipes import Outlet

Json: TypeAlias = dict[str, Any]
RpcId: TypeAlias = int | str

RPC = {"jsonrpc": "2.0"}

OPTIONS = [
    {"optionId": "proceed_always", "name": "Allow for this session", "kind": "allow_always"},
    {"optionId": "proceed_once", "name": "Allow", "kind": "allow_once"},
    {"optionId": "cancel", "name": "Reject", "kind": "reject_once"},
]


class GeminiLines:
    """Prints envelopes, and waits for the answers to our own requests."""

    def __init__(self, outlet: Outlet) -> None:
        self._outlet = outlet
        self._asked = 0
        self._open: dict[RpcId, asyncio.Future[Json]] = {}

    def update(self, session: str, kind: str, fields: Json, times: int = 1) -> None:
        """Tell something about a session."""
        update = {"sessionUpdate": kind, **fields}
        params = {"sessionId": session, "update": update}
        self._outlet.line({**RPC, "method": "session/update", "params": params}, times)

    def result(self, id: RpcId, result: Json) -> None:
        """Answer a request of the client."""
        self._outlet.line({**RPC, "id": id, "result": result})

    def error(self, id: RpcId, code: int, message: str, data: object = None) -> None:
        """Refuse a request of the client."""
        error: Json = {"code": code, "message": message}
        if data is not None:
            error["data"] = data
        self._outlet.line({**RPC, "id": id, "error": error})

    def broken(self, id: RpcId, details: str) -> None:
        """Refuse a request with the CLI's favourite error."""
        self.error(id, -32603, "Internal error", {"details": details})

    async def ask(self, method: str, params: Json, times: int = 1) -> Json:
        """Send a request of our own, and return the envelope that answers it."""
        id = self._asked
        self._asked += 1
        answer: asyncio.Future[Json] = asyncio.get_running_loop().create_future()
        self._open[id] = answer
        for _ in range(times):
            self._outlet.line({**RPC, "id": id, "method": method, "params": params})
        try:
            return await answer
        finally:
            del self._open[id]

    def answered(self, envelope: Json) -> None:
        """Take an answer of the client; one that nobody waits for is ignored."""
        id = envelope.get("id")
        answer = self._open.get(id) if isinstance(id, int | str) else None
        if answer and not answer.done():
            answer.set_result(envelope)


def text_content(text: str) -> list[Json]:
    """Return the content of a tool call that is a text."""
    return [{"type": "content", "content": {"type": "text", "text": text}}] if text else []


def diff_content(path: str, old: str | None, new: str) -> list[Json]:
    """Return the content of a tool call that changes a file."""
    kind = {"kind": "add" if old is None else "modify"}
    diff = {"type": "diff", "path": path, "oldText": old or "", "newText": new, "_meta": kind}
    return [diff]
