"""Tool calls as rows: when, how long, what, how it ended, who decided, below whom."""

from collections.abc import Iterable
from enum import StrEnum

import msgspec

from tui.conversation.state import Conversation, ToolCall, TurnMark
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
    """How it ended in a few words: "exit 2", "120 lines", "+6 -1"."""
    decided_by: str


class Totals(msgspec.Struct, frozen=True):
    """How many calls ended how."""

    calls: int
    ok: int
    failed: int
    denied: int
    running: int


def timeline(conversation: Conversation, sieve: Sieve = Sieve.ALL) -> list[TimelineRow]:
    """Return the tool calls that pass, oldest first."""
    rows: list[TimelineRow] = []
    turn = 1
    depths: dict[ItemId, int] = {}
    for item in conversation.items.values():
        if isinstance(item, TurnMark):
            turn += 1
        elif isinstance(item, ToolCall):
            above = depths.get(item.parent, -1) if item.parent is not None else -1
            depths[item.id] = above + 1
            if passes(item, sieve):
                rows.append(_row(item, turn, above + 1))
    return rows


def totals(rows: Iterable[TimelineRow]) -> Totals:
    """Count rows by how they ended."""
    outcomes = [row.outcome for row in rows]
    return Totals(
        calls=len(outcomes),
        ok=outcomes.count(Outcome.OK) + outcomes.count(Outcome.DETACHED),
        failed=outcomes.count(Outcome.FAILED),
        denied=outcomes.count(Outcome.DENIED),
        running=outcomes.count(None),
    )


def passes(call: ToolCall, sieve: Sieve) -> bool:
    """Tell whether a call is among those looked at."""
    match sieve:
        case Sieve.ALL:
            return True
        case Sieve.FAILED:
            return call.outcome is Outcome.FAILED
        case Sieve.EDITS:
            return call.kind in (ToolKind.EDIT, ToolKind.WRITE) or bool(call.changes)
        case Sieve.SHELL:
            return call.kind is ToolKind.SHELL
        case Sieve.NETWORK:
            return call.kind in (ToolKind.FETCH, ToolKind.WEB_SEARCH)
        case Sieve.DENIED:
            return call.outcome is Outcome.DENIED


def _row(call: ToolCall, turn: int, depth: int) -> TimelineRow:
    return TimelineRow(
        call=call.id,
        turn=turn,
        depth=depth,
        started_at=call.started_at,
        duration_ms=call.duration_ms,
        kind=call.kind,
        name=call.name,
        title=call.title,
        outcome=call.outcome,
        result=_result(call),
        decided_by=call.decided_by,
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
            lines = str(call.output).count("\n") + 1 if str(call.output) else 0
            return f"{lines} line{'s' * (lines != 1)}" if lines else "done"
