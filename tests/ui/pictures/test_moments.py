"""Moments that pass: what the bars, remarks and menus look like while they are there."""

import subprocess
from collections.abc import Awaitable, Callable, Iterator, Sequence
from pathlib import Path
from typing import Any, cast

import anyio
import msgspec
import pytest
from textual.pilot import Pilot

from tests.support.held_clock import HeldClock
from tests.support.programs import program
from tests.ui.pictures.scenes import DONE, SHELL, TALK
from tests.ui.pictures.test_screens import every_light, every_size
from tests.ui.stage import NOON, READY, conversation_of, lines_of, picture
from tui.config.paths import trust_file
from tui.errors import AgentUnavailableError
from tui.model.events import (
    Event,
    PromptState,
    SessionEnded,
    ToolStarted,
    TurnEnded,
    UserSaid,
)
from tui.model.identity import AgentId, ItemId
from tui.model.tools import ToolKind
from tui.model.words import EndReason, TurnOutcome
from tui.permission.trust import TrustedFolder, TrustFile
from tui.ui.app import ParleyApp
from tui.ui.live import LiveSession, Waiting
from tui.ui.services import Opening
from tui.wire.process import LineProcess

Compare = Callable[..., bool]
Size = tuple[int, int]
Deed = Callable[[ParleyApp, Pilot[Any]], Awaitable[None]]

PATIENCE = 20.0


async def shows(app: ParleyApp, pilot: Pilot[Any], *texts: str) -> None:
    """Wait until texts are on the screen."""
    lines: list[str] = []
    with anyio.move_on_after(PATIENCE):
        while True:
            lines = lines_of(app)
            if all(text in "\n".join(lines) for text in texts):
                return
            await pilot.pause(0.02)
    raise AssertionError("\n".join((f"{texts} are not on the screen:", *lines)))


def moment(
    compare: Compare,
    folder: Path,
    size: Size,
    events: Sequence[Event],
    deed: Deed,
    theme: str = "ink",
) -> bool:
    """Compare a picture of what a deed leads to; the clock stands still."""
    app, settle = picture(folder, *events, theme=theme)
    app.ticks = HeldClock()

    async def before(pilot: Pilot[Any]) -> None:
        await settle(pilot)
        await deed(app, pilot)

    return compare(app, terminal_size=size, run_before=before)


def active(app: ParleyApp) -> LiveSession:
    """Return the session on the screen."""
    assert app.chat.live is not None
    return app.chat.live


WAITING: list[Event] = [
    *TALK,
    ToolStarted(
        call=ItemId("t9"), kind=ToolKind.SHELL, name="Bash", title="make all -j 8", input={}
    ),
]


class Asleep:
    """Stands for a process with one other below it."""

    def __init__(self, pid: int) -> None:
        self.pid = pid


@pytest.fixture
def asleep() -> Iterator[Asleep]:
    """Return a process that waits for another one, which sleeps."""
    with subprocess.Popen(["sh", "-c", "sleep 600; :"], start_new_session=True) as child:
        yield Asleep(child.pid)
        subprocess.run(["kill", "--", f"-{child.pid}"], check=True)


@every_size
@every_light
def test_silence(
    snap_compare: Compare, tmp_path: Path, size: Size, theme: str, asleep: Asleep
) -> None:
    async def wait(app: ParleyApp, pilot: Pilot[Any]) -> None:
        live = active(app)
        assert live.session is not None
        live.session.outlet.process = cast("LineProcess", asleep)
        live.heard_at -= 75
        await shows(app, pilot, "no sign for 1:15", "alive, CPU 0%", "Bash make all -j 8")

    assert moment(snap_compare, tmp_path, size, WAITING, wait, theme)


STEERED: list[Event] = [
    *TALK,
    UserSaid(item=ItemId("u2"), text="Leave the lint alone for now", state=PromptState.TAKEN),
    UserSaid(item=ItemId("u3"), text="and then tell me what CI says", state=PromptState.QUEUED),
]


@every_size
@every_light
def test_a_prompt_that_steers_and_one_the_agent_keeps(
    snap_compare: Compare, tmp_path: Path, size: Size, theme: str
) -> None:
    async def queue(app: ParleyApp, pilot: Pilot[Any]) -> None:
        live = active(app)
        live._queued[ItemId("u3")] = "and then tell me what CI says"
        live.queue.append(Waiting("and last, update the changelog"))
        app.chat.refresh_bars()
        await shows(app, pilot, "Leave the lint", "queued and then", "update the changelog")

    assert moment(snap_compare, tmp_path, size, STEERED, queue, theme)


