"""Rows of a difference as lines: one below the other, or before and after side by side."""

from collections.abc import Iterable, Iterator

from rich.cells import cell_len

from tui.text.diff import Row, RowKind, side_by_side
from tui.text.runs import Run, plain
from tui.ui.transcript.wrap import Join, wrap

SIGNS = {RowKind.REMOVED: "-", RowKind.ADDED: "+"}
NUMBER = 5

DiffLine = tuple[list[Run], int, Join, str]
"""Runs, how many characters are gutter, what joins it to the next, how the rest is filled."""


def styled(row: Row) -> list[Run]:
    """Return a row's text with its changed words marked."""
    style = f"diff.{row.kind.value}"
    runs: list[Run] = []
    position = 0
    for start, end in row.changed:
        runs.append((row.text[position:start], style))
        runs.append((row.text[start:end], f"{style}.word"))
        position = end
    runs.append((row.text[position:], style))
    return [run for run in runs if run[0]] or [("", style)]


def lines_of(rows: Iterable[Row], room: int) -> Iterator[DiffLine]:
    """Return a difference with removed and added lines below each other."""
    for row in rows:
        if row.kind in (RowKind.HUNK, RowKind.NOTE):
            yield [("│ ", "line"), (row.text[: room - 2], "diff.header")], 2, Join.NEWLINE, ""
            continue
        number = row.new if row.kind is RowKind.ADDED else row.old
        style = f"diff.{row.kind.value}"
        fill = style if row.kind in SIGNS else ""
        sign = SIGNS.get(row.kind, " ")
        for index, (runs, join) in enumerate(wrap(styled(row), room - NUMBER - 4, words=False)):
            shown = f"{number or '':>{NUMBER}} " if index == 0 else " " * (NUMBER + 1)
            lead = [("│ ", "line"), (shown, "diff.gutter"), (f"{sign} ", style)]
            yield lead + runs, NUMBER + 5, join, fill


def split_lines_of(rows: Iterable[Row], room: int) -> Iterator[DiffLine]:
    """Return a difference with the text before on the left and the text after on the right."""
    half = (room - 5) // 2
    for left, right in side_by_side(rows):
        if left is not None and left.kind in (RowKind.HUNK, RowKind.NOTE):
            yield [("│ ", "line"), (left.text[: room - 2], "diff.header")], 2, Join.NEWLINE, ""
            continue
        before, after = _half(left, half, old=True), _half(right, half, old=False)
        for index in range(max(len(before), len(after))):
            line: list[Run] = [("│ ", "line")]
            line += before[index] if index < len(before) else [(" " * half, "diff")]
            line.append((" │ ", "line"))
            line += after[index] if index < len(after) else [(" " * half, "diff")]
            yield line, 2, Join.NEWLINE, ""


def _half(row: Row | None, width: int, *, old: bool) -> list[list[Run]]:
    if row is None:
        return []
    style = f"diff.{row.kind.value}"
    number = row.old if old else row.new
    sign = (f"{SIGNS.get(row.kind, ' ')} ", style)
    room = width - NUMBER - 3
    lines: list[list[Run]] = []
    for index, (runs, _) in enumerate(wrap(styled(row), room, words=False)):
        shown = f"{number or '':>{NUMBER}} " if index == 0 else " " * (NUMBER + 1)
        space = (" " * max(0, room - cell_len(plain(runs))), style)
        lines.append([(shown, "diff.gutter"), sign, *runs, space])
    return lines
