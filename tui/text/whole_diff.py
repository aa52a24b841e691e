"""Two texts with every line of both, for those who must have read all of it."""

from collections.abc import Iterable

from tui.text.diff import Row, RowKind, lines_of, operations, rows_between

SOMEWHERE = "somewhere in the file"
NO_END = "no line end after this line"
CRLF = "every line ends in CRLF"

NEAR = 3
"""Lines that stay and are shown beside a change."""

WORTH = 9
"""Lines that stay, from which on they are one row."""


def whole(before: str, after: str) -> list[Row]:
    """Return the rows that lead from one text to another, every line of both among them.

    They have the texts as they are and no marked words; whoever shows them makes them safe. A
    text that ends without a line end is told apart from one that has it.
    """
    if _is_crlf(before) and _is_crlf(after) and "\r\n" in before + after:
        unified = (text.replace("\r\n", "\n") for text in (before, after))
        return [Row(RowKind.NOTE, CRLF), *_whole(*unified)]
    return _whole(before, after)


def _whole(before: str, after: str) -> list[Row]:
    old, new = lines_of(before), lines_of(after)
    if _is_open(before) == _is_open(after):
        return rows_between(operations(old, new), old, new)
    rows = rows_between(operations(_ended(before, old), _ended(after, new)), old, new)
    kind = RowKind.REMOVED if _is_open(before) else RowKind.ADDED
    last = max(index for index, row in enumerate(rows) if row.kind is kind)
    return [*rows[: last + 1], Row(RowKind.NOTE, NO_END), *rows[last + 1 :]]


def without_what_stays(rows: Iterable[Row]) -> list[Row]:
    """Return the rows of a whole file in which many lines that stay have become one row.

    Only for those who know that the lines stand in the file: nobody has to read them again.
    """
    found: list[Row] = []
    staying: list[Row] = []
    near = 0
    for row in rows:
        if row.kind is RowKind.CONTEXT:
            staying.append(row)
            continue
        changes = row.kind in (RowKind.REMOVED, RowKind.ADDED)
        found += (*_shortened(staying, near, NEAR if changes else 0), row)
        staying, near = [], NEAR if changes else near
    return [*found, *_shortened(staying, near, 0)]


def _shortened(staying: list[Row], before: int, after: int) -> list[Row]:
    """Leave out what is not near a change, if it is worth a row of its own."""
    end = len(staying) - after
    if end - before < WORTH:
        return staying
    told = Row(RowKind.NOTE, f"{end - before:,} lines stay as they are")
    return [*staying[:before], told, *staying[end:]]


def of_passage(rows: Iterable[Row], place: str = SOMEWHERE, first: int | None = None) -> list[Row]:
    """Return the rows of a passage; without a known first line none has a number."""
    return [
        row._replace(
            text=place if row.kind is RowKind.HUNK else row.text,
            old=_moved(row.old, first),
            new=_moved(row.new, first),
        )
        for row in rows
    ]


def without_line_ends(rows: list[Row]) -> list[Row]:
    """Return the rows of a patch whose lines all end in CRLF without it, and with a note.

    Where only some lines do, each of them shows it: that may be what the change is about.
    """
    texts = [row.text for row in rows if row.kind not in (RowKind.HUNK, RowKind.NOTE)]
    if not texts or not all(text.endswith("\r") for text in texts):
        return rows
    stripped = (row._replace(text=row.text.removesuffix("\r")) for row in rows)
    return [Row(RowKind.NOTE, CRLF), *stripped]


def _is_crlf(text: str) -> bool:
    return text.count("\r\n") == text.count("\n")


def _moved(number: int | None, first: int | None) -> int | None:
    return None if number is None or first is None else number + first - 1


def _is_open(text: str) -> bool:
    """Tell whether the last line of a text has no line end."""
    return bool(text) and not text.endswith("\n")


def _ended(text: str, lines: list[str]) -> list[str]:
    """Return lines to be compared, a last one without a line end as another than with it."""
    return [*lines[:-1], f"{lines[-1]}\n"] if _is_open(text) else lines
