"""Which of several processes may write the index: the first one, until it ends."""

import fcntl
import os
from pathlib import Path
from typing import BinaryIO


def private(path: Path) -> BinaryIO:
    """Open a file of ours to hold on to; raises OSError."""
    return os.fdopen(os.open(path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600), "r+b")


def is_ours(turn: BinaryIO) -> bool:
    """Tell whether no other process has its turn; ours then lasts until the file is closed.

    However a process ends, the system takes its turn away.
    """
    try:
        fcntl.flock(turn, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    return True
