"""Nothing hidden stays hidden, nothing is deleted."""

import re
import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tui.text.visible import MARKS, hidden, is_clear, visible, visible_line


def test_ordinary_text_stays_as_it_is() -> None:
    text = "Grüße, 漢字, emoji 🎉 — and `code`"

    assert visible(text) == text
    assert hidden(text) == []


def test_escapes_bidi_and_blanks_become_tokens() -> None:
    assert visible("\x1b]52;c;x\x07") == "‹U+001B›]52;c;x‹U+0007›"
    assert visible("a\u202eb\u200b\u00a0c") == "a‹U+202E›b‹U+200B›‹U+00A0›c"
    assert visible("\ud800\x9b\u3164\ufe0f\U000e0101") == (
        "‹U+D800›‹U+009B›‹U+3164›‹U+FE0F›‹U+E0101›"
    )
    assert hidden("x\r\ty\u2028") == ["‹U+000D›", "‹U+2028›"]


def test_marks_piled_on_a_character_are_capped_and_counted() -> None:
    tall = "a" + "\u0301" * 8
    assert visible(tall) == tall
    assert visible(tall + "\u0301" * 500 + "b") == f"{tall}‹U+0301×500›b"
    assert visible(tall + "\u0300\u0302\u0302") == f"{tall}‹U+0300›‹U+0302×2›"
    assert hidden(f"\u202e{tall}\u0301\u200b") == ["‹U+202E›", "‹U+0301›", "‹U+200B›"]
    assert not is_clear(tall + "\u0301")


def test_newlines_stay_and_tabs_show() -> None:
    assert visible("a\n\tb") == "a\n⇥b"
    assert visible("a\n\tb\x1b") == "a\n⇥b‹U+001B›"
    assert visible_line("a\n\tb") == "a⏎⇥b"


@given(st.text(st.characters(codec=None)))
def test_no_control_or_format_character_comes_through(text: str) -> None:
    shown = visible(text)

    assert [c for c in shown if unicodedata.category(c) in ("Cc", "Cf", "Cs") and c != "\n"] == []
    assert shown.count("\n") == text.count("\n")
    assert len(shown) >= len(text) or re.search(f"[{MARKS}]{{9}}", text)


def test_what_only_pretends_to_be_a_token_becomes_one() -> None:
    assert visible("‹U+202E› ⇥ ⏎") == "‹U+2039›U+202E› ‹U+21E5› ⏎"
    assert hidden("‹U+202E› ⇥ ⏎") == ["‹U+2039›", "‹U+21E5›"]
    assert visible_line("⏎\n⇥") == "‹U+23CE›⏎‹U+21E5›"
    assert visible("‹ordinary› ‹U ‹") == "‹ordinary› ‹U ‹"
    assert visible("‹ordinary› éU+0041\x1b") == "‹ordinary› éU+0041‹U+001B›"
    assert hidden("‹ordinary› ‹U ‹") == []


@pytest.mark.parametrize(
    ("text", "clear"),
    [
        ("", True),
        ("plain", True),
        ("a\nb\tc", True),
        ("Grüße, 漢字 🎉 ‹so›\n", True),
        ("a\x1bb", False),
        ("a\nb\u202e", False),
        ("a\u00a0b", False),
        ("a\u3164b", False),
        ("a⇥b", False),
        ("a⏎b", True),
        ("‹U+0041›", False),
    ],
)
def test_a_text_without_anything_hidden_is_told_at_a_glance(text: str, clear: bool) -> None:
    assert is_clear(text) is clear
    assert (hidden(text) == []) is clear


def seen(text: str) -> str:
    """Return the text that is shown like this."""
    return re.sub(r"‹U\+([0-9A-F]+)›|⇥", lambda m: chr(int(m[1], 16)) if m[1] else "\t", text)


@given(st.text(st.sampled_from("a‹›U+20E⇥⏎ \t\n\u202e\u3164\ufe0f\x1b漢")))
def test_two_texts_never_look_the_same(text: str) -> None:
    assert seen(visible(text)) == text
    assert is_clear(text) == (visible(text) == text.replace("\t", "⇥"))
