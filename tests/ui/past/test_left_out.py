"""What the list of sessions leaves out is told above it, with the key that shows it."""

from pathlib import Path

import pytest

from tests.agents.codex import store_lines as codex
from tests.ui.past.browsing import browsing, titles
from tests.ui.past.home import talk, write_claude


async def test_archived_sessions_and_files_of_others_are_counted_and_shown_by_f8(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with browsing(tmp_path, monkeypatch) as stage:
        home = tmp_path / "home"
        assert "not shown" not in stage.text()
        empty = [{"type": "mode", "mode": "normal"}]
        write_claude(home, "4f1c0000-0000-4000-8000-000000000007", empty, home / "demo", 60.0)
        kept = [codex.meta(codex.THREE), codex.said("1", "put me away"), codex.answer("2", "Yes.")]
        codex.write(home / ".codex", codex.THREE, kept, "archived_sessions")

        await stage.shows("+ 2 not shown F8")
        await stage.shows("1 archived session · F8 shows them")
        await stage.shows("1 file in which nobody said anything · F8 shows them")
        assert "codex put me away" not in titles(stage)
        await stage.press("f8")
        await stage.shows("every file")

        assert "codex put me away" in titles(stage)
        assert "not shown" not in stage.text()


async def test_the_count_stays_on_a_small_screen(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with browsing(tmp_path, monkeypatch, (80, 24)) as stage:
        home = tmp_path / "home"
        lines = [{"type": "mode", "mode": "normal"}]
        write_claude(home, "4f1c0000-0000-4000-8000-000000000007", lines, home / "demo", 60.0)
        write_claude(home, "4f1c0000-0000-4000-8000-000000000008", talk("n", "a", "b"), home, 60.0)

        await stage.shows("all 7  + 1 not shown F8")
