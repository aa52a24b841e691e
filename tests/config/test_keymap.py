"""Keys of the user's own: how they are spelled, and what is wrong with them."""

import pytest

from tui.config.keymap import effective, keymap, problems
from tui.config.settings import KeyChoice


@pytest.mark.parametrize(
    ("chosen", "keys"),
    [
        ("f7", "f7"),
        ("ctrl+t, f7", "ctrl+t,f7"),
        (["ctrl+t", "f7"], "ctrl+t,f7"),
        ("?", "question_mark"),
        ("/", "slash"),
        (",", "comma"),
        ([",", "-"], "comma,minus"),
        ("G", "G"),
    ],
)
def test_keys_may_be_written_as_they_are_printed(chosen: KeyChoice, keys: str) -> None:
    assert keymap({"timeline.export": chosen}) == {"timeline.export": keys}


@pytest.mark.parametrize(
    ("id", "chosen", "told"),
    [
        ("view.tmeline", "f7", "there is no action called view.tmeline"),
        ("view.timeline", "banana", "banana is no key, so it cannot be view.timeline"),
        ("view.timeline", "", "view.timeline is given no key, so it keeps its usual one"),
        ("view.timeline", "ctrl+i", "ctrl+i is Tab in many terminals"),
        ("view.timeline", "ctrl+[", "ctrl+[ is Esc in many terminals"),
        ("view.timeline", "f1", "f1 is used for both app.help and view.timeline"),
        ("view.timeline", "t", "t is typed in drafts, so it cannot be view.timeline"),
        ("app.quit", "?", "question_mark is typed in drafts, so it cannot be app.quit"),
        ("timeline.export", "/", "slash is used for both timeline.find and timeline.export"),
    ],
)
def test_what_is_wrong_with_a_key_is_told(id: str, chosen: str, told: str) -> None:
    assert [problem for problem in problems({id: chosen}) if told in problem]


def test_keys_that_are_free_are_fine() -> None:
    assert problems({"view.timeline": ["ctrl+t", "f20", "alt+!"], "draft.send": "enter"}) == []


@pytest.mark.parametrize("chosen", ["banana", "ctrl+i", "", ["banana", "ctrl+["]])
def test_an_action_whose_keys_are_none_keeps_its_own(chosen: KeyChoice) -> None:
    assert effective({"app.quit": chosen})["app.quit"] == "ctrl+q"
