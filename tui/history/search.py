"""Finding words in every session: by the index where a file is indexed, else in the file itself.

Results are complete from the first minute: what the index does not know yet is looked through on
the spot, newest first.
"""

import heapq
import sqlite3
from collections.abc import Callable, Iterable, Iterator
from pathlib import PurePath

import msgspec
from msgspec.structs import replace

from tui.agents.store import Part, SessionSummary
from tui.history.contents import Piece, contents
from tui.history.grep import files_holding
from tui.history.lookup import Matcher, lines_with, told_in
from tui.history.query import Query
from tui.history.shelf import Shelf
from tui.history.text_index import TextIndex, done_before

_LARGEST = 256 * 1024 * 1024
PACKED = ".zst"
"""How files end in which no program could find a word."""


class Hit(msgspec.Struct, frozen=True, kw_only=True):
    """One place where the words stand."""

    session: SessionSummary
    item: str
    """The item of the conversation to open it at; empty for the session as a whole."""
    kind: str
    """`prompt`, `answer`, `thinking`, `plan`, `tool`, `output`, `notice` or `session`."""
    at: float | None
    snippet: str
    marks: tuple[tuple[int, int], ...] = ()
    """Where in the snippet the words stand."""


class Search:
    """Looks through the rows of a listing, with one query after the other."""

    def __init__(self, rows: Iterable[SessionSummary], index: TextIndex | None) -> None:
        self._shelf = Shelf(rows, index)

    @property
    def scanned(self) -> int:
        """Return how many files are looked through because they are not indexed."""
        self._shelf.update()
        return len(self._shelf.pending)

    @property
    def indexed(self) -> int:
        """Return how many files are indexed."""
        return len(self._shelf.rows) - self.scanned

    def hits(self, query: Query, cancelled: Callable[[], bool] = lambda: False) -> Iterator[Hit]:
        """Return hits, newest session first, as they are found."""
        self._shelf.update()
        yield from _Run(self._shelf, query, cancelled).hits()


