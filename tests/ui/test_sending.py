"""Where the view is after something was sent: at one's own prompt, or where one was reading."""

from pathlib import Path

from tests.ui.stage import READY, Stage, on_stage
from tui.model.events import ProseDone, UserSaid
from tui.model.identity import ItemId

LONG = (
    READY,
    UserSaid(item=ItemId("u"), text="tell me"),
    ProseDone(ItemId("p"), "the beginning\n\n" + "and so on\n\n" * 200),
)


async def read_the_beginning(stage: Stage) -> None:
    """Scroll away from the end."""
    await stage.press("ctrl+home")
    await stage.shows("the beginning")


async def test_sending_shows_the_prompt_that_was_sent(tmp_path: Path) -> None:
    async with on_stage(tmp_path, first=LONG) as stage:
        await read_the_beginning(stage)
        await stage.press(*"mine", "enter")

        await stage.shows("▌ mine")
        assert stage.app.chat.transcript.new_items == 0


async def test_steering_shows_the_prompt_that_was_sent(tmp_path: Path) -> None:
    async with on_stage(tmp_path, first=LONG) as stage:
        stage.work()
        await read_the_beginning(stage)
        await stage.press(*"mine", "enter")

        await stage.shows("▌ mine")


async def test_queueing_leaves_the_reader_where_they_are(tmp_path: Path) -> None:
    async with on_stage(tmp_path, first=LONG) as stage:
        stage.work()
        await read_the_beginning(stage)
        await stage.press(*"mine", "tab")
        await stage.shows("queued mine")

        assert "the beginning" in stage.text()
