"""The list of all sessions: live and past, searched while one types."""

from pathlib import Path

import pytest

from tests.ui.past.browsing import browser, browsing, titles
from tests.ui.past.home import Past, app_on
from tui.ui.screens.line import LineScreen
from tui.ui.widgets.session_list import name_of


async def test_live_and_past_sessions_of_all_agents_stand_in_one_list(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with browsing(tmp_path, monkeypatch) as stage:
        assert titles(stage) == [
            "LIVE",
            "live demo",
            "TODAY",
            "claude Fix tz in tests",
            "YESTERDAY",
            "codex make the flaky test pass",
            "THIS WEEK",
            "claude bump all dependencies",
            "claude why does the import take a second?",
            "OLDER",
            "gemini write the docs",
            "CANNOT READ",
            "claude broken.jsonl",
        ]
        await stage.shows("There is no line of Claude Code in it.")
        await stage.shows("claude 4 · codex 1 · gemini 1")


async def test_letters_search_at_once_in_titles_and_in_what_was_said(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with browsing(tmp_path, monkeypatch) as stage:
        await stage.press(*"timezone")
        await stage.shows("3 hits in 2 sessions")

        assert titles(stage) == [
            "TODAY",
            "claude Fix tz in tests",
            "THIS WEEK",
            "claude why does the import take a second?",
        ]
        await stage.shows("hit 1/2")
        await stage.shows("TZ=UTC pytest -k timezone")


@pytest.mark.parametrize(
    ("typed", "found"),
    [
        ("agent:gemini", ["gemini write the docs"]),
        ("dir:~/moved-away", ["claude why does the import take a second?"]),
        ("since:2026-09-21 agent:claude", ["claude Fix tz in tests"]),
        ("tool:bash", ["claude Fix tz in tests"]),
        ("flaky", ["codex make the flaky test pass"]),
        ("agent:codex socket", ["codex make the flaky test pass"]),
        ("nothing has this", []),
    ],
)
async def test_words_of_the_query_narrow_the_list(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, typed: str, found: list[str]
) -> None:
    async with browsing(tmp_path, monkeypatch) as stage:
        browser(stage).search.value = typed

        await stage.until(
            lambda: [t for t in titles(stage) if not t.isupper() and "broken" not in t] == found
        )


async def test_a_condition_that_makes_no_sense_is_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with browsing(tmp_path, monkeypatch) as stage:
        browser(stage).search.value = "since:tuesday"

        await stage.shows("since:tuesday is no time.")


async def test_names_pins_tags_and_the_archive_are_ours_alone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with browsing(tmp_path, monkeypatch) as stage:
        before = contents(tmp_path / "home")
        await stage.press("down", "ctrl+r")
        await stage.until(lambda: isinstance(stage.app.screen, LineScreen))
        await stage.press("end", *" (done)", "enter")
        await stage.shows("Fix tz in tests (done)")
        await stage.press("ctrl+t")
        await stage.until(lambda: titles(stage)[2] == "PINNED")
        await stage.press("ctrl+g", *"work ci", "enter")
        await stage.shows("#work #ci")
        await stage.press("ctrl+x")
        await stage.until(lambda: "claude Fix tz in tests (done)" not in titles(stage))
        await stage.press("f8")
        await stage.until(lambda: "claude Fix tz in tests (done)" in titles(stage))
        await stage.shows("archived")

        assert contents(tmp_path / "home") == before
        assert (tmp_path / "state" / "notes.json").exists()


async def test_deleting_needs_the_agent_s_own_command_and_a_typed_word(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with browsing(tmp_path, monkeypatch) as stage:
        await stage.press("down", "f10")
        await stage.shows("claude has no command that deletes one session")
        await stage.press("down", "f10")
        await stage.until(lambda: isinstance(stage.app.screen, LineScreen))
        await stage.press(*"yes", "enter")
        await stage.shows("nothing was deleted")
        assert stage.deleted == []
        await stage.press("f10")
        await stage.until(lambda: isinstance(stage.app.screen, LineScreen))
        await stage.press(*"delete", "enter")

        await stage.until(lambda: stage.deleted == ["01a1e200-0000-7000-8000-000000000001"])


async def test_here_shows_the_sessions_of_this_folder_and_f3_sorts(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with browsing(tmp_path, monkeypatch) as stage:
        await stage.press("tab")
        await stage.until(lambda: "claude why does the import take a second?" not in titles(stage))
        await stage.shows("here ~/demo")
        await stage.press("tab", "f3", "f3")

        await stage.until(lambda: "BY TITLE" in titles(stage))
        assert titles(stage)[3:5] == ["claude bump all dependencies", "claude Fix tz in tests"]


async def test_rows_can_be_chosen_by_the_mouse_and_esc_closes(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with browsing(tmp_path, monkeypatch) as stage:
        await stage.pilot.click("SessionList", offset=(10, 5))
        assert browser(stage).list.chosen is not None
        await stage.press("escape")
        assert stage.app.screen is stage.app.chat
        await stage.press("ctrl+s", "f5")
        await stage.shows("all 6")
        await stage.press("ctrl+s")
        assert stage.app.screen is stage.app.chat


async def test_an_empty_machine_says_where_was_looked(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    home = tmp_path / "home"
    home.mkdir()
    monkeypatch.setenv("HOME", str(home))
    stage = Past(tmp_path, home)
    async with app_on(stage, home).run_test(size=(120, 40)) as pilot:
        stage.pilot = pilot
        await stage.until(lambda: stage.sessions)
        await stage.press("ctrl+s")
        await stage.shows("no agent has left a session on this machine; looked in")
        await stage.shows("~/.codex")


def contents(home: Path) -> dict[str, bytes]:
    """Return every file below a folder."""
    return {str(path): path.read_bytes() for path in sorted(home.rglob("*")) if path.is_file()}


async def test_what_was_used_is_shown_per_agent_day_and_project(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with browsing(tmp_path, monkeypatch) as stage:
        await stage.press("escape", "alt+s")
        await stage.shows("BY AGENT")
        await stage.shows("BY DAY")
        await stage.shows("2026-09-21")
        await stage.shows("~/moved-away")
        await stage.press("escape")

        assert stage.app.screen is stage.app.chat


async def test_the_cursor_goes_from_session_to_session_and_to_the_edges(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with browsing(tmp_path, monkeypatch) as stage:
        seen = []
        for key in ("down", "down", "up", "ctrl+end", "pageup", "pagedown", "ctrl+home"):
            await stage.press(key)
            seen.append(name_of(browser(stage).list.chosen) or "")

        live = stage.app.chat.live
        assert live is not None
        assert [Path(name).name[:11] for name in seen] == [
            "4f1c0000-00",
            "rollout-202",
            "4f1c0000-00",
            "broken.json",
            live.id[:11],
            "broken.json",
            live.id[:11],
        ]


async def test_hits_of_one_session_are_gone_through_on_a_small_screen_too(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with browsing(tmp_path, monkeypatch, (80, 24)) as stage:
        await stage.press(*"timezone")
        await stage.shows("3 hits in 2 sessions")
        await stage.press("ctrl+down")
        await stage.shows("hit 2 of 2: Pin the timezone")
        await stage.press("ctrl+up")
        await stage.shows("hit 1 of 2: Bash TZ=UTC")
        await stage.press("enter")

        await stage.until(lambda: stage.app.chat.transcript.search is not None)
        search = stage.app.chat.transcript.search
        assert search is not None and search.at == ("call-1", 0)
