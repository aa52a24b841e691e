"""Watches that nothing below an agent's folder is ever written, renamed or removed."""

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

_WRITING = os.O_WRONLY | os.O_RDWR | os.O_CREAT | os.O_TRUNC | os.O_APPEND
_CHANGING = {
    *("os.rename", "os.remove", "os.rmdir", "os.mkdir", "os.truncate", "os.chmod", "os.utime"),
    *("os.link", "os.symlink", "os.chown", "shutil.rmtree", "shutil.move", "os.setxattr"),
}

_guarded: list[str] = []
_seen: list[str] = []


def _hook(event: str, given: tuple[object, ...]) -> None:
    if not _guarded or not (event == "open" or event in _CHANGING):
        return
    paths = [os.fsdecode(one) for one in given[:2] if isinstance(one, str | bytes | os.PathLike)]
    below = any(path.startswith(root) for path in paths for root in _guarded)
    flags = given[2] if event == "open" and isinstance(given[2], int) else 0
    if below and (event != "open" or flags & _WRITING):
        _seen.append(f"{event} {paths}")


sys.addaudithook(_hook)


@contextmanager
def untouched(root: Path) -> Iterator[None]:
    """Fail where anything below `root` is opened for writing, changed, renamed or removed."""
    before = _state(root)
    _seen.clear()
    _guarded.append(str(root))
    try:
        yield
    finally:
        _guarded.clear()
    assert _seen == []
    assert _state(root) == before


def _state(root: Path) -> dict[str, tuple[int, int, int]]:
    """SQLite opens files behind Python's back, so what is there is compared as well."""
    found = {}
    for path in root.rglob("*"):
        one = path.lstat()
        found[str(path)] = (one.st_size, one.st_mtime_ns, one.st_ino)
    return found
