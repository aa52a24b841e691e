"""The index of session files: one row per file, kept until the file changes."""

import sqlite3
import threading
from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path
from typing import TypeAlias

import msgspec
from msgspec.structs import replace

from tui.agents.store import SessionStore, SessionSummary, StoredFile, newest_first
from tui.history.stores import Place

VERSION = 3
"""Raised when rows change their meaning; an index of another version is built anew."""

_TABLES = """
create table if not exists session (
    path text primary key,
    agent text not null,
    size integer not null,
    mtime_ns integer not null,
    inode integer not null,
    updated_at real,
    row blob not null,
    shown blob not null
) without rowid;
create index if not exists newest on session (updated_at desc);
create table if not exists text (
    id integer primary key,
    path text not null unique,
    size integer not null,
    mtime_ns integer not null,
    inode integer not null
);
create table if not exists line (
    id integer primary key,
    text integer not null,
    item text not null,
    kind text not null,
    at real
);
create index if not exists line_of on line (text);
create table if not exists trait (
    text integer not null,
    name text not null,
    value text not null,
    primary key (text, name, value)
) without rowid;
create virtual table if not exists words using fts5 (
    said, content = '', tokenize = "unicode61 remove_diacritics 0"
);
"""

_Kept: TypeAlias = tuple[tuple[int, int, int], SessionSummary]
"""A file's size, time and number, and the row that was made from it."""

_COUNTED = ("message_count", "tokens_used", "cost_usd")

_encode = msgspec.msgpack.Encoder().encode
_decode = msgspec.msgpack.Decoder(SessionSummary).decode


class Index:
    """A cache of rows in a file of ours; without a usable file it lives in memory."""

    def __init__(self, path: Path | None) -> None:
        self.trouble = ""
        """Why the index is not kept; empty where it is."""
        self._lock = threading.Lock()
        self._memory: dict[str, dict[str, _Kept]] = {}
        self.database = self._open(path)

    def close(self) -> None:
        """Close the file."""
        self.database.close()

    def recent(self, limit: int = 60) -> list[SessionSummary]:
        """Return the newest rows as they were known last time, without looking at any file."""
        found = self.database.execute(
            "select shown from session order by updated_at desc limit ?", (limit,)
        )
        return [_decode(shown) for (shown,) in found]

    def refresh(self, places: Iterable[Place]) -> list[SessionSummary]:
        """Return every row, newest first; only files that changed are opened."""
        rows: list[SessionSummary] = []
        for place in places:
            rows += self._refreshed(place)
        return newest_first(rows)

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
        with self._lock, self._writing():
            self.database.execute(
                "update session set row = ?, shown = ? where path = ? and size = ?",
                (_encode(whole), _encode(shown), row.path, row.size),
            )
        return shown

    def _refreshed(self, place: Place) -> list[SessionSummary]:
        agent = place.store.agent
        known = self._known(agent)
        kept: dict[str, _Kept] = {}
        rows: list[SessionSummary] = []
        fresh: dict[str, StoredFile] = {}
        for file in place.store.files(place.roots):
            state = (file.size, file.mtime_ns, file.inode)
            last = known.pop(file.path, None)
            if last is None or last[0] != state:
                last = (state, place.store.summarise(file))
                fresh[file.path] = file
            kept[file.path] = last
            rows.append(last[1])
        self._memory[agent] = kept
        settled = place.store.settle(rows, place.roots)
        if fresh or known:
            self._keep(agent, rows, settled, fresh, known)
        return settled

    def _known(self, agent: str) -> dict[str, _Kept]:
        """Return the rows as they were last time: from memory, at first from the file."""
        remembered = self._memory.pop(agent, None)
        if remembered is not None:
            return remembered
        found = self.database.execute(
            "select path, size, mtime_ns, inode, row from session where agent = ?", (agent,)
        )
        return {
            path: ((size, mtime, inode), _decode(row)) for path, size, mtime, inode, row in found
        }

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
                *(_encode(row), _encode(shown.get(row.path, row))),
            )
            for row in rows
            if (file := fresh.get(row.path)) is not None and not file.trouble
        ]
        with self._lock, self._writing():
            self.database.executemany(
                "insert or replace into session values (?, ?, ?, ?, ?, ?, ?, ?)", values
            )
            self.database.executemany(
                "delete from session where path = ?", ((path,) for path in gone)
            )

    def _writing(self) -> "_Transaction":
        return _Transaction(self)

    def _open(self, path: Path | None) -> sqlite3.Connection:
        if path is not None:
            try:
                return _usable(path)
            except sqlite3.DatabaseError as error:
                if _is_damaged(error) and (again := self._set_aside(path)) is not None:
                    return again
                self.trouble = f"The index of past sessions cannot be kept: {error}."
            except OSError as error:
                self.trouble = f"The index of past sessions cannot be kept: {error.strerror}."
        memory = sqlite3.connect(":memory:", check_same_thread=False, isolation_level=None)
        memory.executescript(_TABLES)
        return memory

    def _set_aside(self, path: Path) -> sqlite3.Connection | None:
        """Move a damaged index away and begin a new one."""
        with suppress(OSError, sqlite3.DatabaseError):
            path.replace(path.with_suffix(".damaged"))
            for ending in ("-wal", "-shm"):
                Path(f"{path}{ending}").unlink(missing_ok=True)
            return _usable(path)
        return None


class _Transaction:
    """Writes all or nothing; a full disk is told and costs only the cache."""

    def __init__(self, index: Index) -> None:
        self._index = index

    def __enter__(self) -> None:
        with suppress(sqlite3.Error):
            self._index.database.execute("begin")

    def __exit__(self, kind: object, error: BaseException | None, trace: object) -> bool:
        database = self._index.database
        try:
            database.execute("rollback" if error is not None else "commit")
        except sqlite3.Error as failure:
            self._index.trouble = f"The index of past sessions cannot be kept: {failure}."
        if isinstance(error, sqlite3.Error):
            self._index.trouble = f"The index of past sessions cannot be kept: {error}."
            return True
        return False


def _usable(path: Path) -> sqlite3.Connection:
    path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    path.touch(mode=0o600, exist_ok=True)
    database = sqlite3.connect(path, timeout=2, check_same_thread=False, isolation_level=None)
    try:
        database.execute("pragma journal_mode = wal")
        database.execute("pragma synchronous = off")
        (version,) = database.execute("pragma user_version").fetchone()
        if version not in (0, VERSION):
            raise sqlite3.DatabaseError("it is malformed: another version wrote it")
        database.executescript(_TABLES)
        database.execute(f"pragma user_version = {VERSION}")
        database.execute("select count(*) from session where agent = ''").fetchone()
    except sqlite3.Error:
        database.close()
        raise
    return database


def _is_damaged(error: sqlite3.DatabaseError) -> bool:
    return any(sign in str(error) for sign in ("malformed", "not a database", "corrupt"))


def stamp(row: SessionSummary) -> tuple[int, int, int]:
    """Return what changes whenever a file does."""
    return row.size, row.mtime_ns, row.inode


def stamps(index: Index) -> dict[str, tuple[int, int, int]]:
    """Return the files whose words are indexed, and in which state they were then."""
    found = index.database.execute("select path, size, mtime_ns, inode from text")
    return {path: (size, mtime, inode) for path, size, mtime, inode in found}
