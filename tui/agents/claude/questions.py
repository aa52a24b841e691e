"""Open permission requests and the answers that close them."""

import msgspec

from tui.agents.claude import write
from tui.agents.claude.background import Background
from tui.agents.claude.calls import Calls
from tui.agents.claude.frames import Asked, Reply
from tui.agents.claude.permission import (
    SESSION_ONLY,
    START_ASKING,
    START_EDITING,
    SUGGESTION,
    permission_request,
)
from tui.agents.claude.read import plain
from tui.agents.ledger import Ledger
from tui.model.commands import Decide
from tui.model.events import Event, PermissionDecided
from tui.model.identity import ItemId, JsonObject, RequestId
from tui.model.permission import Decider, Decision, PermissionRequest, Subject, Verdict

_EDITS = {"type": "setMode", "mode": "acceptEdits", "destination": "session"}

_NO_REASON = "The user denied this."


class _Open(msgspec.Struct):
    """What must be kept of a request until it is answered."""

    request: PermissionRequest
    asked: Asked
    seed: bool
    """It came as seed 004's `callback.request` and is answered in kind."""


class Questions:
    """Asks, answers and withdraws; several requests may be open at once."""

    def __init__(self, ledger: Ledger, calls: Calls, background: Background) -> None:
        self._ledger = ledger
        self._calls = calls
        self._background = background
        self._open: dict[RequestId, _Open] = {}

    def asked(
        self, id: RequestId, asked: Asked, cwd: str | None, *, seed: bool
    ) -> tuple[Event, ...] | None:
        """Open a question; None where its input is not an object, so that it must be refused."""
        input = plain(asked.input)
        if not isinstance(input, dict):
            return None
        announced = self._ledger.calls.get(ItemId(asked.tool_use_id or ""))
        request = permission_request(
            id,
            asked,
            input,
            cwd=cwd,
            asked_by=self._background.who(asked.agent_id),
            announced=announced.input if announced is not None else {},
        )
        self._open[id] = _Open(request, asked, seed)
        return self._ledger.asked(request)

    def answer(self, decide: Decide) -> tuple[bytes, ...]:
        """Return the line that answers a request; none where it no longer waits."""
        kept = self._close(decide.request.id)
        if kept is None:
            return ()
        payload = _payload(kept, decide)
        if payload["behavior"] != "allow":
            self._calls.denied(kept.request.call)
        return (_line(kept, payload),)

    def refuse(self, id: RequestId, reason: str) -> tuple[bytes, ...]:
        """Return the line that denies a request unseen."""
        kept = self._close(id)
        if kept is None:
            return (write.refusal(id, reason),)
        self._calls.denied(kept.request.call)
        return (_line(kept, {"behavior": "deny", "message": reason or _NO_REASON}),)

    def withdrawn(self, id: RequestId, reason: str) -> tuple[Event, ...]:
        """Close a question the CLI no longer waits for."""
        self._open.pop(id, None)
        return self._ledger.withdrawn(id, reason)

    def turned_down(self, id: RequestId) -> tuple[Event, ...]:
        """Close a question whose id another request had that was answered at once."""
        self._open.pop(id, None)
        return self._ledger.turned_down(id)

    def interrupted(self) -> tuple[Event, ...]:
        """Close all questions: an interrupt withdraws them."""
        self._open.clear()
        return self._ledger.all_withdrawn("interrupted")

    def overheard(self, reply: Reply, *, seed: bool) -> tuple[Event, ...]:
        """Close the question a recorded client answered; an answer nobody waits for is none."""
        id = RequestId(reply.request_id or "")
        kept = self._open.get(id)
        if kept is None or kept.seed is not seed:
            return ()
        request = self._ledger.answered(id)
        self._close(id)
        if request is None:
            return ()
        decision = _decision(reply, request)
        if decision.verdict is not Verdict.ALLOW:
            self._calls.denied(request.call)
        return (PermissionDecided(request=id, decision=decision, by=Decider.RECORDED),)

    def _close(self, id: RequestId) -> _Open | None:
        self._ledger.answered(id)
        return self._open.pop(id, None)


def _payload(kept: _Open, decide: Decide) -> JsonObject:
    """Return the answer. An allow always carries the input, the original one unless edited."""
    decision = decide.decision
    message = decision.message
    if decision.verdict is Verdict.ALLOW:
        chosen = _chosen(kept, decision.options)
        if chosen is not None and decide.request == kept.request:
            payload: JsonObject = {"behavior": "allow", "updatedInput": _input(kept, decision)}
            if chosen:
                payload["updatedPermissions"] = chosen
            return payload
        message = "The answer did not belong to this request, so it was denied."
    payload = {"behavior": "deny", "message": message or _NO_REASON}
    if decision.verdict is Verdict.STOP:
        payload["interrupt"] = True
    return payload


def _input(kept: _Open, decision: Decision) -> object:
    if kept.request.subject is Subject.QUESTIONS:
        answers = {id: ", ".join(labels) for id, labels in decision.answers.items() if labels}
        return {**(decision.input or kept.request.input), "answers": answers}
    return decision.input if decision.input is not None else kept.asked.input


def _chosen(kept: _Open, options: tuple[str, ...]) -> list[JsonObject] | None:
    """Return what the chosen options stand for; None where one of them was not offered."""
    offered = {option.id for option in kept.request.options}
    suggestions = kept.asked.permission_suggestions or []
    chosen: list[JsonObject] = []
    for option in options:
        if option not in offered:
            return None
        if option == START_EDITING:
            chosen.append(dict(_EDITS))
        elif option != START_ASKING:
            number = option.removeprefix(SUGGESTION).removesuffix(SESSION_ONLY)
            suggestion = suggestions[int(number)]
            if option.endswith(SESSION_ONLY):
                suggestion = {**suggestion, "destination": "session"}
            chosen.append(suggestion)
    return chosen


def _line(kept: _Open, payload: JsonObject) -> bytes:
    if kept.seed:
        return write.callback_answer(kept.request.id, _seed_payload(payload, kept))
    return write.answer(kept.request.id, payload)


def _seed_payload(payload: JsonObject, kept: _Open) -> JsonObject:
    """Return the answer in the words of seed 004."""
    words: JsonObject = {"behavior": payload["behavior"]}
    if payload["behavior"] == "allow":
        words["updated_input"] = payload["updatedInput"]
        words["updated_permissions"] = payload.get("updatedPermissions", [])
    else:
        words["message"] = payload["message"]
    words["tool_use_id"] = kept.asked.tool_use_id
    return words


def _decision(reply: Reply, request: PermissionRequest) -> Decision:
    """Return what a recorded client decided; what the CLI takes for no answer is a denial."""
    payload = plain(reply.response)
    if not isinstance(payload, dict):
        return Decision(verdict=Verdict.DENY, message=str(reply.error or ""))
    if payload.get("behavior") == "allow":
        edited = payload.get("updatedInput", payload.get("updated_input"))
        changed = isinstance(edited, dict) and edited != request.input
        return Decision(verdict=Verdict.ALLOW, input=edited if changed else None)
    stop = payload.get("interrupt") is True
    return Decision(
        verdict=Verdict.STOP if stop else Verdict.DENY, message=str(payload.get("message", ""))
    )
