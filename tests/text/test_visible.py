"""Nothing hidden stays hidden, nothing is deleted."""

import unicodedata

from hypothesis import given
from hypothesis import strategies as st

from tui.text.visible import hidden, visible, visible_line


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


def test_newlines_stay_and_tabs_show() -> None:
    assert visible("a\n\tb") == "a\n⇥b"
    assert visible_line("a\n\tb") == "a⏎⇥b"


@given(st.text(st.characters(codec=None)))
def test_no_control_or_format_character_comes_through(text: str) -> None:
    shown = visible(text)

    assert [c for c in shown if unicodedata.category(c) in ("Cc", "Cf", "Cs") and c != "\n"] == []
    assert shown.count("\n") == text.count("\n")
    assert len(shown) >= len(text)
