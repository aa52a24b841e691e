"""The requests we have sent and that are not answered yet."""

import msgspec

from tui.wire import jsonrpc
from tui.wire.jsonrpc import RpcId


class Asked(msgspec.Struct, frozen=True):
    """One request of ours: its method, and what it was about."""

    method: str
    value: str = ""
    """The mode or model asked for."""


class Requests:
    """Numbers our requests from 1, and remembers each until its answer comes.

    The agent numbers its own requests too, from 0: the two never meet here.
    """

    def __init__(self) -> None:
        self._open: dict[RpcId, Asked] = {}
        self._last = 0

    def ask(self, method: str, params: object, asked: Asked) -> bytes:
        """Return the line that asks, and expect its answer."""
        self._last += 1
        self._open[self._last] = asked
        return jsonrpc.request(self._last, method, params, jsonrpc=True)

    def overheard(self, id: RpcId, asked: Asked) -> None:
        """Expect the answer to what a recorded client asked."""
        self._open[id] = asked

    def answered(self, id: RpcId | None) -> Asked | None:
        """Return what an answer belongs to; None where nothing of that number is open."""
        return self._open.pop(id, None) if id is not None else None

    def prompting(self) -> bool:
        """Tell whether a prompt is unanswered."""
        return any(asked.method == "session/prompt" for asked in self._open.values())
