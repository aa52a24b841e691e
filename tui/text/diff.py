"""A pair of texts, or a patch → hunks of typed rows, with the words that changed."""

import re
from collections.abc import Iterable, Iterator, Sequence
from difflib import SequenceMatcher
from enum import StrEnum
from typing import NamedTuple

from tui.text.display import display

CONTEXT = 3
LARGEST = 2_000
"""Lines of one text up to which the difference is searched; beyond, all of the middle changed."""
LONGEST_LINE = 1_000
"""Characters up to which changed words are searched in a line."""
ALIKE = 0.35
"""Two lines that share less than this are not compared word by word."""

_WORD = re.compile(r"\w+|\s+|[^\w\s]")
_HUNK = re.compile(r"^@@ -(\d+)(?:,\d+)? \+(\d+)(?:,\d+)? @@ ?(.*)$")
_FILE_LINES = ("diff --git", "index ", "--- ", "+++ ", "new file", "deleted file", "similarity")


class RowKind(StrEnum):
    """What a row of a diff tells."""

    CONTEXT = "context"
    REMOVED = "removed"
    ADDED = "added"
    HUNK = "hunk"
    """Where the next rows stand in the file."""
    NOTE = "note"


class Row(NamedTuple):
    """One line of a diff."""

    kind: RowKind
    text: str
    old: int | None = None
    """Line number before."""
    new: int | None = None
    changed: tuple[tuple[int, int], ...] = ()
    """Where in the text the changed words stand."""


def from_texts(before: str, after: str) -> list[Row]:
    """Return the rows that lead from one text to another.

    Texts are compared as they are and shown safe, so a tab that became spaces is still a change.
    """
    old, new = lines_of(before), lines_of(after)
    safe_old, safe_new = shown(old), shown(new)
    rows: list[Row] = []
    for group in _groups(old, new):
        rows += rows_between(group, safe_old, safe_new)
    return marked(rows)


def rows_between(group: "Group", old: list[str], new: list[str]) -> list[Row]:
    """Return the rows of one stretch of lines that changed or stayed."""
    if not group:
        return []
    rows = [Row(RowKind.HUNK, _place(group), group[0][1] + 1, group[0][3] + 1)]
    for tag, i1, i2, j1, j2 in group:
        if tag == "equal":
            rows += [Row(RowKind.CONTEXT, old[i], i + 1, i - i1 + j1 + 1) for i in range(i1, i2)]
        else:
            rows += [Row(RowKind.REMOVED, old[i], i + 1) for i in range(i1, i2)]
            rows += [Row(RowKind.ADDED, new[j], None, j + 1) for j in range(j1, j2)]
    return rows


def from_patch(patch: str, *, raw: bool = False) -> list[Row]:
    """Return the rows of a unified patch, with or without headers; what is odd becomes a note.

    Raw rows leave nothing out and have no marked words.
    """
    rows: list[Row] = []
    old = new = 1
    inside = False
    for line in lines_of(patch) if raw else shown(lines_of(patch)):
        hunk = _HUNK.match(line) if line.startswith("@@") else None
        if hunk is not None:
            old, new, inside = int(hunk[1]), int(hunk[2]), True
            rows.append(Row(RowKind.HUNK, line, old, new))
        elif not inside and line.startswith(_FILE_LINES):
            rows += [Row(RowKind.NOTE, line)] if raw else []
        elif line.startswith("diff --git"):
            inside = False
            rows += [Row(RowKind.NOTE, line)] if raw else []
        elif line.startswith("-"):
            rows.append(Row(RowKind.REMOVED, line[1:], old))
            old += 1
        elif line.startswith("+"):
            rows.append(Row(RowKind.ADDED, line[1:], None, new))
            new += 1
        elif line.startswith("\\"):
            rows.append(Row(RowKind.NOTE, line[1:].strip()))
        else:
            rows.append(Row(RowKind.CONTEXT, line[1:] if line[:1] == " " else line, old, new))
            old, new = old + 1, new + 1
    return rows if raw else marked(rows)


def counts(rows: Iterable[Row]) -> tuple[int, int]:
    """Return how many lines were added and removed."""
    kinds = [row.kind for row in rows]
    return kinds.count(RowKind.ADDED), kinds.count(RowKind.REMOVED)


def counts_of_texts(before: str, after: str) -> tuple[int, int]:
    """Return how many lines were added and removed between two texts, without making rows."""
    added = removed = 0
    for group in _groups(lines_of(before), lines_of(after)):
        for tag, i1, i2, j1, j2 in group:
            if tag != "equal":
                added, removed = added + j2 - j1, removed + i2 - i1
    return added, removed


