"""`parley policy test`: what the rules would have done to past requests, and where that differs."""

import os
from collections import Counter
from collections.abc import Iterator
from json import dumps
from pathlib import Path
from typing import NamedTuple

from tui.agents.store import RowKind, SessionSummary
from tui.headless.audit import opened_journal
from tui.headless.output import data, flush, remark, say
from tui.headless.policy import as_row
from tui.headless.settled import settled
from tui.history.past_requests import stored_requests
from tui.history.stores import all_rows, configured, places, store
from tui.model.permission import PermissionRequest
from tui.permission.entry import request_of
from tui.permission.policy import Policy, decide
from tui.permission.reading import Where
from tui.permission.risk import assess
from tui.permission.verify import lines
from tui.text.visible import visible_line

DONE = 0

JOURNAL, STORES = "journal", "past sessions"

_PLACES = {JOURNAL: ("request", "in the journal"), STORES: ("tool call", "in past sessions")}
"""Source → what is in it, and where that is."""

_AGREES = {("allow", "allow"), ("ran", "allow"), ("deny", "deny"), ("stop", "deny")}
"""What was and what would be, where the two are the same."""


class PastRequest(NamedTuple):
    """Something an agent wanted to do once, and what became of it."""

    source: str
    place: str
    """Where it can be looked up: a line of the journal, or a session."""
    was: str
    """`allow`, `deny`, `stop` or `withdrawn` by the journal; `ran` or `deny` by a session."""
    agent: str
    project: str
    request: PermissionRequest


def try_on_the_past(policy: Policy, folder: Path, *, json: bool) -> int:
    """Try the rules on the journal and on every tool call in the agents' own files."""
    counts: Counter[tuple[str, str, str]] = Counter()
    rows = all_rows(places(os.environ, extra=configured(settled().history.roots)))
    readable = [row for row in rows if row.kind is not RowKind.BROKEN]
    for past in (_journaled(folder), *(_stored(row, folder) for row in readable)):
        for one in past:
            where = Where(one.agent, one.project)
            ruling = decide(one.request, policy, where)
            counts[one.source, one.was, ruling.decision] += 1
            if json:
                told = {"source": one.source, "place": one.place, "was": one.was}
                row = as_row(one.request.title, ruling, assess(one.request, where))
                data(dumps({**told, **row}).encode())
            elif ruling.decision != "ask" and (one.was, ruling.decision) not in _AGREES:
                title = visible_line(one.request.title)
                was = "ran" if one.was == "ran" else f"was {one.was}"
                say(f"{one.place} {was}, would be {ruling.decision}: {title}")
    if not json:
        _tell(counts)
    flush()
    if broken := len(rows) - len(readable):
        files = "1 session was" if broken == 1 else f"{broken} sessions were"
        remark(f"parley: {files} left out, because nobody can read them.")
        remark("        See which, and why: parley sessions")
    return DONE


def _journaled(folder: Path) -> Iterator[PastRequest]:
    for line in lines(opened_journal()):
        entry = line.entry
        project = entry.project or str(folder)
        yield PastRequest(
            JOURNAL, f"#{line.seq}", entry.decision, entry.agent, project, request_of(entry)
        )


def _stored(row: SessionSummary, folder: Path) -> Iterator[PastRequest]:
    for was, agent, project, asked in stored_requests(store(row.agent), row, str(folder)):
        yield PastRequest(STORES, f"{row.agent} {row.id[:8]}", was, agent, project, asked)


def _tell(counts: Counter[tuple[str, str, str]]) -> None:
    if not counts:
        say("There is no past request, so there is nothing to try the rules on.")
    for source, (what, where) in _PLACES.items():
        rows = {key: count for key, count in counts.items() if key[0] == source}
        if rows:
            total = sum(rows.values())
            say(f"{total} {what}{'s' * (total != 1)} {where}:")
        for (_, was, would), count in sorted(rows.items()):
            had = "ran" if was == "ran" else f"were {was}"
            say(f"  {count:6} {had:14} would be {would}")
