"""Stored sessions in a tab: read at the hit, growing, continued, forked, handed over."""

from pathlib import Path

import pytest

from tests.ui.past.browsing import browser, browsing
from tests.ui.past.home import hold, talk, write_claude
from tui.ui.screens.line import LineScreen
from tui.ui.states import State


async def test_enter_opens_the_conversation_at_the_hit_and_marks_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with browsing(tmp_path, monkeypatch) as stage:
        await stage.press(*"timezone")
        await stage.shows("3 hits in 2 sessions")
        await stage.press("ctrl+down", "enter")
        await stage.shows("Pin the timezone in the fixture")

        live = stage.app.chat.live
        assert live is not None and live.state is State.PAST
        search = stage.app.chat.transcript.search
        assert search is not None and search.at == ("api-6", 0)
        await stage.shows("hit 2 of 2")
        stage.clock.forward(60.0)
        stage.app.chat.status.changed()
        await stage.shows("Enter continue this session")
        assert stage.openings == stage.openings[:1]


async def test_saying_something_continues_the_session_below_its_history(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with browsing(tmp_path, monkeypatch) as stage:
        await stage.press("down", "enter")
        await stage.shows("Pin the timezone in the fixture")
        await stage.write("go on")
        await stage.press("enter")
        await stage.until(lambda: len(stage.sessions) == 2)
        await stage.shows("go on")

        assert stage.openings[-1].resume == "4f1c0000-0000-4000-8000-000000000001"
        assert not stage.openings[-1].fork
        await stage.shows("Pin the timezone in the fixture")
        said = [item for item in stage.session.conversation.items if "go on" in str(item)]
        live = stage.app.chat.live
        assert live is not None and live.reading is None
        assert next(iter(stage.session.conversation.items)).startswith("before-")
        assert said == []


async def test_ctrl_o_continues_and_ctrl_k_forks_where_the_agent_can(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with browsing(tmp_path, monkeypatch) as stage:
        await stage.press("down", "ctrl+o")
        await stage.until(lambda: len(stage.sessions) == 2)
        assert (stage.openings[-1].agent, stage.openings[-1].fork) == ("claude", False)
        await stage.press("ctrl+s", *"flaky")
        await stage.shows("make the flaky")
        await stage.press("ctrl+k")
        await stage.until(lambda: len(stage.sessions) == 3)
        assert (stage.openings[-1].agent, stage.openings[-1].fork) == ("codex", True)
        await stage.press("ctrl+s", *"docs")
        await stage.shows("write the docs")
        await stage.press("ctrl+k")

        await stage.shows("gemini cannot continue a copy of a session")


async def test_a_folder_that_moved_is_asked_for(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with browsing(tmp_path, monkeypatch) as stage:
        browser(stage).search.value = "import"
        await stage.shows("gone")
        await stage.press("ctrl+o")
        await stage.until(lambda: isinstance(stage.app.screen, LineScreen))
        await stage.shows("which is not there any more.")
        line = stage.app.screen.query_one("#line")
        line.value = str(tmp_path / "home" / "demo")  # type: ignore[attr-defined]  # an Input
        await stage.press("enter")
        await stage.until(lambda: len(stage.sessions) == 2)

        assert stage.openings[-1].cwd == tmp_path / "home" / "demo"


async def test_a_prompt_comes_back_where_the_folder_is_not_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with browsing(tmp_path, monkeypatch) as stage:
        browser(stage).search.value = "import"
        await stage.shows("gone")
        await stage.press("enter")
        await stage.shows("timezone database")
        await stage.write("go on")
        await stage.press("enter")
        await stage.until(lambda: isinstance(stage.app.screen, LineScreen))
        await stage.press("escape")
        await stage.shows("it was not continued")

        assert stage.app.chat.composer.text == "go on"
        assert len(stage.sessions) == 1


async def test_a_session_that_runs_elsewhere_grows_in_the_list_and_in_its_view(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with browsing(tmp_path, monkeypatch) as stage:
        id = "4f1c0000-0000-4000-8000-000000000009"
        demo = tmp_path / "home" / "demo"
        lines = talk("new", "started elsewhere", "It begins.")
        path = write_claude(tmp_path / "home", id, lines, demo, 60)
        await stage.shows("started elsewhere")
        await stage.shows("all 7")
        await stage.press("ctrl+home", "down", "enter")
        await stage.shows("It begins.")
        more = talk("more", "a second prompt", "It goes on by itself.")
        more[0]["parentUuid"] = "new-2"
        write_claude(tmp_path / "home", id, [*lines, *more], demo, 30)

        await stage.shows("It goes on by itself.")
        assert path.exists()


async def test_a_session_open_elsewhere_can_be_read_or_forked(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with browsing(tmp_path, monkeypatch) as stage:
        hold(tmp_path / "home")
        await stage.press("down", "ctrl+o")
        await stage.shows("open in Claude Code 2.1.325, process 1")
        await stage.press("enter")
        await stage.shows("this is for reading")
        assert len(stage.openings) == 1
        await stage.write("go on in a copy")
        await stage.press("enter")
        await stage.shows("Continue a copy")
        await stage.press("down", "enter")
        await stage.until(lambda: len(stage.sessions) == 2)

        assert stage.openings[-1].fork
        await stage.shows("go on in a copy")


async def test_a_long_session_opens_at_its_end_and_reads_the_rest_behind(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with browsing(tmp_path, monkeypatch) as stage:
        id = "4f1c0000-0000-4000-8000-00000000000a"
        lines = []
        for number in range(900):
            one = talk(f"n{number}", f"prompt {number}", f"answer {number} " + "word " * 150)
            one[0]["parentUuid"] = f"n{number - 1}-2" if number else None
            lines += one
        write_claude(tmp_path / "home", id, lines, tmp_path / "home" / "demo", 60)
        browser(stage).search.value = "agent:claude prompt 899"
        await stage.shows("▸ hit")
        await stage.press("enter")
        await stage.until(lambda: stage.app.screen is stage.app.chat)
        await stage.shows("answer 899")
        live = stage.app.chat.live
        assert live is not None and live.reading is not None

        await stage.until(lambda: live.reading is not None and live.reading.older == 0)
        assert [item for item in live.conversation.items if item.startswith("n")][:2] == [
            "n0-1",
            "n0-2",
        ]
        await stage.press("ctrl+home")
        await stage.shows("prompt 0")
        await stage.press("ctrl+end")
        await stage.shows("answer 899")


async def test_a_session_is_handed_over_to_another_agent_with_a_brief(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with browsing(tmp_path, monkeypatch) as stage:
        await stage.press("down", "f7")
        await stage.shows("from claude to")
        await stage.shows("login test fails on CI only")
        await stage.press("shift+tab", "ctrl+home", *"Hello, ", "ctrl+s")
        await stage.until(lambda: len(stage.sessions) == 2)

        assert stage.openings[-1].agent == "demo-gemini"
        assert stage.openings[-1].cwd == tmp_path / "home" / "demo"
        await stage.shows("Hello, ")


async def test_what_is_on_the_screen_is_handed_over(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with browsing(tmp_path, monkeypatch) as stage:
        await stage.press("escape", "alt+h")
        await stage.shows("there is nothing to hand over yet")
        await stage.press("ctrl+s", "down", "enter")
        await stage.shows("Pin the timezone in the fixture")
        await stage.press("alt+h")
        await stage.shows("from Claude Code to")
        await stage.press("escape")

        assert stage.app.screen is stage.app.chat


async def test_a_session_that_is_open_is_gone_to_and_not_opened_twice(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with browsing(tmp_path, monkeypatch) as stage:
        await stage.press("down", "enter")
        await stage.shows("Pin the timezone in the fixture")
        await stage.press("alt+1", "ctrl+s", *"timezone")
        await stage.shows("3 hits in 2 sessions")
        await stage.press("enter")
        await stage.until(lambda: stage.app.chat.transcript.search is not None)

        assert len(stage.app.desk.sessions) == 2
