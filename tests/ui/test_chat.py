"""The conversation screen: sessions, views, stopping, ends."""

from pathlib import Path

from tests.ui.stage import on_stage
from tui.errors import AgentUnavailableError
from tui.model.capabilities import Mode
from tui.model.events import (
    ActivityChanged,
    ProseGrew,
    SessionEnded,
    SettingChanged,
    ToolStarted,
    TurnEnded,
    TurnStarted,
)
from tui.model.identity import ItemId
from tui.model.tools import ToolKind
from tui.model.words import Activity, EndReason, TurnOutcome
from tui.ui.screens.help import HelpScreen
from tui.ui.screens.inspector import InspectorScreen
from tui.ui.screens.models import ModelScreen
from tui.ui.screens.new_session import NewSessionScreen
from tui.ui.screens.settings import SettingsScreen
from tui.ui.screens.timeline import TimelineScreen
from tui.ui.states import State


def done(outcome: TurnOutcome = TurnOutcome.COMPLETED) -> TurnEnded:
    """Return the end of a turn."""
    return TurnEnded(outcome=outcome)


async def test_what_the_agent_says_is_on_the_screen(tmp_path: Path) -> None:
    async with on_stage(tmp_path) as stage:
        stage.work()
        stage.tell(ProseGrew(ItemId("p"), "It rains in "), ProseGrew(ItemId("p"), "the harbour."))

        await stage.shows("It rains in the harbour.")
        await stage.shows("● working")


async def test_enter_sends_the_draft_and_shows_it_at_once(tmp_path: Path) -> None:
    async with on_stage(tmp_path) as stage:
        await stage.press(*"hello", "enter")

        await stage.shows("hello")
        assert stage.app.chat.composer.text == ""
        assert [prompt.text for prompt in stage.app.past.all()] == ["hello"]


async def test_escape_stops_the_turn_and_says_so(tmp_path: Path) -> None:
    async with on_stage(tmp_path) as stage:
        stage.work()
        await stage.shows("working")
        await stage.press("escape")

        await stage.shows("stopping; Esc again within 2 s ends the agent's process")


async def test_a_second_escape_ends_the_process(tmp_path: Path) -> None:
    async with on_stage(tmp_path) as stage:
        stage.work()
        await stage.shows("working")
        await stage.press("escape", "escape")

        await stage.shows("ending the agent's process")


async def test_silence_is_told_with_what_is_waited_for(tmp_path: Path) -> None:
    async with on_stage(tmp_path, (140, 30)) as stage:
        stage.work()
        stage.tell(
            ToolStarted(
                call=ItemId("t"), kind=ToolKind.SHELL, name="Bash", title="make all", input={}
            )
        )
        await stage.shows("make all")
        live = stage.app.chat.live
        assert live is not None
        live.heard_at -= 75

        await stage.shows("◌ no sign for 1:1")
        await stage.shows("no process runs · waiting for Bash make all")
        await stage.shows("Esc stop  Esc Esc end it")


async def test_an_agent_that_dies_leaves_its_words_and_says_why(tmp_path: Path) -> None:
    async with on_stage(tmp_path) as stage:
        stage.work()
        stage.tell(ProseGrew(ItemId("p"), "Half a sen"))
        stage.tell(done(TurnOutcome.FAILED))
        ended = SessionEnded(
            reason=EndReason.FAILED,
            exit_code=9,
            error="The agent was killed",
            stderr="first\nheap out of memory\n",
        )
        stage.session.finish(ended)

        await stage.shows("Half a sen")
        await stage.shows("✕ The agent was killed (exit 9)")
        await stage.shows("heap out of memory")
        await stage.shows("restart and resume")


async def test_r_restarts_and_resumes_with_everything_still_there(tmp_path: Path) -> None:
    async with on_stage(tmp_path) as stage:
        stage.work()
        stage.tell(ProseGrew(ItemId("p"), "Half a sen"), done(TurnOutcome.FAILED))
        stage.session.finish(SessionEnded(reason=EndReason.FAILED, error="It died"))
        await stage.shows("It died")
        await stage.press("r")
        await stage.quiet()
        await stage.until(lambda: len(stage.sessions) == 2)

        assert stage.openings[1].resume == "11111111-2222-4333-8444-555555555555"
        await stage.shows("Half a sen")
        assert "It died" not in stage.text()
        assert stage.app.chat.composer.text == ""


