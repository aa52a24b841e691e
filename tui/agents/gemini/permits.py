"""The permission requests of an ACP agent that wait for an answer."""

import msgspec

from tui.agents.dialect import NOTHING, Reaction
from tui.agents.gemini import asking
from tui.agents.gemini.frames import AskParams, AskResult, Outcome, decode
from tui.agents.gemini.narration import Narration
from tui.agents.ledger import Ledger
from tui.model.commands import Decide, Refuse
from tui.model.events import Event, PermissionDecided, ToolFinished, Unrecognised
from tui.model.identity import RequestId
from tui.model.permission import Decider, PermissionRequest
from tui.model.tools import Outcome as ToolOutcome
from tui.wire import jsonrpc
from tui.wire.jsonrpc import RpcId

_ask_params = msgspec.json.Decoder(AskParams)
_ask_result = msgspec.json.Decoder(AskResult)
_rpc_id = msgspec.json.Decoder(int | str)


class Permits:
    """Asks, answers once, and marks denied calls, about which Gemini says nothing more."""

    def __init__(self, ledger: Ledger, narration: Narration) -> None:
        self._ledger = ledger
        self._narration = narration

    def asked(self, request: jsonrpc.Request) -> Reaction:
        """Put a request to the user; one that cannot be read is denied at once."""
        params = decode(_ask_params, request.params)
        if params is None:
            refusal = _answer(request.id, asking.CANCELLED)
            return Reaction((Unrecognised(request.method),), (refusal,))
        start = self._narration.call_asked(params.tool_call)
        events = self._narration.paused() + self._ledger.call_started(start)
        if self._narration.cancelling:
            # Without an answer the cancelled turn would never end.
            finish = ToolFinished(call=start.call, outcome=ToolOutcome.CANCELLED)
            events += self._ledger.call_finished(finish, start)
            return Reaction(events, (_answer(request.id, asking.CANCELLED),))
        id = RequestId(msgspec.json.encode(request.id).decode())
        question = asking.request(id, params, start, self._narration.plans)
        return Reaction(events + self._ledger.asked(question))

    def decided(self, command: Decide) -> Reaction:
        """Send the user's answer, unless the request no longer waits."""
        request = self._ledger.answered(command.request.id)
        if request is None:
            return NOTHING
        outcome = asking.answer(request, command.decision)
        return Reaction(self._settled(request, outcome), (_reply(request.id, outcome),))

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
