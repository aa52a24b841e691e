"""Which processes are alive, told by an environment variable they inherit."""

import os
import time
from collections.abc import Callable
from pathlib import Path
from uuid import uuid4

MARK = "PARLEY_TEST_MARK"


def new_mark() -> str:
    """Return a value for `MARK` that no other process has."""
    return uuid4().hex


def alive(mark: str) -> list[int]:
    """Return the pids of living processes that carry the mark."""
    wanted = f"{MARK}={mark}".encode()
    found = []
    for folder in Path("/proc").iterdir():
        if not folder.name.isdigit() or int(folder.name) == os.getpid():
            continue
        try:
            carries = wanted in (folder / "environ").read_bytes().split(b"\0")
            state = (folder / "stat").read_text().rpartition(")")[2].split()[0]
        except (OSError, IndexError):
            continue
        if carries and state not in "ZX":
            found.append(int(folder.name))
    return found


def until(condition: Callable[[], object], seconds: float = 60.0) -> bool:
    """Wait for a condition; tell whether it came true in time."""
    deadline = time.monotonic() + seconds
    while not condition():
        if time.monotonic() > deadline:
            return False
        time.sleep(0.01)
    return True