async def test_a_prompt_that_begins_with_r_is_not_a_restart(tmp_path: Path) -> None:
    async with on_stage(tmp_path) as stage:
        stage.session.finish(SessionEnded(reason=EndReason.FAILED, error="It died"))
        await stage.shows("It died")
        await stage.press(*"run")
        await stage.quiet()

        assert stage.app.chat.composer.text == "run"
        assert len(stage.sessions) == 1


async def test_a_prompt_to_an_ended_session_restarts_it(tmp_path: Path) -> None:
    async with on_stage(tmp_path) as stage:
        stage.session.finish(SessionEnded(reason=EndReason.FAILED, error="It died"))
        await stage.shows("It died")
        await stage.press(*"go on", "enter")
        await stage.until(lambda: len(stage.sessions) == 2)

        await stage.shows("go on")


async def test_an_agent_that_cannot_be_started_is_told_with_a_remedy(tmp_path: Path) -> None:
    async with on_stage(tmp_path) as stage:
        stage.refusal = AgentUnavailableError("Codex is not installed.", "npm i -g codex")
        await stage.press("ctrl+n")
        await stage.shows("2 of 3 agents can be used")
        await stage.press("enter")

        await stage.shows("✕ Codex is not installed.")
        await stage.shows("npm i -g codex")


async def test_sessions_have_tabs_with_their_state(tmp_path: Path) -> None:
    async with on_stage(tmp_path) as stage:
        await stage.press("ctrl+n")
        await stage.shows("agents can be used")
        await stage.press("enter")
        await stage.until(lambda: len(stage.sessions) == 2)
        first, second = stage.app.desk.sessions
        stage.sessions[0].note(TurnStarted("1"))
        await stage.until(lambda: first.state is State.WORKING)

        assert stage.app.chat.live is second
        await stage.press("alt+left")
        assert stage.app.chat.live is first
        await stage.press("alt+2")
        assert stage.app.chat.live is second
        await stage.press("alt+right")
        assert stage.app.chat.live is first


async def test_alt_a_goes_to_the_session_that_needs_you(tmp_path: Path) -> None:
    async with on_stage(tmp_path) as stage:
        await stage.press("ctrl+n")
        await stage.shows("agents can be used")
        await stage.press("enter")
        await stage.until(lambda: len(stage.sessions) == 2)
        first = stage.sessions.pop(0)
        stage.sessions.append(first)
        stage.ask()
        await stage.shows("▲ 1 needs you")
        assert stage.app.chat.live is stage.app.desk.sessions[1]
        await stage.press("alt+a")

        await stage.shows("Run a shell command (Bash)")
        assert stage.app.chat.live is stage.app.desk.sessions[1]
        await stage.quiet()
        await stage.press("o")

        await stage.until(lambda: stage.app.chat.live is stage.app.desk.sessions[0])


async def test_alt_a_says_when_nothing_waits(tmp_path: Path) -> None:
    async with on_stage(tmp_path) as stage:
        await stage.press("alt+a")

        await stage.shows("no session needs you")


async def test_each_session_keeps_its_draft(tmp_path: Path) -> None:
    async with on_stage(tmp_path) as stage:
        await stage.press(*"first draft")
        await stage.press("ctrl+n")
        await stage.shows("agents can be used")
        await stage.press("enter")
        await stage.until(lambda: len(stage.sessions) == 2)
        await stage.press(*"second")
        await stage.press("alt+1")
        assert stage.app.chat.composer.text == "first draft"
        await stage.press("alt+2")

        assert stage.app.chat.composer.text == "second"


async def test_closing_a_session_shows_its_neighbour(tmp_path: Path) -> None:
    async with on_stage(tmp_path) as stage:
        await stage.press("ctrl+n")
        await stage.shows("agents can be used")
        await stage.press("enter")
        await stage.until(lambda: len(stage.sessions) == 2)
        await stage.press("alt+w")
        await stage.until(lambda: len(stage.app.desk.sessions) == 1)

        assert stage.app.chat.live is stage.app.desk.sessions[0]


