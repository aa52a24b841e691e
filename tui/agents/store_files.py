"""Reading files that anybody may have put there, without ever waiting and without writing.

A pipe, a device, a loop of links or a folder without rights is told, not opened or followed.
"""

import os
import stat
import time
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime

import msgspec

from tui.agents.store import Part, StoredFile
from tui.wire.lines import CutLine, LineFramer

HEAD = TAIL = 64 * 1024
"""A title stands within the first kilobytes, the last time and model within the last."""

LONG_HEAD = 1024 * 1024
"""Where the first line is longer than the head."""

_FEW = 8
"""With fewer lines in the tail than these, one of them is long and hides those before it."""

_CHUNK = 256 * 1024

_WIDEST = 2**63 - 1
"""The largest number that SQLite keeps."""

LAST = 253_402_300_799
"""The last second of the year 9999, with which calendars end."""

_FLAGS = os.O_RDONLY | os.O_NONBLOCK | os.O_CLOEXEC | os.O_NOCTTY

_KINDS = (
    (stat.S_ISFIFO, "It is a pipe."),
    (stat.S_ISCHR, "It is a device."),
    (stat.S_ISBLK, "It is a device."),
    (stat.S_ISSOCK, "It is a socket."),
    (stat.S_ISDIR, "It is a folder."),
)


class UnreadableError(OSError):
    """A file that must not be read, with the reason in a sentence."""


def why(error: OSError) -> str:
    """Say in a sentence why a file cannot be read."""
    if isinstance(error, UnreadableError):
        return str(error)
    if isinstance(error, PermissionError):
        return "You may not read it."
    if isinstance(error, FileNotFoundError):
        return "It is gone, or its link leads nowhere."
    return f"It cannot be read: {error.strerror or error}."


@contextmanager
def opened(path: str) -> Iterator[int]:
    """Open a regular file for reading; anything else is refused before it could block."""
    _check(os.stat(path))  # noqa: PTH116 (paths are plain text here: there are ten thousand)
    descriptor = os.open(path, _FLAGS)
    try:
        _check(os.fstat(descriptor))
        yield descriptor
    finally:
        os.close(descriptor)


def _check(found: os.stat_result) -> None:
    if stat.S_ISREG(found.st_mode):
        return
    reason = next((text for test, text in _KINDS if test(found.st_mode)), "It is no file.")
    raise UnreadableError(reason)


def entries(folder: str) -> list[os.DirEntry[str]]:
    """Return what is in a folder; raises OSError."""
    with os.scandir(folder) as found:
        return list(found)


def _named(path: str) -> str:
    """Return a path that is text; a name in other bytes than UTF-8 can be shown, not opened."""
    return path if path.isascii() else path.encode("utf-8", "backslashreplace").decode()


def stored(entry: os.DirEntry[str]) -> StoredFile:
    """Return what the file system says about one entry."""
    if (name := _named(entry.path)) != entry.path:
        return StoredFile(name, 0, 0, 0, "Its name is not UTF-8: rename it to read it.")
    try:
        found = entry.stat()
    except OSError as error:
        return StoredFile(entry.path, 0, 0, 0, why(error))
    return _found(entry.path, found)


def _found(path: str, state: os.stat_result) -> StoredFile:
    """Return a file as it was found; times beyond the year 2262 and the like are no 64-bit ones."""
    mtime = min(state.st_mtime_ns, _WIDEST)
    return StoredFile(path, state.st_size, mtime, state.st_ino & _WIDEST)


def told_apart(
    found: list[os.DirEntry[str]],
) -> tuple[list[StoredFile], list[os.DirEntry[str]]]:
    """Return the files of a folder and the folders in it; written for ten thousand entries."""
    files, folders = [], []
    for entry in found:
        try:
            if entry.is_dir():
                folders.append(entry)
                continue
            if not entry.path.isascii():
                files.append(stored(entry))
                continue
            state = entry.stat()
        except OSError:
            files.append(stored(entry))
            continue
        mtime = state.st_mtime_ns if state.st_mtime_ns < _WIDEST else _WIDEST
        files.append(StoredFile(entry.path, state.st_size, mtime, state.st_ino & _WIDEST))
    return files, folders


def unreadable_folder(path: str, error: OSError) -> StoredFile:
    """Return a row for a folder whose files cannot be listed."""
    return StoredFile(_named(path), 0, 0, 0, f"The folder cannot be listed. {why(error)}")


