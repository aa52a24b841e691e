"""Rows of the timeline as a table that any program reads."""

import csv
import io
from collections.abc import Iterable
from datetime import UTC, datetime

from tui.conversation.timeline import TimelineRow
from tui.text.visible import visible

HEADINGS = (
    *("started", "took_ms", "turn", "depth", "kind", "tool", "title"),
    *("outcome", "result", "decided_by", "files"),
)


def comma_separated(rows: Iterable[TimelineRow]) -> str:
    """Return rows as comma-separated values, with a line of headings."""
    text = io.StringIO()
    table = csv.writer(text, lineterminator="\n")
    table.writerow(HEADINGS)
    for row in rows:
        table.writerow([_cell(value) for value in _values(row)])
    return text.getvalue()


def _values(row: TimelineRow) -> tuple[object, ...]:
    return (
        datetime.fromtimestamp(row.started_at, UTC).isoformat(timespec="milliseconds"),
        row.duration_ms if row.duration_ms is not None else "",
        row.turn,
        row.depth,
        row.kind.value,
        row.name,
        row.title,
        row.outcome.value if row.outcome is not None else "running",
        row.result,
        row.decided_by,
        "; ".join(row.files),
    )


def _cell(value: object) -> str:
    """Return a value as text; spreadsheets take what begins with these signs for a formula."""
    text = visible(str(value))
    return f"'{text}" if text.startswith(("=", "+", "-", "@", "\t", "\r")) else text
