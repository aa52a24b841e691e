"""The files a tool changes, as rows to show; worked out once per entry."""

from collections.abc import Sequence

from tui.model.tools import ChangeKind, FileChange
from tui.text.diff import Row, RowKind, counts, counts_of_texts, from_patch, from_texts
from tui.text.display import display, display_line
from tui.text.runs import Run
from tui.text.whole_diff import of_passage
from tui.ui.changed_files import MARKS
from tui.ui.transcript.blocks import Entry

CHEAP = 400
"""Lines up to which a difference is worked out only to be counted."""


def rows_of(entry: Entry, index: int, change: FileChange) -> list[Row]:
    """Return the difference of one file."""
    rows = entry.rows.get(index)
    if rows is None:
        rows = entry.rows[index] = difference(change)
    return rows


def difference(change: FileChange) -> list[Row]:
    """Return the rows of one file's change, safe to show."""
    rows = _rows(change)
    return of_passage(rows) if change.passage else rows


def _rows(change: FileChange) -> list[Row]:
    if change.diff is not None:
        return from_patch(change.diff)
    if change.before is None and change.after is not None and change.kind is ChangeKind.CREATED:
        lines = display(change.after).removesuffix("\n").split("\n") if change.after else []
        return [Row(RowKind.ADDED, line, None, n) for n, line in enumerate(lines, 1)]
    if change.before is None and change.after is None:
        return []
    return from_texts(change.before or "", change.after or "")


def line_counts(change: FileChange) -> tuple[int, int]:
    """Return how many lines a change adds and removes, as its rows would say."""
    if change.diff is not None:
        return counts(from_patch(change.diff, raw=True))
    return counts_of_texts(change.before or "", change.after or "")


def summary(entry: Entry, changes: Sequence[FileChange]) -> str:
    """Return "+6 -1" for all files, where it is known or cheap to find out."""
    added = removed = 0
    for index, change in enumerate(changes):
        size = sum(text.count("\n") for text in (change.before, change.after) if text)
        if index not in entry.rows and change.diff is None and size > CHEAP:
            return f"{len(changes)} files" if len(changes) > 1 else "changed"
        more, less = counts(rows_of(entry, index, change))
        added, removed = added + more, removed + less
    files = f"{len(changes)} files " if len(changes) > 1 else ""
    return f"{files}+{added} -{removed}"


def title(entry: Entry, index: int, change: FileChange) -> list[Run]:
    """Return the line above one file's difference."""
    added, removed = counts(rows_of(entry, index, change))
    moved = f" → {display_line(change.moved_to)}" if change.moved_to else ""
    return [
        (f"{MARKS[change.kind]} ", "diff.header"),
        (display_line(change.path) + moved, "diff.header"),
        (f"  +{added}", "diff.added"),
        (" ", "diff.gutter"),
        (f"-{removed}", "diff.removed"),
    ]
