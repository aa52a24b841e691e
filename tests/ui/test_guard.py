"""Which key may answer a request, and which was meant for the draft."""

from collections.abc import Awaitable, Callable
from pathlib import Path

import pytest
from textual.events import Key, Paste

from tests.support.held_clock import HeldClock
from tests.ui.stage import Stage, on_stage
from tui.ui.gate import Gate
from tui.ui.guard import QUIET, Guard


def test_a_new_guard_lets_the_first_key_decide() -> None:
    guard = Guard(HeldClock())

    assert (guard.remaining, guard.quiet, guard.lets_decide("")) == (0.0, True, True)


@pytest.mark.parametrize("disturb", [Guard.key, Guard.shown])
def test_quiet_is_needed_after_a_key_and_after_something_was_shown(
    disturb: Callable[[Guard], None],
) -> None:
    clock = HeldClock(1024.0)
    guard = Guard(clock)
    disturb(guard)

    assert guard.remaining == pytest.approx(QUIET)
    clock.forward(0.25)
    assert guard.remaining == pytest.approx(QUIET - 0.25)
    assert not guard.lets_decide("")
    clock.forward(10.0)
    assert guard.remaining == 0.0
    assert guard.lets_decide("")
    assert not guard.lets_decide(" ")


def test_what_is_shown_does_not_make_the_keyboard_busy() -> None:
    clock = HeldClock(1024.0)
    guard = Guard(clock)
    quiet = []
    guard.shown()
    quiet.append(guard.quiet)
    guard.key()
    quiet.append(guard.quiet)
    clock.forward(QUIET + 0.01)
    quiet.append(guard.quiet)

    assert quiet == [True, False, True]


class Pressing:
    """A gate before the draft of a real app, and keys that come to it."""

    def __init__(self, stage: Stage) -> None:
        self._stage = stage
        self._clock = stage.clock
        self.gate = Gate(Guard(stage.clock), stage.app.chat.composer)

    def quiet(self) -> None:
        """Let nobody touch the keyboard for long enough."""
        self._clock.forward(QUIET + 0.01)

    def press(
        self, key: str, *, ours: bool = True, moves: bool = False, ends: bool = False
    ) -> bool:
        """Press a key; tell whether it may answer."""
        event = Key(key, key if len(key) == 1 else None)
        said = {"moves": moves, "ends": ends}
        self.gate.key(event, ours=ours, **{name: True for name in said if said[name]})
        return self.gate.open

    async def draft(self) -> str:
        """Return what of it all came to the draft."""
        await self._stage.settle()
        return self._stage.app.chat.composer.text


async def a_key_after_quiet_answers(keys: Pressing) -> None:
    keys.quiet()
    assert keys.press("y")
    assert not keys.press("y")
    assert await keys.draft() == "y"


async def what_moves_right_after_an_answer_is_a_letter(keys: Pressing) -> None:
    keys.quiet()
    assert keys.press("y")
    assert not keys.press(" ", moves=True)
    assert await keys.draft() == " "


async def nothing_may_answer_before_a_key_was_taken(keys: Pressing) -> None:
    assert keys.gate.open is False
    keys.quiet()
    assert keys.gate.open is False


async def a_key_that_mends_the_draft_goes_to_it_and_one_that_does_not_stays(keys: Pressing) -> None:
    for key in ("x", "y", "left", "backspace", "up"):
        keys.press(key, ours=False)
    assert await keys.draft() == "y"
    up, left = Key("up", None), Key("left", None)
    keys.gate.key(up, ours=False)
    keys.gate.key(left, ours=False)
    assert (up._stop_propagation, left._stop_propagation) == (False, True)


async def the_first_moment_belongs_to_the_draft(keys: Pressing) -> None:
    assert not keys.press("y")
    keys.quiet()
    assert await keys.draft() == "y"
    assert not keys.press("y")
    assert await keys.draft() == "yy"


