"""No title, folder, branch or word of a stored session does anything but be read."""

from pathlib import Path

import pytest

from tests.agents.claude import store_lines as claude
from tests.ui.past.browsing import browser
from tests.ui.past.home import Past, app_on, write_claude
from tests.ui.payloads import ALL
from tui.ui.egress import harmless
from tui.ui.screens.browser import BrowserScreen

PAYLOADS = [
    one for one in ALL if one == one.encode("utf-8", "replace").decode() and one != "\ufffd"
]
"""Half surrogate pairs are no text; readers of files replace them."""


async def test_hostile_sessions_are_listed_found_previewed_and_opened_harmlessly(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    home = tmp_path / "home"
    demo = home / "demo"
    demo.mkdir(parents=True)
    monkeypatch.setenv("HOME", str(home))
    for number, payload in enumerate(PAYLOADS):
        bad = payload.replace("\0", "") or "nothing"
        lines = [
            claude.said(f"{number}-1", None, f"needle {bad}", gitBranch=bad),
            claude.answer(f"{number}-2", f"{number}-1", f"{bad} needle {bad}"),
            {"type": "custom-title", "customTitle": f"{bad} {number}", "sessionId": "x"},
        ]
        folder = demo / bad.replace("/", "_")[:60]
        write_claude(home, f"4f1c0000-0000-4000-8000-{number:012}", lines, folder, number * 9.0)
    stage = Past(tmp_path, home)
    async with app_on(stage, demo).run_test(size=(120, 40)) as pilot:
        stage.pilot = pilot
        await stage.until(lambda: stage.sessions)
        await stage.press("ctrl+s")
        await stage.shows(f"all {len(PAYLOADS)}")
        browser(stage).search.value = "needle"
        await stage.shows(f"in {len(PAYLOADS)} sessions")
        for _ in range(len(PAYLOADS) // 8):
            await stage.press(*["down"] * 8)
            await stage.until(lambda: "reading…" not in stage.text())
            assert acting(stage) == []
        await stage.press("enter")
        await stage.until(lambda: not isinstance(stage.app.screen, BrowserScreen))
        await stage.shows("needle")

        assert acting(stage) == []


async def test_hidden_characters_are_named_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    home = tmp_path / "home"
    folder = home / "back\u202ewards"
    folder.mkdir(parents=True)
    monkeypatch.setenv("HOME", str(home))
    lines = [
        claude.said("1", None, "needle\u200b"),
        claude.answer("2", "1", "an\u202eswer"),
    ]
    write_claude(home, "4f1c0000-0000-4000-8000-000000000001", lines, folder, 9.0)
    stage = Past(tmp_path, home)
    async with app_on(stage, folder).run_test(size=(160, 40)) as pilot:
        stage.pilot = pilot
        await stage.until(lambda: stage.sessions)
        await stage.press("ctrl+s")
        await stage.shows("needle‹U+200B›")
        await stage.shows("~/back‹U+202E›wards")
        await stage.press("down", "down")
        await stage.shows("an‹U+202E›swer")


def acting(stage: Past) -> list[str]:
    """Return lines with something that acts, or that the last line of defence had to stop."""
    return [
        line
        for line in stage.lines()
        if harmless(line) != line or "\N{REPLACEMENT CHARACTER}" in line
    ]
