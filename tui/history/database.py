"""A cache of ours in SQLite: a damaged file is set aside, without one it lives in memory."""

import sqlite3
import threading
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any


class Cache:
    """A database that may be thrown away at any time. Why it is not kept is told, never raised."""

    def __init__(self, path: Path | None, tables: str, version: int) -> None:
        self.trouble = ""
        """Why it is not kept, in a sentence; empty where it is."""
        self.lock = threading.Lock()
        """Held by whoever uses the database, so that nobody closes it under them."""
        self._tables = tables
        self._version = version
        self._path = path
        self._closed = False
        self.database = self._open(path)

    def close(self) -> None:
        """Close the file, when nobody is reading from it; later questions find nothing."""
        with self.lock:
            self._closed = True
            self.database.close()

    def all(self, question: str, given: Sequence[object] = ()) -> list[tuple[Any, ...]]:
        """Return all rows that answer a question; raises sqlite3.Error."""
        with self.lock:
            return [] if self._closed else self.database.execute(question, given).fetchall()

    def failed(self, error: Exception) -> None:
        """Note why it cannot be kept; a damaged file is set aside, so that the next one is new."""
        if self._closed:
            return
        if isinstance(error, sqlite3.DatabaseError) and _is_damaged(error) and self._path:
            with suppress(OSError):
                self._path.replace(self._path.with_suffix(".damaged"))
                _remove(self._path)
        self.trouble = f"The index of past sessions cannot be kept: {error}."

    def writing(self) -> "Transaction":
        """Return a transaction: all that is written in it is kept, or nothing."""
        return Transaction(self)

    def _open(self, path: Path | None) -> sqlite3.Connection:
        if path is not None:
            try:
                return self._usable(path)
            except sqlite3.DatabaseError as error:
                if _is_damaged(error) and (again := self._set_aside(path)) is not None:
                    return again
                self.failed(error)
            except OSError as error:
                self.trouble = f"The index of past sessions cannot be kept: {error.strerror}."
        memory = sqlite3.connect(":memory:", check_same_thread=False, isolation_level=None)
        memory.executescript(self._tables)
        return memory

    def _set_aside(self, path: Path) -> sqlite3.Connection | None:
        """Move a damaged file away and begin a new one."""
        with suppress(OSError, sqlite3.DatabaseError):
            path.replace(path.with_suffix(".damaged"))
            _remove(path)
            return self._usable(path)
        return None

    def _usable(self, path: Path) -> sqlite3.Connection:
        path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        path.touch(mode=0o600, exist_ok=True)
        database = sqlite3.connect(path, timeout=2, check_same_thread=False, isolation_level=None)
        try:
            database.execute("pragma journal_mode = wal")
            database.execute("pragma synchronous = off")
            (version,) = database.execute("pragma user_version").fetchone()
            if version not in (0, self._version):
                database.close()
                _remove(path)
                return self._usable(path)
            if version == 0:
                database.executescript(self._tables)
                database.execute(f"pragma user_version = {self._version}")
            database.execute("select count(*) from sqlite_master").fetchone()
        except sqlite3.Error:
            database.close()
            raise
        return database


class Transaction:
    """Writes all or nothing; a full disk is told and costs only the cache."""

    def __init__(self, cache: Cache) -> None:
        self._cache = cache
        self.kept = False
        """All of it was written."""

    def __enter__(self) -> "Transaction":
        with suppress(sqlite3.Error):
            self._cache.database.execute("begin")
        return self

    def __exit__(self, kind: object, error: BaseException | None, trace: object) -> bool:
        database = self._cache.database
        try:
            database.execute("rollback" if error is not None else "commit")
            self.kept = error is None
        except sqlite3.Error as failure:
            self._cache.failed(failure)
        if isinstance(error, sqlite3.Error):
            self._cache.failed(error)
            return True
        return False


def _remove(path: Path) -> None:
    for ending in ("", "-wal", "-shm"):
        Path(f"{path}{ending}").unlink(missing_ok=True)


def _is_damaged(error: sqlite3.DatabaseError) -> bool:
    return any(sign in str(error) for sign in ("malformed", "not a database", "corrupt"))
