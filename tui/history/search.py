"""Finding words in every session: by the index where a file is indexed, else in the file itself.

Results are complete from the first minute: what the index does not know yet is looked through on
the spot, newest first.
"""

import os
import re
import sqlite3
from collections.abc import Iterable, Iterator

import msgspec

from tui.agents.store import RowKind, SessionStore, SessionSummary
from tui.agents.store_files import opened
from tui.history.contents import Contents, Piece, contents
from tui.history.index import Index, stamp, stamps
from tui.history.query import Query, words
from tui.history.stores import store

_CHUNK = 1024 * 1024
_AROUND = 70
"""Letters shown on either side of a hit."""


class Hit(msgspec.Struct, frozen=True, kw_only=True):
    """One place where the words stand."""

    session: SessionSummary
    item: str
    """The item of the conversation to open it at; empty for the session as a whole."""
    kind: str
    at: float | None
    snippet: str


class Search:
    """Looks through rows with one query."""

    def __init__(self, query: Query, index: Index | None) -> None:
        self._query = query
        self._index = index
        self._stores: dict[str, SessionStore] = {}
        self._known: dict[str, tuple[int, tuple[int, int, int]]] = {}
        self._hits: dict[int, set[tuple[str, str]]] = {}
        self.indexed = 0
        self.scanned = 0
        if index is not None:
            self._ask(index)

    def hits(self, rows: Iterable[SessionSummary]) -> Iterator[Hit]:
        """Return hits, newest session first as the rows come."""
        for row in rows:
            if row.kind in (RowKind.PART, RowKind.STUB) or not self._query.fits(row):
                continue
            if row.kind is RowKind.SUBAGENT and row.reason is None:
                continue
            yield from self._in(row)

    def _ask(self, index: Index) -> None:
        try:
            states = stamps(index)
            for path, id in index.database.execute("select path, id from text"):
                self._known[path] = (id, states[path])
            if self._query.phrases:
                found = index.database.execute(
                    "select line.text, line.item, line.kind from words"
                    " join line on line.id = words.rowid where words match ?",
                    (self._query.full_text,),
                )
                for id, item, kind in found:
                    self._hits.setdefault(id, set()).add((item, kind))
        except sqlite3.Error:
            self._known, self._hits = {}, {}

    def _in(self, row: SessionSummary) -> Iterator[Hit]:
        known = self._known.get(row.path)
        if known is not None and known[1] == stamp(row):
            self.indexed += 1
            yield from self._indexed(row, known[0])
            return
        self.scanned += 1
        if self._may_hold(row):
            read = self._read(row)
            if self._has_traits(read.traits):
                yield from self._matching(row, read, None)

    def _indexed(self, row: SessionSummary, id: int) -> Iterator[Hit]:
        places = self._hits.get(id)
        if self._query.phrases and not places:
            return
        if self._query.traits and self._index is not None:
            traits = set(
                self._index.database.execute("select name, value from trait where text = ?", (id,))
            )
            if not self._has_traits(traits):
                return
        if places is None:
            yield _whole(row)
            return
        yield from self._matching(row, self._read(row), places)

    def _matching(
        self, row: SessionSummary, read: Contents, places: set[tuple[str, str]] | None
    ) -> Iterator[Hit]:
        if not self._query.phrases:
            yield _whole(row)
            return
        for piece in read.pieces:
            if places is not None and (piece.item, piece.kind) not in places:
                continue
            if holds(self._query, piece.text):
                yield Hit(
                    session=row,
                    item=piece.item,
                    kind=piece.kind,
                    at=piece.at or None,
                    snippet=snippet(self._query, piece),
                )

    def _has_traits(self, traits: set[tuple[str, str]]) -> bool:
        return all(
            any(
                kind == name and (value in one if name == "file" else one == value)
                for kind, one in traits
            )
            for name, value in self._query.traits
        )

    def _read(self, row: SessionSummary) -> Contents:
        if row.agent not in self._stores:
            self._stores[row.agent] = store(row.agent)
        return contents(self._stores[row.agent].read(row))

    def _may_hold(self, row: SessionSummary) -> bool:
        """Tell quickly whether a file could hold the words, without decoding it."""
        if not row.size:
            return False
        if row.fork_of is not None or row.path.endswith(".zst"):
            return True
        longest = max(
            (word for phrase in self._query.phrases for word in phrase), key=len, default=""
        )
        if not longest or not longest.isascii():
            return True
        return _file_holds(row, longest)


def _file_holds(row: SessionSummary, word: str) -> bool:
    """Look for one word in the raw bytes; a session's neighbours may hold it too."""
    neighbours = os.path.splitext(row.path)[0]  # noqa: PTH122 (paths are plain text here)
    if os.path.isdir(neighbours) or row.agent == "gemini":  # noqa: PTH112
        return True
    needle = word.encode()
    try:
        with opened(row.path) as file:
            position = 0
            while chunk := os.pread(file, _CHUNK, position):
                if needle in chunk.lower():
                    return True
                # A word may lie across the border of two chunks.
                position += len(chunk) - (len(needle) - 1 if len(chunk) == _CHUNK else 0)
    except OSError:
        return False
    return False


def holds(query: Query, text: str) -> bool:
    """Tell whether a text has every phrase, as the index would say."""
    said = words(text)
    return all(_has(said, phrase) for phrase in query.phrases)


def _has(said: list[str], phrase: tuple[str, ...]) -> bool:
    *whole, last = phrase
    length = len(whole)
    if not length:
        return any(word.startswith(last) for word in said)
    first = whole[0]
    return any(
        word == first
        and said[place : place + length] == whole
        and place + length < len(said)
        and said[place + length].startswith(last)
        for place, word in enumerate(said)
    )


def snippet(query: Query, piece: Piece) -> str:
    """Return the words around the first hit, in one line."""
    text = " ".join(piece.text.split())
    first = query.phrases[0][0]
    found = re.search(re.escape(first), text, re.IGNORECASE)
    place = found.start() if found else 0
    start, end = max(0, place - _AROUND), place + len(first) + _AROUND
    before = "…" if start else ""
    return f"{before}{text[start:end]}{'…' if end < len(text) else ''}"


def _whole(row: SessionSummary) -> Hit:
    return Hit(session=row, item="", kind="session", at=row.updated_at, snippet=row.title or row.id)
