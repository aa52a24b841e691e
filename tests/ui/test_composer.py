"""Writing: sending, queueing, history, offers, pastes, pictures, shell, editor."""

import stat
from pathlib import Path

from textual.events import Key, Paste

from tests.support.processes import until
from tests.ui.stage import Stage, on_stage
from tui.config.drafts import drafts_folder
from tui.config.load import load_settings
from tui.conversation.state import UserText
from tui.model.events import TurnEnded
from tui.model.words import TurnOutcome
from tui.ui.draft_keeper import SOON


def said(stage: Stage) -> list[str]:
    """Return what was said to the agent."""
    items = stage.session.conversation.items.values()
    return [item.text for item in items if isinstance(item, UserText)]


async def test_every_newline_key_begins_a_line(tmp_path: Path) -> None:
    async with on_stage(tmp_path) as stage:
        await stage.press("a", "shift+enter", "b", "alt+enter", "c", "ctrl+j", "d")
        assert stage.app.chat.composer.text == "a\nb\nc\nd"
        await stage.press("backslash", "enter", "e")

        assert stage.app.chat.composer.text == "a\nb\nc\nd\ne"
        await stage.press("enter")
        assert said(stage) == ["a\nb\nc\nd\ne"]


async def test_enter_steers_where_the_agent_can(tmp_path: Path) -> None:
    async with on_stage(tmp_path) as stage:
        stage.work()
        await stage.shows("Enter steer now")
        await stage.press(*"also this", "enter")

        assert said(stage) == ["also this"]
        assert stage.app.chat.live is not None
        assert stage.app.chat.live.queue == []


async def test_enter_queues_where_the_agent_cannot_be_steered_and_says_so(tmp_path: Path) -> None:
    async with on_stage(tmp_path, mouth="demo-gemini") as stage:
        stage.work()
        await stage.shows("Enter queue (cannot be steered)")
        await stage.press(*"later", "enter")

        assert said(stage) == []
        await stage.shows("queued later")


async def test_tab_queues_and_the_queue_goes_when_the_turn_ends(tmp_path: Path) -> None:
    async with on_stage(tmp_path) as stage:
        stage.work()
        await stage.shows("working")
        await stage.press(*"one", "tab", *"two", "tab")
        await stage.shows("queued two")
        assert said(stage) == []
        stage.tell(TurnEnded(outcome=TurnOutcome.COMPLETED))
        await stage.until(lambda: said(stage))

        assert said(stage)[0] == "one"


async def test_a_queue_is_held_after_a_stop_and_goes_by_enter(tmp_path: Path) -> None:
    async with on_stage(tmp_path) as stage:
        stage.work()
        await stage.shows("working")
        await stage.press(*"one", "tab")
        stage.tell(TurnEnded(outcome=TurnOutcome.INTERRUPTED))
        await stage.shows("Enter on an empty draft sends the next")
        assert said(stage) == []
        await stage.press("enter")

        assert said(stage) == ["one"]


async def test_a_queued_prompt_is_taken_back_into_the_draft(tmp_path: Path) -> None:
    async with on_stage(tmp_path) as stage:
        stage.work()
        await stage.shows("working")
        await stage.press(*"one", "tab", *"two", "tab", "alt+up")
        assert stage.app.chat.composer.text == "two"
        await stage.press("ctrl+c", "alt+up", "ctrl+c", "alt+up")

        await stage.shows("nothing is queued that could be taken back")


async def test_arrows_at_the_edges_walk_through_past_prompts(tmp_path: Path) -> None:
    async with on_stage(tmp_path) as stage:
        await stage.press(*"first", "enter", *"second", "enter", *"unsent")
        await stage.press("up")
        assert stage.app.chat.composer.text == "second"
        await stage.press("up", "up")
        assert stage.app.chat.composer.text == "first"
        await stage.press("down", "down")

        assert stage.app.chat.composer.text == "unsent"


