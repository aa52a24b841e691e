"""Fills the full-text part of the index, newest sessions first. Run it as a process of its own.

`python -m tui.history.build FOLDER` does so at low priority, takes up what grows, and ends when its
standard input is closed: with the process that started it, however that went. A file is indexed
in chunks of some ten kilobytes: the index knows in which chunk a word stands, and the chunk itself
is read to say where.
"""

import fcntl
import os
import sqlite3
import sys
import threading
import time
from collections.abc import Iterable, Iterator, Mapping
from contextlib import suppress
from importlib import import_module
from pathlib import Path

import msgspec

from tui.agents.store import Part, RowKind, SessionStore, SessionSummary, StoredFile
from tui.agents.store_files import bytes_of
from tui.history.contents import contents
from tui.history.index import ROWS, Index, stamp
from tui.history.stores import extra_roots, places, store
from tui.history.text_index import WORDS, Known, TextIndex, done_before, mark_of
from tui.history.turn import is_ours, private
from tui.history.words import indexable
from tui.model.identity import AgentId

CHUNK = 64 * 1024
_AT_ONCE = 32 * 1024 * 1024
"""Bytes of session files per transaction: each one costs time."""

_BLOCK = 4 * 1024 * 1024
"""Bytes read at once."""

_LONGEST = 16 * 1024 * 1024
"""A longer line is no session's."""

_LARGEST = 256 * 1024 * 1024
"""A larger file that can only be read whole is left to the search itself."""

_STATE = "update text set size = ?, mtime_ns = ?, inode = ?, done = ?, mark = ? where id = ?"

_REST = 5.0
"""Seconds between two looks for what has grown."""

_GEMINI = "tui.agents.gemini.store_plain"
_SKIPPED = (RowKind.STUB, RowKind.BROKEN)


class Progress(msgspec.Struct, frozen=True):
    """How much is indexed."""

    files: int
    all_files: int
    bytes: int
    all_bytes: int


def fill(
    index: TextIndex,
    rows: Iterable[SessionSummary],
    seconds: float | None = None,
) -> int:
    """Index what is not indexed yet, for at most some seconds; return how many files."""
    known = index.known_texts()
    until = time.monotonic() + seconds if seconds is not None else None
    wanted = [row for row in rows if is_wanted(row) and not is_indexed(row, known.get(row.path))]
    wanted.reverse()
    done = 0
    index.tune()
    while wanted:
        batch, size = [], 0
        while wanted and size < _AT_ONCE:
            row = wanted.pop()
            last = known.get(row.path)
            size += row.size - (last.done if last is not None and last.done <= row.size else 0)
            batch.append(row)
        late = until is not None and time.monotonic() > until
        if late or not _keep(index, batch, known):
            break
        done += len(batch)
    return done


def is_wanted(row: SessionSummary) -> bool:
    """Tell whether there are words in a file."""
    return row.kind not in _SKIPPED and row.size > 0


def is_indexed(row: SessionSummary, known: Known | None) -> bool:
    """Tell whether all of a file is indexed."""
    return known is not None and known.stamp == stamp(row)


def progress(index: TextIndex, rows: Iterable[SessionSummary]) -> Progress:
    """Return how much of how much is indexed, for people to see."""
    known = index.known_texts()
    files = all_files = size = all_size = 0
    for row in rows:
        if not is_wanted(row):
            continue
        all_files += 1
        all_size += row.size
        last = known.get(row.path)
        if is_indexed(row, last):
            files += 1
            size += row.size
        elif last is not None and last.stamp[2] == row.inode:
            size += min(last.done, row.size)
    return Progress(files, all_files, size, all_size)


def _keep(index: TextIndex, batch: list[SessionSummary], known: dict[str, Known]) -> bool:
    """Keep the words of some files, all or nothing."""
    with index.cache.lock, index.cache.writing() as transaction:
        for row in batch:
            _add(index.cache.database, row, known)
    return transaction.kept


def _add(database: sqlite3.Connection, row: SessionSummary, known: Mapping[str, Known]) -> None:
    """Index a file; one that cannot be read now stays to be indexed."""
    opened = store(row.agent)
    last = known.get(row.path)
    start = done = 0 if _is_whole(row) else done_before(row, last)
    id = last.id if last is not None and start else _begun_anew(database, row.path, last)
    try:
        for part, data in _chunks(opened, row, start):
            _add_chunk(database, id, opened, row, part, data)
            # An unfinished last line is indexed, and read again when there is more of it.
            done = part.end or 0 if data.endswith(b"\n") else done
        for file in opened.beside(row):
            _add_beside(database, file, known.get(file.path))
        mark = mark_of(row.path, done)
    except OSError:
        return
    database.execute(_STATE, (*stamp(row), done, mark, id))


def _is_whole(row: SessionSummary) -> bool:
    """Tell whether a file has to be read from its beginning to be understood."""
    return row.agent == "gemini" or row.path.endswith(".zst")


