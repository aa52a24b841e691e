"""The list of sessions as people want it: filtered while they type, sorted, grouped by time.

Nothing here looks at any file, and ten thousand rows are filtered in a few milliseconds.
"""

import time
from collections.abc import Callable, Iterable, Mapping
from datetime import datetime, timedelta
from enum import StrEnum
from typing import Any, NamedTuple

from tui.history.notes import Note, Notes
from tui.history.query import parse
from tui.history.rows import Row, RowKind
from tui.history.words import folded

SHOWN = (RowKind.SESSION, RowKind.BROKEN)
"""Files that are listed by themselves."""


class Sort(StrEnum):
    """In which order rows are listed."""

    RECENT = "recent"
    OLDEST = "oldest"
    TITLE = "title"
    FOLDER = "folder"
    MESSAGES = "messages"
    TOKENS = "tokens"
    SIZE = "size"


_KEYS: Mapping[Sort, Callable[[Row], Any]] = {
    Sort.RECENT: lambda row: -(row.updated_at or 0.0),
    Sort.OLDEST: lambda row: row.updated_at or 0.0,
    Sort.TITLE: lambda row: (row.title is None, (row.title or "").casefold()),
    Sort.FOLDER: lambda row: (row.cwd is None, row.cwd or "", -(row.updated_at or 0.0)),
    Sort.MESSAGES: lambda row: -(row.message_count or 0),
    Sort.TOKENS: lambda row: -(row.tokens_used or 0),
    Sort.SIZE: lambda row: -row.size,
}


class Group(NamedTuple):
    """Some rows under one heading."""

    title: str
    rows: list[Row]


class Listing:
    """Rows with the text that a filter looks at, made once."""

    def __init__(self, rows: Iterable[Row], notes: Notes | None = None) -> None:
        self.rows = list(rows)
        self.notes = notes
        self._kinds: dict[tuple[bool, bool], list[tuple[Row, str]]] = {}
        self._texts = [_text(row, notes.of(row) if notes else None) for row in self.rows]

    @property
    def counts(self) -> dict[str, int]:
        """Return agent → how many sessions it has."""
        found: dict[str, int] = {}
        for row in self.rows:
            if row.kind in SHOWN:
                found[row.agent] = found.get(row.agent, 0) + 1
        return found

    @property
    def hidden(self) -> dict[RowKind, int]:
        """Return how many files of which kind are not listed by themselves."""
        found: dict[RowKind, int] = {}
        for row in self.rows:
            if row.kind not in SHOWN:
                found[row.kind] = found.get(row.kind, 0) + 1
        return found

    def filter(
        self,
        text: str = "",
        *,
        here: str | None = None,
        sort: Sort = Sort.RECENT,
        archived: bool = False,
        every: bool = False,
        now: float | None = None,
    ) -> list[Row]:
        """Return the rows that fit what was typed; words may stand in any order.

        `now` is what `since:7d` counts from; None: this very moment.
        What takes a look into files (`has:`, `file:`, `tool:`) is not asked here.
        """
        query = parse(text, now)
        found = self._listed(archived=archived, every=every)
        for word in (word for phrase in query.phrases for word in phrase):
            found = [one for one in found if word in one[1]]
        rows = [row for row, _ in found]
        if here is not None:
            below = f"{here.rstrip('/')}/"
            rows = [row for row in rows if f"{row.cwd}/".startswith(below)]
        if query.agent is not None or query.folder is not None or query.since is not None:
            rows = [row for row in rows if query.fits(row)]
        return rows if sort is Sort.RECENT else sorted(rows, key=_KEYS[sort])

    def _listed(self, *, archived: bool, every: bool) -> list[tuple[Row, str]]:
        """Return the rows that are listed when nothing is typed, with their texts."""
        if (archived, every) not in self._kinds:
            self._kinds[archived, every] = [
                (row, text)
                for row, text in zip(self.rows, self._texts, strict=True)
                if (every or row.kind in SHOWN) and (archived or not row.archived)
            ]
        return self._kinds[archived, every]


def grouped(
    rows: Iterable[Row], now: float | None = None, notes: Notes | None = None
) -> list[Group]:
    """Return rows under headings: pinned ones, those of each stretch of time, unreadable ones."""
    today, yesterday, week, month = _bounds(time.time() if now is None else now)
    groups: dict[str, list[Row]] = {title: [] for title in _TITLES}
    pinned = notes.pinned if notes is not None else frozenset()
    for row in rows:
        at = row.updated_at or 0.0
        if pinned and (row.agent, row.id) in pinned:
            title = "PINNED"
        elif row.kind is RowKind.BROKEN:
            title = "CANNOT READ"
        elif at >= yesterday:
            title = "TODAY" if at >= today else "YESTERDAY"
        elif at >= month:
            title = "THIS WEEK" if at >= week else "THIS MONTH"
        else:
            title = "OLDER"
        groups[title].append(row)
    return [Group(title, some) for title, some in groups.items() if some]


_TITLES = ("PINNED", "TODAY", "YESTERDAY", "THIS WEEK", "THIS MONTH", "OLDER", "CANNOT READ")


def _bounds(now: float) -> list[float]:
    """Return when today, yesterday, this week and this month began."""
    today = datetime.fromtimestamp(now).replace(hour=0, minute=0, second=0, microsecond=0)
    return [(today - timedelta(days=days)).timestamp() for days in (0, 1, 6, 30)]


def _text(row: Row, note: Note | None) -> str:
    tags = note.tags if note is not None else ()
    parts = (row.title, row.cwd, row.git_branch, row.id, row.model, row.last_prompt, row.agent)
    return folded("\n".join([part for part in (*parts, *tags) if part]))
