"""The timeline on the screen: rows, filters, details, finding, exporting, going there."""

import csv
from pathlib import Path

from msgspec.structs import replace

from tests.ui.pictures.scenes import DONE, TALK
from tests.ui.stage import NOON, Stage, conversation_of, on_stage, shell_request
from tui.agents.dialect import Reaction
from tui.config.paths import state_folder
from tui.model.arrival import Arrival
from tui.model.events import (
    Event,
    PermissionAsked,
    PermissionDecided,
    PermissionWithdrawn,
    ToolFinished,
    ToolStarted,
)
from tui.model.identity import ItemId, RequestId
from tui.model.permission import Decider, Decision, Verdict
from tui.model.tools import ChangeKind, FileChange, Outcome, ToolKind
from tui.sessions.updates import Update
from tui.ui.screens.timeline import TimelineScreen
from tui.ui.told import Past
from tui.ui.widgets.page import Page
from tui.ui.widgets.rows import Rows

FETCH: list[Event] = [
    ToolStarted(
        call=ItemId("f"), kind=ToolKind.FETCH, name="WebFetch", title="https://x", input={}
    ),
    ToolFinished(call=ItemId("f"), outcome=Outcome.DENIED, decided_by="denied by rule web"),
]


async def opened(stage: Stage) -> Rows:
    """Let the agent do a few things and open the timeline; return its rows."""
    stage.session.react(Reaction(tuple(TALK)))
    stage.tell(*FETCH)
    await stage.shows("https://x")
    await stage.press("ctrl+t")
    await stage.shows("TIMELINE 5 calls · 3 ok · 1 failed · 1 denied")
    return stage.app.screen.query_one(Rows)


def title_below_the_cursor(stage: Stage) -> str:
    """Return the first line of the details."""
    page = stage.app.screen.query_one(Page)
    return page.render_line(0).text.strip()


async def test_filters_show_some_calls_and_say_how_many_are_left_out(tmp_path: Path) -> None:
    async with on_stage(tmp_path) as stage:
        rows = await opened(stage)
        for key, count in {"f": 1, "e": 1, "s": 2, "w": 1, "d": 1}.items():
            await stage.press(key)
            assert rows.count == count, key
            await stage.shows(f"{5 - count} not shown")
        await stage.press("a")

        assert rows.count == 5
        await stage.until(lambda: "not shown" not in stage.text())


async def test_diff_shows_the_edits_only(tmp_path: Path) -> None:
    async with on_stage(tmp_path) as stage:
        await opened(stage)
        await stage.press("escape", *"/diff", "enter")
        await stage.shows("[e edits]")

        assert stage.app.screen.query_one(Rows).count == 1


async def test_a_filter_that_lets_nothing_pass_says_so(tmp_path: Path) -> None:
    async with on_stage(tmp_path) as stage:
        await stage.press("ctrl+t")
        await stage.shows("no tool was used yet")
        await stage.press("escape")
        await opened(stage)
        await stage.press("slash", *"zzz")

        await stage.shows("no call passes the filter")


async def test_the_cursor_moves_by_row_page_and_edge(tmp_path: Path) -> None:
    async with on_stage(tmp_path) as stage:
        rows = await opened(stage)
        assert rows.cursor == 4
        for keys, place in [
            (("up",), 3),
            (("k",), 2),
            (("down",), 3),
            (("j",), 4),
            (("home",), 0),
            (("end",), 4),
            (("g",), 0),
            (("G",), 4),
            (("pageup",), 0),
            (("pagedown",), 4),
        ]:
            await stage.press(*keys)
            assert rows.cursor == place, keys


async def test_details_tell_input_output_difference_and_who_decided(tmp_path: Path) -> None:
    async with on_stage(tmp_path, (120, 60)) as stage:
        await opened(stage)
        assert title_below_the_cursor(stage).startswith("WebFetch  https://x")
        await stage.shows("decision  denied by rule web")
        await stage.press("up")
        await stage.shows("decision  allowed by you")
        await stage.shows("modified /srv/project/tests/conftest.py")
        await stage.shows("+import pytest")
        await stage.press("up")
        await stage.shows("failed · exit code 2")
        await stage.shows("turn 1  “The login test fails on CI only. Find out why.”")

        await stage.shows("E302 expected 2 blank lines")


