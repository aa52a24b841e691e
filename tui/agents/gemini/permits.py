"""The permission requests of an ACP agent that wait for an answer."""

import msgspec
from msgspec.structs import replace

from tui.agents.dialect import NOTHING, Reaction, TurnedDown
from tui.agents.gemini import asking
from tui.agents.gemini.frames import AskParams, AskResult, Outcome, decode
from tui.agents.gemini.narration import Narration
from tui.agents.ledger import Ledger
from tui.model.commands import Decide, Refuse
from tui.model.events import (
    Event,
    Level,
    NoticeRaised,
    PermissionDecided,
    ToolFinished,
    Unrecognised,
)
from tui.model.identity import RequestId
from tui.model.permission import Decider, PermissionRequest, Verdict
from tui.model.tools import Outcome as ToolOutcome
from tui.wire import jsonrpc
from tui.wire.jsonrpc import RpcId

UNREADABLE = "parley could not read it"
NO_SUCH_ANSWER = "the agent offers no answer that stands for yours."

_METHOD_NOT_FOUND = -32601
_KNOWN = ("fs/", "terminal/")


class _CancelParams(msgspec.Struct, rename="camel"):
    """Of `$/cancel_request`; `id` is how the Language Server Protocol calls it."""

    request_id: RpcId | None = None
    id: RpcId | None = None


_cancel_params = msgspec.json.Decoder(_CancelParams)
_ask_params = msgspec.json.Decoder(AskParams)
_ask_result = msgspec.json.Decoder(AskResult)
_rpc_id: msgspec.json.Decoder[RpcId] = msgspec.json.Decoder(RpcId)


class Permits:
    """Asks, answers once, and marks denied calls, about which Gemini says nothing more."""

    def __init__(self, ledger: Ledger, narration: Narration) -> None:
        self._ledger = ledger
        self._narration = narration

    def asked(self, request: jsonrpc.Request) -> Reaction:
        """Put a request to the user; one that cannot be read is denied at once."""
        params = decode(_ask_params, request.params)
        if params is None:
            return self._turned_down(request, _answer(request.id, asking.CANCELLED), UNREADABLE)
        id = RequestId(msgspec.json.encode(request.id).decode())
        start = self._narration.call_asked(params.tool_call)
        events = self._narration.paused() + self._ledger.call_started(start)
        if self._narration.cancelling:
            # Without an answer the cancelled turn would never end.
            finish = ToolFinished(call=start.call, outcome=ToolOutcome.CANCELLED)
            events += self._ledger.call_finished(finish, start)
            refused = TurnedDown(id, start.title, "its turn was interrupted", told=True)
            reply = _answer(request.id, asking.CANCELLED)
            return Reaction(events, (reply,), turned_down=refused)
        question = asking.request(id, params, start, self._narration.plans)
        return Reaction(events + self._ledger.asked(question))

    def not_offered(self, request: jsonrpc.Request) -> Reaction:
        """Refuse what parley does not do for an agent: files, terminals, whatever is new."""
        reason = f"not offered: {request.method}"
        refusal = jsonrpc.failure(request.id, _METHOD_NOT_FOUND, reason, jsonrpc=True)
        reaction = self._turned_down(request, refusal, "parley does not offer it")
        if request.method.startswith(_KNOWN):
            known = tuple(one for one in reaction.events if not isinstance(one, Unrecognised))
            return replace(reaction, events=known)
        return reaction

    def taken_back(self, params: msgspec.Raw) -> Reaction:
        """Close the question that the agent no longer waits for; it wants a reply all the same."""
        named = decode(_cancel_params, params) or _CancelParams()
        wanted = named.id if named.request_id is None else named.request_id
        id = RequestId(msgspec.json.encode(wanted).decode())
        request = self._ledger.requests.get(id)
        if request is None:
            return NOTHING
        events = self._ledger.withdrawn(id, "the agent no longer waits for this")
        if request.call is not None:
            finish = ToolFinished(call=request.call, outcome=ToolOutcome.CANCELLED)
            events += self._ledger.call_finished(finish)
        return Reaction(events, (_reply(id, asking.CANCELLED),))

    def decided(self, command: Decide) -> Reaction:
        """Send the user's answer, unless the request no longer waits."""
        request = self._ledger.answered(command.request.id)
        if request is None:
            return NOTHING
        outcome = asking.answer(request, command.decision)
        events = self._settled(request, outcome)
        if command.decision.verdict is Verdict.ALLOW and outcome is asking.CANCELLED:
            text = f"{request.title} was denied all the same: {NO_SUCH_ANSWER}"
            events += (NoticeRaised(text=text, level=Level.WARNING, code="not_allowed"),)
        return Reaction(events, (_reply(request.id, outcome),))

    def refused(self, command: Refuse) -> Reaction:
        """Deny a request that nobody may be asked."""
        request = self._ledger.answered(command.request)
        if request is None:
            return NOTHING
        denied = self._settled(request, asking.CANCELLED)
        return Reaction(denied, (_reply(request.id, asking.CANCELLED),))

    def all_cancelled(self, reason: str) -> Reaction:
        """Deny all that is open, because the turn is to end."""
        writes = tuple(_reply(id, asking.CANCELLED) for id in self._ledger.requests)
        return Reaction(self._ledger.all_withdrawn(reason), writes)

    def recorded(self, response: jsonrpc.Response) -> tuple[Event, ...]:
        """Take the answer of a recorded client."""
        id = RequestId(msgspec.json.encode(response.id).decode())
        result = decode(_ask_result, response.result)
        request = self._ledger.requests.get(id)
        if result is None or request is None:
            return ()
        self._ledger.answered(id)
        decision = asking.decision(request, result.outcome)
        decided = PermissionDecided(request=id, decision=decision, by=Decider.RECORDED)
        return (decided, *self._settled(request, result.outcome))

    def _turned_down(self, request: jsonrpc.Request, refusal: bytes, reason: str) -> Reaction:
        """Tell what was refused; an open question of the same id is closed with it."""
        id = RequestId(msgspec.json.encode(request.id).decode())
        events = (*self._ledger.turned_down(id), Unrecognised(request.method))
        return Reaction(events, (refusal,), turned_down=TurnedDown(id, request.method, reason))

    def _settled(self, request: PermissionRequest, outcome: Outcome) -> tuple[Event, ...]:
        """A denied call gets no update. An option that was not offered gets one: it failed."""
        if request.call is None or asking.allows(request, outcome) is not False:
            return ()
        return self._ledger.call_finished(
            ToolFinished(call=request.call, outcome=ToolOutcome.DENIED)
        )


def _answer(id: RpcId, outcome: Outcome) -> bytes:
    return jsonrpc.response(id, asking.reply(outcome), jsonrpc=True)


def _reply(id: RequestId, outcome: Outcome) -> bytes:
    return _answer(_rpc_id.decode(id), outcome)
