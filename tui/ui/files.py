"""The files of a project, without what git ignores, and which of them fit a few letters."""

import fnmatch
import os
import re
import subprocess
from collections.abc import Iterator, Sequence
from pathlib import Path

import msgspec

MOST = 100_000
"""Files that are looked at; a project with more says so."""

GIT_PATIENCE = 10.0

ALWAYS_HIDDEN = {".git", ".hg", ".svn", "node_modules", "__pycache__", ".venv"}


class Listing(msgspec.Struct, frozen=True):
    """The files found below a folder, as paths relative to it."""

    paths: list[str]
    partial: bool = False
    """There are more files than were looked at."""


def list_files(folder: Path) -> Listing:
    """Return the files below a folder. Slow on large projects, so in a thread."""
    found = _from_git(folder)
    if found is None:
        found = sorted(_walk(folder))
    return Listing(found[:MOST], len(found) > MOST)


def _from_git(folder: Path) -> list[str] | None:
    words = ["git", "-C", str(folder), "-c", "core.fsmonitor=false", "ls-files", "-z"]
    words += ["--cached", "--others", "--exclude-standard"]
    try:
        result = subprocess.run(
            words,
            capture_output=True,
            stdin=subprocess.DEVNULL,
            timeout=GIT_PATIENCE,
            check=False,
        )
    except (OSError, subprocess.TimeoutExpired):
        return None
    if result.returncode:
        return None
    names = os.fsdecode(result.stdout).split("\0")
    return sorted({name for name in names if name})


def _walk(folder: Path) -> Iterator[str]:
    """Return files by hand, obeying the plain patterns of each `.gitignore`."""
    ignored = {folder: _patterns(folder)}
    count = 0
    for root, folders, names in os.walk(folder):
        here = Path(root)
        rules = ignored.get(here, ())
        kept = [n for n in folders if n not in ALWAYS_HIDDEN and not _ignored(n, rules, True)]
        folders[:] = sorted(kept)
        for name in folders:
            ignored[here / name] = (*rules, *_patterns(here / name))
        for name in names:
            if not _ignored(name, rules, False):
                yield str((here / name).relative_to(folder))
                count += 1
                if count > MOST:
                    return


def _patterns(folder: Path) -> tuple[str, ...]:
    try:
        lines = (folder / ".gitignore").read_text("utf-8", "replace").splitlines()
    except OSError:
        return ()
    return tuple(line.strip() for line in lines if line.strip() and line[0] not in "#!")


def _ignored(name: str, patterns: Sequence[str], is_folder: bool) -> bool:
    for pattern in patterns:
        if pattern.endswith("/") and not is_folder:
            continue
        if fnmatch.fnmatch(name, pattern.strip("/")):
            return True
    return False


def rank(query: str, paths: Sequence[str], limit: int) -> list[str]:
    """Return the paths that hold the letters of the query in order, the best fit first."""
    if not query:
        return list(paths[:limit])
    letters = re.compile(".*?".join(re.escape(letter) for letter in query), re.IGNORECASE)
    scored = [
        (_score(query, path, match), path) for path in paths if (match := letters.search(path))
    ]
    scored.sort()
    return [path for _, path in scored[:limit]]


def _score(query: str, path: str, match: re.Match[str]) -> tuple[int, int, int]:
    name = path.rpartition("/")[2].lower()
    sought = query.lower()
    if name.startswith(sought):
        where = 0
    elif sought in name:
        where = 1
    elif sought in path.lower():
        where = 2
    else:
        where = 3
    return where, match.end() - match.start(), len(path)
