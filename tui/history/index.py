"""The index of session files: one row per file, kept until the file changes."""

from collections.abc import Callable, Iterable, Iterator
from operator import is_not
from pathlib import Path
from typing import NamedTuple, TypeAlias

import msgspec
from msgspec.structs import replace

from tui.agents.store import SessionStore, SessionSummary, StoredFile, is_there, newest_first
from tui.history.database import Cache
from tui.history.stores import Place
from tui.history.usage import TABLE, Told, usage

ROWS = "history.sqlite"
"""Its name in our state folder."""

VERSION = 9
"""Raised when rows change their meaning; an index of another version is built anew."""

_TABLES = """
create table if not exists session (
    path text primary key,
    agent text not null,
    size integer not null,
    mtime_ns integer not null,
    inode integer not null,
    updated_at real,
    kind text not null,
    title text,
    cwd text,
    row blob not null,
    shown blob not null
) without rowid;
create index if not exists newest on session (updated_at desc);
"""


_Kept: TypeAlias = tuple[StoredFile, SessionSummary]
"""A file as it was, and the row that was made from it."""


class _Settled(NamedTuple):
    """The rows of one agent, and what they depended on beside their files."""

    rows: list[SessionSummary]
    outside: object
    folders: frozenset[str]


_COUNTED = ("message_count", "tokens_used", "cost_usd")

_encode = msgspec.msgpack.Encoder().encode
_decode = msgspec.msgpack.Decoder(SessionSummary).decode


class Index:
    """A cache of rows in a file of ours; without a usable file it lives in memory."""

    def __init__(self, path: Path | None, *, keep: bool = True) -> None:
        self._cache = Cache(path, _TABLES + TABLE, VERSION)
        self._keeps = keep
        """False: rows are read from the file and never written, so that nobody has to wait."""
        self._memory: dict[str, dict[str, _Kept]] = {}
        self._settled: dict[str, _Settled] = {}
        self._listed: tuple[list[list[SessionSummary]], list[SessionSummary]] = ([], [])

    @property
    def trouble(self) -> str:
        """Return why the index is not kept; empty where it is."""
        return self._cache.trouble

    def close(self) -> None:
        """Close the file."""
        self._cache.close()

    def recent(self, limit: int = 60) -> list[SessionSummary]:
        """Return the newest rows as they were known last time, without looking at any file."""
        found = self._cache.all(
            "select shown from session order by updated_at desc limit ?", (limit,)
        )
        return [_decode(shown) for (shown,) in found]

    def refresh(self, places: Iterable[Place]) -> list[SessionSummary]:
        """Return every row, newest first; only files that changed are opened."""
        found = [self._refreshed(place) for place in places]
        last, rows = self._listed
        # The lists themselves are kept: another list may get the address of one that is gone.
        if len(found) != len(last) or any(map(is_not, found, last)):
            rows = newest_first(row for some in found for row in some)
            self._listed = (found, rows)
        return rows

    def complete(self, store: SessionStore, row: SessionSummary) -> SessionSummary:
        """Return a row whose counts come from all of its file, and keep it."""
        if row.whole:
            return row
        file = StoredFile(row.path, row.size, row.mtime_ns, row.inode)
        whole = store.summarise(file, whole=True)
        if not whole.whole:
            return row
        shown = replace(row, whole=True, **{name: getattr(whole, name) for name in _COUNTED})
        remembered = self._memory.get(row.agent, {})
        if row.path in remembered:
            remembered[row.path] = (remembered[row.path][0], whole)
            self._settled.pop(row.agent, None)
        if not self._keeps:
            return shown
        with self._cache.lock, self._cache.writing():
            self._cache.database.execute(
                "update session set row = ?, shown = ? where path = ? and size = ?",
                (_encode(whole), _encode(shown), row.path, row.size),
            )
        return shown

    def usage(
        self,
        store: Callable[[SessionSummary], SessionStore],
        rows: Iterable[SessionSummary],
        cancelled: Callable[[], bool] = lambda: False,
    ) -> Iterator[Told]:
        """Return what the answers in each file used; what was read is kept."""
        return usage(self._cache, store, rows, cancelled)

    def _refreshed(self, place: Place) -> list[SessionSummary]:
        agent = place.store.agent
        known = self._known(agent)
        files = list(place.store.files(place.roots))
        last = known.get
        fresh = {
            file.path: file for file in files if (one := last(file.path)) is None or one[0] != file
        }
        changed = bool(fresh) or len(files) != len(known)
        if changed:
            summarise = place.store.summarise
            known = {
                file.path: (file, summarise(file)) if file.path in fresh else known[file.path]
                for file in files
            }
        gone = self._memory.get(agent, {}).keys() - known.keys() if changed else ()
        self._memory[agent] = known
        last_time = self._settled.get(agent)
        folders = last_time.folders if last_time is not None and not changed else None
        outside = (place.roots, place.store.outside(place.roots), _there(known, folders))
        if not changed and last_time is not None and last_time.outside == outside:
            return last_time.rows
        rows = [row for _, row in known.values()]
        settled = place.store.settle(rows, place.roots)
        if changed and self._keeps:
            self._keep(agent, rows, settled, fresh, gone)
        self._settled[agent] = _Settled(settled, outside, folders or _folders(known))
        return settled

    def _known(self, agent: str) -> dict[str, _Kept]:
        """Return the rows as they were last time: from memory, at first from the file."""
        if agent not in self._memory:
            found = self._cache.all(
                "select path, size, mtime_ns, inode, row from session where agent = ?", (agent,)
            )
            self._memory[agent] = {
                path: (StoredFile(path, size, mtime, inode), _decode(row))
                for path, size, mtime, inode, row in found
            }
        return self._memory[agent]

    def _keep(
        self,
        agent: str,
        rows: list[SessionSummary],
        settled: list[SessionSummary],
        fresh: dict[str, StoredFile],
        gone: Iterable[str],
    ) -> None:
        shown = {row.path: row for row in settled}
        values = [
            (
                *(row.path, agent, file.size, file.mtime_ns, file.inode, row.updated_at),
                *_plain(shown.get(row.path, row)),
                *(_encode(row), _encode(shown.get(row.path, row))),
            )
            for row in rows
            if (file := fresh.get(row.path)) is not None and not file.trouble
        ]
        with self._cache.lock, self._cache.writing():
            self._cache.database.executemany(
                "insert or replace into session values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)", values
            )
            self._cache.database.executemany(
                "delete from session where path = ?", ((path,) for path in gone)
            )


def _plain(row: SessionSummary) -> tuple[str | None, ...]:
    """Return what `glimpse` shows, as text that SQLite takes."""
    words = (row.kind.value, row.title, row.cwd)
    return tuple(
        word.encode("utf-8", "replace").decode() if word is not None else None for word in words
    )


def _folders(known: dict[str, _Kept]) -> frozenset[str]:
    """Return the folders that sessions worked in."""
    return frozenset(row.cwd for _, row in known.values() if row.cwd is not None)


def _there(known: dict[str, _Kept], folders: frozenset[str] | None) -> set[str]:
    """Return those of the folders that are there."""
    return {folder for folder in folders or _folders(known) if is_there(folder)}


def stamp(row: SessionSummary) -> tuple[int, int, int]:
    """Return what changes whenever a file does."""
    return row.size, row.mtime_ns, row.inode
