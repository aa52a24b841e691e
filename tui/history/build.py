"""Fills the full-text part of the index, newest sessions first. Run it as a process of its own.

`python -m tui.history.build INDEX` does so at low priority and ends when all is indexed.
"""

import os
import sqlite3
import sys
import time
from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path

from tui.agents.store import RowKind, SessionSummary
from tui.history.contents import Contents, contents
from tui.history.index import Index, stamp, stamps
from tui.history.stores import places, store

_AT_ONCE = 16 * 1024 * 1024
_SKIPPED = (RowKind.PART, RowKind.STUB, RowKind.BROKEN)


def fill(index: Index, rows: Iterable[SessionSummary], seconds: float | None = None) -> int:
    """Index what is not indexed yet, for at most some seconds; return how many sessions."""
    known = stamps(index)
    until = time.monotonic() + seconds if seconds is not None else None
    wanted = [row for row in rows if _is_wanted(row) and known.get(row.path) != stamp(row)]
    done = 0
    while wanted:
        batch, size = [], 0
        while wanted and size < _AT_ONCE:
            size += wanted[0].size
            batch.append(wanted.pop(0))
        done += len(batch)
        late = until is not None and time.monotonic() > until
        if late or not _keep(index, batch):
            return done - len(batch)
    return done


def _is_wanted(row: SessionSummary) -> bool:
    nested = row.kind is RowKind.SUBAGENT and row.reason is None
    return row.kind not in _SKIPPED and not nested


def progress(index: Index, rows: Iterable[SessionSummary]) -> tuple[int, int]:
    """Return how many bytes of how many are indexed, for people to see."""
    known = stamps(index)
    wanted = [row for row in rows if row.kind not in _SKIPPED]
    done = sum(row.size for row in wanted if known.get(row.path) == stamp(row))
    return done, sum(row.size for row in wanted)


def _keep(index: Index, batch: list[SessionSummary]) -> bool:
    """Keep the words of some sessions, all or nothing: each transaction costs time."""
    try:
        index.database.execute("begin immediate")
        for row in batch:
            _add(index.database, row, contents(store(row.agent).read(row)))
        index.database.execute("commit")
    except sqlite3.Error as error:
        index.trouble = f"The index of past sessions cannot be kept: {error}."
        with suppress(sqlite3.Error):
            index.database.execute("rollback")
        return False
    return True


def _add(database: sqlite3.Connection, row: SessionSummary, read: Contents) -> None:
    id, known = _place(database, row)
    new = [piece for piece in read.pieces if (piece.item, piece.kind) not in known]
    (last,) = database.execute("select coalesce(max(id), 0) from line").fetchone()
    numbered = list(enumerate(new, last + 1))
    database.executemany(
        "insert into line values (?, ?, ?, ?, ?)",
        ((number, id, piece.item, piece.kind, piece.at) for number, piece in numbered),
    )
    database.executemany(
        "insert into words (rowid, said) values (?, ?)",
        ((number, piece.text.encode("utf-8", "replace").decode()) for number, piece in numbered),
    )
    database.executemany(
        "insert or ignore into trait values (?, ?, ?)",
        ((id, name, value) for name, value in read.traits),
    )


def _place(database: sqlite3.Connection, row: SessionSummary) -> tuple[int, set[tuple[str, str]]]:
    """Return a session's number and what is known of it: of one that grew, only what is new
    needs indexing; one that was replaced is indexed anew.
    """
    found = database.execute(
        "select id, size, inode from text where path = ?", (row.path,)
    ).fetchone()
    if found is None:
        number = database.execute(
            "insert into text (path, size, mtime_ns, inode) values (?, ?, ?, ?)",
            (row.path, *stamp(row)),
        ).lastrowid
        return number or 0, set()
    id, size, inode = found
    if inode != row.inode or size >= row.size:
        database.execute("delete from line where text = ?", (id,))
        database.execute("delete from trait where text = ?", (id,))
    database.execute(
        "update text set size = ?, mtime_ns = ?, inode = ? where id = ?", (*stamp(row), id)
    )
    return id, set(database.execute("select item, kind from line where text = ?", (id,)))


def main(path: str) -> int:
    """Index everything at low priority."""
    os.nice(19)
    index = Index(Path(path))
    fill(index, index.refresh(places(os.environ)))
    index.close()
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
