"""The page of an empty session: what it tells, and going on with a session from it."""

from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace
from textual.pilot import Pilot

from tests.ui.past.home import Past, app_on, write_home
from tui.config.paths import state_folder
from tui.config.settings import Settings
from tui.config.themes import load_theme
from tui.model.events import NoticeRaised
from tui.model.identity import AgentId
from tui.ui.front import Front
from tui.ui.front_file import NAME
from tui.ui.services import AgentChoice, Opening

NEWEST = "4f1c0000-0000-4000-8000-000000000001"
Compare = Callable[..., bool]

AGENTS = [
    AgentChoice(id=AgentId("claude"), label="Claude Code", version="2.1.325"),
    AgentChoice(
        id=AgentId("codex"),
        label="Codex",
        version="0.166.0",
        problem="Codex is not signed in.",
        remedy="codex login",
    ),
    AgentChoice(
        id=AgentId("gemini"),
        label="Gemini CLI",
        usable=False,
        problem="Gemini CLI is not installed.",
        remedy="npm install -g @google/gemini-cli",
    ),
    AgentChoice(id=AgentId("demo"), label="Demo (Claude Code)", version="1.0"),
]


class Welcomed(Past):
    """The app with agents of its own."""

    def __init__(self, folder: Path, home: Path, agents: Sequence[AgentChoice] = AGENTS) -> None:
        super().__init__(folder, home)
        self.found = list(agents)

    def _agents(self, folder: Path) -> list[AgentChoice]:
        return self.found


