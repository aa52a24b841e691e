"""Every session of every agent on this machine: listed, searched, opened, noted.

The one door to this room for a screen. Whatever looks at the disk is meant for a worker thread;
several may use one library at a time. A library never writes below an agent's folder. Its index
is a cache: where it cannot be kept, `trouble` says so in a sentence and all else works.
"""

import threading
from collections.abc import Callable, Iterable, Iterator, Mapping
from pathlib import Path

import msgspec

from tui.agents.store import SessionStore
from tui.conversation.state import Conversation
from tui.history.build import Progress, progress
from tui.history.builder import Builder
from tui.history.index import ROWS, Index
from tui.history.notes import Note as Note
from tui.history.notes import Notes
from tui.history.opened import Grown as Grown
from tui.history.opened import Older as Older
from tui.history.opened import Opened as Opened
from tui.history.opened import told
from tui.history.past_requests import newest, stored_requests
from tui.history.preview import Preview as Preview
from tui.history.preview import preview
from tui.history.prices import Prices
from tui.history.query import parse
from tui.history.rows import Holder as Holder
from tui.history.rows import Row as Row
from tui.history.rows import RowKind as RowKind
from tui.history.search import Hit as Hit
from tui.history.search import Search
from tui.history.spend import COUNTED, spend
from tui.history.spend import Share as Share
from tui.history.spend import Spend as Spend
from tui.history.stores import Place, configured, find, places
from tui.history.text_index import WORDS, TextIndex
from tui.model.past import PastRequest

Roots = Mapping[str, Iterable[str]]
"""Agent → further folders with sessions, as the settings name them."""


class Indexed(msgspec.Struct, frozen=True):
    """How much of all that was said is in the index."""

    files: int
    all_files: int
    bytes: int
    all_bytes: int

    @property
    def fraction(self) -> float:
        """Return the part that is indexed, from 0 to 1."""
        return self.bytes / self.all_bytes if self.all_bytes else 1.0

    @property
    def sentence(self) -> str:
        """Return it in words."""
        if self.files == self.all_files:
            return f"all {self.all_files:,} files indexed"
        return f"{self.files:,} of {self.all_files:,} files indexed ({self.fraction:.0%})"


class Growth(msgspec.Struct, frozen=True):
    """What has changed in the list since some rows were returned."""

    rows: list[Row]
    changed: list[Row]
    """Rows that are new or differ."""
    gone: list[str]
    """Paths of files that are no longer there."""


