"""The journal read back, and its chain checked."""

import os
from collections.abc import Iterator
from hashlib import sha256
from pathlib import Path

import msgspec

from tui.permission.journal import FIRST, Journal, Line, unseal
from tui.permission.journal_mark import Mark, read_mark

NO_FILE = "is not a file"


class Damage(msgspec.Struct, frozen=True):
    """A place where the journal is not what was written."""

    file: str
    line: int
    problem: str


class Verified(msgspec.Struct, frozen=True):
    """What a check of the whole journal found."""

    lines: int
    damages: tuple[Damage, ...] = ()
    torn: int = 0
    """Lines cut short by a crash: the next line owns up to one, or it is the last."""
    last: str = FIRST
    """Hash of the last line: written down elsewhere it proves that nothing was cut off."""


def lines(journal: Journal) -> Iterator[Line]:
    """Return every line that can be read, the oldest first."""
    for path in journal.files():
        for _, raw in _raw_lines(path):
            if (sealed := unseal(raw)) is not None:
                yield sealed[0]


def newest(journal: Journal, most: int) -> Iterator[Line]:
    """Return the newest lines that can be read, the newest first; one file is in memory at once."""
    for path in reversed(journal.files()):
        for raw in reversed([raw for _, raw in _raw_lines(path)]):
            if most <= 0:
                return
            if (sealed := unseal(raw)) is not None:
                most -= 1
                yield sealed[0]


def verify(journal: Journal) -> Verified:
    """Check every line against its own hash and against the line before it."""
    # Before the lines: another parley may write some meanwhile.
    check = _Check(read_mark(journal.path))
    files = journal.files()
    check.damages += [Damage(str(one), 0, NO_FILE) for one in journal.places() if one not in files]
    for path in files:
        for number, raw in _raw_lines(path, check.damages):
            check.take(path, number, raw)
    check.look_at_the_end(journal.path)
    return Verified(check.count, tuple(check.damages), check.torn, check.last)


class _Check:
    """Goes along the chain."""

    def __init__(self, mark: Mark | None) -> None:
        self._mark = mark
        self.count = 0
        self.torn = 0
        self.last = FIRST
        self.damages: list[Damage] = []
        self._seq = 0
        self._broken: tuple[Path, int, bytes] | None = None

    def take(self, path: Path, number: int, raw: bytes) -> None:
        """Look at one line."""
        sealed = unseal(raw)
        if sealed is None:
            self.finish()
            self._broken = (path, number, raw)
            return
        line, hash = sealed
        self._settle(line)
        if line.prev != self.last:
            self._damage(path, number, "does not follow the line before it")
        elif line.seq != self._seq + 1:
            gone = " and those between are missing" if line.seq > self._seq else ""
            self._damage(path, number, f"has number {line.seq}, expected {self._seq + 1}{gone}")
        self.count += 1
        self.last, self._seq = hash, line.seq

    def finish(self) -> None:
        """Report a line that nobody owned up to."""
        if self._broken is not None:
            path, number, _ = self._broken
            self._damage(path, number, "was changed or cut short")
            self._broken = None

    def look_at_the_end(self, path: Path) -> None:
        """Report lines that were written and are not there any more.

        A last line that was begun after all those that were written was cut short by a crash.
        """
        written = self._mark.seq if self._mark is not None else 0
        if self._broken is not None and written == self._seq and not _ends_in_a_line(path):
            self.torn += 1
            self._broken = None
        self.finish()
        if written > self._seq:
            missing = f"ends with number {self._seq}, but {written} were written"
            self._damage(path, 0, missing)

    def _settle(self, line: Line) -> None:
        if self._broken is not None and line.torn == sha256(self._broken[2]).hexdigest():
            self.torn += 1
            self._broken = None
        self.finish()

    def _damage(self, path: Path, number: int, problem: str) -> None:
        self.damages.append(Damage(str(path), number, problem))


def _ends_in_a_line(path: Path) -> bool:
    try:
        with path.open("rb") as file:
            file.seek(-1, os.SEEK_END)
            return file.read() == b"\n"
    except OSError:
        return True


def _raw_lines(path: Path, damages: list[Damage] | None = None) -> Iterator[tuple[int, bytes]]:
    """Return the lines of a file with their numbers; one that may not be read has none."""
    try:
        with path.open("rb") as file:
            for number, raw in enumerate(file, 1):
                if line := raw.removesuffix(b"\n"):
                    yield number, line
    except OSError as error:
        if damages is not None:
            damages.append(Damage(str(path), 0, f"cannot be read: {error.strerror}"))
