"""What every dialog looks like. `make screenshots` accepts a new look."""

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace
from textual.pilot import Pilot

from tests.ui.pictures.scenes import TALK
from tests.ui.requests import CHAIN, EVERY, FILES, PLAN, SUB_AGENT, TESTS
from tests.ui.ruled import standing_in
from tests.ui.stage import picture, quiet
from tests.ui.test_plan import TEXT
from tui.model.events import PermissionAsked
from tui.model.permission import PermissionRequest

SMALL, LARGE = (80, 24), (120, 40)
every_size = pytest.mark.parametrize("size", [SMALL, LARGE], ids=["80x24", "120x40"])

Compare = Callable[..., bool]


def look(
    compare: Compare,
    folder: Path,
    request: PermissionRequest,
    size: tuple[int, int],
    theme: str = "ink",
    keys: Sequence[str] = (),
) -> bool:
    """Compare a picture of a request, after some keys that each wait until they may act."""
    app, shown = picture(folder, *TALK, PermissionAsked(request), theme=theme)

    async def before(pilot: Pilot[Any]) -> None:
        await shown(pilot)
        for key in keys:
            await quiet(app, pilot)
            await pilot.press(key)
        await quiet(app, pilot)

    return compare(app, terminal_size=size, run_before=before)


@every_size
@pytest.mark.parametrize("name", EVERY)
def test_dialog(snap_compare: Compare, tmp_path: Path, name: str, size: tuple[int, int]) -> None:
    assert look(snap_compare, tmp_path, EVERY[name], size)


@pytest.mark.parametrize("name", ["chain", "files", "plan", "questions"])
def test_dialog_in_the_light(snap_compare: Compare, tmp_path: Path, name: str) -> None:
    assert look(snap_compare, tmp_path, EVERY[name], LARGE, "paper")


@every_size
@pytest.mark.parametrize("keys", [[], ["r"]], ids=["as-markdown", "as-written"])
def test_a_plan(
    snap_compare: Compare, tmp_path: Path, size: tuple[int, int], keys: list[str]
) -> None:
    request = replace(PLAN, plan=TEXT, input={"plan": TEXT})
    assert look(snap_compare, tmp_path, request, size, keys=keys)


def test_a_plan_in_the_light(snap_compare: Compare, tmp_path: Path) -> None:
    request = replace(PLAN, plan=TEXT, input={"plan": TEXT})
    assert look(snap_compare, tmp_path, request, LARGE, "paper")


@pytest.mark.parametrize("name", ["chain", "plan", "questions"])
def test_dialog_on_forty_columns(snap_compare: Compare, tmp_path: Path, name: str) -> None:
    assert look(snap_compare, tmp_path, EVERY[name], (40, 10))


@every_size
def test_files_side_by_side(snap_compare: Compare, tmp_path: Path, size: tuple[int, int]) -> None:
    assert look(snap_compare, tmp_path, FILES, size, keys=["d"])


@every_size
def test_an_edited_command(snap_compare: Compare, tmp_path: Path, size: tuple[int, int]) -> None:
    keys = ["e", "end", *["backspace"] * 6, *"setup", "enter"]
    assert look(snap_compare, tmp_path, TESTS, size, keys=keys)


@every_size
def test_an_offer_before_its_enter(
    snap_compare: Compare, tmp_path: Path, size: tuple[int, int]
) -> None:
    assert look(snap_compare, tmp_path, TESTS, size, keys=["end", "6"])


@every_size
def test_an_answer_that_is_off(
    snap_compare: Compare, tmp_path: Path, size: tuple[int, int]
) -> None:
    assert look(snap_compare, tmp_path, CHAIN, size, keys=["end", "a"])


@every_size
@pytest.mark.parametrize("theme", ["ink", "paper"])
def test_a_rule_before_its_enter(
    snap_compare: Compare, tmp_path: Path, size: tuple[int, int], theme: str
) -> None:
    app, shown = picture(tmp_path, *TALK, PermissionAsked(SUB_AGENT), theme=theme)

    async def before(pilot: Pilot[Any]) -> None:
        await shown(pilot)
        live = app.desk.active
        assert live is not None
        assert live.session is not None
        live.session._questions._use(standing_in(tmp_path))
        app.push_screen(app.dialog("rule", live.standing, SUB_AGENT, " and allows this request"))
        await quiet(app, pilot)
        await pilot.press("right")
        await quiet(app, pilot)

    assert snap_compare(app, terminal_size=size, run_before=before)
