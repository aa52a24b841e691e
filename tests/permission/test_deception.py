"""What in a text shows something else than it is, told in words."""

import pytest

from tui.permission.deception import deceptions, disguises_in_file, is_plain, look_alikes

SPACES = "contains long runs of spaces or empty lines"


@pytest.mark.parametrize(
    ("text", "plain"),
    [
        ("", True),
        ("git status", True),
        ("one\ntwo\n", True),
        ("one\n\n\ntwo", True),
        ("eight" + 8 * " " + "spaces", True),
        ("nine" + 9 * " " + "spaces", False),
        ("one\n\n\n\ntwo", False),
        ("one\n \n \n \ntwo", False),
        ("a\ttab", False),
        ("a\ttab\nbelow", False),
        ("one\x1b[8m", False),
        ("one\x1b[8m\ntwo", False),
        ("grün", False),
        ("one\ngrün", False),
    ],
)
def test_an_ordinary_text_is_told_at_a_glance(text: str, plain: bool) -> None:
    assert is_plain(text) is plain


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("ls -la\nmake", []),
        ("grün, 漢字 und ελληνικά", []),
        ("a\ttab", []),
        ("ls" + 8 * " " + "x", []),
        ("ls" + 9 * " " + "x", [SPACES]),
        ("ls\n\n\nx", []),
        ("ls\n\n\n\nx", [SPACES]),
        ("ls\n \n\t\n \nx", [SPACES]),
        ("rm\u202e x\u200b", ["contains hidden characters: ‹U+200B› ‹U+202E›"]),
        ("ls\x1b[8m\nmake", ["contains hidden characters: ‹U+001B›"]),
        ("cat p\u0430ss and p\u0430th", ["mixes alphabets within a word: p\u0430ss"]),
        (
            "p\u0430ss\u200b" + 9 * " ",
            [
                "contains hidden characters: ‹U+200B›",
                "mixes alphabets within a word: p\u0430ss",
                SPACES,
            ],
        ),
    ],
)
def test_what_deceives_is_told_in_words(text: str, told: list[str]) -> None:
    assert deceptions(text) == told


def test_every_word_that_mixes_alphabets_is_found_and_no_other() -> None:
    text = "cat s\u0441ript and p\u0430th, \u043f\u0440\u0438\u0432\u0435\u0442, ls"

    assert look_alikes(text) == ["s\u0441ript", "p\u0430th"]
    assert look_alikes("cat script") == []


def test_a_file_may_have_many_spaces_and_end_its_lines_as_windows_does() -> None:
    assert disguises_in_file("def x():\r\n" + 40 * " " + "pass\r\n\r\n\r\n\r\n") == []
    assert disguises_in_file("harmless\rhidden\r\n") == ["contains hidden characters: ‹U+000D›"]
    assert disguises_in_file("one\u202etwo") == ["contains hidden characters: ‹U+202E›"]
    assert disguises_in_file("p\u0430\r\nss") == ["mixes alphabets within a word: p\u0430"]


@pytest.mark.parametrize("place", [0, 1, 1023, 1024, 1025, 5000, 9999])
def test_a_hidden_character_is_found_wherever_it_stands(place: int) -> None:
    text = "x" * place + "\u202e" + "x" * (9999 - place)

    assert deceptions(text) == ["contains hidden characters: ‹U+202E›"]


@pytest.mark.parametrize("place", range(1016, 1026))
def test_what_takes_several_characters_to_hide_is_found_wherever_it_stands(place: int) -> None:
    assert deceptions("x" * place + "‹U+202E›") == ["contains hidden characters: ‹U+2039›"]
    tall = "x" * place + "a" + "\u0301" * 9
    assert deceptions(tall) == ["contains hidden characters: ‹U+0301›"]


def test_of_many_hidden_characters_a_few_are_named() -> None:
    eight = [chr(0x200B + number) for number in range(5)] + ["\u202a", "\u202b", "\u202c"]
    six = "‹U+200B› ‹U+200C› ‹U+200D› ‹U+200E› ‹U+200F› ‹U+202A›"

    apart = "".join(one + "x" * 2000 for one in eight)

    assert deceptions("".join(eight)) == [f"contains hidden characters: {six}"]
    assert deceptions(apart) == [f"contains hidden characters: {six}"]
    alike = "\u200b" + "x" * 2000
    assert deceptions(4 * alike + "\u202e") == ["contains hidden characters: ‹U+200B› ‹U+202E›"]
