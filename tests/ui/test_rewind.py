"""Esc twice at rest offers the earlier prompts of a session."""

from pathlib import Path

from tests.ui.stage import Stage, on_stage
from tui.model.events import TurnEnded, UserSaid
from tui.model.identity import ItemId
from tui.model.words import TurnOutcome
from tui.ui.screens.rewind import RewindScreen


async def talked(stage: Stage) -> None:
    """Let two prompts be said."""
    for number, text in enumerate(["mend the roof", "paint the door"]):
        stage.tell(UserSaid(item=ItemId(f"u{number}"), text=text))
    await stage.shows("paint the door")


async def test_escape_twice_at_rest_offers_the_earlier_prompts(tmp_path: Path) -> None:
    async with on_stage(tmp_path) as stage:
        await talked(stage)
        await stage.press("escape")
        await stage.shows("nothing to stop · Esc again: earlier prompts of this session")
        await stage.press("escape")
        assert isinstance(stage.app.screen, RewindScreen)
        await stage.press("up", "enter")
        await stage.until(lambda: stage.app.screen is stage.app.chat)

        assert stage.app.chat.composer.text == "mend the roof"
        await stage.shows("still remembers what followed")


async def test_escape_with_words_in_the_draft_offers_nothing(tmp_path: Path) -> None:
    async with on_stage(tmp_path) as stage:
        await talked(stage)
        await stage.press("a", "escape", "escape")
        await stage.pilot.pause()

        assert stage.app.screen is stage.app.chat
        assert stage.app.chat.composer.text == "a"


async def test_escape_stops_a_turn_before_it_offers_anything(tmp_path: Path) -> None:
    async with on_stage(tmp_path) as stage:
        await talked(stage)
        stage.work()
        await stage.shows("● working")
        await stage.press("escape")
        await stage.shows("stopping; Esc again")
        stage.clock.forward(5.0)
        stage.tell(TurnEnded(outcome=TurnOutcome.INTERRUPTED))
        await stage.shows("✓ ready")
        await stage.press("escape")

        assert stage.app.screen is stage.app.chat


async def test_a_key_and_a_command_open_it_too(tmp_path: Path) -> None:
    async with on_stage(tmp_path) as stage:
        await talked(stage)
        await stage.press("alt+z")
        for key in ("q", "escape"):
            await stage.until(lambda: isinstance(stage.app.screen, RewindScreen))
            await stage.press(key)
            await stage.until(lambda: stage.app.screen is stage.app.chat)
            await stage.press(*"/rewind", "enter")
            await stage.until(lambda: isinstance(stage.app.screen, RewindScreen))


async def test_f_goes_on_in_a_copy_where_the_agent_makes_one(tmp_path: Path) -> None:
    async with on_stage(tmp_path) as stage:
        await talked(stage)
        await stage.press("alt+z", "f")
        await stage.until(lambda: len(stage.sessions) == 2)

        opening = stage.openings[1]
        assert (opening.resume, opening.fork) == ("11111111-2222-4333-8444-555555555555", True)
        assert stage.app.chat.composer.text == "paint the door"
        await stage.shows("▌ mend the roof")
        assert len(stage.app.desk.sessions) == 2


async def test_an_agent_that_makes_no_copies_says_so(tmp_path: Path) -> None:
    async with on_stage(tmp_path, mouth="demo-gemini") as stage:
        await talked(stage)
        await stage.press("alt+z")
        await stage.shows("makes no copies")
        await stage.press("f")

        assert isinstance(stage.app.screen, RewindScreen)
        assert len(stage.sessions) == 1


async def test_a_new_session_has_no_earlier_prompts(tmp_path: Path) -> None:
    async with on_stage(tmp_path) as stage:
        await stage.press("alt+z")
        await stage.shows("nothing was said in this session yet")

        assert stage.app.screen is stage.app.chat
