"""Lines fit their width and lose nothing."""

from hypothesis import given
from hypothesis import strategies as st
from rich.cells import cell_len

from tui.text.runs import plain
from tui.ui.transcript.wrap import Join, shorten, wrap

TEXTS = st.text(st.sampled_from("ab  漢é🎉-\n"), max_size=80)


def test_words_stay_together() -> None:
    lines = list(wrap([("one two ", "a"), ("three", "b"), (" four", "a")], 9))

    assert lines == [
        ([("one two", "a")], Join.SPACE),
        ([("three", "b")], Join.SPACE),
        ([("four", "a")], Join.NEWLINE),
    ]


def test_a_word_that_is_too_long_is_cut() -> None:
    assert list(wrap([("abcdefgh", "a")], 3)) == [
        ([("abc", "a")], Join.NOTHING),
        ([("def", "a")], Join.NOTHING),
        ([("gh", "a")], Join.NEWLINE),
    ]


@given(TEXTS, st.integers(2, 20), st.booleans())
def test_lines_fit_and_joined_they_are_the_text(text: str, width: int, words: bool) -> None:
    lines = list(wrap([(text, "a")], width, words=words))

    assert all(cell_len(plain(runs)) <= width for runs, _ in lines)
    joined = ""
    for runs, join in lines:
        joined += plain(runs) + {Join.NEWLINE: "\n", Join.SPACE: " ", Join.NOTHING: ""}[join]
    if words:
        assert joined.split() == text.split()
    else:
        assert joined == text + "\n"


@given(TEXTS, st.integers(0, 20))
def test_shortened_text_fits_and_says_so(text: str, width: int) -> None:
    text = text.replace("\n", "")

    shown = shorten(text, width)

    assert cell_len(shown) <= width
    assert shown == text or not width or shown.endswith("…")
