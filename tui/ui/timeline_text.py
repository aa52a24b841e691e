"""The rows, the totals and the time axis of the timeline, as they are written."""

import time
from collections.abc import Sequence

from rich.segment import Segment

from tui.conversation.timeline import Sieve, TimelineRow, Totals, density
from tui.model.tools import Outcome
from tui.ui.pieces import piece, shortened
from tui.ui.states import clock

MARKS = {
    None: ("●", "tool.running"),
    Outcome.OK: ("✓", "tool.ok"),
    Outcome.FAILED: ("✗", "tool.failed"),
    Outcome.DENIED: ("⊘", "tool.denied"),
    Outcome.CANCELLED: ("◌", "tool.cancelled"),
    Outcome.DETACHED: ("↗", "tool.detached"),
}

LEVELS = "▁▂▃▄▅▆▇█"

SPACIOUS = 100
"""Columns from which the one who decided is told in full."""


def columns(width: int) -> tuple[int, int, int, int]:
    """Return the widths of tool, title, result and decider for a list of this width."""
    name, result = (11, 12) if width >= SPACIOUS else (9, 10)
    who = 24 if width >= SPACIOUS else 8
    taken = 4 + 9 + 8 + 2 + name + 1 + 1 + result + 1 + who
    return name, max(8, width - taken), result, who


def headings(width: int) -> list[Segment]:
    """Return the line above the rows."""
    name, title, result, who = columns(width)
    decided = "decided by" if width >= SPACIOUS else "who"
    return [
        piece(f"{'#':>3} {'time':<8} {'took':>7} ", "faint"),
        piece(f"  {'tool':<{name}} {'what':<{title}} {'result':<{result}} ", "faint"),
        piece(f"{decided:<{who}}", "faint"),
    ]


def row_pieces(row: TimelineRow, width: int, *, new_turn: bool) -> Sequence[Segment]:
    """Return one call as a line; a turn's number stands at its first call."""
    mark, look = ("▲", "ask.open") if row.waiting else MARKS[row.outcome]
    name, title, result, who = columns(width)
    inward = min(row.depth, 4) * 2
    words = " ".join(row.title.split()) if row.title != row.name else ""
    what = shortened(words, title - inward)
    return [
        piece(f"{row.turn:>3} " if new_turn else "    ", "faint"),
        piece(time.strftime("%H:%M:%S ", time.localtime(row.started_at)), "muted"),
        piece(f"{took(row.duration_ms):>7} ", "muted"),
        piece(f"{' ' * inward}{mark} ", look),
        piece(f"{shortened(row.name, name):<{name}} ", "tool.name"),
        piece(_padded(what, title - inward) + " ", "tool.title"),
        piece(f"{shortened(row.result, result):<{result}} ", look),
        piece(shortened(_who(row, brief=width < SPACIOUS), who), "hint"),
    ]


def _padded(text: str, width: int) -> str:
    return text + " " * max(0, width - piece(text).cell_length)


def _who(row: TimelineRow, *, brief: bool) -> str:
    if row.waiting:
        return "asks you"
    told = decider(row.decided_by)
    if not brief or told in ("you", "–"):
        return told
    if told.startswith("you, "):
        return "edited"
    return "rule" if "rule" in told else "agent"


def decider(decided_by: str) -> str:
    """Return who decided; how, the mark tells already."""
    for verdict in ("allowed by ", "denied by "):
        if decided_by.startswith(verdict):
            return decided_by.removeprefix(verdict)
    return decided_by or "–"


def took(milliseconds: int | None) -> str:
    """Return a length of time in at most seven characters: 0.1s, 59.9s, 1:07."""
    if milliseconds is None:
        return "…"
    if milliseconds < 60_000:
        return f"{milliseconds / 1000:.1f}s"
    return clock(milliseconds / 1000)


def summary(count: Totals, *, brief: bool = False) -> str:
    """Return the totals in a line."""
    told = [f"{count.calls:,} call{'s' * (count.calls != 1)}", f"{count.ok:,} ok"]
    told += [f"{count.failed:,} failed", f"{count.denied:,} denied"]
    told += [f"{count.cancelled:,} cancelled"] if count.cancelled else []
    told += [f"{count.running:,} running"] if count.running else []
    told += [] if brief else [f"{took(count.milliseconds)} in tools"]
    return " · ".join(told)


def axis(rows: Sequence[TimelineRow], width: int) -> list[Segment]:
    """Return when calls were made: a line that is high where there were many."""
    if not rows:
        return []
    first, last = rows[0].started_at, max(row.started_at for row in rows)
    counts = density(rows, max(1, min(60, width)))
    most = max(4, *counts)
    line = "".join(LEVELS[-(-count * 7 // most)] if count else " " for count in counts)
    begin = time.strftime("%H:%M", time.localtime(first))
    end = time.strftime("%H:%M", time.localtime(last))
    return [
        piece(f" {begin} ", "faint"),
        piece(line, "meter.full"),
        piece(f" {end} · {clock(last - first)}", "faint"),
    ]


def filters(sieve: Sieve, *, brief: bool = False) -> list[Segment]:
    """Return the filters with their keys, the one in force marked; if brief, that one alone."""
    words = {
        Sieve.ALL: "a all",
        Sieve.FAILED: "f failed",
        Sieve.EDITS: "e edits",
        Sieve.SHELL: "s shell",
        Sieve.NETWORK: "w network",
        Sieve.DENIED: "d denied",
    }
    return [
        piece(f"[{word}] " if one is sieve else f"{word}  ", "accent" if one is sieve else "hint")
        for one, word in words.items()
        if one is sieve or not brief
    ]
