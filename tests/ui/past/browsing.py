"""Past sessions on a stage: the list is open, and says what it shows."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

from tests.ui.past.home import Past, app_on, write_home
from tui.ui.browsing.lines import Heading, Remark
from tui.ui.live import LiveSession
from tui.ui.screens.browser import BrowserScreen


@asynccontextmanager
async def browsing(
    folder: Path, monkeypatch: pytest.MonkeyPatch, size: tuple[int, int] = (120, 40)
) -> AsyncIterator[Past]:
    """Run the app with its list of sessions open."""
    home = folder / "home"
    demo = write_home(home)
    monkeypatch.setenv("HOME", str(home))
    stage = Past(folder, home)
    async with app_on(stage, demo).run_test(size=size, notifications=True) as pilot:
        stage.pilot = pilot
        await stage.until(lambda: stage.sessions)
        await stage.press("ctrl+s")
        await stage.shows("all 6")
        yield stage


def browser(stage: Past) -> BrowserScreen:
    """Return the screen with the list."""
    screen = stage.app.screen
    assert isinstance(screen, BrowserScreen)
    return screen


def titles(stage: Past) -> list[str]:
    """Return headings and titles, top to bottom."""
    shown = []
    for line in browser(stage).list._lines:
        if isinstance(line, Heading):
            shown.append(line.title)
        elif isinstance(line, LiveSession):
            shown.append(f"live {line.name}")
        elif not isinstance(line, Remark):
            shown.append(f"{line.agent} {line.title or Path(line.path).name}")
    return shown
