"""Keys that open something, and what is typed right after them: it is for what they open."""

from pathlib import Path

import pytest
from textual.events import Key
from textual.widgets import Input

from tests.ui.stage import Stage, on_stage
from tests.ui.terminal import terminal
from tui.config.keymap import effective, problems
from tui.model.events import ToolFinished, ToolStarted, UserSaid
from tui.model.identity import ItemId
from tui.model.tools import Outcome, ToolKind
from tui.ui.screens.timeline import TimelineScreen


def type_at_once(stage: Stage, key: str, letters: str) -> None:
    """Press a key and letters before anything can be done about any of them."""
    stage.app.post_message(Key(key, None))
    for letter in letters:
        name = "slash" if letter == "/" else letter
        stage.app.post_message(Key(name, letter))


def typed(stage: Stage) -> str:
    """Return what stands in the line that has the keyboard."""
    focused = stage.app.screen.focused
    return focused.value if isinstance(focused, Input) else ""


def call(stage: Stage, title: str) -> None:
    """Let the agent run a command."""
    stage.tell(
        UserSaid(item=ItemId("u"), text="go"),
        ToolStarted(call=ItemId(title), kind=ToolKind.SHELL, name="Bash", title=title, input={}),
        ToolFinished(call=ItemId(title), outcome=Outcome.OK),
    )


@pytest.mark.parametrize("key", ["ctrl+s", "ctrl+f"])
async def test_letters_after_the_key_are_in_the_line_it_opens(tmp_path: Path, key: str) -> None:
    async with on_stage(tmp_path) as stage:
        call(stage, "ls")
        await stage.settle()
        await stage.press(*"draft")
        type_at_once(stage, key, "tz fixture/é")
        await stage.until(lambda: typed(stage) == "tz fixture/é")

        assert stage.app.chat.composer.text == "draft"


@pytest.mark.parametrize("key", ["ctrl+t", "f12"])
async def test_the_key_that_finds_there_may_follow_at_once(tmp_path: Path, key: str) -> None:
    async with on_stage(tmp_path) as stage:
        call(stage, "ls")
        await stage.settle()
        type_at_once(stage, key, "/a/b")
        await stage.until(lambda: typed(stage) == "a/b")

        assert stage.app.chat.composer.text == ""


async def test_letters_after_the_timelines_key_are_its_filters(tmp_path: Path) -> None:
    async with on_stage(tmp_path) as stage:
        call(stage, "ls")
        await stage.settle()
        type_at_once(stage, "ctrl+t", "d")
        await stage.shows("[d denied]")

        assert isinstance(stage.app.screen, TimelineScreen)
        assert stage.app.chat.composer.text == ""


async def test_letters_after_the_key_to_the_conversation_are_for_it(tmp_path: Path) -> None:
    async with on_stage(tmp_path) as stage:
        call(stage, "ls")
        await stage.shows("ls")
        type_at_once(stage, "f6", "/a/b")
        await stage.until(lambda: typed(stage) == "a/b")

        assert stage.app.chat.composer.text == ""


async def test_words_of_the_journal_may_follow_at_once(tmp_path: Path) -> None:
    async with on_stage(tmp_path) as stage:
        type_at_once(stage, "alt+j", "/a/b")

        await stage.until(lambda: typed(stage) == "a/b")


def test_a_burst_of_bytes_reaches_the_search_line_in_order(tmp_path: Path) -> None:
    with terminal(tmp_path) as run:
        run.shows("Enter send")
        run.send("draft\x13pytest in order/ü\x7fü")
        run.shows("pytest in order/ü")
        run.send("\x1b")
        run.shows("Enter send")
        assert "│draft" in run.text.replace(" ", "")
        run.send("\x14/abc")
        run.shows("“abc”")


def test_no_letter_of_drafts_can_open_something() -> None:
    chosen = {"view.timeline": "t", "app.help": "?", "timeline.find": "z", "view.find": "alt+x"}

    assert problems(chosen) == [
        "t is typed in drafts, so it cannot be view.timeline",
        "question_mark is typed in drafts, so it cannot be app.help",
    ]
    assert [effective(chosen)[id] for id in chosen] == ["ctrl+t", "f1", "z", "alt+x"]
