"""Settings on the screen: the theme, and how parley calls you back."""

from pathlib import Path

import pytest

from tests.ui.stage import Stage, on_stage
from tui.config.load import load_settings
from tui.config.settings import Notify, Settings
from tui.config.themes import theme_names
from tui.ui.screens.settings import CALLS, SettingsScreen


async def opened(stage: Stage) -> SettingsScreen:
    """Open the settings."""
    await stage.press("f2")
    await stage.shows("call me")
    screen = stage.app.screen
    assert isinstance(screen, SettingsScreen)
    return screen


@pytest.mark.parametrize("way", CALLS)
async def test_each_way_to_be_called_is_switched_and_saved(tmp_path: Path, way: str) -> None:
    async with on_stage(tmp_path) as stage:
        screen = await opened(stage)
        screen.rows.go_to(len(theme_names()) + list(CALLS).index(way))
        await stage.shows("Enter switches")
        await stage.press("enter")
        await stage.shows(f"[ ] {way}")

        assert stage.app.attention.notify == Notify(**{way: False})
        assert load_settings().settings == Settings(notify=Notify(**{way: False}))
        await stage.press("enter")
        await stage.shows(f"[x] {way}")
        assert load_settings().settings == Settings()


async def test_a_theme_is_tried_and_kept_only_by_enter(tmp_path: Path) -> None:
    async with on_stage(tmp_path) as stage:
        screen = await opened(stage)
        screen.rows.go_to(theme_names().index("paper"))
        await stage.until(lambda: stage.app.theme == "parley-paper")
        screen.rows.go_to(len(theme_names()))
        await stage.until(lambda: stage.app.theme == "parley-ink")
        screen.rows.go_to(theme_names().index("paper"))
        await stage.press("enter")
        await stage.until(lambda: stage.app.screen is stage.app.chat)

        assert load_settings().settings == Settings(theme="paper")
        assert stage.app.theme == "parley-paper"
