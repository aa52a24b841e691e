"""`parley sessions`: every session on this machine, of every agent."""

import time
from collections.abc import Iterable, Mapping
from datetime import UTC, datetime
from pathlib import Path

import msgspec

from tui.agents.store import RowKind, SessionStore, SessionSummary
from tui.errors import UsageError
from tui.headless.output import data, flush, remark, say
from tui.headless.past import Past
from tui.headless.stats import tell
from tui.history.index import Index
from tui.history.spend import COUNTED
from tui.model.identity import AgentId
from tui.small_files import written_path
from tui.text.visible import visible_line

SHOWN = (RowKind.SESSION, RowKind.BROKEN)

COUNTED_AT_ONCE = 128 * 1024 * 1024
"""Bytes: a second's work."""

_NAMES = {
    RowKind.SUBAGENT: "Files of sub-agents, shown inside their sessions",
    RowKind.PART: "Further files of sessions listed here",
    RowKind.STUB: "Files in which nobody said anything",
}


class SessionRow(msgspec.Struct, frozen=True, kw_only=True):
    """One session for programs; null is unknown."""

    id: str
    agent: str
    created_at: str | None
    updated_at: str | None
    status: str
    cwd: str | None
    message_count: int | None
    tokens_used: int | None
    cost_usd: float | None
    title: str | None
    model: str | None
    git_branch: str | None
    path: str
    resumable: bool
    reason: str | None
    kind: str
    parent: str | None
    archived: bool


def main(
    json: bool, agent: str | None, cwd: str | None, limit: int | None, stats: bool = False
) -> int:
    """Print the sessions, newest first; counts come from the whole file."""
    if limit is not None and limit < 0:
        raise UsageError("--limit takes a number of sessions.", "Leave it out to see all.")
    past = Past(agent)
    rows = [row for row in past.rows if _in_folder(row, cwd)]
    shown = [row for row in rows if row.kind in SHOWN]
    listed = (rows if json or stats else shown)[:limit]
    stores = {place.store.agent: place.store for place in past.places}
    full = listed if stats else _counted(past.index, stores, listed)
    if stats:
        counted = [row for row in full if row.kind in COUNTED]
        tell(past.index.usage(lambda row: stores[row.agent], counted), json)
    elif json:
        data(b"[" + b",\n".join(msgspec.json.encode(for_programs(row)) for row in full) + b"]")
        flush()
    else:
        now = time.time()
        width = id_width(past.rows)
        for row in full:
            say(_line(row, now, width))
        _tell_rest(rows, len(shown) - len(listed))
        if not rows:
            _tell_none(past, cwd)
    past.close()
    return 0


def _counted(
    index: Index, stores: Mapping[AgentId, SessionStore], rows: list[SessionSummary]
) -> list[SessionSummary]:
    """Count the messages of long sessions, newest first, as far as that takes no noticeable time.

    What was counted is kept, so the next call gets further.
    """
    left = COUNTED_AT_ONCE
    full = []
    for row in rows:
        if not row.whole and left > 0:
            left -= row.size
            row = index.complete(stores[row.agent], row)
        full.append(row)
    return full


def for_programs(row: SessionSummary) -> SessionRow:
    """Return a row with times that people and programs can read."""
    fields = {name: getattr(row, name, None) for name in SessionRow.__struct_fields__}
    fields |= {"created_at": _iso(row.created_at), "updated_at": _iso(row.updated_at)}
    return msgspec.convert(fields | {"kind": row.kind.value}, SessionRow)


def _in_folder(row: SessionSummary, cwd: str | None) -> bool:
    if cwd is None:
        return True
    folder = str(written_path(cwd).absolute())
    return row.cwd is not None and (row.cwd == folder or row.cwd.startswith(f"{folder}/"))


def _tell_rest(rows: list[SessionSummary], cut: int) -> None:
    """Say what is not in the list, and how to see it."""
    if cut > 0:
        remark(f"{cut} more; raise --limit to see them.")
    for kind, what in _NAMES.items():
        count = sum(row.kind is kind for row in rows)
        if count:
            remark(f"{what}: {count}; --json lists them.")


def _tell_none(past: Past, cwd: str | None) -> None:
    """Say that there is nothing, and where it would be."""
    if past.rows:
        remark(f"parley: None of {len(past.rows)} sessions is of {cwd}.")
        remark("        Leave --cwd out to see them.")
        return
    looked = ", ".join(str(root) for place in past.places for root in place.roots)
    remark("parley: There is no session here yet.")
    remark(f"        Looked in {looked}; more folders: [history.roots] in the settings.")


def id_width(rows: Iterable[SessionSummary]) -> int:
    """Return how many characters tell all ids apart, so that what is printed can be typed."""
    ids = {row.id for row in rows}
    wide = (width for width in range(8, 36) if len({id[:width] for id in ids}) == len(ids))
    return next(wide, 36)


def _line(row: SessionSummary, now: float, width: int) -> str:
    title = row.title or ("(unreadable)" if row.kind is RowKind.BROKEN else "(no title)")
    count = "" if row.message_count is None else str(row.message_count)
    age = _age(now - row.updated_at) if row.updated_at is not None else ""
    start = f"{row.agent:7} {row.id[:width]:{width}} {age:>4} {count:>4}  {_short(title):60}"
    where = visible_line(row.cwd or Path(row.path).name)
    if row.resumable or not row.reason:
        return f"{start}  {where}"
    return f"{start}  {where}\n{'':{width + 19}}{visible_line(row.reason)}"


def _short(title: str) -> str:
    shown = visible_line(title)
    return shown if len(shown) <= 60 else f"{shown[:59]}…"


def _age(seconds: float) -> str:
    for unit, length in (("y", 365 * 86400), ("d", 86400), ("h", 3600), ("m", 60)):
        if seconds >= length:
            return f"{int(seconds // length)}{unit}"
    return "now"


def _iso(at: float | None) -> str | None:
    if at is None:
        return None
    try:
        moment = datetime.fromtimestamp(at, UTC).isoformat(timespec="milliseconds")
    except (ValueError, OverflowError, OSError):
        return None
    return moment.replace("+00:00", "Z")
