"""The contract between one CLI's own session files and the rest of parley.

A store reads and never writes. Every file it finds becomes a row, whatever is in it. What a row
says comes from two steps, so that the first can be kept in an index: `summarise` looks at one
file alone, `settle` adds what only other files tell (names, parents, several files of one id).
"""

from collections.abc import Iterable, Iterator, Mapping
from enum import StrEnum
from pathlib import Path
from typing import Literal, Protocol, TypeAlias

import msgspec
from msgspec.structs import replace

from tui.agents.used import Used
from tui.model.arrival import Arrival
from tui.model.events import Event
from tui.model.identity import AgentId


class RowKind(StrEnum):
    """What a file turned out to be."""

    SESSION = "session"
    SUBAGENT = "subagent"
    """The conversation of a sub-agent; it is shown inside its parent."""
    PART = "part"
    """Another file of a session that has a newer or fuller one."""
    STUB = "stub"
    """A file in which nobody said anything."""
    BROKEN = "broken"
    """Nothing in it can be shown."""


class StoredFile(msgspec.Struct, frozen=True, gc=False):
    """One file as the file system tells it: all that is needed to know whether it changed."""

    path: str
    size: int
    mtime_ns: int
    inode: int
    trouble: str = ""
    """Why it cannot even be looked at."""


class Holder(msgspec.Struct, frozen=True):
    """Who else has a session open, and would be disturbed if it were continued."""

    pid: int | None
    what: str
    """In words, such as `Claude Code 2.1.325, process 4711`."""


Status: TypeAlias = Literal["active", "completed", "error"]


class SessionSummary(msgspec.Struct, frozen=True, kw_only=True, gc=False):
    """One row of the list of sessions; None is unknown, never a guess."""

    id: str
    agent: AgentId
    path: str
    kind: RowKind = RowKind.SESSION
    created_at: float | None = None
    """Seconds since 1970."""
    updated_at: float | None = None
    status: Status = "completed"
    cwd: str | None = None
    message_count: int | None = None
    tokens_used: int | None = None
    cost_usd: float | None = None
    title: str | None = None
    model: str | None = None
    git_branch: str | None = None
    resumable: bool = False
    reason: str | None = None
    """What is wrong with the file and how much of it is usable, or why it cannot be resumed."""
    parent: str | None = None
    """The session this belongs to: a sub-agent's, or the one it was forked from."""
    last_prompt: str | None = None
    version: str | None = None
    """Of the CLI that wrote it."""
    archived: bool = False
    whole: bool = False
    """All of the file was read, so that counts and titles are final."""
    size: int = 0
    mtime_ns: int = 0
    inode: int = 0
    fork_of: str | None = None
    """The session whose beginning this one shares."""
    folder_gone: bool = False
    """The folder it worked in is no longer there."""


class StoredEvents(msgspec.Struct, frozen=True):
    """Events that no line of a file stands for, such as the end of a turn."""

    at: float
    events: tuple[Event, ...]


Stored: TypeAlias = Arrival | StoredEvents


class Part(msgspec.Struct, frozen=True, gc=False):
    """A stretch of a file in bytes; it begins where a line begins."""

    start: int
    end: int | None = None
    """None: to the end of the file."""


