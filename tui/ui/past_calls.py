"""The newest tool calls of past sessions, on which a rule is tried before it is made."""

from collections.abc import Container
from typing import TYPE_CHECKING, NamedTuple

from tui.model.past import PastRequest

if TYPE_CHECKING:
    from tui.history.library import Library

MOST = 5_000
"""Tool calls on which a rule is tried."""


class PastCalls(NamedTuple):
    """What was read."""

    requests: tuple[PastRequest, ...]
    sessions: int
    """How many sessions they come from."""
    more: bool = False
    """There are older ones that were not read."""


NOT_READ = PastCalls((), 0)


def past_calls(library: "Library", live: Container[str] = ()) -> PastCalls:
    """Read the newest tool calls of sessions that are over; takes a while: meant for a thread."""
    requests: list[PastRequest] = []
    newest, known = library.newest()
    sessions = [row for row in newest if row.id not in live]
    known -= len(newest) - len(sessions)
    read = 0
    for row in sessions:
        if len(requests) >= MOST:
            break
        requests += library.requests(row)
        read += 1
    return PastCalls(tuple(requests), read, more=read < known)
