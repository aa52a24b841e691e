"""The fail-closed state machine between an agent's questions and the answers they get.

Every request id gets at most one reply. An allow is sent only for a request that is open, with
the fingerprint of what was shown; everything else is a denial or no reply at all.
"""

from typing import TypeAlias

import msgspec

from tui.model.identity import RequestId
from tui.model.permission import Decision, PermissionRequest, Verdict

MOST_OPEN = 100
"""More open questions than a person can answer are a fault, not work."""


class Opened(msgspec.Struct, frozen=True):
    """The question may be put to somebody."""

    request: PermissionRequest


class Rejected(msgspec.Struct, frozen=True):
    """The question is turned down without asking anybody; its id gets this one denial."""

    request: RequestId
    reason: str
    replaces: bool = False
    """An open question of the same id is closed with it."""


class Settled(msgspec.Struct, frozen=True):
    """This reply goes to the agent, now and never again."""

    request: PermissionRequest
    decision: Decision


class Ignored(msgspec.Struct, frozen=True):
    """Nothing goes to the agent."""

    reason: str


Asking: TypeAlias = Opened | Rejected
Answering: TypeAlias = Settled | Ignored


class Broker:
    """Keeps the open questions of one session."""

    def __init__(self) -> None:
        self._open: dict[RequestId, tuple[PermissionRequest, str]] = {}

    @property
    def open(self) -> tuple[PermissionRequest, ...]:
        """Return the questions that wait, oldest first."""
        return tuple(request for request, _ in self._open.values())

    def ask(self, request: PermissionRequest) -> Asking:
        """Take a question of the agent."""
        if request.id in self._open:
            del self._open[request.id]
            return Rejected(request.id, "two requests used the same id", replaces=True)
        if len(self._open) >= MOST_OPEN:
            return Rejected(request.id, f"more than {MOST_OPEN} requests were open")
        self._open[request.id] = (request, request.digest)
        return Opened(request)

    def answer(self, id: RequestId, decision: Decision) -> Answering:
        """Take somebody's answer; say whether it may be sent."""
        entry = self._open.get(id)
        if entry is None:
            return Ignored("the request is not open")
        request, digest = entry
        if decision.verdict is Verdict.ALLOW and (fault := _fault(request, digest, decision)):
            return Ignored(fault)
        del self._open[id]
        return Settled(request, decision)

    def withdraw(self, id: RequestId) -> bool:
        """Close a question that no longer waits; tell whether it was open."""
        return self._open.pop(id, None) is not None

    def withdraw_all(self) -> tuple[PermissionRequest, ...]:
        """Close every question, as an interrupt or an end does; return what was open."""
        was_open = self.open
        self._open.clear()
        return was_open


def _fault(request: PermissionRequest, digest: str, decision: Decision) -> str:
    """Return why this allow must not be sent, or nothing."""
    if decision.digest != digest:
        return "the answer belongs to another request than the one that is open"
    if request.digest != digest:
        return "the request was changed after it was asked"
    if decision.input is not None and not request.can_edit:
        return "this agent takes no changed input"
    if unknown := set(decision.options) - {option.id for option in request.options}:
        return f"the agent did not offer {', '.join(sorted(unknown))}"
    return ""