class Library:
    """All past sessions. Use `Library.at`; the parts are for tests."""

    def __init__(
        self, index: Index, words: TextIndex, notes: Notes, where: list[Place], builder: Builder
    ) -> None:
        self.notes = notes
        self.rows: list[Row] = []
        """As they were when somebody looked last; newest first."""
        self._index = index
        self._words = words
        self._places = where
        self._builder = builder
        self._stores: dict[str, SessionStore] = {one.store.agent: one.store for one in where}
        self._looking = threading.Lock()
        self._closed = False
        self._seen: tuple[list[Row], dict[str, Note]] | None = None
        """What the rows were made from."""
        self._search: tuple[list[Row], Search] | None = None

    @classmethod
    def at(cls, state: Path, environ: Mapping[str, str], roots: Roots | None = None) -> "Library":
        """Open the library of a machine; never raises."""
        extra = configured(roots or {})
        return cls(
            Index(state / ROWS),
            TextIndex(state / WORDS),
            Notes(state / "notes.json"),
            places(environ, extra=extra),
            Builder(state, extra),
        )

    @property
    def trouble(self) -> str:
        """Return why the index cannot be kept, in a sentence; empty where it is."""
        return self._index.trouble or self._words.trouble or self._builder.trouble

    @property
    def roots(self) -> dict[str, tuple[Path, ...]]:
        """Return agent → the folders that are looked in."""
        return {place.store.agent: place.roots for place in self._places}

    def close(self) -> None:
        """Stop searching and indexing, and close the index."""
        self._closed = True
        self._builder.stop()
        self._words.close()
        self._index.close()

    def recent(self, limit: int = 60) -> list[Row]:
        """Return the newest rows as they were known last time, at once."""
        return self.notes.applied(self._index.recent(limit))

    def refresh(self) -> list[Row]:
        """Look at every file and return all rows, newest first."""
        with self._looking:
            found = self._index.refresh(self._places)
            seen = (found, self.notes.all)
            if self._seen is None or any(
                one is not two for one, two in zip(self._seen, seen, strict=True)
            ):
                self._seen = seen
                self.rows = self.notes.applied(found)
            return self.rows

    def poll(self, known: list[Row]) -> Growth | None:
        """Look again; None where nothing has changed since these rows were returned.

        Others look as well, so what changed is told by what the asker knows.
        """
        rows = self.refresh()
        if rows is known:
            return None
        before = {row.path: row for row in known}
        changed = [row for row in rows if before.pop(row.path, None) != row]
        if not changed and not before:
            return None
        return Growth(rows, changed, list(before))

    def counted(self, row: Row) -> Row:
        """Return a row whose counts come from all of its file."""
        return self._index.complete(self._store(row), row)

    def search(
        self, text: str, cancelled: Callable[[], bool] = lambda: False, now: float | None = None
    ) -> Iterator[Hit]:
        """Return where the words stand, newest session first; raises UsageError."""
        query = parse(text, now)
        rows = self.rows or self.refresh()
        if self._search is None or self._search[0] is not rows:
            self._search = (rows, Search(rows, self._words))
        yield from self._search[1].hits(query, lambda: self._closed or cancelled())

    def indexed(self) -> Indexed:
        """Return how much is indexed."""
        done: Progress = progress(self._words, self.rows)
        return Indexed(done.files, done.all_files, done.bytes, done.all_bytes)

    def start_indexing(self) -> None:
        """Let a process of low priority index what is not indexed yet, unless one does."""
        if not self.trouble:
            self._builder.start()

    def stop_indexing(self) -> None:
        """End that process."""
        self._builder.stop()

    def preview(self, row: Row) -> Preview:
        """Return what a session was about; of a long one, from its beginning and end."""
        return preview(self._store(row), row)

    def open(self, row: Row, at: str = "") -> Opened:
        """Open a session at its end, or so that the item `at` is in it."""
        return Opened(self._store(row), row, at)

    def conversation(self, row: Row) -> Conversation:
        """Return all of a session."""
        return told(self._store(row), row)

    def held_by(self, row: Row) -> Holder | None:
        """Return who else has a session open now."""
        return self._store(row).held_by(row)

    def newest_in(self, folder: Path, agent: str | None = None) -> Row | None:
        """Return the session of a folder that was used last and can be continued."""
        wanted = str(folder)
        for row in self.refresh():
            if row.cwd == wanted and row.resumable and agent in (None, row.agent):
                return row
        return None

    def find(self, wanted: str) -> Row:
        """Return the session of an id or of the beginning of one; raises ParleyError."""
        return find(self.refresh(), wanted)

    def spend(
        self,
        prices: Prices | None = None,
        reached: Callable[[int, int], None] = lambda done, all_files: None,
    ) -> Spend:
        """Return what was used, per day, project and agent; the first time takes a while."""
        rows = [row for row in self.rows or self.refresh() if row.kind in COUNTED]
        told = []
        for one in self._index.usage(self._store, rows):
            told.append(one)
            if not len(told) % 500:
                reached(len(told), len(rows))
        return spend(told, prices)

    def newest(self) -> tuple[list[Row], int]:
        """Return the newest sessions, as many as somebody can wait for, and how many there are."""
        rows = [row for row in self.rows or self.refresh() if row.kind is not RowKind.BROKEN]
        return newest(rows), len(rows)

    def requests(self, row: Row) -> Iterator[PastRequest]:
        """Return what was asked for in a session."""
        return stored_requests(self._store(row), row)

    def _store(self, row: Row) -> SessionStore:
        return self._stores[row.agent]