async def test_arrows_move_within_a_draft_of_several_lines(tmp_path: Path) -> None:
    async with on_stage(tmp_path) as stage:
        await stage.press(*"first", "enter")
        await stage.write("one\ntwo")
        await stage.press("up")
        assert stage.app.chat.composer.text == "one\ntwo"
        await stage.press("down")

        assert stage.app.chat.composer.cursor_location[0] == 1


async def test_ctrl_r_searches_all_past_prompts(tmp_path: Path) -> None:
    async with on_stage(tmp_path) as stage:
        await stage.press(*"mend the roof", "enter", *"paint the door", "enter")
        await stage.press("ctrl+r", *"roof")
        await stage.shows("past prompts 1 of 1")
        await stage.press("enter")
        await stage.pilot.pause()

        assert stage.app.chat.composer.text == "mend the roof"
        assert not stage.app.chat.prompt.busy


async def test_escape_leaves_the_search_with_the_draft_as_it_was(tmp_path: Path) -> None:
    async with on_stage(tmp_path) as stage:
        await stage.press(*"mend the roof", "enter", *"dr", "ctrl+r", *"xyz", "escape")
        await stage.pilot.pause()

        assert stage.app.chat.composer.text == "dr"


async def test_slash_offers_commands_of_the_agent_and_ours(tmp_path: Path) -> None:
    async with on_stage(tmp_path) as stage:
        await stage.press("/")
        await stage.shows("/compact")
        await stage.shows("/new")
        await stage.press(*"comp", "tab")

        assert stage.app.chat.composer.text == "/compact "
        await stage.press("enter")
        assert said(stage) == ["/compact"]


async def test_our_commands_do_what_their_keys_do(tmp_path: Path) -> None:
    async with on_stage(tmp_path) as stage:
        await stage.press(*"/timeline", "enter", "enter")
        await stage.shows("TIMELINE")
        await stage.press("escape", *"/mode plan", "enter")
        await stage.shows("mode plan:")
        assert said(stage) == []


async def test_a_theme_is_kept_by_its_name_and_one_that_is_not_there_is_told(
    tmp_path: Path,
) -> None:
    async with on_stage(tmp_path) as stage:
        await stage.press(*"/theme nowhere", "enter")
        await stage.shows("There is no theme called nowhere.")
        assert stage.app.settings.theme == "ink"
        await stage.press(*"/theme paper", "enter")
        await stage.until(lambda: stage.app.settings.theme == "paper")

    assert until(lambda: load_settings().settings.theme == "paper")


async def test_a_picture_without_a_name_is_asked_for(tmp_path: Path) -> None:
    async with on_stage(tmp_path) as stage:
        await stage.press(*"/image", "escape", "enter")
        await stage.shows("name the picture: /image PATH")
        assert stage.app.chat.composer.text == ""


async def test_at_offers_files_but_none_that_git_ignores(tmp_path: Path) -> None:
    async with on_stage(tmp_path) as stage:
        work = tmp_path / "work"
        (work / ".gitignore").write_text("*.log\n")
        (work / "greeting.py").touch()
        (work / "grim.log").touch()
        await stage.press(*"look at @greet")
        await stage.shows("files 1 of 1")
        await stage.press("tab")
        await stage.pilot.pause()

        assert stage.app.chat.composer.text == "look at @greeting.py "


async def test_a_large_paste_is_folded_and_sent_whole(tmp_path: Path) -> None:
    async with on_stage(tmp_path) as stage:
        paste = "\n".join(f"line {number}" for number in range(50))
        stage.app.chat.composer.post_message(Paste(paste))
        await stage.shows("[paste 1: 50 lines]")
        await stage.press("enter")

        assert said(stage) == [paste]


async def test_a_folded_paste_can_be_unfolded(tmp_path: Path) -> None:
    async with on_stage(tmp_path) as stage:
        paste = "\n".join(f"line {number}" for number in range(20))
        stage.app.chat.composer.post_message(Paste(paste))
        await stage.shows("[paste 1: 20 lines]")
        await stage.press("ctrl+y")

        assert stage.app.chat.composer.text == paste


