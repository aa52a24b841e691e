"""Every decision as one line that is on the disk before the agent gets its answer.

Append-only: a line holds the hash of the one before it, so that a change anywhere shows. Several
parleys may write at once; a lock keeps their lines in order. A write that was cut short stays as
it is, and the next line says so.
"""

import fcntl
import os
import stat
import time
from collections.abc import Iterator
from contextlib import contextmanager
from hashlib import sha256
from pathlib import Path

import msgspec
from msgspec.structs import replace

from tui.errors import ParleyError
from tui.permission.entry import Entry
from tui.permission.journal_mark import Mark, read_mark, write_mark

LARGEST = 16_777_216
"""Bytes from which a new file is begun; the old one keeps its place in the chain."""

_TAIL = 262_144
"""Bytes read from the end at first; more where the last line is longer than that."""

END_OF_CALENDAR = 253_402_214_400
"""The last day of the year 9999: no clock of ours wrote a line after that."""

_PATIENCE = 2.0
"""Seconds to wait for another parley that is writing."""

FIRST = "0" * 64
"""What stands for the hash before the first line."""


class JournalError(ParleyError):
    """A decision could not be written down."""


class Line(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """One line as it stands in the file, without its own hash."""

    seq: int
    at: float
    """Seconds since 1970, by this computer's clock."""
    mono: float
    """Seconds of a clock that never goes back, for the order within one run."""
    prev: str
    entry: Entry
    torn: str = ""
    """Hash of a line before this one that was cut short by a crash or a full disk."""


class _End(msgspec.Struct, frozen=True):
    """How a file ends: the last whole line, and what was cut short after it."""

    seq: int
    hash: str
    torn: bytes = b""
    unended: bool = False
    """The last line is whole but for its line end."""


class Journal:
    """The file of all decisions."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.problem = ""
        """Why the last decision could not be written; empty while all is well."""
        self._reached = True

    def look(self) -> bool:
        """Find out whether it could be written to, before anything has to be."""
        if self._reached and self.problem:
            # It was there and took nothing: a full disk stays known until a line was written.
            return True
        self._reached = False
        try:
            self._prepare()
            os.close(self._open())
        except (OSError, JournalError) as error:
            self._fail(error)
        else:
            self._reached, self.problem = True, ""
        return self._reached

    def record(self, entry: Entry) -> None:
        """Put a decision on the disk. Raises where that cannot be done for certain."""
        self._reached = False
        try:
            self._prepare()
            with self._opened() as descriptor:
                self._reached = True
                content, mark = _line(entry, self._end(descriptor))
                _write(descriptor, content)
                write_mark(self.path, mark)
        except (OSError, JournalError) as error:
            self._fail(error)
            raise JournalError(
                self.problem, "Free some space or mend its rights; until then no rule allows."
            ) from error
        self.problem = ""

    def _fail(self, error: OSError | JournalError) -> None:
        reason = error.strerror if isinstance(error, OSError) else str(error)
        self.problem = f"{self.path} cannot be written: {reason}"

    def files(self) -> list[Path]:
        """Return the files of the journal, the oldest first."""
        return [path for path in self.places() if path.is_file()]

    def places(self) -> list[Path]:
        """Return what stands where files of the journal stand; not all of it need be files."""
        before = f"{self.path.stem}-"
        older = sorted(
            path
            for path in self.path.parent.glob(f"{before}*{self.path.suffix}")
            if path.stem.removeprefix(before).isdecimal()
        )
        return [*older, self.path] if os.path.lexists(self.path) else older

    def _prepare(self) -> None:
        folder = self.path.parent
        folder.mkdir(parents=True, mode=0o700, exist_ok=True)
        if folder.stat().st_mode & 0o077:
            folder.chmod(0o700)

    def _open(self) -> int:
        flags = os.O_RDWR | os.O_APPEND | os.O_CREAT | os.O_NOFOLLOW | os.O_CLOEXEC
        descriptor = os.open(self.path, flags | os.O_NONBLOCK, 0o600)
        try:
            if not stat.S_ISREG(os.fstat(descriptor).st_mode):
                raise JournalError("it is not a regular file")
        except (OSError, JournalError):
            os.close(descriptor)
            raise
        return descriptor

    @contextmanager
    def _opened(self) -> Iterator[int]:
        """Open and lock the file that is in use; begin a new one when it is full."""
        while True:
            descriptor = self._open()
            try:
                _lock(descriptor)
                status = os.fstat(descriptor)
                if status.st_ino != os.stat(self.path).st_ino:  # noqa: PTH116 - beside fstat
                    continue
                if status.st_mode & 0o077:
                    os.fchmod(descriptor, 0o600)
                if status.st_size >= LARGEST:
                    self._turn_over()
                    continue
                if status.st_size == 0:
                    _sync_folder(self.path.parent)
                yield descriptor
                return
            finally:
                os.close(descriptor)

    def _turn_over(self) -> None:
        older = [path.stem.rpartition("-")[2] for path in self.places() if path != self.path]
        number = 1 + max(map(int, older), default=0)
        self.path.rename(self.path.with_stem(f"{self.path.stem}-{number:06}"))

    def _end(self, descriptor: int) -> _End:
        """Return where the chain goes on."""
        end = _end(descriptor)
        if end is None or end.hash == FIRST:
            before = self._end_of_previous()
            end = replace(before, torn=end.torn) if end is not None else before
        known = read_mark(self.path)
        if known is not None and known.seq > end.seq:
            # Lines are missing; going on with the next number leaves a gap to be seen.
            end = replace(end, seq=known.seq)
        return end

    def _end_of_previous(self) -> _End:
        """Return where the chain stood before the file in use was begun."""
        older = [path for path in self.files() if path != self.path]
        if not older:
            return _End(0, FIRST)
        descriptor = os.open(older[-1], os.O_RDONLY | os.O_NOFOLLOW | os.O_CLOEXEC)
        try:
            return _end(descriptor) or _End(0, FIRST)
        finally:
            os.close(descriptor)


def _line(entry: Entry, end: _End) -> tuple[bytes, Mark]:
    """Return what is written after the end of the file, and how far the journal gets by it."""
    torn = sha256(end.torn).hexdigest() if end.torn else ""
    line = Line(
        seq=end.seq + 1,
        at=time.time(),
        mono=time.monotonic(),
        prev=end.hash,
        entry=entry,
        torn=torn,
    )
    sealed = seal(msgspec.json.encode(line))
    mark = Mark(line.seq, sealed[-66:-2].decode())
    return (b"\n" if end.torn or end.unended else b"") + sealed + b"\n", mark


def seal(body: bytes) -> bytes:
    """Return a line with its own hash at the end."""
    return body[:-1] + b',"hash":"' + sha256(body).hexdigest().encode() + b'"}'


def unseal(line: bytes) -> tuple[Line, str] | None:
    """Return a line and its hash; None where the two do not belong together."""
    body, mark, rest = line.rpartition(b',"hash":"')
    body += b"}"
    if not mark or rest != sha256(body).hexdigest().encode() + b'"}':
        return None
    try:
        found = msgspec.json.decode(body, type=Line)
    except (msgspec.DecodeError, msgspec.ValidationError, UnicodeDecodeError):
        return None
    return (found, rest[:64].decode()) if 0 <= found.at < END_OF_CALENDAR else None


def _end(descriptor: int) -> _End | None:
    """Read how a file ends; None for an empty one."""
    size = os.fstat(descriptor).st_size
    if size == 0:
        return None
    length = min(size, _TAIL)
    while (found := _end_of(os.pread(descriptor, length, size - length))) is None:
        if length == size:
            return _End(0, FIRST, _only_torn(descriptor, size))
        length = min(size, length * 8)
    return found


def _only_torn(descriptor: int, size: int) -> bytes:
    """Return all of a file that holds nothing but a line that was cut short."""
    content = os.pread(descriptor, size, 0)
    if b"\n" in content:
        raise JournalError("its last line was changed; see parley audit --verify")
    return content


def _end_of(tail: bytes) -> _End | None:
    """Read how a piece of a file ends; None where no whole line is in it."""
    whole, newline, torn = tail.rpartition(b"\n")
    if torn and (sealed := unseal(torn)) is not None:
        return _End(sealed[0].seq, sealed[1], unended=True)
    for line in reversed(whole.split(b"\n")) if newline else ():
        if (sealed := unseal(line)) is not None:
            return _End(sealed[0].seq, sealed[1], torn)
    return None


def _write(descriptor: int, line: bytes) -> None:
    if os.write(descriptor, line) != len(line):
        raise JournalError("the line was cut short")
    os.fsync(descriptor)


def _lock(descriptor: int) -> None:
    deadline = time.monotonic() + _PATIENCE
    while True:
        try:
            fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            if time.monotonic() > deadline:
                raise JournalError("another parley does not let go of it") from None
            time.sleep(0.005)
        else:
            return


def _sync_folder(folder: Path) -> None:
    descriptor = os.open(folder, os.O_RDONLY | os.O_CLOEXEC)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)
