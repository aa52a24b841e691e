"""Settings on the screen: the theme, and how parley calls you back."""

from pathlib import Path

import pytest

from tests.support.processes import until
from tests.ui.stage import Stage, on_stage
from tui.config.load import load_settings, settings_file
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
        off = Settings(notify=Notify(**{way: False}))
        await stage.until(lambda: load_settings().settings == off)
        await stage.press("enter")
        await stage.shows(f"[x] {way}")
        await stage.until(lambda: load_settings().settings == Settings())


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

        await stage.until(lambda: load_settings().settings == Settings(theme="paper"))
        assert stage.app.theme == "parley-paper"


async def test_the_last_of_many_quick_changes_is_the_one_on_disk(tmp_path: Path) -> None:
    async with on_stage(tmp_path) as stage:
        for _ in range(5):
            for theme in ("paper", "harbour"):
                stage.app.change_settings(Settings(theme=theme))
        await stage.settle()

    wanted = Settings(theme="harbour")
    assert until(lambda: load_settings().settings == wanted), "it is written though the app ended"


async def test_settings_that_cannot_be_saved_are_told_and_in_force(tmp_path: Path) -> None:
    settings_file().mkdir(parents=True)
    async with on_stage(tmp_path) as stage:
        stage.app.change_settings(Settings(theme="paper"))
        await stage.shows("Settings were not saved: it is not a file")

        assert stage.app.theme == "parley-paper"
