"""The whole of two texts: no line is left out, and line ends are told."""

import re

from hypothesis import given
from hypothesis import strategies as st

from tui.text.diff import LARGEST, Row, RowKind, from_patch
from tui.text.whole_diff import (
    CRLF,
    NO_END,
    of_passage,
    whole,
    without_line_ends,
    without_what_stays,
)

C, R, A, H = RowKind.CONTEXT, RowKind.REMOVED, RowKind.ADDED, RowKind.HUNK
N = RowKind.NOTE


def test_the_whole_of_two_texts_leaves_no_line_out() -> None:
    same = [f"line {n}" for n in range(40)]
    rows = whole("\n".join([*same, "old"]), "\n".join([*same, "new"]))

    assert [row.text for row in rows] == ["@@ -1,41 +1,41 @@", *same, "old", "new"]


def test_the_whole_of_two_texts_tells_a_missing_line_end() -> None:
    assert whole("a\nb\n", "a\nb") == [
        Row(H, "@@ -1,2 +1,2 @@", 1, 1),
        Row(C, "a", 1, 1),
        Row(R, "b", 2),
        Row(A, "b", None, 2),
        Row(N, NO_END),
    ]
    assert whole("", "a") == [Row(H, "@@ -1,0 +1,1 @@", 1, 1), Row(A, "a", None, 1), Row(N, NO_END)]
    assert whole("a", "a") == [Row(H, "@@ -1,1 +1,1 @@", 1, 1), Row(C, "a", 1, 1)]


LINES = st.lists(st.sampled_from(["", "a", "b", "\r"]), max_size=12).map("\n".join)


@given(LINES, LINES)
def test_both_texts_can_be_read_off_the_whole(before: str, after: str) -> None:
    rows = whole(before, after)

    assert (_text(rows, R), _text(rows, A)) == (_told(before, after), _told(after, before))


@given(st.integers(0, 30), st.integers(0, 30), st.booleans())
def test_both_texts_can_be_read_off_the_whole_of_large_ones(
    start: int, length: int, ended: bool
) -> None:
    lines = [f"line {n}" for n in range(LARGEST + 9)]
    before = "\n".join(lines) + "\n"
    after = "\n".join([*lines[:start], *lines[start + length :]]) + "\n" * ended

    rows = whole(before, after)

    assert (_text(rows, R), _text(rows, A)) == (_told(before, after), _told(after, before))


def _text(rows: list[Row], kind: RowKind) -> str:
    """Return one side of a difference; a text without a line end only where that is told."""
    end = "\r\n" if rows[:1] == [Row(N, CRLF)] else "\n"
    found = ""
    for index, row in enumerate(rows):
        if row.kind in (C, kind):
            told = rows[index + 1 : index + 2] == [Row(N, NO_END)]
            found += row.text if told else f"{row.text}{end}"
    return found


def _told(text: str, other: str) -> str:
    """Return a text as it can be told apart: one line end more where neither ends with one."""
    both = [bool(one) and not one.endswith("\n") for one in (text, other)]
    ends = {end for one in (text, other) for end in re.findall(r"\r?\n", one)}
    end = "\r\n" if ends == {"\r\n"} else "\n"
    return f"{text}{end}" if all(both) else text


def test_a_passage_has_numbers_where_its_place_is_known() -> None:
    rows = whole("a", "b")

    assert of_passage(rows) == [Row(H, "somewhere in the file"), Row(R, "a"), Row(A, "b")]
    assert of_passage(rows, "line 7", 7) == [
        Row(H, "line 7", 7, 7),
        Row(R, "a", 7),
        Row(A, "b", None, 7),
    ]


def test_lines_that_all_end_in_crlf_say_so_once() -> None:
    noted = [Row(N, CRLF), Row(H, "@@ -1,2 +1,2 @@", 1, 1), Row(C, "a", 1, 1)]

    assert whole("a\r\nb", "a\r\nc") == [*noted, Row(R, "b", 2), Row(A, "c", None, 2)]
    patch = "@@ -1,2 +1,2 @@\n a\r\n-b\r\n+c\r\n"
    assert without_line_ends(from_patch(patch, raw=True)) == [
        *noted,
        Row(R, "b", 2),
        Row(A, "c", None, 2),
    ]


def test_a_change_of_line_ends_shows_each_of_them() -> None:
    rows = [Row(H, "@@ -1,1 +1,1 @@", 1, 1), Row(R, "a\r", 1), Row(A, "a", None, 1)]

    assert whole("a\r\n", "a\n") == rows
    assert without_line_ends(rows) == rows


def test_lines_that_stay_are_counted_but_for_those_near_a_change() -> None:
    before = "".join(f"{n}\n" for n in range(1, 41))
    rows = without_what_stays(whole(before, before.replace("20\n", "XX\n")))

    assert [row.text for row in rows] == [
        "@@ -1,40 +1,40 @@",
        "16 lines stay as they are",
        *("17", "18", "19", "20", "XX", "21", "22", "23"),
        "17 lines stay as they are",
    ]


def test_a_few_lines_that_stay_are_shown() -> None:
    before = "".join(f"{n}\n" for n in range(1, 12))
    rows = whole(before, before.replace("9\n", "XX\n"))

    assert without_what_stays(rows) == rows


def test_a_text_that_stays_altogether_is_counted() -> None:
    assert [row.text for row in without_what_stays(whole("a\n" * 30, "a\n" * 30))] == [
        "@@ -1,30 +1,30 @@",
        "30 lines stay as they are",
    ]


MANY = st.lists(st.sampled_from("abc"), max_size=60).map("\n".join)


@given(MANY, MANY)
def test_what_changes_is_shown_and_every_line_that_stays_is_shown_or_counted(
    before: str, after: str
) -> None:
    rows = whole(before, after)
    shown = without_what_stays(rows)
    counted = sum(int(row.text.split()[0]) for row in shown if row.text.endswith("as they are"))

    assert [row for row in shown if row.kind in (R, A)] == [r for r in rows if r.kind in (R, A)]
    assert counted + sum(row.kind is C for row in shown) == sum(row.kind is C for row in rows)