EDITED: list[Event] = [
    ToolStarted(
        call=ItemId("e"),
        kind=ToolKind.SHELL,
        name="Bash",
        title="rm -rf build",
        input={"command": "rm -rf build"},
    ),
    PermissionAsked(replace(shell_request("rm -rf build"), call=ItemId("e"))),
    PermissionDecided(
        request=RequestId("r1"),
        decision=Decision(
            verdict=Verdict.ALLOW,
            digest=shell_request("rm -rf build").digest,
            input={"command": "rm -r build/cache"},
        ),
        by=Decider.USER,
    ),
    ToolFinished(call=ItemId("e"), outcome=Outcome.OK, output="done"),
]


async def test_what_you_changed_before_allowing_is_shown_as_a_difference(tmp_path: Path) -> None:
    async with on_stage(tmp_path, (120, 40)) as stage:
        stage.tell(*EDITED)
        await stage.press("ctrl+t")
        await stage.shows("decision  allowed by you, edited")
        await stage.shows("you changed command:")
        await stage.shows("  - rm -rf build")

        await stage.shows("  + rm -r build/cache")


async def test_what_you_said_with_a_denial_is_shown(tmp_path: Path) -> None:
    denied = Decision(verdict=Verdict.DENY, digest="", message="use make clean")
    async with on_stage(tmp_path, (120, 40)) as stage:
        stage.tell(*EDITED[:2])
        stage.tell(
            PermissionDecided(request=RequestId("r1"), decision=denied, by=Decider.USER),
            ToolFinished(call=ItemId("e"), outcome=Outcome.DENIED),
        )
        await stage.until(lambda: stage.app.screen is stage.app.chat)
        await stage.press("ctrl+t")

        await stage.shows("you said: use make clean")


async def test_an_edit_shows_its_difference_and_no_text_twice(tmp_path: Path) -> None:
    change = FileChange(path="/srv/a", kind=ChangeKind.MODIFIED, before="one\n", after="two\n")
    async with on_stage(tmp_path, (120, 40)) as stage:
        stage.tell(
            ToolStarted(
                call=ItemId("d"),
                kind=ToolKind.EDIT,
                name="Edit",
                title="/srv/a",
                input={"file_path": "/srv/a", "old_string": "one\n", "new_string": "two\n"},
                changes=(change,),
            )
        )
        await stage.press("ctrl+t")
        await stage.shows("-one")
        await stage.shows("+two")

        assert "old_string" not in stage.text()


async def test_raw_shows_the_lines_of_the_agent(tmp_path: Path) -> None:
    async with on_stage(tmp_path, (120, 50)) as stage:
        await opened(stage)
        await stage.press("r")
        await stage.shows("the call as parley keeps it")
        await stage.shows('"title": "https://x"')
        line = Arrival(0, NOON, b'{"native": "line"}', tuple(FETCH))
        live = stage.app.chat.live
        assert live is not None
        live.take(Update(NOON, [line], (), []))
        await stage.press("r", "r")

        await stage.shows('{"native": "line"}')


async def test_finding_keeps_the_rows_with_all_words_and_escape_shows_all(tmp_path: Path) -> None:
    async with on_stage(tmp_path) as stage:
        rows = await opened(stage)
        await stage.press("slash", *"bash lint")
        assert rows.count == 1
        await stage.press("enter")
        assert rows.has_focus
        assert title_below_the_cursor(stage).startswith("Bash  make lint")
        await stage.press("escape")
        assert rows.count == 5
        await stage.press("escape")

        assert stage.app.screen is stage.app.chat


async def test_export_writes_the_rows_shown_and_says_where(tmp_path: Path) -> None:
    async with on_stage(tmp_path, (140, 40)) as stage:
        await opened(stage)
        await stage.press("s", "x")
        await stage.shows("2 rows written to")
        (file,) = (state_folder() / "exports").iterdir()

        assert file.stat().st_mode & 0o777 == 0o600
        with file.open(newline="") as table:
            rows = list(csv.DictReader(table))
        assert [(row["title"], row["result"]) for row in rows] == [
            ("pytest tests/test_login.py -x", "exit 0"),
            ("make lint", "exit 2"),
        ]


