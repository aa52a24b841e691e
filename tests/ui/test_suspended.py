"""A request that waits while parley is in the background of a shell."""

from pathlib import Path

from tests.ui.stage import on_stage, shell_request
from tui.ui.screens.permission import PermissionScreen


async def test_a_key_right_after_coming_back_answers_nothing(tmp_path: Path) -> None:
    async with on_stage(tmp_path) as stage:
        stage.ask(shell_request())
        await stage.until(lambda: isinstance(stage.app.screen, PermissionScreen))
        await stage.shows("all shown ✓")
        await stage.quiet()
        stage.app.app_resume_signal.publish(stage.app)
        await stage.until(lambda: stage.app.guard.remaining > 0)
        await stage.press("y")

        assert stage.session.conversation.pending
        assert stage.app.chat.composer.text == "y"


async def test_a_request_that_came_meanwhile_is_answered_after_a_look(tmp_path: Path) -> None:
    async with on_stage(tmp_path) as stage:
        stage.app.app_suspend_signal.publish(stage.app)
        stage.ask(shell_request())
        stage.app.app_resume_signal.publish(stage.app)
        await stage.until(lambda: isinstance(stage.app.screen, PermissionScreen))
        await stage.shows("all shown ✓")
        await stage.quiet()
        await stage.press("y")

        await stage.until(lambda: not stage.session.conversation.pending)
