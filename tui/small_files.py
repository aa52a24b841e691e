"""Files that people name or write, or that a folder brings along: read at once, or not at all."""

import os
import stat
from pathlib import Path

LARGEST = 1 << 20
"""Bytes; nobody writes more by hand."""


def written_path(text: str) -> Path:
    """Return a path as somebody wrote it; `~` is a home, a user nobody knows stays as written."""
    try:
        return Path(text).expanduser()
    except (RuntimeError, ValueError):
        return Path(text)


def read_small(path: str | os.PathLike[str], largest: int = LARGEST) -> bytes:
    """Read a file; what is no file, or far too large, is an `OSError` at once.

    A repository can bring a pipe, which would be waited for, or a link to `/dev/zero`, which
    has no end.
    """
    descriptor = os.open(path, os.O_RDONLY | os.O_NONBLOCK | os.O_CLOEXEC)
    try:
        state = os.fstat(descriptor)
        if not stat.S_ISREG(state.st_mode):
            raise OSError(0, "it is not a file")
        if state.st_size > largest:
            raise OSError(0, f"it is larger than {largest:,} bytes")
        with os.fdopen(descriptor, "rb", closefd=False) as file:
            return file.read(largest + 1)
    finally:
        os.close(descriptor)
