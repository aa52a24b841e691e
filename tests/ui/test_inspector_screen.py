"""The inspector: lines beside their events, garbage counted, finding, copying."""

from pathlib import Path

from tests.ui.stage import NOON, Stage, on_stage
from tui.config.paths import state_folder
from tui.model.arrival import Arrival
from tui.ui.live import KEPT_LINES
from tui.ui.screens.inspector import InspectorScreen
from tui.ui.widgets.page import Page
from tui.ui.widgets.rows import Rows

GOOD = b'{"type":"system","subtype":"init","session_id":"s"}'
LINES = [GOOD, b"garbage \x1b[2J \xff", b'{"type":"assistant","message":', b"{}", GOOD]


async def heard(stage: Stage, lines: list[bytes]) -> Rows:
    """Let the agent print lines and open the inspector; return its rows."""
    stage.session.take(list(lines))
    await stage.press("f12")
    return stage.app.screen.query_one(Rows)


async def test_every_line_is_a_row_and_garbage_is_counted(tmp_path: Path) -> None:
    async with on_stage(tmp_path) as stage:
        rows = await heard(stage, LINES)
        await stage.shows("INSPECTOR 5 lines · 3 not understood")
        assert rows.count == 5
        await stage.shows("SessionReady")
        await stage.press("u")
        await stage.shows("2 not shown")
        assert rows.count == 3
        await stage.press("u")

        assert rows.count == 5


async def test_a_line_stands_beside_what_it_became(tmp_path: Path) -> None:
    async with on_stage(tmp_path, (120, 40)) as stage:
        await heard(stage, LINES)
        await stage.shows('"subtype": "init"')
        await stage.press("home")
        await stage.shows("session s")
        await stage.press("down")

        await stage.shows("garbage ‹U+001B›[2J �")


async def test_lines_are_found_by_what_is_in_them(tmp_path: Path) -> None:
    async with on_stage(tmp_path) as stage:
        rows = await heard(stage, LINES)
        await stage.press("slash", *"GARB")
        assert rows.count == 1
        await stage.press("enter")
        assert rows.has_focus
        await stage.press("slash", *"age zzz")
        await stage.shows("no line is like that")
        await stage.press("escape")
        assert rows.count == 5
        await stage.press("escape")

        assert stage.app.screen is stage.app.chat


async def test_a_line_is_copied_as_it_came(tmp_path: Path) -> None:
    async with on_stage(tmp_path) as stage:
        await heard(stage, LINES)
        await stage.press("y")
        await stage.shows(f"{len(GOOD)} characters in ")

        assert (state_folder() / "copied.txt").read_bytes() == GOOD


async def test_tab_goes_round(tmp_path: Path) -> None:
    async with on_stage(tmp_path) as stage:
        rows = await heard(stage, LINES)
        pages = list(stage.app.screen.query(Page))
        for widget in (*pages, rows):
            await stage.press("tab")
            assert widget.has_focus


async def test_lines_come_while_it_is_open_and_the_cursor_stays(tmp_path: Path) -> None:
    async with on_stage(tmp_path) as stage:
        rows = await heard(stage, LINES)
        await stage.press("home")
        stage.session.take([GOOD] * 7)
        await stage.until(lambda: rows.count == 12)
        assert rows.cursor == 0
        await stage.press("end")
        stage.session.take([GOOD])
        await stage.until(lambda: rows.count == 13)

        assert rows.cursor == 12


async def test_lines_that_are_no_longer_kept_are_told(tmp_path: Path) -> None:
    async with on_stage(tmp_path, (120, 30)) as stage:
        live = stage.app.chat.live
        assert live is not None
        live.lines = KEPT_LINES + 5
        live.arrivals.extend(Arrival(n, NOON, b"{}", ()) for n in range(KEPT_LINES + 5))
        await stage.press("f12")

        await stage.shows("20,005 lines · 0 not understood · 5 older ones not kept")


async def test_an_agent_that_said_nothing_is_told(tmp_path: Path) -> None:
    async with on_stage(tmp_path) as stage:
        await stage.press("f12")

        await stage.shows("the agent has said nothing yet")


async def test_every_closing_key_closes_it(tmp_path: Path) -> None:
    async with on_stage(tmp_path) as stage:
        for key in ("escape", "q", "f12"):
            await stage.press("f12")
            assert isinstance(stage.app.screen, InspectorScreen)
            await stage.press(key)
            await stage.until(lambda: stage.app.screen is stage.app.chat)
