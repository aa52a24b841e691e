"""One queue of everything that waits for the user, over all open sessions, the oldest first."""

from collections.abc import Iterable
from typing import NamedTuple

from tui.conversation.state import Ask
from tui.model.permission import PermissionRequest, Subject
from tui.ui.beforehand import DIALOGS
from tui.ui.live import LiveSession


class Waiting(NamedTuple):
    """One request that waits."""

    live: LiveSession
    request: PermissionRequest
    since: float

    @property
    def put_off(self) -> bool:
        """Tell whether the user wants to see it later."""
        return self.request.id in self.live.put_off

    @property
    def dialog(self) -> str:
        """Return the name of the dialog that shows it."""
        asking = self.request.subject is Subject.QUESTIONS and self.request.questions
        return DIALOGS.get(self.request.id) or ("questions" if asking else "permission")


def waiting(sessions: Iterable[LiveSession]) -> list[Waiting]:
    """Return everything that waits, the oldest first."""
    found: list[Waiting] = []
    for live in sessions:
        items = live.conversation.items
        asks = (items.get(item) for item in live.conversation.pending.values())
        found += [Waiting(live, ask.request, ask.at) for ask in asks if isinstance(ask, Ask)]
    return sorted(found, key=lambda one: one.since)


def place(queue: list[Waiting], live: LiveSession, request: PermissionRequest) -> int:
    """Return which of the queue a request is, counted from one; 0 where it no longer waits."""
    for number, one in enumerate(queue, 1):
        if one.live is live and one.request.id == request.id:
            return number
    return 0


def after(queue: list[Waiting], live: LiveSession, request: PermissionRequest) -> Waiting | None:
    """Return the request after this one, around the end; None where nothing else waits."""
    number = place(queue, live, request)
    others = [*queue[number:], *queue[: max(0, number - 1)]]
    return others[0] if others else None
