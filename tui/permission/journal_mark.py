"""How far the journal got, kept beside it: what is cut off at its end leaves no gap in a chain."""

import os
from contextlib import suppress
from pathlib import Path

import msgspec

from tui.small_files import read_small


class Mark(msgspec.Struct, frozen=True):
    """The last line that is known to be on the disk."""

    seq: int
    hash: str


def mark_file(journal: Path) -> Path:
    """Return where the mark of a journal stands."""
    return journal.with_suffix(".end")


def read_mark(journal: Path) -> Mark | None:
    """Return how far a journal got; None where nobody can say."""
    try:
        return msgspec.json.decode(read_small(mark_file(journal)), type=Mark)
    except (OSError, msgspec.DecodeError, msgspec.ValidationError, UnicodeDecodeError):
        return None


def write_mark(journal: Path, mark: Mark) -> None:
    """Note how far a journal got, while it is locked.

    An older mark is as true as a newer one, so this may fail, and does not wait for the disk.
    """
    path = mark_file(journal)
    beside = path.with_name(f".{path.name}")
    flags = os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_NOFOLLOW | os.O_CLOEXEC
    with suppress(OSError):
        beside.unlink(missing_ok=True)
        with os.fdopen(os.open(beside, flags, 0o600), "wb") as file:
            file.write(msgspec.json.encode(mark))
        beside.replace(path)
