"""The full-text index: in which stretch of which file a word stands, and what marks a session."""

import sqlite3
from contextlib import suppress
from hashlib import blake2b
from pathlib import Path
from typing import Any, NamedTuple

from tui.agents.store import Part, SessionSummary
from tui.agents.store_files import bytes_of
from tui.history.database import Cache

WORDS = "words.sqlite"
"""Its name in our state folder."""

_END = 1024
"""Bytes at each end of what is indexed by which a file is known again."""

VERSION = 3
"""Raised when words or chunks change their meaning; another version is built anew."""

_TABLES = """
create table if not exists text (
    id integer primary key,
    path text not null unique,
    size integer not null,
    mtime_ns integer not null,
    inode integer not null,
    done integer not null,
    mark blob not null
);
create table if not exists chunk (
    id integer primary key autoincrement,
    text integer not null,
    start integer not null,
    end integer not null
);
create index if not exists chunk_of on chunk (text);
create table if not exists trait (
    text integer not null,
    name text not null,
    value text not null,
    primary key (name, value, text)
) without rowid;
create index if not exists trait_of on trait (text);
create virtual table if not exists words using fts5 (
    said, content = '', detail = none, columnsize = 0,
    tokenize = ascii
);
"""


class Known(NamedTuple):
    """What the index knows of a file's words."""

    id: int
    stamp: tuple[int, int, int]
    done: int
    """How many bytes of it are indexed."""
    mark: bytes
    """What those bytes looked like at both ends; see `mark_of`."""


def mark_of(path: str, done: int) -> bytes:
    """Return what tells a file that grew from one that was written anew; raises OSError."""
    ends = (Part(0, min(_END, done)), Part(max(0, done - _END), done))
    return blake2b(b"".join(bytes_of(path, end) for end in ends), digest_size=8).digest()


def done_before(row: SessionSummary, known: Known | None) -> int:
    """Return how many bytes of a file need not be read again; 0 where it is another by now."""
    if known is None or known.stamp[2] != row.inode or not 0 < known.done <= row.size:
        return 0
    try:
        return known.done if known.mark == mark_of(row.path, known.done) else 0
    except OSError:
        return 0


class TextIndex:
    """Words of session files in a file of ours, which one process writes and others read."""

    def __init__(self, path: Path | None) -> None:
        self.cache = Cache(path, _TABLES, VERSION)

    @property
    def trouble(self) -> str:
        """Return why the index is not kept; empty where it is."""
        return self.cache.trouble

    def close(self) -> None:
        """Close the file."""
        self.cache.close()

    def known_texts(self) -> dict[str, Known]:
        """Return the files whose words are indexed, and in which state they were then."""
        found = self.cache.all("select path, id, size, mtime_ns, inode, done, mark from text")
        return {
            path: Known(id, (size, mtime, inode), done, mark)
            for path, id, size, mtime, inode, done, mark in found
        }

    def version(self) -> object:
        """Return what is another value whenever anybody has changed the index."""
        return self.cache.all("pragma data_version"), self.cache.all("select total_changes()")

    def chunks_with(self, full_text: str) -> list[tuple[Any, ...]]:
        """Return the stretches of files that have some words."""
        return self.cache.all(
            "select text.path, chunk.start, chunk.end from words"
            " join chunk on chunk.id = words.rowid join text on text.id = chunk.text"
            " where words match ?",
            (full_text,),
        )

    def with_trait(self, name: str, value: str) -> list[int]:
        """Return the indexed files that have a trait; of a file's path a part is enough."""
        same = "instr(value, ?)" if name == "file" else "value = ?"
        found = self.cache.all(
            f"select distinct text from trait where name = ? and {same}", (name, value)
        )
        return [id for (id,) in found]

    def tune(self) -> None:
        """Let the full-text part gather words in memory, and merge rarely: it is twice as fast."""
        with self.cache.lock, suppress(sqlite3.Error):
            for option, value in (("hashsize", 32 << 20), ("automerge", 0)):
                self.cache.database.execute(
                    "insert into words (words, rank) values (?, ?)", (option, value)
                )
