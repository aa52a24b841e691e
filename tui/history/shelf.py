"""Rows made ready to be searched: which files belong to which session, which are indexed."""

import os
import sqlite3
from bisect import bisect_right
from collections.abc import Iterable, Iterator
from itertools import accumulate
from pathlib import Path

from tui.agents.store import RowKind, SessionStore, SessionSummary
from tui.history.build import is_indexed, is_wanted
from tui.history.lookup import Matcher
from tui.history.stores import store
from tui.history.text_index import Known, TextIndex
from tui.history.words import composed, folded


class Shelf:
    """All rows of one listing. Making one takes a while; asking it does not."""

    def __init__(self, rows: Iterable[SessionSummary], index: TextIndex | None) -> None:
        self.rows = [row for row in rows if is_wanted(row)]
        self.index = index
        self.rank = {row.path: number for number, row in enumerate(self.rows)}
        """Path → its place, newest first."""
        self.known: dict[str, Known] = {}
        self.pending: dict[str, SessionSummary] = {}
        """Files that are not indexed, or not to their end."""
        self.beside: dict[str, list[str]] = {}
        """File that is not indexed → files with further output of its session."""
        self._version: object = None
        self._stores: dict[str, SessionStore] = {}
        self._sessions = {
            (row.agent, row.id): row for row in self.rows if row.kind is RowKind.SESSION
        }
        self._titles: tuple[list[SessionSummary], list[int], str] | None = None
        self._families: dict[str, list[SessionSummary]] = {}
        for row in self.rows:
            self._families.setdefault(self.owner(row).path, []).append(row)

    def update(self) -> None:
        """Ask the index what it knows by now."""
        try:
            version = self.index.version() if self.index is not None else 0
            if version == self._version:
                return
            self.known = self.index.known_texts() if self.index is not None else {}
        except sqlite3.Error as error:
            self.forget(error)
            return
        self._version = version
        self.pending = {
            row.path: row for row in self.rows if not is_indexed(row, self.known.get(row.path))
        }
        self.beside = {
            row.path: [file.path for file in self.store(row).beside(row)]
            for row in self.pending.values()
            if _has_folder(row.path)
        }

    def forget(self, error: sqlite3.Error) -> None:
        """Do without an index that turned out damaged: every file is looked through."""
        if self.index is not None:
            self.index.cache.failed(error)
        self.index = None
        self.update()

    def owner(self, row: SessionSummary) -> SessionSummary:
        """Return the session that a file is shown in: its own, or that of its parent."""
        id = row.parent if row.kind is RowKind.SUBAGENT else row.id
        return self._sessions.get((row.agent, id or ""), row)

    def family(self, owner: SessionSummary) -> list[SessionSummary]:
        """Return all files of a session."""
        return self._families.get(owner.path, [])

    def titled(self, matcher: Matcher) -> Iterator[SessionSummary]:
        """Return the sessions whose titles have the words; found in one long text."""
        if self._titles is None:
            some = [row for row in self._sessions.values() if row.title]
            titles = [f"\n{' '.join(composed(row.title or '').split())}" for row in some]
            ends = list(accumulate(map(len, titles)))
            self._titles = (some, ends, folded("".join(titles)))
        rows, ends, text = self._titles
        for place in matcher.places(text):
            row = rows[bisect_right(ends, place)]
            if matcher.holds(row.title or ""):
                yield row

    def store(self, row: SessionSummary) -> SessionStore:
        """Return the store of a row."""
        if row.agent not in self._stores:
            self._stores[row.agent] = store(row.agent)
        return self._stores[row.agent]

    def at(self, path: str) -> SessionSummary | None:
        """Return the row of a file, or of the session that a file with output belongs to."""
        place = self.rank.get(path)
        if place is None:
            place = self.rank.get(f"{Path(path).parent.parent}.jsonl")
        return self.rows[place] if place is not None else None


def _has_folder(path: str) -> bool:
    """Tell whether there is a folder of a session's name; asked for ten thousand of them."""
    return os.path.isdir(os.path.splitext(path)[0])  # noqa: PTH112, PTH122 (plain text is faster)