async def a_letter_that_is_not_ours_goes_to_the_draft(keys: Pressing) -> None:
    keys.quiet()
    keys.press("x", ours=False)
    assert await keys.draft() == "x"
    assert keys.gate.draft == "x"


async def a_key_without_a_letter_goes_nowhere(keys: Pressing) -> None:
    assert not keys.press("f5", ours=False)
    assert await keys.draft() == ""


async def keys_that_move_may_follow_each_other(keys: Pressing) -> None:
    keys.quiet()
    assert keys.press(" ", moves=True)
    assert not keys.press(" ", moves=True)
    assert not keys.press(" ", moves=True)
    assert await keys.draft() == ""
    assert not keys.press("y")
    assert await keys.draft() == "y"


async def a_key_that_moves_too_early_is_a_letter(keys: Pressing) -> None:
    assert not keys.press(" ", moves=True)
    assert not keys.press(" ", moves=True)
    assert await keys.draft() == "  "


async def a_choice_may_be_ended_at_once_but_not_twice(keys: Pressing) -> None:
    keys.quiet()
    assert keys.press("2", moves=True)
    assert keys.press("enter", ends=True)
    assert not keys.press("enter", ends=True)
    assert await keys.draft() == ""


async def after_an_end_the_next_choice_may_follow(keys: Pressing) -> None:
    keys.quiet()
    assert keys.press("2", moves=True)
    assert keys.press("enter", ends=True)
    assert not keys.press("1", moves=True)
    assert keys.press("enter", ends=True)
    assert await keys.draft() == ""


async def an_end_without_a_choice_waits_for_quiet(keys: Pressing) -> None:
    assert not keys.press("enter", ends=True)
    keys.quiet()
    assert keys.press("enter", ends=True)
    assert not keys.press("enter", ends=True)


async def no_key_follows_another_once_the_draft_has_text(keys: Pressing) -> None:
    keys.quiet()
    assert keys.press("2", moves=True)
    keys.gate.paste(Paste("so"))
    assert await keys.draft() == "so"
    assert not keys.press("3", moves=True)
    assert not keys.press("4", ends=True)
    assert await keys.draft() == "so34"
    keys.quiet()
    assert not keys.press("y")


async def a_paste_disturbs_and_ends_what_was_begun(keys: Pressing) -> None:
    keys.quiet()
    assert keys.press("2", moves=True)
    keys.gate.paste(Paste(""))
    assert await keys.draft() == ""
    assert not keys.press("enter", ends=True)


async def what_is_given_to_the_draft_is_not_handled_twice(keys: Pressing) -> None:
    event = Key("y", "y")
    keys.gate.to_draft(event)
    assert (event._stop_propagation, event._no_default_action) == (True, True)
    keys.quiet()
    kept = Key("y", "y")
    keys.gate.key(kept, ours=True)
    assert (kept._stop_propagation, kept._no_default_action) == (False, False)


STORIES = (
    nothing_may_answer_before_a_key_was_taken,
    a_key_that_mends_the_draft_goes_to_it_and_one_that_does_not_stays,
    a_key_after_quiet_answers,
    what_moves_right_after_an_answer_is_a_letter,
    the_first_moment_belongs_to_the_draft,
    a_letter_that_is_not_ours_goes_to_the_draft,
    a_key_without_a_letter_goes_nowhere,
    keys_that_move_may_follow_each_other,
    a_key_that_moves_too_early_is_a_letter,
    a_choice_may_be_ended_at_once_but_not_twice,
    after_an_end_the_next_choice_may_follow,
    an_end_without_a_choice_waits_for_quiet,
    no_key_follows_another_once_the_draft_has_text,
    a_paste_disturbs_and_ends_what_was_begun,
    what_is_given_to_the_draft_is_not_handled_twice,
)


@pytest.mark.parametrize("story", STORIES, ids=lambda story: story.__name__)
async def test_the_gate(tmp_path: Path, story: Callable[[Pressing], Awaitable[None]]) -> None:
    async with on_stage(tmp_path) as stage:
        await story(Pressing(stage))
