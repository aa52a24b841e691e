"""What a request would change in files: rows that become lines when they are looked at."""

from collections.abc import Iterable, Sequence
from functools import lru_cache

from rich.segment import Segment

from tui.model.tools import FileChange
from tui.text.diff import (
    LONGEST_LINE,
    Row,
    RowKind,
    changed_words,
    from_patch,
    side_by_side,
)
from tui.text.whole_diff import (
    SOMEWHERE,
    of_passage,
    whole,
    without_line_ends,
    without_what_stays,
)
from tui.ui.sheet import Line, folded, lines_for
from tui.ui.shown import INDENT, marked, shown_line
from tui.ui.theme import style_of

LOOKS = {
    RowKind.ADDED: ("+", "diff.added"),
    RowKind.REMOVED: ("-", "diff.removed"),
    RowKind.CONTEXT: (" ", "diff.context"),
    RowKind.HUNK: (" ", "diff.header"),
    RowKind.NOTE: (" ", "diff.header"),
}

CHANGES = (RowKind.REMOVED, RowKind.ADDED)

GUTTER = 8
"""Cells for the line number and the sign."""

REACH = 500
"""Lines of a change within which the counterpart of one is looked for."""

BETWEEN = Segment(" │ ")


def rows_of(
    change: FileChange, place: str = "", line: int | None = None, is_whole: bool = False
) -> list[Row]:
    """Return everything a change says, as it says it; of a passage also where it stands.

    Of a whole file, as it is on the disk, those lines are only counted that stay as they are.
    """
    if change.diff is not None:
        rows = without_line_ends(from_patch(change.diff, raw=True))
    else:
        rows = whole(change.before or "", change.after or "")
    if is_whole:
        rows = without_what_stays(rows)
    return of_passage(rows, place or SOMEWHERE, line) if change.passage else rows


class Unified:
    """Removed and added lines below each other."""

    def __init__(self, rows: Sequence[Row]) -> None:
        self._rows = rows
        self._words = lru_cache(maxsize=512)(self._changed)

    def heights(self, width: int) -> Sequence[int]:
        """Return how many lines each row takes."""
        room = width - GUTTER
        return [
            1 if _fits(row.text, room) else _tall(row, width, _number(row)) for row in self._rows
        ]

    def lines(self, index: int, width: int) -> Sequence[Line]:
        """Return the lines of one row."""
        row = self._rows[index]
        return folded(pieces(row, _number(row), self._words(index)), width, GUTTER)

    def _changed(self, index: int) -> tuple[tuple[int, int], ...]:
        if len(self._rows[index].text) > LONGEST_LINE:
            return ()
        partner = _partner(self._rows, index)
        # Cut apart, wide characters may take other cells than were counted for the whole line.
        if partner is None or not shown_line(self._rows[index].text).isascii():
            return ()
        first, second = sorted((index, partner))
        spans = changed_words(self._rows[first].text, self._rows[second].text)
        return spans[0] if index == first else spans[1]

    @property
    def hunks(self) -> list[int]:
        """Return the numbers of the rows at which a change begins."""
        return _beginnings(row.kind in CHANGES for row in self._rows)


class Split:
    """What was on the left, what is to be on the right."""

    def __init__(self, rows: Sequence[Row]) -> None:
        self._pairs = list(side_by_side(rows))

    def heights(self, width: int) -> Sequence[int]:
        """Return how many lines each pair takes."""
        half = _half(width)
        room = half - GUTTER
        return [
            1
            if _short(left, room) and _short(right, room)
            else max(
                _tall(left, half, left.old if left is not None else None),
                _tall(right, half, right.new if right is not None else None),
            )
            for left, right in self._pairs
        ]

    def lines(self, index: int, width: int) -> Sequence[Line]:
        """Return the lines of one pair."""
        left, right = self._pairs[index]
        half = _half(width)
        if left is not None and left.kind in (RowKind.HUNK, RowKind.NOTE):
            return folded(pieces(left, None), half, GUTTER)
        before = _side(left, left.old if left is not None else None, half)
        after = _side(right, right.new if right is not None else None, half)
        blank = [Segment(" " * half)]
        tall = max(len(before), len(after))
        before += [blank] * (tall - len(before))
        after += [[]] * (tall - len(after))
        pairs = zip(before, after, strict=True)
        return [[*left_line, BETWEEN, *right_line] for left_line, right_line in pairs]

    @property
    def hunks(self) -> list[int]:
        """Return the numbers of the pairs at which a change begins."""
        return _beginnings(
            left is None or right is None or left.kind in CHANGES for left, right in self._pairs
        )


def pieces(row: Row, number: int | None, changed: Sequence[tuple[int, int]] = ()) -> list[Segment]:
    """Return a row with its number, its sign and its changed words."""
    sign, look = LOOKS[row.kind]
    shown_number = "" if number is None or row.kind is RowKind.HUNK else number
    found = [Segment(f"{shown_number:>5} {sign} ", style_of("diff.gutter"))]
    position = 0
    for start, end in changed:
        found += marked(shown_line(row.text[position:start]), look)
        found += marked(shown_line(row.text[start:end]), f"{look}.word")
        position = end
    return found + marked(shown_line(row.text[position:]), look)


def _fits(text: str, room: int) -> bool:
    return len(text) <= min(room, INDENT) and text.isascii() and text.isprintable()


def _short(row: Row | None, room: int) -> bool:
    return row is None or _fits(row.text, room)


def _number(row: Row) -> int | None:
    return row.new if row.new is not None else row.old


def _tall(row: Row | None, width: int, number: int | None) -> int:
    if row is None:
        return 1
    shown = shown_line(row.text)
    if shown.isascii():
        return lines_for(len(shown) + GUTTER, width, GUTTER)
    return len(folded(pieces(row, number), width, GUTTER))


def _beginnings(changed: Iterable[bool]) -> list[int]:
    """Return the numbers of the rows that are changed while the one before them is not."""
    found: list[int] = []
    before = False
    for index, now in enumerate(changed):
        if now and not before:
            found.append(index)
        before = now
    return found


def _half(width: int) -> int:
    return max(GUTTER + 2, (width - 3) // 2)


def _side(row: Row | None, number: int | None, half: int) -> list[Line]:
    if row is None:
        return []
    lines = folded(pieces(row, number), half, GUTTER)
    return [
        [*line, Segment(" " * (half - sum(piece.cell_length for piece in line)))] for line in lines
    ]


def _partner(rows: Sequence[Row], index: int) -> int | None:
    """Return which added line a removed one became, or the other way round, by their places."""
    kind = rows[index].kind
    if kind not in CHANGES:
        return None
    removed = kind is RowKind.REMOVED
    start = _edge(rows, index, -1)
    if removed:
        added = _edge(rows, index, 1) + 1
        other = added + index - start
        fits = other < len(rows) and other <= _edge(rows, added, 1)
    else:
        first = _edge(rows, start - 1, -1) if start else 0
        other = first + index - start
        fits = other < start
    wanted = RowKind.ADDED if removed else RowKind.REMOVED
    return other if fits and rows[other].kind is wanted else None


def _edge(rows: Sequence[Row], index: int, step: int) -> int:
    """Return the last row in a direction that is of the same kind, within reach."""
    if not 0 <= index < len(rows):
        return index
    kind = rows[index].kind
    for _ in range(REACH):
        following = index + step
        if not 0 <= following < len(rows) or rows[following].kind is not kind:
            break
        index = following
    return index
