"""What past sessions look like: the list, a search, what cannot be read, a conversation to read."""

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, TypeAlias

import pytest
from textual.pilot import Pilot

from tests.ui.past.home import DAY, Past, app_on, hold, talk, write_claude, write_home

SMALL, LARGE, HUGE = (80, 24), (120, 40), (200, 60)
sizes = pytest.mark.parametrize("size", [SMALL, LARGE], ids=["80x24", "120x40"])
lights = pytest.mark.parametrize("theme", ["ink", "paper"])

Compare = Callable[..., bool]

Step: TypeAlias = str | tuple[str, ...]
"""A text that is waited for, or keys to press."""


@pytest.fixture
def stocked(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return a home with sessions; everything in it is shown with ~."""
    home = tmp_path / "home"
    write_home(home)
    monkeypatch.setenv("HOME", str(home))
    return home


def look(
    compare: Compare,
    home: Path,
    size: tuple[int, int],
    steps: Sequence[Step],
    theme: str = "ink",
) -> bool:
    """Compare a picture after some steps."""
    stage = Past(home.parent, home)
    app = app_on(stage, home / "demo", theme=theme)

    async def before(pilot: Pilot[Any]) -> None:
        stage.pilot = pilot
        await stage.until(lambda: stage.sessions)
        for step in steps:
            if isinstance(step, str):
                await stage.shows(step)
            else:
                await stage.press(*step)
        await stage.quiet()

    return compare(app, terminal_size=size, run_before=before)


LIST: list[Step] = [("ctrl+s",), "all 6", "100% indexed"]
SEARCH: list[Step] = [*LIST, tuple("timezone"), "3 hits in 2 sessions"]


@sizes
@lights
def test_list(snap_compare: Compare, stocked: Path, size: tuple[int, int], theme: str) -> None:
    assert look(snap_compare, stocked, size, [*LIST, ("down",)], theme)


def test_list_on_a_large_screen(snap_compare: Compare, stocked: Path) -> None:
    assert look(snap_compare, stocked, HUGE, [*LIST, ("down",), "Pin the timezone"])


@sizes
@lights
def test_search(snap_compare: Compare, stocked: Path, size: tuple[int, int], theme: str) -> None:
    assert look(snap_compare, stocked, size, [*SEARCH, ("ctrl+down",)], theme)


@sizes
def test_cannot_read(snap_compare: Compare, stocked: Path, size: tuple[int, int]) -> None:
    assert look(snap_compare, stocked, size, [*LIST, ("ctrl+end",), "There is no line"])


@sizes
def test_no_sessions(
    snap_compare: Compare, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, size: tuple[int, int]
) -> None:
    empty = tmp_path / "home"
    (empty / "demo").mkdir(parents=True)
    monkeypatch.setenv("HOME", str(empty))

    assert look(snap_compare, empty, size, [("ctrl+s",), "looked in", "100% indexed"])


@sizes
@lights
def test_reading(snap_compare: Compare, stocked: Path, size: tuple[int, int], theme: str) -> None:
    steps: list[Step] = [*SEARCH, ("ctrl+down", "enter"), "Pin the timezone", "Enter continue"]

    assert look(snap_compare, stocked, size, steps, theme)


@sizes
def test_folder_is_gone(snap_compare: Compare, stocked: Path, size: tuple[int, int]) -> None:
    steps: list[Step] = [
        *LIST,
        tuple("import"),
        "why does the import",
        ("ctrl+o",),
        "its folder is gone",
    ]

    assert look(snap_compare, stocked, size, steps)


@sizes
def test_open_elsewhere(snap_compare: Compare, stocked: Path, size: tuple[int, int]) -> None:
    hold(stocked)
    steps: list[Step] = [*LIST, ("down", "ctrl+o"), "open in"]

    assert look(snap_compare, stocked, size, steps)


@sizes
@lights
def test_spend(snap_compare: Compare, stocked: Path, size: tuple[int, int], theme: str) -> None:
    assert look(snap_compare, stocked, size, [*LIST, ("f4",), "BY AGENT"], theme)


@sizes
def test_hand_over(
    snap_compare: Compare, stocked: Path, monkeypatch: pytest.MonkeyPatch, size: tuple[int, int]
) -> None:
    monkeypatch.chdir(stocked / "demo")
    lines = talk("docs", "port the parser to the new grammar", "Half of it is done.")
    id = "4f1c0000-0000-4000-8000-000000000007"
    write_claude(stocked, id, lines, Path("/srv/project"), 50 * DAY)
    steps: list[Step] = [("ctrl+s",), "all 7", tuple("grammar"), "1 hit", ("f7",), "from claude to"]

    assert look(snap_compare, stocked, size, [*steps, "Half of it"])


@sizes
def test_rename(snap_compare: Compare, stocked: Path, size: tuple[int, int]) -> None:
    assert look(snap_compare, stocked, size, [*LIST, ("down", "ctrl+r"), "An empty line"])
