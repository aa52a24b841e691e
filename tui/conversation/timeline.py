"""Tool calls as rows: when, how long, what, how it ended, who decided, below whom."""

import re
from collections.abc import Iterable, Iterator, Sequence
from enum import StrEnum
from itertools import islice

import msgspec

from tui.conversation.state import Ask, Conversation, Item, ToolCall, TurnMark, UserText
from tui.model.identity import ItemId
from tui.model.tools import Outcome, ToolKind


class Sieve(StrEnum):
    """Which calls are looked at."""

    ALL = "all"
    FAILED = "failed"
    EDITS = "edits"
    SHELL = "shell"
    NETWORK = "network"
    DENIED = "denied"


class TimelineRow(msgspec.Struct, frozen=True, kw_only=True):
    """One tool call."""

    call: ItemId
    turn: int
    """Number of the turn it belongs to, from 1."""
    prompt: str
    """What the user had said last."""
    depth: int
    """How many sub-agents deep it was made."""
    started_at: float
    duration_ms: int | None
    """None while it runs."""
    kind: ToolKind
    name: str
    title: str
    outcome: Outcome | None
    result: str
    """How it ended in a few words: "exit 2", "120 lines", "1 file"."""
    files: tuple[str, ...]
    """Files it changed."""
    decided_by: str
    waiting: bool = False
    """The agent waits for an answer of the user's before it runs."""


class Totals(msgspec.Struct, frozen=True):
    """How many calls ended how."""

    calls: int
    ok: int
    failed: int
    denied: int
    cancelled: int
    running: int
    milliseconds: int
    """How long the calls took together; calls side by side count twice."""


class Timeline:
    """The rows of a conversation that goes on; asking again costs what is new or unfinished."""

    def __init__(self, conversation: Conversation) -> None:
        self._conversation = conversation
        self._items = conversation.items
        self._begin()

    def _begin(self) -> None:
        self._rows: list[TimelineRow] = []
        self._unfinished: list[int] = []
        self._depths: dict[ItemId, int] = {}
        self._asks: dict[ItemId, ItemId] = {}
        """Call → the question whether it may run."""
        self._seen = 0
        self._last: ItemId | None = None
        self._turn = 1
        self._prompt = ""

    def rows(self) -> Sequence[TimelineRow]:
        """Return every tool call, oldest first."""
        fresh: Iterator[ItemId] = islice(self._items, max(0, self._seen - 1), None)
        if self._seen and next(fresh, None) != self._last:
            # Something the agent had said was withdrawn, so that the others have moved up.
            self._begin()
            fresh = iter(self._items)
        unfinished, self._unfinished = self._unfinished, []
        for id in fresh:
            self._take(self._items[id])
        waiting = {request.call for request in self._conversation.questions}
        for index in [*unfinished, *self._unfinished]:
            known = self._rows[index]
            call = self._items.get(known.call)
            if isinstance(call, ToolCall):
                asked = call.id in waiting
                self._rows[index] = _row(call, known.turn, known.prompt, known.depth, asked)
        self._unfinished = [
            index
            for index in [*unfinished, *self._unfinished]
            if self._rows[index].outcome in (None, Outcome.DETACHED)
        ]
        return self._rows

    def asked(self, call: ItemId) -> Ask | None:
        """Return the question whether a call may run, and what became of it."""
        found = self._items.get(self._asks[call]) if call in self._asks else None
        return found if isinstance(found, Ask) else None

    def _take(self, item: Item) -> None:
        self._seen += 1
        self._last = item.id
        if isinstance(item, TurnMark):
            self._turn += 1
        elif isinstance(item, UserText) and item.parent is None:
            self._prompt = item.text
        elif isinstance(item, Ask) and item.request.call is not None:
            self._asks[item.request.call] = item.id
        elif isinstance(item, ToolCall):
            above = self._depths.get(item.parent, -1) if item.parent is not None else -1
            self._depths[item.id] = above + 1
            self._rows.append(_row(item, self._turn, self._prompt, above + 1))
            if item.outcome in (None, Outcome.DETACHED):
                self._unfinished.append(len(self._rows) - 1)


def timeline(conversation: Conversation, sieve: Sieve = Sieve.ALL) -> list[TimelineRow]:
    """Return the tool calls that pass, oldest first."""
    return sifted(Timeline(conversation).rows(), sieve)


