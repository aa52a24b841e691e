"""Keys by id: none twice, remapped by the settings, clashes told."""

from pathlib import Path

from textual.command import CommandPalette
from textual.widgets import OptionList

from tests.ui.stage import on_stage
from tui.config import keymap, keys
from tui.config.settings import Settings
from tui.ui.screens.help import HelpScreen
from tui.ui.screens.timeline import TimelineScreen
from tui.ui.transcript.view import TranscriptView


def test_no_key_is_used_twice_where_both_would_work() -> None:
    for places in keys.TOGETHER:
        used: dict[str, str] = {}
        for key in (key for place in places for key in keys.GROUPS[place]):
            for one in key.keys.split(","):
                assert used.setdefault(one, key.id) == key.id


def test_keys_that_are_other_keys_in_old_terminals_are_not_used() -> None:
    used = {one for key in keys.BY_ID.values() for one in key.keys.split(",")}

    assert used & {"ctrl+left_square_bracket", "ctrl+i", "ctrl+m", "ctrl+h"} == set()


def test_no_key_approves_everything() -> None:
    told = [f"{key.wording} {key.action}" for key in keys.BY_ID.values()]

    assert [words for words in told if "allow all" in words or "approve" in words] == []


def test_clashes_and_unknown_ids_are_told() -> None:
    chosen = {"view.timeline": "ctrl+f", "view.tim": "ctrl+y"}

    assert keymap.problems(chosen) == [
        "there is no action called view.tim",
        "ctrl+f is used for both view.timeline and view.find",
    ]
    assert keymap.problems({}) == []


async def test_help_in_a_dialog_begins_with_the_keys_of_the_dialog(tmp_path: Path) -> None:
    async with on_stage(tmp_path, (80, 24)) as stage:
        stage.ask()
        await stage.shows("Run a shell command")
        await stage.quiet()
        await stage.press("f1")
        await stage.until(lambda: isinstance(stage.app.screen, HelpScreen))

        await stage.shows("allow once")


def test_keys_are_spoken_as_people_write_them() -> None:
    assert keymap.spoken("ctrl+t,f6") == "Ctrl+T F6"
    assert keymap.spoken("alt+right,pageup,G") == "Alt+→ PgUp G"


def test_the_table_tells_what_the_conversation_binds() -> None:
    bound = {}
    for binding in TranscriptView.BINDINGS:
        assert not isinstance(binding, tuple)
        bound[binding.id] = (binding.key, binding.action)
    told = {
        key.id: (key.keys, key.action)
        for key in keys.CONVERSATION
        if key not in keys.BESIDE_THE_DRAFT
    }
    elsewhere = {"transcript.page_down", "transcript.page_up", "transcript.toggle_all"}

    assert told == {id: value for id, value in bound.items() if id not in elsewhere}


async def test_a_remapped_key_works_and_help_shows_it(tmp_path: Path) -> None:
    chosen = Settings(keys={"view.timeline": ["f7"], "draft.queue": "f8"})
    async with on_stage(tmp_path, settings=chosen) as stage:
        await stage.press("ctrl+t")
        assert stage.app.chat.is_active
        await stage.press("f7")
        assert isinstance(stage.app.screen, TimelineScreen)
        await stage.press("escape")
        stage.work()
        await stage.shows("working")
        await stage.press("a", "f8")
        await stage.shows("queued a")
        await stage.press("f1")
        assert isinstance(stage.app.screen, HelpScreen)
        for _ in range(5):
            if "F7" not in stage.text():
                await stage.press("pagedown")

        await stage.shows("F7")


async def test_a_clash_is_told_at_the_start(tmp_path: Path) -> None:
    async with on_stage(tmp_path, settings=Settings(keys={"view.timeline": "ctrl+f"})) as stage:
        await stage.shows("ctrl+f is used for both")


async def test_the_palette_finds_actions_by_their_names(tmp_path: Path) -> None:
    async with on_stage(tmp_path) as stage:
        await stage.press("ctrl+p")
        await stage.until(lambda: isinstance(stage.app.screen, CommandPalette))
        await stage.press(*"timeline of tool calls")
        hits = stage.app.screen.query_one(OptionList)
        await stage.until(lambda: hits.option_count == 1)
        await stage.press("down", "enter")

        await stage.until(lambda: isinstance(stage.app.screen, TimelineScreen))
