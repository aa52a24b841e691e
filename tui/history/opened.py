"""A stored session that is being read: its newest part at once, older parts later, growing."""

import os
from collections.abc import Iterator

import msgspec

from tui.agents.store import Part, SessionStore, SessionSummary, Stored
from tui.agents.store_files import line_after
from tui.conversation.changes import STATUS, Added, Change, Removed, Replaced
from tui.conversation.reduce import apply
from tui.conversation.state import Conversation
from tui.model.identity import ItemId

TAIL = 256 * 1024
"""Bytes at the end of a file that are told at once."""

_FEW = 24
"""Items below which the tail was too short to fill a screen."""

_LONGEST_TAIL = 4 * 1024 * 1024

_AT_ONCE = 64 * 1024 * 1024
"""Bytes that are read in one go when somebody wants what is older."""

_MADE = 1_000_000_000
"""Names of our own making begin here in a part, so that they differ from those of the whole."""


class Older(msgspec.Struct, frozen=True):
    """A conversation that reaches further back than the one before it."""

    conversation: Conversation
    seam: ItemId | None
    """All items before this one are new; None: others are new too, show it afresh."""


class Grown(msgspec.Struct, frozen=True):
    """What a file has gained; `Opened.take` puts it into the conversation."""

    tail: Conversation
    changes: list[Change]


class Opened:
    """One session. Methods that read are for a thread; they never touch the shown conversation."""

    def __init__(
        self, store: SessionStore, row: SessionSummary, at: str = "", tail: int = TAIL
    ) -> None:
        self.row = row
        self._store = store
        self._state = _state(row.path)
        self._start = 0
        self._tail = Conversation()
        self._reads(at, tail)
        self.conversation = _copied(self._tail)
        self.older = self._start
        """Bytes before the part that was read."""

    def load_older(self) -> Older | None:
        """Read further back; all of it, or of a very long session the next step."""
        if not self.older:
            return None
        step, start = _AT_ONCE, self.older
        while start >= self.older:
            start = line_after(self.row.path, self.older - step)
            step *= 4
        fuller = told(self._store, self.row, Part(start) if start else None)
        joined, seam = _joined(fuller, self._tail)
        if seam is None:
            self._tail, self._start = _copied(fuller), start
        first = next(iter(self.conversation.items), None)
        self.conversation = joined
        self.older = start
        return Older(joined, seam if seam is not None and seam == first else None)

    def poll(self) -> Grown | None:
        """Read what the file has gained; None where it has not changed."""
        state = _state(self.row.path)
        if state == self._state:
            return None
        self._state = state
        tail = _part(self._store, self.row, self._start)
        return Grown(tail, _differences(self._tail, tail))

    def take(self, grown: Grown) -> list[Change]:
        """Put what was gained into the conversation; return what changed in it."""
        shown = self.conversation
        for change in grown.changes:
            match change:
                case Removed():
                    shown.items.pop(change.id, None)
                case Added() | Replaced():
                    shown.items[change.item.id] = change.item
                case _:
                    pass
        before = max(0, len(shown.turns) - len(self._tail.turns))
        shown.turns = shown.turns[:before] + grown.tail.turns
        for name in ("plan", "plan_explanation", "title", "model", "context_used", "activity"):
            if value := getattr(grown.tail, name):
                setattr(shown, name, value)
        self._tail = grown.tail
        return grown.changes

    def _reads(self, at: str, length: int) -> None:
        while True:
            self._start = line_after(self.row.path, self._size() - length)
            self._tail = _part(self._store, self.row, self._start)
            few = len(self._tail.items) < _FEW and length < _LONGEST_TAIL
            if not self._start or not (few or (at and ItemId(at) not in self._tail.items)):
                return
            length *= 8

    def _size(self) -> int:
        return self._state[0]


def told(store: SessionStore, row: SessionSummary, part: Part | None = None) -> Conversation:
    """Return a stored session, or a part of it, as a conversation.

    A file that was replaced while it was read is read again.
    """
    for _ in range(3):
        before = _state(row.path)
        conversation = _reduced(store.read(row, part), 0)
        after = _state(row.path)
        if after[1] == before[1] and after[0] >= before[0]:
            break
    if row.title and not conversation.title:
        conversation.title = row.title
    return conversation


def _part(store: SessionStore, row: SessionSummary, start: int) -> Conversation:
    part = _reduced(store.read(row, Part(start) if start else None), _MADE if start else 0)
    if start and row.agent != "codex":
        part.session_usage = part.cost = None
    part.title = part.title or row.title or ""
    return part


def _reduced(stored: Iterator[Stored], made: int) -> Conversation:
    conversation = Conversation()
    conversation.made = made
    changes: list[Change] = []
    for one in stored:
        for event in one.events:
            apply(conversation, event, one.at, changes)
        changes.clear()
    return conversation


def _copied(conversation: Conversation) -> Conversation:
    copy = Conversation()
    copy.__dict__.update(conversation.__dict__)
    copy.items = dict(conversation.items)
    copy.turns = list(conversation.turns)
    return copy


def _joined(fuller: Conversation, tail: Conversation) -> tuple[Conversation, ItemId | None]:
    """Put the tail's own names to the end of a fuller conversation, so that they stay the same."""
    full, short = list(fuller.items), list(tail.items)
    here, there = len(full) - 1, len(short) - 1
    seam: tuple[int, int] | None = None
    while here >= 0 and there >= 0:
        made = (_is_made(full[here]), _is_made(short[there]))
        if made == (False, False) and full[here] == short[there]:
            seam = (here, there)
        elif made != (True, True):
            break
        here, there = here - 1, there - 1
    joined = _copied(fuller)
    if seam is None:
        return joined, None
    joined.items = {name: fuller.items[name] for name in full[: seam[0]]}
    for name in short[seam[1] :]:
        joined.items[name] = fuller.items[name] if not _is_made(name) else tail.items[name]
    joined.made = max(fuller.made, tail.made)
    return joined, ItemId(short[seam[1]])


def _is_made(name: str) -> bool:
    return name.startswith("parley-")


def _differences(old: Conversation, new: Conversation) -> list[Change]:
    """Return what leads from one reading of a part to the next one."""
    before, after = list(old.items.values()), list(new.items.values())
    same = 0
    while same < min(len(before), len(after)) and before[same].id == after[same].id:
        same += 1
    changes: list[Change] = [
        Replaced(after[place]) for place in range(same) if before[place] != after[place]
    ]
    changes += [Removed(item.id) for item in before[same:]]
    changes += [Added(item) for item in after[same:]]
    return [*changes, STATUS]


def _state(path: str) -> tuple[int, int, int]:
    try:
        found = os.stat(path)  # noqa: PTH116 (paths are plain text here)
    except OSError:
        return 0, 0, 0
    return found.st_size, found.st_ino, found.st_mtime_ns