@every_size
def test_a_queue_that_is_held_and_longer_than_there_is_room(
    snap_compare: Compare, tmp_path: Path, size: Size
) -> None:
    stopped = TurnEnded(outcome=TurnOutcome.INTERRUPTED)

    async def queue(app: ParleyApp, pilot: Pilot[Any]) -> None:
        live = active(app)
        live.queue += [Waiting(f"step {number} of what is to be done") for number in range(1, 7)]
        live.send_waiting()
        app.chat.refresh_bars()
        await shows(app, pilot, "3 more queued", "Enter on an empty draft")

    assert moment(snap_compare, tmp_path, size, [*TALK, stopped], queue)


@pytest.fixture
def no_clipboard(programs: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return a folder of programs; no display of any kind, and nobody's home."""
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / ".local" / "state"))
    return programs


@every_size
def test_a_copy_that_a_program_took(
    snap_compare: Compare,
    tmp_path: Path,
    size: Size,
    no_clipboard: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    program(no_clipboard, "wl-copy", "cat > /dev/null")
    monkeypatch.setenv("WAYLAND_DISPLAY", "wayland-0")

    async def copy(app: ParleyApp, pilot: Pilot[Any]) -> None:
        await pilot.press("f6", "{", "J", "J", "y")
        await shows(app, pilot, "via wl-copy")

    assert moment(snap_compare, tmp_path, size, [*TALK, DONE], copy)


@every_size
def test_a_copy_for_which_there_is_only_a_file(
    snap_compare: Compare, tmp_path: Path, size: Size, no_clipboard: Path
) -> None:
    async def copy(app: ParleyApp, pilot: Pilot[Any]) -> None:
        await pilot.press("f6", "{", "J", "J", "y")
        await shows(app, pilot, "~/.local/state/parley/copied.txt", "may not take")

    assert moment(snap_compare, tmp_path, size, [*TALK, DONE], copy)


@every_size
def test_stopping(snap_compare: Compare, tmp_path: Path, size: Size) -> None:
    async def stop(app: ParleyApp, pilot: Pilot[Any]) -> None:
        await pilot.press("escape")
        await shows(app, pilot, "stopping; Esc again")

    assert moment(snap_compare, tmp_path, size, TALK, stop)


@every_size
def test_another_mode(snap_compare: Compare, tmp_path: Path, size: Size) -> None:
    async def change(app: ParleyApp, pilot: Pilot[Any]) -> None:
        await pilot.press("shift+tab")
        await shows(app, pilot, "mode edits:")

    assert moment(snap_compare, tmp_path, size, [*TALK, DONE], change)


@every_size
@every_light
def test_the_mode_that_asks_nothing(
    snap_compare: Compare, tmp_path: Path, size: Size, theme: str
) -> None:
    async def change(app: ParleyApp, pilot: Pilot[Any]) -> None:
        await pilot.press(*"/mode auto", "escape", "enter")
        await shows(app, pilot, "Type auto if you mean it")

    assert moment(snap_compare, tmp_path, size, [*TALK, DONE], change, theme)


@every_size
def test_an_agent_that_cannot_be_started(snap_compare: Compare, tmp_path: Path, size: Size) -> None:
    async def fail(app: ParleyApp, pilot: Pilot[Any]) -> None:
        opening = Opening(cwd=Path("/srv/project"), agent=AgentId("codex"))
        live = LiveSession(opening, "Codex", app.now)
        live.failure = AgentUnavailableError(
            "Codex is not installed, or not on the PATH.",
            "npm install -g @openai/codex, then Enter tries again.",
        )
        app.desk.add(live)
        app.chat.show(live)
        await shows(app, pilot, "npm install", "start anew")

    assert moment(snap_compare, tmp_path, size, [*TALK, DONE], fail)


@every_size
def test_an_agent_that_starts_with_a_prompt_waiting(
    snap_compare: Compare, tmp_path: Path, size: Size
) -> None:
    async def start(app: ParleyApp, pilot: Pilot[Any]) -> None:
        opening = Opening(cwd=Path("/srv/project"), agent=AgentId("codex"))
        live = LiveSession(opening, "Codex", app.now)
        live.say("Why does the login test fail?")
        app.desk.add(live)
        app.chat.show(live)
        await shows(app, pilot, "queued Why does", "starting")

    assert moment(snap_compare, tmp_path, size, [], start)


@every_size
def test_an_agent_that_ended_by_itself(snap_compare: Compare, tmp_path: Path, size: Size) -> None:
    ended = SessionEnded(reason=EndReason.COMPLETED, exit_code=0)

    async def look(app: ParleyApp, pilot: Pilot[Any]) -> None:
        await shows(app, pilot, "has ended", "restart and resume")

    assert moment(snap_compare, tmp_path, size, [*TALK, DONE, ended], look)


@every_size
def test_another_session_that_asks(snap_compare: Compare, tmp_path: Path, size: Size) -> None:
    async def ask(app: ParleyApp, pilot: Pilot[Any]) -> None:
        opening = Opening(cwd=Path("/srv/other"), agent=AgentId("codex"))
        live = LiveSession(opening, "Codex", app.now)
        live.conversation = conversation_of(READY, *TALK, SHELL)
        app.desk.add(live)
        app.chat.show(app.desk.sessions[0])
        await shows(app, pilot, "▲ Codex in")

    assert moment(snap_compare, tmp_path, size, [*TALK, DONE], ask)


@every_size
def test_words_that_are_not_found(snap_compare: Compare, tmp_path: Path, size: Size) -> None:
    async def find(app: ParleyApp, pilot: Pilot[Any]) -> None:
        await pilot.press("ctrl+f", *"nowhere")
        await shows(app, pilot, "not found")

    assert moment(snap_compare, tmp_path, size, [*TALK, DONE], find)


@every_size
def test_everything_opened(snap_compare: Compare, tmp_path: Path, size: Size) -> None:
    async def unfold(app: ParleyApp, pilot: Pilot[Any]) -> None:
        await pilot.press("ctrl+o", "ctrl+home")
        await shows(app, pilot, "The login test fails")

    assert moment(snap_compare, tmp_path, size, [*TALK, DONE], unfold)


@every_size
@every_light
def test_the_palette(snap_compare: Compare, tmp_path: Path, size: Size, theme: str) -> None:
    async def seek(app: ParleyApp, pilot: Pilot[Any]) -> None:
        await pilot.press("ctrl+p")
        await shows(app, pilot, "Search for commands")
        await pilot.press(*"session")
        await shows(app, pilot, "next session", "close this session")

    assert moment(snap_compare, tmp_path, size, [*TALK, DONE], seek, theme)


@every_size
def test_folders_that_were_asked_about(snap_compare: Compare, tmp_path: Path, size: Size) -> None:
    folders = (
        TrustedFolder(path="/srv/project", device=1, inode=1, digest="", at=NOON),
        TrustedFolder(path="/srv/other", device=1, inode=2, digest="", at=NOON, trusted=False),
    )
    trust_file().parent.mkdir(parents=True, exist_ok=True)
    trust_file().write_bytes(msgspec.json.encode(TrustFile(folders=folders)))

    async def look(app: ParleyApp, pilot: Pilot[Any]) -> None:
        await pilot.press("alt+t")
        await shows(app, pilot, "✓ trusted", "✕ kept off")

    assert moment(snap_compare, tmp_path, size, [*TALK, DONE], look)


@every_size
def test_a_warning_at_the_start(snap_compare: Compare, tmp_path: Path, size: Size) -> None:
    async def warn(app: ParleyApp, pilot: Pilot[Any]) -> None:
        app.notify("ctrl+f is used for both view.timeline and view.find", severity="warning")
        await shows(app, pilot, "view.timeline")

    assert moment(snap_compare, tmp_path, size, [*TALK, DONE], warn)


@every_size
def test_no_session_at_all(snap_compare: Compare, tmp_path: Path, size: Size) -> None:
    async def close(app: ParleyApp, pilot: Pilot[Any]) -> None:
        await pilot.press("alt+w")
        await shows(app, pilot, "Ctrl+N new session")

    assert moment(snap_compare, tmp_path, size, [*TALK, DONE], close)


@pytest.mark.parametrize("size", [(20, 6), (10, 3)], ids=["20x6", "10x3"])
def test_hardly_any_room(snap_compare: Compare, tmp_path: Path, size: Size) -> None:
    async def look(app: ParleyApp, pilot: Pilot[Any]) -> None:
        await pilot.pause()

    assert moment(snap_compare, tmp_path, size, [*TALK, DONE], look)