async def test_a_working_session_is_not_closed(tmp_path: Path) -> None:
    async with on_stage(tmp_path) as stage:
        stage.work()
        await stage.shows("working")
        await stage.press("alt+w")

        await stage.shows("stop it with Esc before closing")


async def test_shift_tab_takes_the_next_mode(tmp_path: Path) -> None:
    async with on_stage(tmp_path) as stage:
        await stage.press("shift+tab")

        await stage.shows("mode edits:")


async def test_the_status_tells_the_mode_the_agent_is_in(tmp_path: Path) -> None:
    async with on_stage(tmp_path) as stage:
        stage.tell(SettingChanged(mode=Mode.PLAN))

        await stage.shows("✓ ready · plan")


async def test_dialogs_open_by_their_keys_and_close_by_escape(tmp_path: Path) -> None:
    dialogs = {
        "f1": HelpScreen,
        "question_mark": HelpScreen,
        "f2": SettingsScreen,
        "f12": InspectorScreen,
        "ctrl+t": TimelineScreen,
        "alt+p": ModelScreen,
        "ctrl+n": NewSessionScreen,
    }
    async with on_stage(tmp_path) as stage:
        for key, kind in dialogs.items():
            await stage.press(key)
            await stage.until(lambda kind=kind: isinstance(stage.app.screen, kind))  # type: ignore[misc]  # a default keeps the loop's value
            await stage.press("escape")
            await stage.until(lambda: stage.app.screen is stage.app.chat)


async def test_the_sidebar_comes_with_width_and_by_key(tmp_path: Path) -> None:
    async with on_stage(tmp_path, (120, 30)) as stage:
        await stage.shows("THIS SESSION")
        await stage.press("ctrl+b")
        await stage.until(lambda: "THIS SESSION" not in stage.text())
        await stage.pilot.resize_terminal(90, 30)
        await stage.press("f9")
        await stage.shows("THIS SESSION")
        await stage.press("escape")

        await stage.until(lambda: "THIS SESSION" not in stage.text())


async def test_ctrl_c_clears_the_draft_then_asks_then_quits(tmp_path: Path) -> None:
    async with on_stage(tmp_path) as stage:
        await stage.press(*"some words", "ctrl+c")
        assert stage.app.chat.composer.text == ""
        await stage.press("ctrl+c")
        await stage.shows("Ctrl+C again quits")
        await stage.press("ctrl+c")

        assert stage.app.return_code == 0


async def test_ctrl_d_quits_only_on_an_empty_draft(tmp_path: Path) -> None:
    async with on_stage(tmp_path) as stage:
        await stage.press("a", "ctrl+d")
        assert stage.app.is_running
        await stage.press("backspace", "ctrl+d")
        await stage.pilot.pause()

        assert stage.app.return_code == 0


async def test_find_marks_hits_and_escape_gives_the_view_the_keyboard(tmp_path: Path) -> None:
    async with on_stage(tmp_path) as stage:
        stage.work()
        stage.tell(ProseGrew(ItemId("p"), "needle in a haystack"))
        await stage.shows("needle")
        await stage.press("ctrl+f", *"needle", "enter", "escape")
        await stage.pilot.pause()

        assert stage.app.chat.transcript.has_focus
        await stage.press("f6")
        assert stage.app.chat.composer.has_focus


async def test_the_agents_own_word_beats_the_end_of_a_turn(tmp_path: Path) -> None:
    async with on_stage(tmp_path) as stage:
        stage.work()
        stage.tell(ActivityChanged(Activity.WORKING, "compacting"))
        await stage.shows("compacting")
        stage.tell(done(), ActivityChanged(Activity.IDLE))

        await stage.shows("✓ ready")


async def test_small_and_large_terminals_show_the_conversation(tmp_path: Path) -> None:
    async with on_stage(tmp_path, (40, 10)) as stage:
        stage.work()
        stage.tell(ProseGrew(ItemId("p"), "small words"))
        await stage.shows("small words")
        for size in ((250, 70), (1, 1), (20, 5), (80, 24), (40, 10)):
            await stage.pilot.resize_terminal(*size)
            await stage.pilot.pause()

        await stage.shows("small words")
