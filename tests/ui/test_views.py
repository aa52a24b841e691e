"""Keys that move through a conversation, between tabs and out of dialogs."""

import re
import signal
from pathlib import Path

from tests.ui.stage import Stage, on_stage
from tests.ui.terminal import terminal
from tui.model.events import NoticeRaised, ProseDone, Retry, SessionEnded
from tui.model.identity import ItemId
from tui.model.words import EndReason
from tui.ui.screens.help import HelpScreen
from tui.ui.screens.shell import ShellScreen
from tui.ui.widgets.find_bar import FindBar


async def talked(stage: Stage) -> None:
    """Let the agent say more than fits the screen."""
    stage.tell(ProseDone(ItemId("p"), "\n\n".join(f"needle {number}." for number in range(60))))
    await stage.shows("needle 59.")


async def test_pages_and_ends_are_reached_from_the_draft(tmp_path: Path) -> None:
    async with on_stage(tmp_path) as stage:
        await talked(stage)
        await stage.press("pageup")
        await stage.until(lambda: "needle 59." not in stage.text())
        await stage.press("pagedown")
        await stage.shows("needle 59.")
        await stage.press("ctrl+home")
        await stage.shows("needle 0.")
        await stage.press("ctrl+end")

        await stage.shows("needle 59.")
        assert stage.app.chat.composer.has_focus


async def test_a_slash_looks_for_words_when_the_conversation_has_the_keyboard(
    tmp_path: Path,
) -> None:
    async with on_stage(tmp_path) as stage:
        await talked(stage)
        await stage.press("f6", "slash", *"needle")
        assert isinstance(stage.app.focused, FindBar)
        await stage.shows("hit 60 of 60")
        for key, place in {"enter": 1, "down": 2, "shift+enter": 1, "up": 60}.items():
            await stage.press(key)
            await stage.shows(f"hit {place} of 60")
        await stage.press(*"zzz")

        await stage.shows("not found")


async def test_escape_leaves_the_line_and_again_goes_back_to_where_one_was(tmp_path: Path) -> None:
    async with on_stage(tmp_path) as stage:
        await talked(stage)
        before = stage.app.chat.transcript.scroll_offset
        await stage.press("ctrl+f", *"needle 3.")
        await stage.shows("hit 1 of 1")
        await stage.press("escape", "n")
        await stage.shows("hit 1 of 1 · n next · N previous · Esc back to where you were")
        assert stage.app.chat.transcript.scroll_offset != before
        await stage.press("escape")

        await stage.until(lambda: stage.app.chat.transcript.scroll_offset == before)
        assert stage.app.chat.transcript.search is None


async def test_closing_keys_close_the_help(tmp_path: Path) -> None:
    async with on_stage(tmp_path) as stage:
        for key in ("escape", "q", "question_mark", "f1"):
            await stage.press("f1")
            assert isinstance(stage.app.screen, HelpScreen)
            await stage.press(key)
            await stage.until(lambda: stage.app.screen is stage.app.chat)


async def test_output_that_is_not_wanted_is_left(tmp_path: Path) -> None:
    async with on_stage(tmp_path) as stage:
        for key in ("escape", "q"):
            await stage.press(*"!ls", "enter")
            await stage.shows("exit code 0")
            assert isinstance(stage.app.screen, ShellScreen)
            await stage.press(key)
            await stage.until(lambda: stage.app.screen is stage.app.chat)

        assert stage.app.chat.composer.text == ""


async def test_every_tab_has_a_number(tmp_path: Path) -> None:
    async with on_stage(tmp_path, (160, 30)) as stage:
        for _ in range(8):
            stage.app.hosting.open(stage.app.desk.sessions[0].opening)
        await stage.until(lambda: len(stage.sessions) == 9)
        for number, key in enumerate(
            ("alt+1", "alt+2", "alt+3", "alt+4", "alt+5", "alt+6", "alt+7", "alt+8", "alt+9")
        ):
            await stage.press(key)
            assert stage.app.chat.live is stage.app.desk.sessions[number]


