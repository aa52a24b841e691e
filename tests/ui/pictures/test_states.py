"""States one would rather not be in, and those in between: each has its picture."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import anyio
import pytest
from textual.pilot import Pilot

from tests.ui.pictures.scenes import DIED, DONE, SHELL, TALK
from tests.ui.pictures.test_screens import every_light, every_size, look
from tests.ui.stage import READY, conversation_of, picture
from tui.model.events import (
    Event,
    NoticeRaised,
    ProseDone,
    ProseGrew,
    Retry,
    SessionEnded,
    TurnEnded,
    TurnStarted,
    UsageReported,
    UserSaid,
)
from tui.model.identity import AgentId, ItemId
from tui.model.usage import TokenUsage
from tui.model.words import EndReason, Level, TurnOutcome
from tui.ui.live import LiveSession
from tui.ui.services import Opening

Compare = Callable[..., bool]

ASKED: list[Event] = [
    UserSaid(item=ItemId("u1"), text="Why does the login test fail?"),
    TurnStarted("1"),
]

DIED_SPEAKING: list[Event] = [
    *ASKED,
    ProseGrew(ItemId("p1"), "The fixture takes the local time, and the container"),
    TurnEnded(outcome=TurnOutcome.FAILED, error="the process ended"),
    SessionEnded(
        reason=EndReason.FAILED,
        exit_code=134,
        error="Demo (Claude Code) ended in the middle of a turn",
        remedy="It can go on where it was.",
        stderr="<--- Last few GCs --->\nFATAL ERROR: Reached heap limit\nAborted (core dumped)",
    ),
]

RETRYING: list[Event] = [
    *ASKED,
    NoticeRaised(
        text="The model is overloaded",
        level=Level.WARNING,
        retry=Retry(attempt=3, limit=10, delay_ms=90_000),
    ),
]

NEARLY_FULL: list[Event] = [
    *TALK,
    UsageReported(
        session=TokenUsage(input=480_000, output=31_000),
        context_used=193_000,
        context_window=200_000,
    ),
    DONE,
]

WIDE = (
    "| setting | what it does when it is set to something | default | since |\n"
    "|---|---|---:|:---:|\n"
    "| `history.roots` | further folders with sessions, as a list per agent | none | 0.1 |\n"
    "| `notify.desktop` | lets the terminal tell the desktop, where it is known to be able to | "
    "false | 0.1 |\n\n"
    "漢字とかなの幅は二つ、 e\u0301 ist einer, 👍🏽 zwei. "
    + "https://127.0.0.1/a/very/long/address/" * 4
    + "\n\n- one\n  - two\n    - three\n      1. four\n      2. five\n\n> quoted\n>\n> > deeper\n"
)


@every_size
@every_light
def test_an_agent_that_died_while_it_spoke(
    snap_compare: Compare, tmp_path: Path, size: tuple[int, int], theme: str
) -> None:
    assert look(snap_compare, tmp_path, DIED_SPEAKING, size, theme)


@every_size
def test_a_call_that_is_tried_again(
    snap_compare: Compare, tmp_path: Path, size: tuple[int, int]
) -> None:
    assert look(snap_compare, tmp_path, RETRYING, size)


@every_size
def test_a_context_that_is_nearly_full(
    snap_compare: Compare, tmp_path: Path, size: tuple[int, int]
) -> None:
    assert look(snap_compare, tmp_path, NEARLY_FULL, size)


@every_size
def test_wide_tables_wide_letters_and_deep_lists(
    snap_compare: Compare, tmp_path: Path, size: tuple[int, int]
) -> None:
    assert look(snap_compare, tmp_path, [*ASKED, ProseDone(ItemId("p"), WIDE), DONE], size)


@every_size
def test_reading_further_up_while_more_comes(
    snap_compare: Compare, tmp_path: Path, size: tuple[int, int]
) -> None:
    app, shown = picture(tmp_path, *TALK, DONE, *TALK[:1])

    async def before(pilot: Pilot[Any]) -> None:
        await shown(pilot)
        await pilot.press("ctrl+home")
        await pilot.pause()
        live = app.chat.live
        assert live is not None and live.session is not None
        for number in range(3):
            live.session.note(ProseDone(ItemId(f"new{number}"), "and something new " * 40))

    assert snap_compare(app, terminal_size=size, run_before=before)


@every_size
def test_output_of_a_command_that_runs(
    snap_compare: Compare, tmp_path: Path, size: tuple[int, int]
) -> None:
    app, shown = picture(tmp_path, *TALK, DONE)

    async def waiting(command: str, folder: Path, printed: Callable[[str], None]) -> int:
        printed("collected 118 items\n\ntests/test_login.py ....")
        await anyio.sleep_forever()
        return 0

    app.services = app.services._replace(run_shell=waiting)

    async def before(pilot: Pilot[Any]) -> None:
        await shown(pilot)
        await pilot.press(*"!pytest", "enter")

    assert snap_compare(app, terminal_size=size, run_before=before)


@every_size
def test_looking_for_words(snap_compare: Compare, tmp_path: Path, size: tuple[int, int]) -> None:
    assert look(snap_compare, tmp_path, [*TALK, DONE], size, keys=["ctrl+f", *"utc"])


@every_size
def test_hits_after_the_line_was_left(
    snap_compare: Compare, tmp_path: Path, size: tuple[int, int]
) -> None:
    keys = ["ctrl+f", *"conftest", "enter", "escape", "n"]
    assert look(snap_compare, tmp_path, [*TALK, DONE], size, keys=keys)


@every_size
def test_without_colours(
    snap_compare: Compare, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, size: tuple[int, int]
) -> None:
    monkeypatch.setenv("NO_COLOR", "1")
    assert look(snap_compare, tmp_path, [*TALK, SHELL], size)


@every_size
@every_light
def test_tabs_in_every_state(
    snap_compare: Compare, tmp_path: Path, size: tuple[int, int], theme: str
) -> None:
    app, shown = picture(tmp_path, *TALK, DONE, theme=theme)

    async def before(pilot: Pilot[Any]) -> None:
        await shown(pilot)
        for agent, events in {
            "claude": ASKED,
            "codex": [*TALK, SHELL],
            "gemini": [*TALK, *DIED],
        }.items():
            opening = Opening(cwd=Path("/srv/project"), agent=AgentId(agent))
            live = LiveSession(opening, agent.capitalize(), app.now, app.ticks)
            live.conversation = conversation_of(READY, *events)
            app.desk.add(live)
        app.chat.show(app.desk.sessions[0])

    assert snap_compare(app, terminal_size=size, run_before=before)
