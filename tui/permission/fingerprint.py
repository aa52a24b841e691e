"""The fingerprint of all that a folder's own configuration could run, so that a change is noticed.

What agents read as configuration counts, every file beside it that they may run, the scripts that
commands name, and the programs that git is told to start.
"""

import os
import re
import stat
from collections.abc import Iterator, Mapping
from hashlib import sha256
from itertools import islice
from pathlib import Path
from types import MappingProxyType

from tui.permission.run_files import files_beside
from tui.permission.run_scripts import recipes
from tui.permission.workspace import (
    FOLDERS,
    LARGEST,
    NESTED,
    configuration_files,
    files_below,
    folders_above,
    nested,
    read_small,
)
from tui.permission.would_run import GIT, RunKind, WouldRun, commands_in, what_would_run

READ_AT_MOST = 16 * LARGEST
"""Bytes that are read of files that are not configuration; the state of the others counts."""

MOST_WORDS = 10_000
"""Words of commands that are tried as names of files."""

_WORD = re.compile(r"[^\s'\"`;|&()<>=,]+")
_BASE = re.compile(
    r"[\"']?\$\{?(?:CLAUDE_PROJECT_DIR|GEMINI_PROJECT_DIR|PWD|GEMINI_CWD)\}?[\"']?/?"
)


def fingerprint(folder: Path, instead: Mapping[Path, bytes] = MappingProxyType({})) -> str:
    """Return the fingerprint of a folder's configuration.

    `instead` tells what some files are about to hold.
    """
    digest = sha256()
    for name, content in _parts(folder, instead):
        digest.update(b"%d:%s%d:%s" % (len(name), name, len(content), content))
    return digest.hexdigest()


def unknowable(folder: Path) -> str:
    """Return why nobody can say what a folder's configuration would run; empty where one can."""
    for path in configuration_files(folder):
        try:
            status = path.stat()
        except OSError:
            continue
        if stat.S_ISDIR(status.st_mode):
            continue
        if not stat.S_ISREG(status.st_mode):
            return f"{path} is no file, and may say something else each time it is read."
        if status.st_size > LARGEST:
            return f"{path} is too large to be shown."
    return ""


def _parts(folder: Path, instead: Mapping[Path, bytes]) -> Iterator[tuple[bytes, bytes]]:
    below = nested(folder)[0]
    configuration = configuration_files(folder, instead, below)
    known = set(configuration)
    for path in configuration:
        yield os.fsencode(path), _content(path, LARGEST, instead.get(path))
    left = READ_AT_MOST
    rows = what_would_run(folder, below)
    for path in _others(folder, rows, below):
        if path not in known:
            known.add(path)
            content = _content(path, min(left, LARGEST))
            left -= len(content)
            yield os.fsencode(path), content
    for row in rows:
        if row.agent == GIT or row.kind is RunKind.SCRIPT:
            yield os.fsencode(f"{row.agent} {row.name}"), os.fsencode(row.text)


def _content(path: Path, largest: int, instead: bytes | None = None) -> bytes:
    """Return what a file holds; its state where that cannot be read, or is too much.

    Where a link leads to is a part of it.
    """
    link = b""
    try:
        if path.is_symlink():
            link = b"-> " + os.fsencode(path.readlink()) + b"\n"
        return link + (instead if instead is not None else read_small(path, largest) or b"")
    except OSError:
        return link + _state(path)


def _state(path: Path) -> bytes:
    try:
        now = path.stat()
    except OSError as error:
        return f"not there: {error.errno}".encode()
    state = (now.st_mode, now.st_dev, now.st_ino, now.st_size, now.st_mtime_ns, now.st_ctime_ns)
    return repr(state).encode()


def _others(folder: Path, rows: tuple[WouldRun, ...], below: list[Path]) -> Iterator[Path]:
    """Return the files that are no configuration, but would be run or obeyed."""
    places = folders_above(folder)
    yield from files_beside(places)
    yield from (Path(row.file) for row in rows if row.agent == GIT and row.kind is RunKind.HOOK)
    for place in places:
        for name in FOLDERS:
            yield from files_below(place / name)
    for place in below:
        for name in NESTED:
            yield from files_below(place / name)
    yield from recipes(commands_in(rows), places)
    yield from _named(rows, places)


def _named(rows: tuple[WouldRun, ...], places: list[Path]) -> Iterator[Path]:
    """Return the files that the words of commands name; those of the system are nobody's."""
    told = (row for row in rows if row.kind not in (RunKind.PERMISSION, RunKind.UNREADABLE))
    words = dict.fromkeys(
        (str(Path(row.file).parent), word)
        for row in told
        for word in _WORD.findall(_BASE.sub("", row.text))
    )
    inside = f"{places[-1]}/"
    for beside, word in islice(words, MOST_WORDS):
        for base in dict.fromkeys((*map(str, places), beside)):
            path = os.path.normpath(word if word.startswith("/") else f"{base}/{word}")
            if path.startswith(inside) and _is_file(Path(path)):
                yield Path(path)


def _is_file(path: Path) -> bool:
    try:
        return path.is_file()
    except (OSError, ValueError):
        return False