@pytest.fixture
def stocked(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return a home with sessions; everything in it is shown with ~."""
    home = tmp_path / "home"
    write_home(home)
    monkeypatch.setenv("HOME", str(home))
    return home


@asynccontextmanager
async def welcomed(home: Path, opening: Opening | None = None) -> AsyncIterator[Welcomed]:
    stage = Welcomed(home.parent, home)
    app = app_on(stage, home / "demo")
    if opening is not None:
        app._opening = opening
    async with app.run_test(size=(100, 30)) as pilot:
        stage.pilot = pilot
        await stage.until(lambda: app.front.agents is not None)
        await pilot.pause()
        yield stage


async def test_agents_and_sessions_are_told(stocked: Path) -> None:
    async with welcomed(stocked) as stage:
        await stage.shows("▲ not signed in")
        assert "◆ Claude Code 2.1.325    ✓ ready" in stage.text()
        assert "→ codex login" in stage.text()
        assert "→ npm install -g @google/gemini-cli" in stage.text()
        assert "nothing is changed in their files" in stage.text()
        assert "continue ◆ Fix tz in tests" in stage.text()
        assert "Ctrl+S all 5 sessions   ? keys   F2 settings" in stage.text()
        assert "Demo" not in stage.text().split("continue")[0].split("found")[1]


async def test_a_click_goes_on_with_a_session(stocked: Path) -> None:
    async with welcomed(stocked) as stage:
        await stage.shows("Fix tz in tests")
        row = next(n for n, line in enumerate(stage.lines()) if "Fix tz in tests" in line)
        await stage.pilot.click(offset=(30, row))

        await stage.shows("Pin the timezone in the fixture")
        await stage.until(lambda: stage.openings[-1].resume == NEWEST)


async def test_arrows_and_enter_go_on_with_a_session(stocked: Path) -> None:
    async with welcomed(stocked) as stage:
        await stage.shows("Fix tz in tests")
        await stage.press("f6", "down", "up", "enter")

        await stage.shows("Pin the timezone in the fixture")


async def test_digits_and_letters_are_typed_and_choose_nothing(stocked: Path) -> None:
    async with welcomed(stocked) as stage:
        await stage.shows("Fix tz in tests")
        await stage.press("1", "2", "k")

        assert stage.app.chat.composer.text == "12k"
        assert len(stage.app.desk.sessions) == 1


async def test_the_page_gives_way_when_something_is_said(stocked: Path) -> None:
    async with welcomed(stocked) as stage:
        await stage.shows("Fix tz in tests")
        stage.work()
        await stage.press("h", "i", "enter")
        await stage.until(lambda: not stage.app.chat.welcome.display)

        assert "Fix tz in tests" not in stage.text()
        assert stage.app.chat.transcript.display


async def test_a_notice_is_told_on_the_page(stocked: Path) -> None:
    async with welcomed(stocked) as stage:
        stage.tell(NoticeRaised(text="This version was not tried."))

        await stage.shows("! This version was not tried.")
        assert "Fix tz in tests" in stage.text()


async def test_many_notices_are_a_conversation(stocked: Path) -> None:
    async with welcomed(stocked) as stage:
        stage.tell(*(NoticeRaised(text=f"notice {n}") for n in range(4)))

        await stage.shows("notice 3")
        assert not stage.app.chat.welcome.display


async def test_the_newest_session_of_the_folder_is_continued(stocked: Path) -> None:
    opening = Opening(cwd=stocked / "demo", wanted="")
    async with welcomed(stocked, opening) as stage:
        await stage.shows("Pin the timezone in the fixture")
        await stage.until(lambda: stage.openings and stage.openings[-1].resume == NEWEST)
        assert len(stage.app.desk.sessions) == 1


async def test_a_session_is_continued_by_the_beginning_of_its_id(stocked: Path) -> None:
    opening = Opening(cwd=stocked, wanted="01a1e2", model="quick")
    async with welcomed(stocked, opening) as stage:
        await stage.shows("It waited for the wrong socket")
        await stage.until(lambda: stage.openings)
        assert stage.openings[-1].agent == "codex"
        assert stage.openings[-1].model == "quick"


async def test_what_was_typed_meanwhile_stays_in_the_draft(stocked: Path) -> None:
    opening = Opening(cwd=stocked, wanted="01a1e2")
    stage = Welcomed(stocked.parent, stocked)
    app = app_on(stage, stocked / "demo")
    app._opening = opening
    async with app.run_test(size=(100, 30)) as pilot:
        stage.pilot = pilot
        await pilot.press("h", "e", "y")
        await stage.shows("It waited for the wrong socket")

        assert app.chat.composer.text == "hey"


@pytest.mark.parametrize(
    ("wanted", "problem"), [("f00", "no session whose id"), ("", "no session in")]
)
async def test_a_session_that_is_not_there_is_told(
    stocked: Path, wanted: str, problem: str
) -> None:
    async with welcomed(stocked, Opening(cwd=stocked, wanted=wanted)) as stage:
        await stage.shows(problem)
        assert stage.openings == []


async def test_an_id_only_the_named_agent_can_know_is_left_to_it(stocked: Path) -> None:
    opening = Opening(cwd=stocked, wanted="f00", agent=AgentId("demo"))
    async with welcomed(stocked, opening) as stage:
        await stage.until(lambda: stage.openings)
        assert stage.openings[-1] == replace(opening, wanted=None, resume="f00")


async def test_the_next_start_has_the_colours_of_the_theme_chosen_now(stocked: Path) -> None:
    file = state_folder() / NAME
    async with welcomed(stocked) as stage:
        await stage.until(file.exists)
        stage.app.change_settings(Settings(theme="paper"))
        ground = load_theme("paper").colours["background"]

        await stage.until(lambda: f"\t{ground}\t" in file.read_text().splitlines()[0])


def look(
    compare: Compare,
    home: Path,
    size: tuple[int, int],
    theme: str,
    agents: Sequence[AgentChoice] = AGENTS,
    steps: Sequence[str] = (),
) -> bool:
    stage = Welcomed(home.parent, home, agents)
    app = app_on(stage, home / "demo", theme=theme)
    app.front = Front()

    async def before(pilot: Pilot[Any]) -> None:
        stage.pilot = pilot
        await stage.until(lambda: stage.sessions and app.front.agents is not None)
        await pilot.press(*steps)

    return compare(app, terminal_size=size, run_before=before)


sizes = pytest.mark.parametrize("size", [(80, 24), (120, 40)], ids=["80x24", "120x40"])
lights = pytest.mark.parametrize("theme", ["ink", "paper"])


@sizes
@lights
def test_welcome(snap_compare: Compare, stocked: Path, size: tuple[int, int], theme: str) -> None:
    assert look(snap_compare, stocked, size, theme)


def test_welcome_chosen(snap_compare: Compare, stocked: Path) -> None:
    assert look(snap_compare, stocked, (100, 30), "ink", steps=["f6", "down"])


def test_welcome_in_little_space(snap_compare: Compare, stocked: Path) -> None:
    assert look(snap_compare, stocked, (40, 10), "ink")


@sizes
def test_welcome_without_agents(
    snap_compare: Compare, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, size: tuple[int, int]
) -> None:
    home = tmp_path / "home"
    (home / "demo").mkdir(parents=True)
    monkeypatch.setenv("HOME", str(home))
    missing = [replace(one, usable=False, version="") for one in AGENTS[:3]]

    assert look(snap_compare, home, size, "ink", missing)