async def test_copy_tells_which_way_it_went(tmp_path: Path) -> None:
    async with on_stage(tmp_path) as stage:
        await opened(stage)
        await stage.press("y")

        await stage.shows("9 characters in ~")


async def test_enter_goes_to_the_call_and_closes_a_timeline_that_covers_it(tmp_path: Path) -> None:
    async with on_stage(tmp_path) as stage:
        await opened(stage)
        await stage.press("home", "enter")
        await stage.until(lambda: stage.app.screen is stage.app.chat)
        await stage.pilot.pause()
        cursor = stage.app.chat.transcript.cursor

        assert cursor is not None
        assert cursor.entry.id == "Read-tests/conftest.py"


async def test_beside_the_conversation_it_stays_open(tmp_path: Path) -> None:
    async with on_stage(tmp_path, (200, 50)) as stage:
        await opened(stage)
        await stage.until(lambda: stage.app.chat.transcript.size.width <= 80)
        await stage.press("home", "enter")
        await stage.pilot.pause()
        cursor = stage.app.chat.transcript.cursor

        assert isinstance(stage.app.screen, TimelineScreen)
        assert cursor is not None
        assert cursor.entry.id == "Read-tests/conftest.py"
        await stage.press("escape")
        await stage.until(lambda: stage.app.chat.transcript.size.width > 80)
        await stage.shows("THIS SESSION")


async def test_tab_gives_the_keyboard_to_the_details_and_back(tmp_path: Path) -> None:
    async with on_stage(tmp_path) as stage:
        rows = await opened(stage)
        await stage.press("tab")
        assert stage.app.screen.query_one(Page).has_focus
        await stage.press("tab")

        assert rows.has_focus


async def test_every_closing_key_closes_it(tmp_path: Path) -> None:
    async with on_stage(tmp_path) as stage:
        for key in ("escape", "q", "ctrl+t"):
            await stage.press("ctrl+t")
            assert isinstance(stage.app.screen, TimelineScreen)
            await stage.press(key)
            await stage.until(lambda: stage.app.screen is stage.app.chat)


async def test_new_calls_appear_while_it_is_open(tmp_path: Path) -> None:
    async with on_stage(tmp_path) as stage:
        rows = await opened(stage)
        await stage.press("home")
        stage.tell(
            ToolStarted(
                call=ItemId("n"), kind=ToolKind.SHELL, name="Bash", title="sleep 5", input={}
            )
        )
        await stage.until(lambda: rows.count == 6)
        assert rows.cursor == 0
        await stage.press("end")

        await stage.shows("1 running")
        await stage.shows("decision  nobody was asked so far")


async def test_a_call_that_waits_for_you_is_marked(tmp_path: Path) -> None:
    async with on_stage(tmp_path) as stage:
        stage.tell(
            ToolStarted(call=ItemId("n"), kind=ToolKind.SHELL, name="Bash", title="rm x", input={})
        )
        await stage.write("busy")
        stage.ask(replace(shell_request("rm x"), call=ItemId("n")))
        await stage.press("ctrl+t")

        await stage.shows("▲ Bash")
        await stage.shows("it waits for you: Alt+A")


async def test_a_question_that_was_withdrawn_is_not_told_as_never_asked(tmp_path: Path) -> None:
    async with on_stage(tmp_path, (120, 40)) as stage:
        call = ItemId("n")
        stage.tell(ToolStarted(call=call, kind=ToolKind.SHELL, name="Bash", title="rm x", input={}))
        await stage.write("busy")
        stage.ask(replace(shell_request("rm x"), call=call))
        stage.tell(
            PermissionWithdrawn(request=RequestId("r1"), reason="interrupted"),
            ToolFinished(call=call, outcome=Outcome.CANCELLED),
        )
        await stage.press("ctrl+t")

        await stage.shows("you were asked; the question was withdrawn: interrupted")


async def test_a_past_session_has_a_timeline_too(tmp_path: Path) -> None:
    async with on_stage(tmp_path, (120, 40)) as stage:
        past = Past(conversation_of(*TALK, DONE), "an old one")
        await stage.app.push_screen(TimelineScreen(past))
        await stage.shows("TIMELINE 4 calls · 3 ok · 1 failed")
        await stage.shows("an old one")
        await stage.press("r")

        await stage.shows("the call as parley keeps it")
