"""The requests of `codex app-server`: each is put to the user or refused, none is left waiting."""

from collections.abc import Callable
from typing import Any

import msgspec

from tui.agents.codex import forms, items, requests, translate
from tui.agents.codex.known import REFUSED
from tui.agents.codex.reading import read
from tui.agents.codex.requests import Asked, request_id, rpc_id
from tui.agents.codex.threads import Threads
from tui.agents.dialect import Reaction, TurnedDown
from tui.agents.ledger import Ledger
from tui.model.events import Event, Level, NoticeRaised, PermissionDecided, Unrecognised
from tui.model.identity import ItemId, JsonObject, RequestId
from tui.model.permission import Decider, Decision, Subject, Verdict
from tui.model.tools import ToolKind
from tui.wire import jsonrpc

_OBJECT = msgspec.json.Decoder(JsonObject)

_NOT_OFFERED = -32601
_NOT_UNDERSTOOD = -32602
_REFUSED = -32000

UNREADABLE = "parley could not read this request"
TURN_OVER = "its turn is over"


class Questions:
    """Keeps the open requests of all threads."""

    def __init__(self, threads: Threads, ledger: Ledger) -> None:
        self._threads = threads
        self._ledger = ledger
        self._open: dict[RequestId, Asked] = {}
        self._over: dict[str | None, str] = {}
        """Thread → its turn that ended last."""

    def receive(self, request: jsonrpc.Request) -> Reaction:
        """Put a request before the user, or refuse what we do not serve."""
        handler = _HANDLERS.get(request.method)
        if handler is None:
            purpose = REFUSED.get(request.method)
            told: Event = Unrecognised(request.method)
            if purpose is not None:
                text = f"Codex asked {purpose}, which parley does not do."
                told = NoticeRaised(text=text, code="not_offered")
            reason = f"parley does not offer {request.method}"
            return self._turn_down(request, _NOT_OFFERED, reason, told)
        decoder, ask = handler
        frame, raw = read(decoder, request.params), read(_OBJECT, request.params)
        if frame is None or raw is None:
            told = Unrecognised(request.method)
            return self._turn_down(request, _NOT_UNDERSTOOD, UNREADABLE, told)
        if frame.turn_id and frame.turn_id in self._over.values():
            return self._turn_down(request, _REFUSED, TURN_OVER, Unrecognised(request.method))
        noticed = self._threads.noticed(frame.thread_id)
        reaction = ask(self, request_id(request.id), frame, raw)
        return Reaction(noticed + reaction.events, reaction.writes)

    def take(self, request: RequestId) -> Asked | None:
        """Close a request that gets its answer; None where it no longer waits."""
        known = self._open.pop(request, None)
        return known if self._ledger.answered(request) is not None else None

    def answer(self, asked: Asked, decision: Decision) -> tuple[bytes, ...]:
        """Return the line that answers a request."""
        if asked.request.subject is Subject.QUESTIONS:
            result = _filled(asked, decision)
        else:
            choice = requests.chosen(asked.request, decision)
            result = asked.replies.get(choice, asked.replies["decline"])
            self._note_running(asked, decision.verdict)
        return (jsonrpc.response(rpc_id(asked.request.id), result, jsonrpc=False),)

    def refuse(self, request: RequestId, reason: str) -> tuple[bytes, ...]:
        """Return the line that turns down a request nobody was asked about."""
        asked = self.take(request)
        if asked is None:
            return (jsonrpc.failure(rpc_id(request), _REFUSED, reason, jsonrpc=False),)
        return self.answer(asked, Decision(verdict=Verdict.DENY))

    def overheard(self, id: jsonrpc.RpcId, result: JsonObject | None) -> tuple[Event, ...]:
        """Tell what a recorded client answered; None stands for an error."""
        request = request_id(id)
        asked = self.take(request)
        if asked is None:
            return ()
        decision = Decision(verdict=Verdict.DENY)
        if result is not None:
            decision = requests.decided(asked, result)
            self._note_running(asked, decision.verdict)
        return (PermissionDecided(request=request, decision=decision, by=Decider.RECORDED),)

    def _turn_down(self, request: jsonrpc.Request, code: int, reason: str, told: Event) -> Reaction:
        """Refuse a request unseen; an open question of the same id is closed with it."""
        id = request_id(request.id)
        refusal = jsonrpc.failure(request.id, code, reason, jsonrpc=False)
        refused = TurnedDown(id, request.method, reason, told=isinstance(told, NoticeRaised))
        return Reaction((*self._replaced(id), told), (refusal,), turned_down=refused)

    def _replaced(self, id: RequestId) -> tuple[Event, ...]:
        self._open.pop(id, None)
        return self._ledger.turned_down(id)

    def turn_over(self, thread: str | None, turn: str) -> tuple[Event, ...]:
        """Withdraw what a thread asked in a turn that is over; what comes later is refused."""
        self._over[thread] = turn
        events: tuple[Event, ...] = ()
        for request, asked in list(self._open.items()):
            if self._threads.same(asked.thread, thread):
                del self._open[request]
                events += self._ledger.withdrawn(request, "the turn is over")
        return events

    def _ask(self, asked: Asked) -> Reaction:
        self._open[asked.request.id] = asked
        return Reaction(self._ledger.asked(asked.request))

    def _command(self, id: RequestId, frame: requests.CommandApproval, raw: JsonObject) -> Reaction:
        item = items.CommandExecution(id=frame.item_id, command=frame.command, cwd=frame.cwd)
        start = translate.started(item, self._threads.parent(frame.thread_id))
        # Version 0.96 asks before it announces the command.
        announced = self._threads.call_started(start, frame.thread_id)
        asked = requests.command_asked(id, frame, raw, self._threads.title(frame.thread_id))
        return Reaction(announced + self._ask(asked).events)

    def _patch(self, id: RequestId, frame: requests.PatchApproval, raw: JsonObject) -> Reaction:
        start = self._ledger.calls.get(ItemId(frame.item_id))
        changes = start.changes if start else ()
        by = self._threads.title(frame.thread_id)
        return self._ask(requests.patch_asked(id, frame, raw, changes, by))

    def _input(self, id: RequestId, frame: requests.InputRequest, raw: JsonObject) -> Reaction:
        by = self._threads.title(frame.thread_id)
        return self._ask(requests.input_asked(id, frame, raw, by))

    def _elicitation(self, id: RequestId, frame: forms.Elicitation, raw: JsonObject) -> Reaction:
        by = self._threads.title(frame.thread_id)
        if forms.is_tool_approval(frame):
            call = self._mcp_call(frame)
            start = self._ledger.calls.get(call) if call else None
            tool = start.title if start else f"{frame.server_name}/?"
            return self._ask(forms.tool_asked(id, frame, tool, call, raw, by))
        asked = forms.form_asked(id, frame, raw, by)
        if asked is not None:
            return self._ask(asked)
        text = f"{frame.server_name} asked for something parley cannot show, and was refused: "
        notice = NoticeRaised(text=text + frame.message, level=Level.WARNING, code="form")
        reply = jsonrpc.response(rpc_id(id), forms.DECLINED, jsonrpc=False)
        refused = TurnedDown(id, frame.server_name, "parley cannot show its form", told=True)
        return Reaction((*self._replaced(id), notice), (reply,), turned_down=refused)

    def _mcp_call(self, frame: forms.Elicitation) -> ItemId | None:
        """Find the open call that an MCP permission is about; the request does not name it."""
        server = f"{frame.server_name}/"
        open_calls = [
            start
            for start in self._ledger.calls.values()
            if start.kind is ToolKind.MCP and start.title.startswith(server)
        ]
        params = frame.meta.get("tool_params") if isinstance(frame.meta, dict) else None
        same = [start for start in open_calls if start.input == params]
        return (same or open_calls)[-1].call if open_calls else None

    def _note_running(self, asked: Asked, verdict: Verdict) -> None:
        if verdict is Verdict.ALLOW and asked.request.call is not None:
            self._threads.call_alive(asked.request.call)


def _filled(asked: Asked, decision: Decision) -> JsonObject:
    if asked.replies:
        return forms.form_filled(asked, decision)
    given = decision.answers if decision.verdict is Verdict.ALLOW else {}
    return {"answers": {name: {"answers": list(texts)} for name, texts in given.items()}}


_Handler = tuple[
    msgspec.json.Decoder[Any], Callable[[Questions, RequestId, Any, JsonObject], Reaction]
]

_HANDLERS: dict[str, _Handler] = {
    method: (msgspec.json.Decoder(frame), ask)
    for method, frame, ask in (
        (
            "item/commandExecution/requestApproval",
            requests.CommandApproval,
            Questions._command,
        ),
        ("item/fileChange/requestApproval", requests.PatchApproval, Questions._patch),
        ("item/tool/requestUserInput", requests.InputRequest, Questions._input),
        ("mcpServer/elicitation/request", forms.Elicitation, Questions._elicitation),
    )
}
