"""In which order the lines of a session file were said.

The file's own order is not the conversation's. Each line names the one it follows, so a file is a
forest: one path leads to where the conversation stands now, results of parallel calls hang beside
it, and other branches are what was left by going back.
"""

from collections.abc import Iterable

import msgspec

from tui.agents.claude import store_words
from tui.agents.claude.store_frames import Entry, queued


class Placed(msgspec.Struct, gc=False):
    """One line of a file and its place in it."""

    found: Entry
    raw: bytes
    position: int


class Ordered(msgspec.Struct, frozen=True):
    """A stretch of the conversation, in order."""

    lines: list[Placed]
    left: bool = False
    """It is a branch that the conversation does not go on from."""


def in_order(placed: Iterable[Placed]) -> list[Ordered]:
    """Return the lines of the main thread as stretches; duplicates are left out."""
    lines: dict[str, Placed] = {}
    leaf: str | None = None
    newest: str | None = None
    for one in placed:
        name = one.found.uuid
        if one.found.leaf_uuid is not None:
            leaf = one.found.leaf_uuid
        if name is None or name in lines:
            continue
        lines[name] = one
        leaf, newest = None, name
    return _Forest(lines).walk(leaf if leaf in lines else newest)


class _Forest:
    """The lines of a file by what they follow."""

    def __init__(self, lines: dict[str, Placed]) -> None:
        self._lines = lines
        self._parents: dict[str, str | None] = {}
        self._children: dict[str | None, list[str]] = {}
        self._done: set[str] = set()
        before: str | None = None
        for name, one in lines.items():
            self._parents[name] = self._parent(one.found, before)
            before = name
        self._break_circles()
        for name, parent in self._parents.items():
            self._children.setdefault(parent, []).append(name)

    def walk(self, leaf: str | None) -> list[Ordered]:
        """Return every line once: the path to the leaf, and at each fork what hangs there."""
        stretches: list[Ordered] = []
        active = self._path(self._newest_below(leaf)) if leaf is not None else []
        first = active[0] if active else None
        for root in self._children.get(None, []):
            path = active if root == first else self._path(self._newest_below(root))
            self._follow(path, stretches)
        return stretches

    def _follow(self, path: list[str], stretches: list[Ordered]) -> None:
        on_path = set(path)
        lines: list[Placed] = []
        for name in path:
            lines.append(self._lines[name])
            self._done.add(name)
            for child in self._children.get(name, []):
                if child in on_path or child in self._done:
                    continue
                below = self._below(child)
                if not _is_branch(below):
                    lines += below
                    continue
                stretches += [Ordered(lines), Ordered(below, left=True)]
                lines = []
        if lines:
            stretches.append(Ordered(lines))

    def _parent(self, found: Entry, before: str | None) -> str | None:
        """Return what a line follows; where that line is lost, the one before it in the file."""
        for name in (found.parent_uuid, found.logical_parent_uuid):
            if name in self._lines and name != found.uuid:
                return name
        lost = found.parent_uuid is not None or found.logical_parent_uuid is not None
        return before if lost else None

    def _break_circles(self) -> None:
        """Make the first line of a circle a beginning, so that its lines are not lost."""
        safe: set[str] = set()
        for name in self._parents:
            trail: dict[str, None] = {}
            here: str | None = name
            while here is not None and here not in safe:
                if here in trail:
                    self._parents[here] = None
                    break
                trail[here] = None
                here = self._parents[here]
            safe.update(trail)

    def _path(self, leaf: str) -> list[str]:
        path = []
        here: str | None = leaf
        while here is not None:
            path.append(here)
            here = self._parents[here]
        return path[::-1]

    def _newest_below(self, name: str) -> str:
        """Return the newest line that follows from one; a process may have died unannounced."""
        below = self._below(name, mark=False)
        return max(below, key=lambda one: one.position).found.uuid or name

    def _below(self, name: str, *, mark: bool = True) -> list[Placed]:
        found, waiting = [], [name]
        seen = set()
        while waiting:
            here = waiting.pop()
            if here in self._done or here in seen:
                continue
            seen.add(here)
            found.append(self._lines[here])
            waiting += reversed(self._children.get(here, []))
        if mark:
            self._done |= seen
        return found


def _is_branch(lines: list[Placed]) -> bool:
    """Tell whether a stretch is more than results and remarks beside the conversation."""
    return any(
        (one.found.type == "assistant" and store_words.text(one.found))
        or store_words.typed(one.found) is not None
        or (one.found.type == "attachment" and queued(one.found) is not None)
        for one in lines
    )