def is_folder(entry: os.DirEntry[str]) -> bool:
    """Tell whether an entry is a folder; a loop of links is none."""
    try:
        return entry.is_dir()
    except OSError:
        return False


class Excerpt(msgspec.Struct, frozen=True):
    """The lines at both ends of a file."""

    head: list[bytes]
    tail: list[bytes]
    """Empty where the head is the whole file."""
    whole: bool
    """Nothing lies between head and tail."""
    unfinished: bool
    """The last line has no newline: somebody may still be writing it."""
    size: int

    @property
    def lines(self) -> list[bytes]:
        """Return all lines at hand, in order."""
        return self.head + self.tail


def excerpt(path: str, *, head: int = HEAD, tail: int = TAIL, whole: bool = False) -> Excerpt:
    """Read the head and the tail of a file, or all of it."""
    with opened(path) as file:
        size = os.fstat(file).st_size
        if whole or size <= head + tail:
            data = _up_to(file, 0, size)
            rows = data.split(b"\n")
            unfinished = rows[-1] != b""
            return Excerpt(_full(rows), [], True, unfinished, len(data))
        first = _up_to(file, 0, head)
        if b"\n" not in first:
            first = _up_to(file, 0, min(LONG_HEAD, size - tail))
        last = _up_to(file, size - tail, tail)
        if last.count(b"\n") < _FEW and tail < LONG_HEAD:
            longer = min(LONG_HEAD, size - len(first))
            return excerpt(path, head=head, tail=longer, whole=longer + len(first) >= size)
    begin = first.split(b"\n")[:-1]
    end = last.split(b"\n")
    return Excerpt(_full(begin), _full(end[1:]), False, end[-1] != b"", size)


def lines(path: str, end: int | None = None, start: int = 0) -> Iterator[bytes | CutLine]:
    """Return the lines of a file up to `end`, however long it is; memory stays bounded."""
    framer = LineFramer()
    position = start
    with opened(path) as file:
        while end is None or position < end:
            wanted = _CHUNK if end is None else min(_CHUNK, end - position)
            if not (chunk := os.pread(file, wanted, position)):
                break
            position += len(chunk)
            yield from framer.feed(chunk)
    yield from framer.finish()


def bytes_of(path: str, part: Part) -> bytes:
    """Return some bytes of a file; raises OSError."""
    with opened(path) as file:
        end = os.fstat(file).st_size if part.end is None else part.end
        return _up_to(file, part.start, end - part.start)


def line_after(path: str, position: int) -> int:
    """Return where the first line begins that does not begin before `position`."""
    if position <= 0:
        return 0
    with opened(path) as file:
        here = position - 1
        while chunk := os.pread(file, _CHUNK, here):
            found = chunk.find(b"\n")
            if found >= 0:
                return here + found + 1
            here += len(chunk)
        return here


def small(path: str, limit: int = 1024 * 1024) -> bytes:
    """Return a small file whole; raises OSError, also where it is larger than `limit`."""
    with opened(path) as file:
        if os.fstat(file).st_size > limit:
            raise UnreadableError("It is too large.")
        return _up_to(file, 0, limit)


def seconds(timestamp: object) -> float | None:
    """Return an ISO time as seconds since 1970; None where it is none, or of no calendar."""
    if not isinstance(timestamp, str):
        return None
    try:
        at = datetime.fromisoformat(timestamp).timestamp()
    except (ValueError, OverflowError, OSError):
        return None
    return at if 0 <= at <= LAST else None


def day(at: float | None) -> str:
    """Return the day of a time, as people here count days; empty where there is none."""
    if at is None:
        return ""
    try:
        return time.strftime("%Y-%m-%d", time.localtime(at))
    except (ValueError, OverflowError, OSError):
        return ""


def one_line(text: str, length: int = 200) -> str:
    """Return the first line that says something, for a title."""
    first = next((line.strip() for line in text.split("\n") if line.strip()), "")
    return first if len(first) <= length else f"{first[: length - 1]}…"


def _up_to(file: int, start: int, length: int) -> bytes:
    pieces = []
    while length > 0 and (piece := os.pread(file, length, start)):
        pieces.append(piece)
        start += len(piece)
        length -= len(piece)
    return b"".join(pieces)


def _full(rows: list[bytes]) -> list[bytes]:
    return [row for row in rows if row.strip()]