def _begun_anew(database: sqlite3.Connection, path: str, known: Known | None) -> int:
    if known is None:
        made = database.execute(
            "insert into text (path, size, mtime_ns, inode, done, mark) values (?, 0, 0, 0, 0, '')",
            (path,),
        )
        return made.lastrowid or 0
    database.execute("delete from chunk where text = ?", (known.id,))
    database.execute("delete from trait where text = ?", (known.id,))
    return known.id


def _add_chunk(
    database: sqlite3.Connection,
    id: int,
    opened: SessionStore,
    row: SessionSummary,
    part: Part,
    data: bytes,
) -> None:
    texts: list[str] = []
    rest: list[bytes] = []
    traits: set[tuple[str, str]] = set()
    plain = opened.plain
    for line in data.split(b"\n") if not _is_whole(row) else ():
        said = plain(line, traits) if line else ""
        if said is None:
            rest.append(line)
        elif said:
            texts.append(said)
    if row.agent == "gemini":
        texts, data = import_module(_GEMINI).plain_words(row.path, data)
    if rest or (_is_whole(row) and data):
        read = contents(opened.told(row, b"\n".join(rest) if rest else data))
        texts += [piece.text for piece in read.pieces]
        traits |= read.traits
    database.executemany(
        "insert or ignore into trait values (?, ?, ?)",
        [(id, name, value) for name, value in traits],
    )
    if texts:
        _say(database, id, part, "\n".join(texts))


def _say(database: sqlite3.Connection, id: int, part: Part, said: str) -> None:
    chunk = database.execute(
        "insert into chunk (text, start, end) values (?, ?, ?)", (id, part.start, part.end)
    )
    values = (chunk.lastrowid, indexable(said))
    database.execute("insert into words (rowid, said) values (?, ?)", values)


def _add_beside(database: sqlite3.Connection, file: StoredFile, known: Known | None) -> None:
    """Index output that is kept in a file of its own, under the name of that file."""
    state = (file.size, file.mtime_ns, file.inode)
    if not file.size or file.trouble or (known is not None and known.stamp == state):
        return
    id = _begun_anew(database, file.path, known)
    data = bytes_of(file.path, Part(0, min(file.size, _LONGEST)))
    _say(database, id, Part(0, file.size), data.decode("utf-8", "replace"))
    database.execute(_STATE, (*state, file.size, b"", id))


def _chunks(opened: SessionStore, row: SessionSummary, start: int) -> Iterator[tuple[Part, bytes]]:
    """Return a file in stretches of whole lines; only the last one may be unfinished."""
    if _is_whole(row):
        if row.size <= _LARGEST:
            yield Part(0, row.size), opened.data(row, Part(0, row.size))
        return
    wanted = _BLOCK
    while start < row.size:
        data = opened.data(row, Part(start, min(start + wanted, row.size)))
        if not data:
            return
        here = 0
        while (end := _line_end(data, here)) > here:
            yield Part(start + here, start + end), data[here:end]
            here = end
        start += here
        if here:
            wanted = _BLOCK
        elif wanted >= _LONGEST:
            start += len(data)
        elif start + len(data) >= row.size:
            yield Part(start, row.size), data
            return
        else:
            wanted *= 4


def _line_end(data: bytes, start: int) -> int:
    """Return where the chunk ends that begins at `start`: behind a newline."""
    if start + CHUNK < len(data) and (found := data.find(b"\n", start + CHUNK)) >= 0:
        return found + 1
    return data.rfind(b"\n", start) + 1


def keep_up(folder: Path, extra: Mapping[AgentId, Iterable[Path]], rest: float | None) -> str:
    """Index everything, and every `rest` seconds what has grown since; None: once.

    Return why the index cannot be kept; empty where it is.
    """
    index, words = Index(folder / ROWS, keep=False), TextIndex(folder / WORDS)
    where = places(os.environ, extra=extra)
    with suppress(OSError), private(folder / "words.lock") as turn:
        while not words.trouble:
            if is_ours(turn):
                try:
                    fill(words, index.refresh(where))
                except sqlite3.Error as error:
                    words.cache.failed(error)
            if rest is None:
                break
            time.sleep(rest)
    words.close()
    index.close()
    return words.trouble


def end_with_input() -> None:
    """Let the system end us when the other end of standard input is closed, however busy we are.

    A thread alone would have to wait for its turn: seconds on a busy machine, at our priority.
    """
    if sys.platform == "linux":
        fcntl.fcntl(0, fcntl.F_SETOWN, os.getpid())
        fcntl.fcntl(0, fcntl.F_SETFL, fcntl.fcntl(0, fcntl.F_GETFL) | os.O_ASYNC)
    threading.Thread(target=_leave_with_parent, daemon=True).start()


def _leave_with_parent() -> None:
    """End at once when the other end of standard input is closed: nobody wants us any more."""
    while os.read(0, 4096):
        pass
    os._exit(0)


def main(folder: str, *given: str) -> int:
    """Index at low priority as long as standard input stays open."""
    os.nice(19)
    end_with_input()
    trouble = keep_up(Path(folder), extra_roots(given), _REST)
    sys.stdout.write(trouble)
    return 1 if trouble else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
