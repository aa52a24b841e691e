"""A dialog closes once, and takes nothing else with it."""

from pathlib import Path

import pytest
from textual.events import Key

from tests.ui.stage import Stage, on_stage, shell_request
from tui.model.events import PermissionWithdrawn
from tui.model.identity import RequestId
from tui.ui.closing import close
from tui.ui.screens.permission import PermissionScreen
from tui.ui.screens.settings import SettingsScreen


def at_once(stage: Stage, key: str, times: int = 3) -> None:
    """Press a key several times before anything can be done about the first."""
    for _ in range(times):
        stage.app.post_message(Key(key, None))


@pytest.mark.parametrize("key", ["f2", "ctrl+n", "ctrl+t", "ctrl+o"])
async def test_several_enters_at_once_do_not_end_the_app(tmp_path: Path, key: str) -> None:
    async with on_stage(tmp_path) as stage:
        await stage.press(key)
        at_once(stage, "enter")
        await stage.settle()

        assert stage.app.screen_stack[0] is stage.app.chat
        assert len(stage.app.desk.sessions) <= 2


@pytest.mark.parametrize("name", ["line", "auto"])
async def test_a_line_is_taken_once(tmp_path: Path, name: str) -> None:
    async with on_stage(tmp_path) as stage:
        arguments = ("title", ("about it",), "x") if name == "line" else (stage.app.chat.live,)
        taken: list[object] = []
        stage.app.push_screen(stage.app.dialog(name, *arguments), taken.append)
        await stage.until(lambda: stage.app.screen is not stage.app.chat)
        at_once(stage, "enter")
        await stage.until(lambda: stage.app.screen is stage.app.chat)
        await stage.settle()

        assert len(taken) == 1


async def test_one_below_another_closes_after_it(tmp_path: Path) -> None:
    async with on_stage(tmp_path) as stage:
        stage.ask(shell_request())
        await stage.shows("Esc later")
        asked = stage.app.screen
        assert isinstance(asked, PermissionScreen)
        await stage.press("f2")
        await stage.until(lambda: isinstance(stage.app.screen, SettingsScreen))
        assert close(asked)
        await stage.settle()
        assert isinstance(stage.app.screen, SettingsScreen)
        await stage.press("escape")
        await stage.until(lambda: stage.app.screen is stage.app.chat)

        assert not close(asked)


async def test_a_request_withdrawn_below_the_settings_leaves_them_open(tmp_path: Path) -> None:
    async with on_stage(tmp_path) as stage:
        stage.ask(shell_request())
        await stage.shows("Esc later")
        await stage.press("f2")
        await stage.until(lambda: isinstance(stage.app.screen, SettingsScreen))
        stage.tell(PermissionWithdrawn(RequestId("r1"), "interrupted"))
        await stage.heard()
        assert isinstance(stage.app.screen, SettingsScreen)
        await stage.press("escape")

        await stage.until(lambda: stage.app.screen is stage.app.chat)
