"""A line of the journal in words: as a row, and whole."""

import json
import time
from collections.abc import Sequence
from typing import TYPE_CHECKING

from rich.segment import Segment

from tui.ui.pieces import piece
from tui.ui.states import clock

if TYPE_CHECKING:
    from tui.permission.journal import Line

MARKS = {
    "allow": ("✓", "success"),
    "deny": ("✕", "error"),
    "stop": ("✕", "error"),
    "withdrawn": ("◌", "muted"),
}
"""Decision → its glyph and look."""


def row(line: "Line") -> Sequence[Segment]:
    """Return a decision in one line."""
    entry = line.entry
    mark, look = MARKS.get(entry.decision, ("?", "warning"))
    when = time.strftime("%m-%d %H:%M", time.localtime(line.at))
    return [
        piece(f"{when}  ", "muted"),
        piece(f"{mark} {entry.decision:<9} ", look),
        piece(f"{entry.by:<11} ", "label"),
        piece(f"{entry.agent:<11} ", "muted"),
        piece(f"{entry.risk:<6} ", "hint"),
        piece(f"{entry.tool}: {entry.title}", "value"),
    ]


def details(line: "Line") -> list[list[Segment]]:
    """Return everything a line says."""
    entry = line.entry
    facts = {
        "what": f"{entry.tool} ({entry.kind.value})",
        "title": entry.title,
        "decided": f"{entry.decision} by {entry.by}",
        "note": entry.note,
        "said": entry.message,
        "open for": clock(entry.dwell_ms / 1000) if entry.dwell_ms is not None else "",
        "risk": ": ".join(filter(None, (entry.risk, "; ".join(entry.reasons)))),
        "edited": "the input was changed before it was allowed" if entry.edited else "",
        "options": ", ".join(entry.options),
        "paths": ", ".join(entry.paths),
        "agent": f"{entry.agent} {entry.version}".strip(),
        "session": entry.session,
        "project": entry.project,
        "folder": entry.cwd or "",
        "digest": entry.digest,
        "line": f"number {line.seq} of the journal, after {line.prev[:16]}…",
    }
    told = [
        [piece(f"{name:<9} ", "label"), piece(fact, "value")]
        for name, fact in facts.items()
        if fact
    ]
    cut = f" ({entry.cut:,} bytes were too long to keep)" if entry.cut else ""
    whole = json.dumps(entry.input, indent=2, ensure_ascii=False).split("\n")
    return [
        *told,
        [piece(f"input{cut}", "label")],
        *([piece(f"  {one}", "muted")] for one in whole),
    ]
