"""Differences name lines, numbers and words; what hides is shown."""

from hypothesis import given
from hypothesis import strategies as st

from tui.text.diff import (
    LARGEST,
    Row,
    RowKind,
    changed_words,
    counts,
    from_patch,
    from_texts,
    side_by_side,
)

C, R, A, H = RowKind.CONTEXT, RowKind.REMOVED, RowKind.ADDED, RowKind.HUNK


def test_a_changed_line_marks_its_words() -> None:
    assert from_texts("a\nold word\nc\n", "a\nnew word\nc\nd\n") == [
        Row(H, "@@ -1,3 +1,4 @@", 1, 1),
        Row(C, "a", 1, 1),
        Row(R, "old word", 2, None, ((0, 3),)),
        Row(A, "new word", None, 2, ((0, 3),)),
        Row(C, "c", 3, 3),
        Row(A, "d", None, 4),
    ]


def test_a_patch_is_read_with_or_without_its_head() -> None:
    hunk = "@@ -3,2 +3,2 @@ def f():\n same\n-one two\n+one three\n\\ No newline at end of file\n"
    rows = [
        Row(H, "@@ -3,2 +3,2 @@ def f():", 3, 3),
        Row(C, "same", 3, 3),
        Row(R, "one two", 4, None, ((4, 7),)),
        Row(A, "one three", None, 4, ((4, 9),)),
        Row(RowKind.NOTE, "No newline at end of file"),
    ]

    assert from_patch(hunk) == rows
    assert from_patch(f"diff --git a/x b/x\nindex 1..2\n--- a/x\n+++ b/x\n{hunk}") == rows
    assert counts(rows) == (1, 1)


def test_sides_stand_beside_each_other() -> None:
    pairs = list(side_by_side(from_texts("a\nb\nc", "a\nB\nX\nc")))

    assert [(left and left.text, right and right.text) for left, right in pairs[1:]] == [
        ("a", "a"),
        ("b", "B"),
        (None, "X"),
        ("c", "c"),
    ]


def test_a_tab_that_became_spaces_is_a_change() -> None:
    rows = from_texts("\tx", "    x")

    assert counts(rows) == (1, 1)


def test_hidden_characters_are_shown() -> None:
    rows = from_texts("ls", "ls\u202e\r")

    assert [row.text for row in rows[1:]] == ["ls", "ls‹U+202E›‹U+000D›"]
    assert from_patch("+a\x1b[2K")[0].text == "a‹U+001B›[2K"


def test_lines_with_nothing_in_common_are_not_compared() -> None:
    assert changed_words("alpha beta", "x = 1") == ((), ())


def test_huge_texts_are_cut_to_what_changed() -> None:
    lines = [f"line {n}" for n in range(LARGEST * 2)]
    after = [*lines[:100], "new", *lines[101:]]

    rows = from_texts("\n".join(lines), "\n".join(after))

    assert counts(rows) == (1, 1)


@given(st.lists(st.sampled_from("abc"), max_size=12), st.lists(st.sampled_from("abc"), max_size=12))
def test_rows_lead_from_one_text_to_the_other(old: list[str], new: list[str]) -> None:
    rows = from_texts("\n".join(old), "\n".join(new))

    removed = [row.text for row in rows if row.kind is R]
    added = [row.text for row in rows if row.kind is A]
    assert len(added) - len(removed) == len(list(filter(None, ["\n".join(new)])) and new) - len(
        list(filter(None, ["\n".join(old)])) and old
    )