class SessionStore(Protocol):
    """The session files of one CLI."""

    @property
    def agent(self) -> AgentId:
        """Whose files they are."""

    def roots(self, environ: Mapping[str, str]) -> tuple[Path, ...]:
        """Return the folders this CLI keeps its files in, as its environment says."""

    def files(self, roots: Iterable[Path]) -> Iterator[StoredFile]:
        """Return every session file, without opening any."""

    def summarise(self, file: StoredFile, *, whole: bool = False) -> SessionSummary:
        """Return the row of one file from its head and tail, or from all of it."""

    def settle(self, rows: Iterable[SessionSummary], roots: Iterable[Path]) -> list[SessionSummary]:
        """Return rows with what other files say about them."""

    def outside(self, roots: Iterable[Path]) -> object:
        """Return what is another value whenever `settle` may add something else."""

    def list(self, roots: Iterable[Path]) -> Iterator[SessionSummary]:
        """Return the row of every file, newest first."""

    def read(self, row: SessionSummary, part: Part | None = None) -> Iterator[Stored]:
        """Return a stored conversation as if it happened now. Broken lines are named.

        A part is told as well as it can be without the rest: what it continues is not looked up.
        """

    def data(self, row: SessionSummary, part: Part) -> bytes:
        """Return the bytes of a stretch; raises OSError. A compressed file is given whole."""

    def told(self, row: SessionSummary, data: bytes) -> Iterator[Stored]:
        """Return what some lines of a session mean by themselves, to find words in them."""

    def plain(self, line: bytes, traits: set[tuple[str, str]]) -> str | None:
        """Return the words of a line that holds little else, cheaply; None: ask `told`.

        What marks the session is added to `traits`, such as `("has", "thinking")`.
        """

    def used(self, row: SessionSummary) -> Iterator[Used]:
        """Return what each answer in a file used; raises OSError."""

    def held_by(self, row: SessionSummary) -> Holder | None:
        """Return the process that has a session open now, if one says so."""

    def beside(self, row: SessionSummary) -> Iterator[StoredFile]:
        """Return further files that hold output of a session, named in its lines."""


def listed(store: SessionStore, roots: Iterable[Path]) -> Iterator[SessionSummary]:
    """Return every row of a store, newest first."""
    folders = tuple(roots)
    rows = [store.summarise(file) for file in store.files(folders)]
    yield from newest_first(store.settle(rows, folders))


def broken(
    file: StoredFile, agent: AgentId, id: str, reason: str, cwd: str | None = None
) -> SessionSummary:
    """Return the row of a file that cannot be read."""
    return SessionSummary(
        id=id,
        agent=agent,
        path=file.path,
        kind=RowKind.BROKEN,
        updated_at=file.mtime_ns / 1e9 if file.mtime_ns else None,
        status="error",
        cwd=cwd,
        reason=reason,
        size=file.size,
        mtime_ns=file.mtime_ns,
        inode=file.inode,
        whole=True,
    )


def newest_first(rows: Iterable[SessionSummary]) -> list[SessionSummary]:
    """Sort rows by their last change; what has no time comes last."""
    return sorted(rows, key=lambda row: (-(row.updated_at or 0.0), row.path))


def folders_checked(rows: Iterable[SessionSummary]) -> list[SessionSummary]:
    """Take back the promise to resume where the folder of a session is gone."""
    there: dict[str, bool] = {}
    checked = []
    for row in rows:
        cwd = row.cwd
        if row.resumable and cwd is not None:
            if cwd not in there:
                there[cwd] = is_there(cwd)
            if not there[cwd]:
                reason = row.reason or f"Its folder {cwd} does not exist."
                row = replace(row, resumable=False, reason=reason, folder_gone=True)
        checked.append(row)
    return checked


def is_there(path: str) -> bool:
    """Tell whether a folder is there; a name that can be none is not."""
    try:
        return Path(path).is_dir()
    except (OSError, ValueError):
        return False


def one_per_session(rows: Iterable[SessionSummary]) -> list[SessionSummary]:
    """Leave one session row per id: the fullest, then the newest. The others become parts."""
    rows = list(rows)
    best: dict[str, SessionSummary] = {}
    twice: set[str] = set()
    for row in rows:
        if row.kind not in (RowKind.SESSION, RowKind.STUB):
            continue
        known = best.get(row.id)
        if known is None:
            best[row.id] = row
            continue
        twice.add(row.id)
        if _rank(row) > _rank(known):
            best[row.id] = row
    if not twice:
        return rows
    return [
        replace(
            row, kind=RowKind.PART, resumable=False, reason=row.reason or _part_of(best[row.id])
        )
        if row.id in twice
        and row.kind in (RowKind.SESSION, RowKind.STUB)
        and row is not best[row.id]
        else row
        for row in rows
    ]


def _rank(row: SessionSummary) -> tuple[bool, bool, float]:
    spoken = row.kind is RowKind.SESSION
    return spoken, not row.archived, row.updated_at or 0.0


def _part_of(row: SessionSummary) -> str:
    return f"Another file of the same session; the newest is {Path(row.path).name}."
