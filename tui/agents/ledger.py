"""What is still open in a conversation, so that everything that begins also ends, once."""

from tui.model.events import (
    Event,
    PermissionAsked,
    PermissionWithdrawn,
    ToolFinished,
    ToolStarted,
    TurnEnded,
    TurnOutcome,
    TurnStarted,
)
from tui.model.identity import ItemId, RequestId
from tui.model.permission import PermissionRequest
from tui.model.tools import Outcome

SAME_ID = "two requests used the same id"


class Ledger:
    """Keeps the books of one conversation: open turn, open tool calls, open requests.

    Every method returns the events that keep the books balanced: a finish without a start brings
    its start along, a second end is no event at all.
    """

    def __init__(self) -> None:
        self.turn: str | None = None
        """The open turn's name ("" if it has none); None between turns."""
        self.calls: dict[ItemId, ToolStarted] = {}
        """Tool calls that have not ended."""
        self.requests: dict[RequestId, PermissionRequest] = {}
        """Questions that were neither answered nor withdrawn."""
        self._finished: set[ItemId] = set()

    def turn_started(self, turn: str = "") -> tuple[Event, ...]:
        """Open a turn unless one is open already."""
        if self.turn is not None:
            return ()
        self.turn = turn
        return (TurnStarted(turn),)

    def turn_ended(self, end: TurnEnded) -> tuple[Event, ...]:
        """Close the open turn; where none is open, open it first so that both are told."""
        started = self.turn_started(end.turn)
        self.turn = None
        return (*started, end)

    def call_started(self, start: ToolStarted) -> tuple[Event, ...]:
        """Announce a tool call, or tell more about one that is open."""
        if start.call in self._finished:
            return ()
        if self.calls.get(start.call) == start:
            return ()
        self.calls[start.call] = start
        return (start,)

    def call_finished(
        self, finish: ToolFinished, start: ToolStarted | None = None
    ) -> tuple[Event, ...]:
        """End a tool call once. `start` announces one that was never announced."""
        if finish.call in self._finished:
            return ()
        announced: tuple[Event, ...] = ()
        if finish.call not in self.calls:
            if start is None:
                return ()
            announced = (start,)
        self.calls.pop(finish.call, None)
        self._finished.add(finish.call)
        return (*announced, finish)

    def is_finished(self, call: ItemId) -> bool:
        """Tell whether a tool call has ended."""
        return call in self._finished

    def asked(self, request: PermissionRequest) -> tuple[Event, ...]:
        """Open a question. The broker sees a second one of the same id too, and refuses it."""
        self.requests[request.id] = request
        return (PermissionAsked(request),)

    def turned_down(self, request: RequestId) -> tuple[Event, ...]:
        """Close an open question whose id another request had that was refused at once."""
        return self.withdrawn(request, SAME_ID)

    def answered(self, request: RequestId) -> PermissionRequest | None:
        """Close a question that got its answer; None where none is open."""
        return self.requests.pop(request, None)

    def withdrawn(self, request: RequestId, reason: str) -> tuple[Event, ...]:
        """Close a question that no longer waits."""
        if self.requests.pop(request, None) is None:
            return ()
        return (PermissionWithdrawn(request, reason),)

    def all_withdrawn(self, reason: str) -> tuple[Event, ...]:
        """Close every open question."""
        events = tuple(PermissionWithdrawn(request, reason) for request in self.requests)
        self.requests.clear()
        return events

    def calls_cancelled(self) -> tuple[Event, ...]:
        """End every open tool call as cancelled; what it printed so far stays."""
        events = tuple(
            ToolFinished(call=call, outcome=Outcome.CANCELLED, keep_output=True)
            for call in self.calls
        )
        self._finished.update(self.calls)
        self.calls.clear()
        return events

    def closed(self, outcome: TurnOutcome, error: str = "") -> tuple[Event, ...]:
        """Close all that is open because the process is gone."""
        events = self.all_withdrawn("the agent ended") + self.calls_cancelled()
        if self.turn is not None:
            events += self.turn_ended(TurnEnded(outcome=outcome, turn=self.turn, error=error))
        return events
