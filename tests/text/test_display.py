"""Prose and output are safe to paint; emoji stay whole and colours stay colours."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tui.text.display import coloured, display, display_line, without_colours


def test_ordinary_text_stays_as_it_is() -> None:
    text = "Grüße, 漢字\n\tcode"

    assert display(text) == "Grüße, 漢字\n    code"
    assert display_line("a\nb") == "a⏎b"


@pytest.mark.parametrize("emoji", ["👩‍💻", "❤️", "👨‍👩‍👧", "1️⃣", "👍🏽", "🏳️‍🌈"])
def test_emoji_stay_whole(emoji: str) -> None:
    assert display(f"a {emoji} b") == f"a {emoji} b"


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("a\u200db", "a‹U+200D›b"),
        ("a\ufe0fb", "a‹U+FE0F›b"),
        ("\u2800\u3164", "‹U+2800›‹U+3164›"),
        ("\u202ex\u2066", "‹U+202E›x‹U+2066›"),
        ("\x1b[31mred", "‹U+001B›[31mred"),
        ("over\rwritten", "over‹U+000D›written"),
        ("dos\r\nlines", "dos\nlines"),
    ],
)
def test_what_hides_is_shown(text: str, shown: str) -> None:
    assert display(text) == shown


@given(st.text(st.characters(codec=None)))
def test_nothing_comes_through_that_moves_or_hides(text: str) -> None:
    painted = [run for line in coloured(text) for run, _ in line]
    for shown in (display(text), without_colours(text), *painted):
        left = [c for c in shown if not c.isprintable() and c not in "\n\u200d"]
        assert left == []
        assert "\u200d" not in shown or any(c > "\u2000" for c in shown)


def test_colours_become_styles() -> None:
    assert coloured("\x1b[1;31mred\x1b[0m plain\n\x1b[38;5;200mpink\x1b[38;2;1;2;3mdark") == [
        [("", "output"), ("red", "output sgr.bold sgr.ink.1"), (" plain", "output")],
        [("", "output"), ("pink", "output sgr.ink.200"), ("dark", "output sgr.ink.#010203")],
    ]


def test_text_of_the_colour_of_its_ground_is_still_seen() -> None:
    assert coloured("\x1b[31;41mhidden")[0][1] == ("hidden", "output sgr.ink.1")


def test_concealed_text_is_seen() -> None:
    assert coloured("\x1b[8mhidden")[0][1] == ("hidden", "output")


def test_other_escapes_are_shown_and_never_obeyed() -> None:
    assert coloured("\x1b[2Kgone\x1b]0;title\x07\x1b[3A") == [
        [("‹U+001B›[2Kgone‹U+001B›]0;title‹U+0007›‹U+001B›[3A", "output")]
    ]


def test_a_carriage_return_overwrites_nothing() -> None:
    assert coloured("rm -rf ~ #\rls -la") == [[("rm -rf ~ #", "output")], [("ls -la", "output")]]


@pytest.mark.parametrize("bad", ["38", "38;5", "38;2;1", "48;9", "999999999", ";;;", "38:2:1:2:3"])
def test_broken_colours_do_no_harm(bad: str) -> None:
    assert "".join(text for line in coloured(f"a\x1b[{bad}mb") for text, _ in line) == "ab"


def test_copies_carry_no_colours() -> None:
    assert without_colours("\x1b[31mred\x1b[0m\x1b[2K") == "red‹U+001B›[2K"


def test_marks_piled_on_a_character_are_capped_in_prose_too() -> None:
    tall = "Z" + "\u0335" * 8
    assert display(f"{tall}{chr(0x335) * 40}algo") == f"{tall}‹U+0335×40›algo"