async def test_hidden_characters_of_a_paste_are_shown(tmp_path: Path) -> None:
    async with on_stage(tmp_path) as stage:
        stage.app.chat.composer.post_message(Paste("safe\x1b]0;title\x07\u202eevil"))
        await stage.pilot.pause()

        assert stage.app.chat.composer.text == "safe‹U+001B›]0;title‹U+0007›‹U+202E›evil"


async def test_the_path_of_a_picture_is_attached(tmp_path: Path) -> None:
    async with on_stage(tmp_path) as stage:
        picture = tmp_path / "work" / "cat.png"
        picture.write_bytes(b"\x89PNG\r\n\x1a\n")
        stage.app.chat.composer.post_message(Paste(str(picture)))
        await stage.shows("[picture 1: cat.png]")
        await stage.press("enter")
        await stage.until(lambda: said(stage))

        (item,) = [
            item for item in stage.session.conversation.items.values() if isinstance(item, UserText)
        ]
        assert (item.text.strip(), item.images) == ("[picture 1: cat.png]", 1)


async def test_an_exclamation_mark_runs_a_command_and_offers_its_output(tmp_path: Path) -> None:
    async with on_stage(tmp_path) as stage:
        await stage.press(*"!ls -la", "enter")
        await stage.shows("output of ls -la")
        await stage.shows("exit code 0")
        await stage.press("enter")
        await stage.until(lambda: stage.app.chat.composer.text)

        assert stage.commands == ["ls -la"]
        assert said(stage) == []
        text, _ = stage.app.chat.composer.folds.expand(stage.app.chat.composer.text)
        assert text == "$ ls -la\noutput of ls -la\nsecond line\n"


def kept_drafts() -> str:
    """Return what the files of drafts say."""
    return "".join(file.read_text() for file in drafts_folder().glob("*.jsonl"))


async def test_the_draft_is_on_disk_within_a_second(tmp_path: Path) -> None:
    async with on_stage(tmp_path) as stage:
        await stage.press(*"precious")
        await stage.until(lambda: '"text":"precious"' in kept_drafts())
        (file,) = drafts_folder().glob("*.jsonl")

        assert SOON < 1.0
        assert stat.S_IMODE(file.stat().st_mode) == 0o600


async def test_a_draft_left_behind_is_back_next_time(tmp_path: Path) -> None:
    async with on_stage(tmp_path) as stage:
        await stage.press(*"not yet sent")
        stage.app.leave()
    async with on_stage(tmp_path) as stage:
        await stage.shows("your draft from last time is back")

        assert stage.app.chat.composer.text == "not yet sent"


async def test_a_sent_draft_is_not_offered_again(tmp_path: Path) -> None:
    async with on_stage(tmp_path) as stage:
        await stage.press(*"sent", "enter")
        stage.app.leave()
    async with on_stage(tmp_path) as stage:
        await stage.settle()

        assert stage.app.chat.composer.text == ""


async def test_prompts_typed_before_the_agent_is_up_are_kept(tmp_path: Path) -> None:
    async with on_stage(tmp_path, first=()) as stage:
        await stage.shows("○ starting")
        await stage.press(*"early bird", "enter")

        await stage.shows("early bird")


async def test_what_is_typed_right_after_enter_is_the_next_draft(tmp_path: Path) -> None:
    async with on_stage(tmp_path) as stage:
        for key in ("g", "o", "enter", "enter", "o", "n"):
            stage.app.post_message(Key(key, key if len(key) == 1 else None))
        await stage.until(lambda: said(stage))
        await stage.until(lambda: stage.app.chat.composer.text == "on")
        assert said(stage) == ["go"]
        await stage.until(lambda: stage.app.desk.sessions[0].draft == "on")


async def test_a_prompt_that_cannot_be_sent_is_given_back_with_what_was_typed_since(
    tmp_path: Path,
) -> None:
    async with on_stage(tmp_path) as stage:
        await stage.press("alt+w")
        await stage.until(lambda: not stage.app.desk.sessions)
        for key in ("g", "o", "enter", "o", "n"):
            stage.app.post_message(Key(key, key if len(key) == 1 else None))
        await stage.shows("no session is open")
        await stage.until(lambda: stage.app.chat.composer.text == "goon")