def side_by_side(rows: Iterable[Row]) -> Iterator[tuple[Row | None, Row | None]]:
    """Return the rows as pairs of before and after; None where one side has nothing."""
    removed: list[Row] = []
    added: list[Row] = []
    for row in rows:
        if row.kind is RowKind.REMOVED and not added:
            removed.append(row)
            continue
        if row.kind is RowKind.ADDED:
            added.append(row)
            continue
        yield from _pairs(removed, added)
        removed, added = [], []
        if row.kind is RowKind.REMOVED:
            removed.append(row)
        else:
            yield row, row
    yield from _pairs(removed, added)


def marked(rows: list[Row]) -> list[Row]:
    """Return the rows with the changed words of each removed line and its successor marked."""
    result = list(rows)
    start = 0
    while start < len(rows):
        middle = _run(rows, start, RowKind.REMOVED)
        end = _run(rows, middle, RowKind.ADDED)
        if middle > start and end > middle:
            for old, new in zip(range(start, middle), range(middle, end), strict=False):
                left, right = changed_words(rows[old].text, rows[new].text)
                result[old] = rows[old]._replace(changed=left)
                result[new] = rows[new]._replace(changed=right)
        start = max(end, start + 1)
    return result


Spans = tuple[tuple[int, int], ...]


def changed_words(before: str, after: str) -> tuple[Spans, Spans]:
    """Return where two lines differ, in whole words; nothing where they have little in common."""
    if len(before) > LONGEST_LINE or len(after) > LONGEST_LINE:
        return (), ()
    left, right = _WORD.findall(before), _WORD.findall(after)
    matcher = SequenceMatcher(None, left, right, autojunk=False)
    if matcher.quick_ratio() < ALIKE or matcher.ratio() < ALIKE:
        return (), ()
    operations = [operation for operation in matcher.get_opcodes() if operation[0] != "equal"]
    return (
        _spans(left, [(i1, i2) for _, i1, i2, _, _ in operations]),
        _spans(right, [(j1, j2) for _, _, _, j1, j2 in operations]),
    )


def shown(lines: Iterable[str]) -> list[str]:
    """Return lines that are safe to show."""
    return list(map(display, lines))


def lines_of(text: str) -> list[str]:
    """Split at newlines alone: other line ends are characters that a change may be about."""
    lines = text.split("\n")
    return lines if lines[-1] else lines[:-1]


def _spans(words: list[str], ranges: list[tuple[int, int]]) -> Spans:
    offsets = [0]
    for word in words:
        offsets.append(offsets[-1] + len(word))
    return tuple((offsets[start], offsets[end]) for start, end in ranges if end > start)


def _run(rows: list[Row], start: int, kind: RowKind) -> int:
    while start < len(rows) and rows[start].kind is kind:
        start += 1
    return start


def _pairs(removed: list[Row], added: list[Row]) -> Iterator[tuple[Row | None, Row | None]]:
    for index in range(max(len(removed), len(added))):
        yield (
            removed[index] if index < len(removed) else None,
            added[index] if index < len(added) else None,
        )


Group = Sequence[tuple[str, int, int, int, int]]


def _groups(old: list[str], new: list[str]) -> Iterable[Group]:
    """Return what changed, with a few lines around it."""
    if len(old) <= LARGEST and len(new) <= LARGEST:
        return _matcher(old, new).get_grouped_opcodes(CONTEXT)
    changed = [one for one in operations(old, new) if one[0] != "equal"]
    return [changed] if changed else []


def _matcher(old: list[str], new: list[str]) -> SequenceMatcher[str]:
    return SequenceMatcher(None, old, new, autojunk=len(old) + len(new) > 1_000)


def operations(old: list[str], new: list[str]) -> Group:
    """Return how one list of lines becomes the other, from the first line to the last."""
    if len(old) <= LARGEST and len(new) <= LARGEST:
        return _matcher(old, new).get_opcodes()
    start = 0
    shorter = min(len(old), len(new))
    while start < shorter and old[start] == new[start]:
        start += 1
    end = 0
    while end < shorter - start and old[-end - 1] == new[-end - 1]:
        end += 1
    stop, fresh = len(old) - end, len(new) - end
    found = [
        ("equal", 0, start, 0, start),
        ("replace", start, stop, start, fresh),
        ("equal", stop, len(old), fresh, len(new)),
    ]
    return [one for one in found if one[1] < one[2] or one[3] < one[4]]


def _place(group: Group) -> str:
    _, i1, _, j1, _ = group[0]
    _, _, i2, _, j2 = group[-1]
    return f"@@ -{i1 + 1},{i2 - i1} +{j1 + 1},{j2 - j1} @@"