class _Run:
    """One query on its way through the files."""

    def __init__(self, shelf: Shelf, query: Query, cancelled: Callable[[], bool]) -> None:
        self._shelf = shelf
        self._cancelled = cancelled
        self._matcher = Matcher(query)
        self._query = query
        self._parts: dict[str, list[Part]] = {}
        """File → chunks of it that have all words somewhere."""
        self._met: dict[int, set[tuple[str, str]]] = {}
        """Indexed file → conditions it meets."""
        self._seen: set[tuple[str, str, str]] = set()
        if shelf.index is not None:
            self._ask(shelf.index)

    def hits(self) -> Iterator[Hit]:
        if self._query.phrases:
            yield from self._said()
        elif not self._query.signs:
            for row in self._shelf.rows:
                if self._shelf.owner(row) is row and self._query.fits(row) and self._fits(row):
                    yield _whole(row)

    def _said(self) -> Iterator[Hit]:
        """Return where the words stand, at last sessions that only have them in their titles."""
        for path in self._candidates():
            if self._cancelled():
                return
            found = self._shelf.at(path)
            owner = self._shelf.owner(found) if found is not None else None
            if found is None or owner is None or not self._query.fits(owner):
                continue
            pieces = self._in(found) if found.path == path else self._kept(found, path)
            yield from self._new_hits(owner, pieces)
        told = {path for path, _, _ in self._seen}
        for row in self._shelf.titled(self._matcher) if not self._cancelled() else ():
            if row.path not in told and self._query.fits(row) and self._fits(row):
                told.add(row.path)
                shown = self._matcher.snippet(row.title or "")
                yield replace(_whole(row), snippet=shown.text, marks=shown.marks)

    def _ask(self, index: TextIndex) -> None:
        try:
            for name, value in self._query.traits:
                for id in index.with_trait(name, value):
                    self._met.setdefault(id, set()).add((name, value))
            if self._query.phrases:
                for path, start, end in index.chunks_with(self._query.full_text):
                    self._parts.setdefault(path, []).append(Part(start, end))
        except sqlite3.Error as error:
            self._parts, self._met = {}, {}
            self._shelf.forget(error)

    def _candidates(self) -> Iterator[str]:
        """Return the files to look into, newest first."""
        rank = self._shelf.rank
        last = len(rank)
        grown: list[str] = []
        new: dict[str, None] = {}
        for path, row in self._shelf.pending.items():
            if not self._query.fits(row):
                continue
            known = self._shelf.known.get(path)
            if path.endswith(PACKED) or (known is not None and known.done):
                grown.append(path)
            else:
                new[path] = None
        at_once = sorted({*self._parts, *grown}, key=lambda path: rank.get(path, last))
        beside = [file for path, some in self._shelf.beside.items() for file in some]
        held = files_holding(self._query.needle, [*new, *beside], self._cancelled)
        yield from heapq.merge(at_once, held, key=lambda path: rank.get(path, last))

    def _in(self, row: SessionSummary) -> Iterator[Piece]:
        """Return the pieces of a file in which the words stand."""
        store = self._shelf.store(row)
        parts = list(self._parts.get(row.path, ()))
        known = self._shelf.known.get(row.path)
        if row.path in self._shelf.pending:
            done = done_before(row, known) if row.agent != "gemini" else 0
            parts = [*(parts if done else ()), Part(done, row.size)]
        whole = row.agent == "gemini"
        try:
            for part in parts:
                for found in told_in(store, row, self._query, part, whole=whole):
                    yield from found.pieces
        except OSError:
            return

    def _kept(self, row: SessionSummary, path: str) -> Iterator[Piece]:
        """Return the calls whose output is kept in a file beside the session."""
        store = self._shelf.store(row)
        try:
            data = store.data(row, Part(0, min(row.size, _LARGEST)))
        except OSError:
            return
        lines = lines_with(data, PurePath(path).name.lower())
        yield from contents(store.told(row, lines)).pieces

    def _new_hits(self, owner: SessionSummary, pieces: Iterable[Piece]) -> Iterator[Hit]:
        fitting: bool | None = None
        for piece in pieces:
            place = (owner.path, piece.item, piece.kind)
            if place in self._seen or not self._matcher.holds(piece.text):
                continue
            if fitting is None:
                fitting = self._fits(owner)
            if not fitting:
                return
            self._seen.add(place)
            shown = self._matcher.snippet(piece.text)
            yield Hit(
                session=owner,
                item=piece.item,
                kind=piece.kind,
                at=piece.at or None,
                snippet=shown.text,
                marks=shown.marks,
            )

    def _fits(self, owner: SessionSummary) -> bool:
        """Tell whether a session meets the conditions that take a look inside."""
        wanted = set(self._query.traits)
        for row in self._shelf.family(owner) if wanted else ():
            known = self._shelf.known.get(row.path)
            if row.path in self._shelf.pending:
                wanted -= self._traits_in(row, wanted)
            elif known is not None:
                wanted -= self._met.get(known.id, set())
        return not wanted

    def _traits_in(self, row: SessionSummary, wanted: set[tuple[str, str]]) -> set[tuple[str, str]]:
        store = self._shelf.store(row)
        met: set[tuple[str, str]] = set()
        part = Part(0, min(row.size, _LARGEST))
        try:
            for found in told_in(store, row, replace_phrases(self._query), part, whole=False):
                met |= {one for one in wanted if any(meets(one, trait) for trait in found.traits)}
        except OSError:
            pass
        return met


def replace_phrases(query: Query) -> Query:
    """Return a query for all lines, whatever they say."""
    return replace(query, phrases=())


def meets(wanted: tuple[str, str], trait: tuple[str, str]) -> bool:
    """Tell whether a trait is one that was asked for; of a file a part of its path is enough."""
    name, value = wanted
    return name == trait[0] and (value in trait[1] if name == "file" else value == trait[1])


def _whole(row: SessionSummary) -> Hit:
    return Hit(session=row, item="", kind="session", at=row.updated_at, snippet=row.title or row.id)
