"""The files of a project, without what git ignores, and which of them fit a few letters."""

import heapq
import os
import re
from collections.abc import Iterator, Sequence
from itertools import islice
from pathlib import Path

import msgspec

from tui.ui.git import ask_git
from tui.ui.ignoring import ignored, rules_of

MOST = 100_000
"""Files that are looked at; a project with more says so."""

GIT_PATIENCE = 10.0

ALWAYS_HIDDEN = {".git", ".hg", ".svn", "node_modules", "__pycache__", ".venv"}


class Listing(msgspec.Struct, frozen=True):
    """The files found below a folder, as paths relative to it."""

    paths: list[str]
    partial: bool = False
    """There are more files than were looked at."""


def list_files(folder: Path, most: int = MOST) -> Listing:
    """Return the files below a folder. Slow on large projects, so in a thread."""
    found = _from_git(folder)
    if found is None:
        found = sorted(islice(_walk(folder), most + 1))
    return Listing(found[:most], len(found) > most)


def _from_git(folder: Path) -> list[str] | None:
    words = ("ls-files", "-z", "--cached", "--others", "--exclude-standard")
    told = ask_git(folder, *words, patience=GIT_PATIENCE)
    return None if told is None else sorted({name for name in told.split("\0") if name})


def _walk(folder: Path) -> Iterator[str]:
    """Return files by hand, obeying each `.gitignore` on the way."""
    rules = {"": rules_of(folder, "")}
    for root, folders, names in os.walk(folder):
        base = Path(root).relative_to(folder).as_posix() + "/" if root != str(folder) else ""
        here = rules.pop(base, ())
        links = [name for name in folders if Path(root, name).is_symlink()]
        folders[:] = sorted(
            name
            for name in set(folders).difference(links, ALWAYS_HIDDEN)
            if not ignored(base + name, True, here)
        )
        for name in folders:
            below = f"{base}{name}/"
            rules[below] = (*here, *rules_of(Path(root, name), below))
        for name in (*names, *links):
            if not ignored(base + name, False, here):
                yield base + name


class Finder:
    """Paths among which somebody looks letter by letter; each letter narrows what is looked at."""

    def __init__(self, paths: Sequence[str]) -> None:
        self._paths = paths
        self._last: tuple[str, Sequence[str]] = ("", paths)
        """What was looked for last, and all that fitted; one value, as threads may look."""

    def rank(self, query: str, limit: int) -> list[str]:
        """Return the paths that hold the letters of the query in order, the best fit first."""
        last, fitting = self._last
        known = fitting if query.startswith(last) else self._paths
        if not query:
            return list(self._paths[:limit])
        letters = re.compile(".*?".join(re.escape(letter) for letter in query), re.IGNORECASE)
        found = [(path, match) for path in known if (match := letters.search(path))]
        self._last = (query, [path for path, _ in found])
        scored = ((*_score(query, path, match), path) for path, match in found)
        return [one[-1] for one in heapq.nsmallest(limit, scored)]


def rank(query: str, paths: Sequence[str], limit: int) -> list[str]:
    """Return the paths that fit a query, the best first."""
    return Finder(paths).rank(query, limit)


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
