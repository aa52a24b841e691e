"""What every screen looks like. `make screenshots` accepts a new look."""

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import pytest
from textual.pilot import Pilot

from tests.ui.pictures.scenes import (
    DIED,
    DONE,
    EDIT,
    HIDDEN,
    PLAN,
    QUESTIONS,
    SHELL,
    TALK,
)
from tests.ui.stage import picture, quiet, settle
from tui.model.events import Event

SMALL, LARGE = (80, 24), (120, 40)
every_size = pytest.mark.parametrize("size", [SMALL, LARGE], ids=["80x24", "120x40"])
every_light = pytest.mark.parametrize("theme", ["ink", "paper"])

Compare = Callable[..., bool]


def look(
    compare: Compare,
    folder: Path,
    events: Sequence[Event],
    size: tuple[int, int],
    theme: str = "ink",
    keys: Sequence[str] = (),
) -> bool:
    """Compare a picture of a conversation, after some keys."""
    app, shown = picture(folder, *events, theme=theme)

    async def before(pilot: Pilot[Any]) -> None:
        await shown(pilot)
        for key in keys:
            await pilot.press(key)
            await settle(pilot)
        await quiet(app, pilot)

    return compare(app, terminal_size=size, run_before=before)


@every_size
@every_light
def test_empty(snap_compare: Compare, tmp_path: Path, size: tuple[int, int], theme: str) -> None:
    assert look(snap_compare, tmp_path, [], size, theme)


@every_size
@every_light
def test_conversation(
    snap_compare: Compare, tmp_path: Path, size: tuple[int, int], theme: str
) -> None:
    assert look(snap_compare, tmp_path, [*TALK, DONE], size, theme)


@pytest.mark.parametrize("theme", ["harbour", "high-contrast"])
def test_other_themes(snap_compare: Compare, tmp_path: Path, theme: str) -> None:
    assert look(snap_compare, tmp_path, [*TALK, DONE], LARGE, theme)


@pytest.mark.parametrize("size", [(40, 10), (200, 60)], ids=["40x10", "200x60"])
def test_other_sizes(snap_compare: Compare, tmp_path: Path, size: tuple[int, int]) -> None:
    assert look(snap_compare, tmp_path, [*TALK, DONE], size)


@every_size
def test_working_with_a_queue(snap_compare: Compare, tmp_path: Path, size: tuple[int, int]) -> None:
    keys = [*"then update the changelog", "tab", *"also staging"]
    assert look(snap_compare, tmp_path, TALK, size, keys=keys)


@every_size
def test_an_agent_that_died(snap_compare: Compare, tmp_path: Path, size: tuple[int, int]) -> None:
    assert look(snap_compare, tmp_path, [*TALK, *DIED], size)


@every_size
@every_light
def test_request(snap_compare: Compare, tmp_path: Path, size: tuple[int, int], theme: str) -> None:
    assert look(snap_compare, tmp_path, [*TALK, SHELL], size, theme)


@every_size
def test_request_to_edit(snap_compare: Compare, tmp_path: Path, size: tuple[int, int]) -> None:
    assert look(snap_compare, tmp_path, [*TALK, EDIT], size)


@every_size
def test_request_with_hidden_characters(
    snap_compare: Compare, tmp_path: Path, size: tuple[int, int]
) -> None:
    assert look(snap_compare, tmp_path, [*TALK, HIDDEN], size)


@every_size
def test_request_with_a_reason(
    snap_compare: Compare, tmp_path: Path, size: tuple[int, int]
) -> None:
    app, shown = picture(tmp_path, *TALK, SHELL)

    async def before(pilot: Pilot[Any]) -> None:
        await shown(pilot)
        await quiet(app, pilot)
        await pilot.press("n")
        await settle(pilot)
        await pilot.press(*"use make clean")

    assert snap_compare(app, terminal_size=size, run_before=before)


@every_size
def test_request_bar_over_a_draft(
    snap_compare: Compare, tmp_path: Path, size: tuple[int, int]
) -> None:
    app, shown = picture(tmp_path, *TALK, SHELL)

    async def before(pilot: Pilot[Any]) -> None:
        await pilot.press(*"also check staging")
        await shown(pilot)

    assert snap_compare(app, terminal_size=size, run_before=before)


@every_size
def test_plan(snap_compare: Compare, tmp_path: Path, size: tuple[int, int]) -> None:
    assert look(snap_compare, tmp_path, [*TALK, PLAN], size)


@every_size
def test_questions(snap_compare: Compare, tmp_path: Path, size: tuple[int, int]) -> None:
    assert look(snap_compare, tmp_path, [*TALK, QUESTIONS], size)


@every_size
def test_timeline(snap_compare: Compare, tmp_path: Path, size: tuple[int, int]) -> None:
    assert look(snap_compare, tmp_path, [*TALK, DONE], size, keys=["ctrl+t"])


def test_timeline_beside(snap_compare: Compare, tmp_path: Path) -> None:
    assert look(snap_compare, tmp_path, [*TALK, DONE], (180, 45), keys=["ctrl+t", "up", "up"])


@every_size
def test_help(snap_compare: Compare, tmp_path: Path, size: tuple[int, int]) -> None:
    assert look(snap_compare, tmp_path, [*TALK, DONE], size, keys=["f1"])


@every_size
def test_settings(snap_compare: Compare, tmp_path: Path, size: tuple[int, int]) -> None:
    assert look(snap_compare, tmp_path, [*TALK, DONE], size, keys=["f2", "down"])


@every_size
@every_light
def test_how_to_be_called(
    snap_compare: Compare, tmp_path: Path, size: tuple[int, int], theme: str
) -> None:
    keys = ["f2", "end", "up", "enter"]
    assert look(snap_compare, tmp_path, [*TALK, DONE], size, theme, keys=keys)


@every_size
def test_models(snap_compare: Compare, tmp_path: Path, size: tuple[int, int]) -> None:
    assert look(snap_compare, tmp_path, [*TALK, DONE], size, keys=["alt+p"])


@every_size
def test_new_session(snap_compare: Compare, tmp_path: Path, size: tuple[int, int]) -> None:
    assert look(snap_compare, tmp_path, [*TALK, DONE], size, keys=["ctrl+n", "shift+tab"])


@every_size
def test_inspector(snap_compare: Compare, tmp_path: Path, size: tuple[int, int]) -> None:
    assert look(snap_compare, tmp_path, [*TALK, DONE], size, keys=["f12"])


@every_size
def test_commands(snap_compare: Compare, tmp_path: Path, size: tuple[int, int]) -> None:
    assert look(snap_compare, tmp_path, [*TALK, DONE], size, keys=["/"])


def test_sidebar_over_a_narrow_screen(snap_compare: Compare, tmp_path: Path) -> None:
    assert look(snap_compare, tmp_path, [*TALK, DONE], SMALL, keys=["f9"])


@every_size
def test_find(snap_compare: Compare, tmp_path: Path, size: tuple[int, int]) -> None:
    assert look(snap_compare, tmp_path, [*TALK, DONE], size, keys=["ctrl+f", *"fixture"])
