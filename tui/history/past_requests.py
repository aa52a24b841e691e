"""The tool calls of past sessions as the requests they were, or would have been."""

from collections.abc import Iterator, Sequence
from itertools import accumulate

from tui.agents.store import SessionStore, SessionSummary
from tui.model.events import ToolFinished, ToolStarted
from tui.model.identity import ItemId, RequestId
from tui.model.past import PastRequest
from tui.model.permission import PermissionRequest
from tui.model.tools import Outcome

MOST_BYTES = 32 * 1024 * 1024
"""Of the newest sessions' files; older ones are left alone by a look that somebody waits for."""


def stored_requests(
    store: SessionStore, row: SessionSummary, folder: str = ""
) -> Iterator[PastRequest]:
    """Return the tool calls of one session as they end; only those that run are in memory."""
    calls: dict[ItemId, PermissionRequest] = {}
    project = row.cwd or folder
    for told in store.read(row):
        for event in told.events:
            if isinstance(event, ToolStarted):
                calls[event.call] = _asked(event)
            elif isinstance(event, ToolFinished) and (asked := calls.pop(event.call, None)):
                was = "deny" if event.outcome is Outcome.DENIED else "ran"
                yield PastRequest(was, row.agent, project, asked)
    for asked in calls.values():
        yield PastRequest("ran", row.agent, project, asked)


def newest(rows: Sequence[SessionSummary], most: int = MOST_BYTES) -> list[SessionSummary]:
    """Return the first sessions whose files together are not too much to be read now."""
    sizes = accumulate(row.size for row in rows)
    return [row for row, size in zip(rows, sizes, strict=True) if size <= most]


def _asked(event: ToolStarted) -> PermissionRequest:
    return PermissionRequest(
        id=RequestId(event.call),
        tool=event.name,
        kind=event.kind,
        title=event.title,
        input=event.input,
        changes=event.changes,
    )