def sifted(
    rows: Iterable[TimelineRow], sieve: Sieve = Sieve.ALL, words: str = ""
) -> list[TimelineRow]:
    """Return the rows that pass and hold all the words."""
    sought = words.lower().split()
    return [
        row
        for row in rows
        if passes(row, sieve) and (not sought or all(word in _text(row) for word in sought))
    ]


def _text(row: TimelineRow) -> str:
    return f"{row.name} {row.title} {row.result} {row.decided_by} {row.kind.value}".lower()


def totals(rows: Iterable[TimelineRow]) -> Totals:
    """Count rows by how they ended."""
    rows = list(rows)
    outcomes = [row.outcome for row in rows]
    return Totals(
        calls=len(outcomes),
        ok=outcomes.count(Outcome.OK) + outcomes.count(Outcome.DETACHED),
        failed=outcomes.count(Outcome.FAILED),
        denied=outcomes.count(Outcome.DENIED),
        cancelled=outcomes.count(Outcome.CANCELLED),
        running=outcomes.count(None),
        milliseconds=sum(row.duration_ms or 0 for row in rows),
    )


def density(rows: Sequence[TimelineRow], parts: int) -> list[int]:
    """Return how many calls began in each of so many equal parts of the time they span."""
    counts = [0] * parts
    if not rows or not parts:
        return counts
    starts = [row.started_at for row in rows]
    first, last = min(starts), max(starts)
    for start in starts:
        share = (start - first) / (last - first) if last > first else 0.0
        counts[min(parts - 1, int(share * parts))] += 1
    return counts


_NETWORK = re.compile(
    r"(?:^|[\s;|&(])(?:curl|wget|ssh|scp|sftp|rsync|nc|telnet|ftp|ping|dig|gh"
    r"|git (?:push|pull|fetch|clone|ls-remote)|docker (?:pull|push)"
    r"|(?:npm|pnpm|yarn|pip3?|uv|cargo|go|gem|brew|apt|apt-get|dnf) "
    r"(?:i|install|add|ci|update|upgrade|get|publish|download|fetch))(?=\s|$)"
)
"""Shell commands that name a program of the network; a guess that finds, not one that protects."""


def passes(row: TimelineRow, sieve: Sieve) -> bool:
    """Tell whether a call is among those looked at."""
    match sieve:
        case Sieve.ALL:
            return True
        case Sieve.FAILED:
            return row.outcome is Outcome.FAILED
        case Sieve.EDITS:
            return row.kind in (ToolKind.EDIT, ToolKind.WRITE) or bool(row.files)
        case Sieve.SHELL:
            return row.kind is ToolKind.SHELL
        case Sieve.NETWORK if row.kind is ToolKind.SHELL:
            return _NETWORK.search(row.title[:4000]) is not None
        case Sieve.NETWORK:
            return row.kind in (ToolKind.FETCH, ToolKind.WEB_SEARCH)
        case Sieve.DENIED:
            return row.outcome is Outcome.DENIED


def _row(call: ToolCall, turn: int, prompt: str, depth: int, waiting: bool = False) -> TimelineRow:
    return TimelineRow(
        call=call.id,
        turn=turn,
        prompt=prompt,
        depth=depth,
        started_at=call.started_at,
        duration_ms=call.duration_ms,
        kind=call.kind,
        name=call.name,
        title=call.title,
        outcome=call.outcome,
        result="waiting" if waiting else _result(call),
        files=tuple(change.path for change in call.changes),
        decided_by=call.decided_by,
        waiting=waiting,
    )


def _result(call: ToolCall) -> str:
    match call.outcome:
        case None:
            return "running"
        case Outcome.DENIED:
            return "denied"
        case Outcome.CANCELLED:
            return "cancelled"
        case Outcome.DETACHED:
            return "in the background"
        case _ if call.exit_code is not None:
            return f"exit {call.exit_code}"
        case _ if call.changes:
            count = len(call.changes)
            return f"{count} file{'s' * (count > 1)}"
        case Outcome.FAILED:
            return "failed"
        case _:
            text = str(call.output)
            lines = text.count("\n") + (not text.endswith("\n")) if text else 0
            return f"{lines} line{'s' * (lines != 1)}" if lines else "done"