async def test_alt_r_restarts_an_agent_that_ended(tmp_path: Path) -> None:
    async with on_stage(tmp_path) as stage:
        stage.session.finish(SessionEnded(reason=EndReason.FAILED, error="It died"))
        await stage.shows("It died")
        await stage.press(*"a draft", "alt+r")
        await stage.until(lambda: len(stage.sessions) == 2)

        assert stage.app.chat.composer.text == "a draft"


async def test_a_cleared_draft_comes_back_and_goes_again(tmp_path: Path) -> None:
    async with on_stage(tmp_path) as stage:
        composer = stage.app.chat.composer
        await stage.press(*"long thought", "ctrl+c")
        await stage.shows("draft cleared · Ctrl+_ brings it back")
        assert composer.text == ""
        await stage.press("ctrl+underscore")
        assert composer.text == "long thought"
        await stage.press("alt+y")

        assert composer.text == ""


async def test_letters_with_alt_that_mean_nothing_write_nothing(tmp_path: Path) -> None:
    async with on_stage(tmp_path) as stage:
        await stage.press("alt+k", "alt+q")

        assert stage.app.chat.composer.text == ""


async def test_where_the_terminal_cannot_be_lent_the_editor_says_so(tmp_path: Path) -> None:
    async with on_stage(tmp_path) as stage:
        await stage.press(*"words", "ctrl+g")
        await stage.shows("this terminal cannot be lent to an editor")

        assert stage.app.chat.composer.text == "words"


async def test_redrawing_changes_nothing(tmp_path: Path) -> None:
    async with on_stage(tmp_path) as stage:
        await talked(stage)
        before = stage.lines()[1:]
        await stage.press("ctrl+l")
        await stage.pilot.pause()

        assert stage.lines()[1:] == before


async def test_ctrl_q_quits(tmp_path: Path) -> None:
    async with on_stage(tmp_path) as stage:
        await stage.press("ctrl+q")
        await stage.pilot.pause()

        assert stage.app.return_code == 0


def test_ctrl_z_goes_to_the_shell_and_comes_back(tmp_path: Path) -> None:
    with terminal(tmp_path) as run:
        run.shows("Enter send")
        run.send("kept")
        run.shows("kept")
        run.send({"ctrl+z": "\x1a"}["ctrl+z"])
        run.until(lambda: b"\x1b[?1049l" in run.raw, "leaving the screen")
        stat = Path(f"/proc/{run.child.pid}/stat")
        run.until(lambda: stat.read_text().rpartition(") ")[2].startswith("T"), "being stopped")
        run.child.kill(signal.SIGCONT)
        run.until(lambda: run.raw.count(b"\x1b[?1049h") > 1, "coming back")
        run.until(lambda: b"kept" in run.raw.rpartition(b"\x1b[?1049h")[2], "the draft again")
        run.until(lambda: b"parley" in run.raw.rpartition(b"\x1b[?1049h")[2], "the tabs again")
        run.send("!")

        run.shows("kept!")


def seconds_left(stage: Stage) -> int:
    """Return how long it takes until the agent tries again, as it is told."""
    found = re.search(r"try 2 of 10 in (\d) s", stage.text())
    return int(found[1]) if found else 0


async def test_a_retry_counts_down_also_when_it_was_there_before_one_looked(tmp_path: Path) -> None:
    async with on_stage(tmp_path) as stage:
        stage.work()
        retry = Retry(attempt=2, limit=10, delay_ms=9000)
        stage.tell(ProseDone(ItemId("p"), "Words."), NoticeRaised(text="Overloaded", retry=retry))
        await stage.shows("try 2 of 10 in ")
        before = seconds_left(stage)

        await stage.until(lambda: seconds_left(stage) < before)
