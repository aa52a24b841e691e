"""Lists, menus and bars: what they look like with something in them, and with nothing."""

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import pytest
from textual.pilot import Pilot

from tests.ui.pictures.scenes import DONE, TALK, tool
from tests.ui.pictures.test_screens import every_light, every_size, look
from tests.ui.stage import NOON, picture, settle
from tests.ui.test_timeline_screen import EDITED
from tui.config.past_prompts import PastPrompt
from tui.conversation.changes import Added
from tui.model.arrival import Arrival
from tui.model.events import (
    Event,
    NoticeRaised,
    PlanChanged,
    ProseDone,
    SessionReady,
    ToolFinished,
    ToolStarted,
    TurnEnded,
    TurnStarted,
    Unrecognised,
    UserSaid,
)
from tui.model.identity import ItemId, SessionId
from tui.model.tools import ChangeKind, FileChange, Outcome, PlanStep, StepState, ToolKind
from tui.model.words import Level, TurnOutcome
from tui.ui.app import ParleyApp

Compare = Callable[..., bool]

HUGE = (200, 60)


def _call(name: str, kind: ToolKind, title: str, parent: str | None = None) -> ToolStarted:
    above = ItemId(parent) if parent is not None else None
    return ToolStarted(
        call=ItemId(title),
        kind=kind,
        name=name,
        title=title,
        input={"command": title},
        parent=above,
    )


BUSY: list[Event] = [
    *TALK,
    DONE,
    UserSaid(item=ItemId("u2"), text="Now look who calls it, and publish the result."),
    TurnStarted("2"),
    _call("Task", ToolKind.AGENT, "explore the callers"),
    _call("Grep", ToolKind.SEARCH, "def utc", "explore the callers"),
    ToolFinished(call=ItemId("def utc"), outcome=Outcome.OK, output="a\nb\nc"),
    _call("Bash", ToolKind.SHELL, "git push --force", "explore the callers"),
    ToolFinished(
        call=ItemId("git push --force"),
        outcome=Outcome.DENIED,
        decided_by='denied by rule "git push *" (user policy, line 12)',
    ),
    ToolFinished(call=ItemId("explore the callers"), outcome=Outcome.OK, output="done"),
    *tool("WebFetch", ToolKind.FETCH, "https://example.org/tz", Outcome.OK, output="x\n" * 40),
    *tool("Bash", ToolKind.SHELL, "curl -s http://127.0.0.1/", Outcome.CANCELLED),
    _call("Bash", ToolKind.SHELL, "make publish"),
]


@every_size
def test_timeline_of_a_busy_session(
    snap_compare: Compare, tmp_path: Path, size: tuple[int, int]
) -> None:
    assert look(snap_compare, tmp_path, BUSY, size, keys=["ctrl+t", *["up"] * 3])


@pytest.mark.parametrize("theme", ["ink", "paper"])
def test_timeline_beside_a_busy_session(snap_compare: Compare, tmp_path: Path, theme: str) -> None:
    assert look(snap_compare, tmp_path, BUSY[:-1], HUGE, theme, keys=["ctrl+t", *["up"] * 8])


@every_size
@every_light
def test_timeline_of_a_call_you_changed(
    snap_compare: Compare, tmp_path: Path, size: tuple[int, int], theme: str
) -> None:
    events = [*BUSY[:-1], *EDITED]
    assert look(snap_compare, tmp_path, events, size, theme, keys=["ctrl+t"])


@every_size
def test_timeline_filtered_and_searched(
    snap_compare: Compare, tmp_path: Path, size: tuple[int, int]
) -> None:
    assert look(snap_compare, tmp_path, BUSY, size, keys=["ctrl+t", "s", "slash", *"git"])


@every_size
def test_timeline_raw(snap_compare: Compare, tmp_path: Path, size: tuple[int, int]) -> None:
    assert look(snap_compare, tmp_path, BUSY, size, "paper", keys=["ctrl+t", "home", "r"])


@every_size
def test_timeline_without_calls(
    snap_compare: Compare, tmp_path: Path, size: tuple[int, int]
) -> None:
    assert look(snap_compare, tmp_path, [], size, keys=["ctrl+t"])


def test_timeline_on_forty_columns(snap_compare: Compare, tmp_path: Path) -> None:
    assert look(snap_compare, tmp_path, BUSY, (40, 10), keys=["ctrl+t"])


LINES = (
    Arrival(
        0,
        NOON,
        b'{"type":"system","subtype":"init","session_id":"1111","model":"demo-quick"}',
        (SessionReady(session=SessionId("1111"), model="demo-quick"),),
    ),
    Arrival(
        1,
        NOON + 1,
        b'{"type":"assistant","message":{"content":[{"type":"text","text":"Hello."}]}}',
        (ProseDone(ItemId("p"), "Hello."),),
    ),
    Arrival(
        2,
        NOON + 2,
        b"Warning: \x1b[31mcolours\x1b[0m on standard output",
        (Unrecognised(label="not JSON"),),
    ),
    Arrival(3, NOON + 3, b'{"type":"keep_alive"}', ()),
    Arrival(
        4,
        NOON + 4,
        b'{"type":"user","message":{"content":[{"tool_use_id":"t1","type":"tool_result"}]}}',
        (ToolFinished(call=ItemId("t1"), outcome=Outcome.OK, output="120 lines", exit_code=0),),
    ),
)


def inspected(
    compare: Compare, folder: Path, size: tuple[int, int], theme: str, keys: Sequence[str]
) -> bool:
    """Compare a picture of the inspector over a few lines."""
    app, shown = picture(folder, *TALK, DONE, theme=theme)

    async def before(pilot: Pilot[Any]) -> None:
        await shown(pilot)
        live = app.chat.live
        assert live is not None
        live.arrivals.extend(LINES)
        live.lines = 20_412
        for key in ("f12", *keys):
            await pilot.press(key)
            await settle(pilot)

    return compare(app, terminal_size=size, run_before=before)


@every_size
def test_inspector_with_lines(snap_compare: Compare, tmp_path: Path, size: tuple[int, int]) -> None:
    assert inspected(snap_compare, tmp_path, size, "ink", ["up"])


@every_size
def test_inspector_of_garbage(snap_compare: Compare, tmp_path: Path, size: tuple[int, int]) -> None:
    assert inspected(snap_compare, tmp_path, size, "paper", ["u"])


@every_size
def test_inspector_finding(snap_compare: Compare, tmp_path: Path, size: tuple[int, int]) -> None:
    assert inspected(snap_compare, tmp_path, size, "ink", ["slash", *"hello"])


@every_size
@every_light
def test_copy_menu(
    snap_compare: Compare, tmp_path: Path, size: tuple[int, int], theme: str
) -> None:
    assert look(snap_compare, tmp_path, [*TALK, DONE], size, theme, keys=["f6", "[", "Y"])


@every_size
def test_earlier_prompts(snap_compare: Compare, tmp_path: Path, size: tuple[int, int]) -> None:
    assert look(snap_compare, tmp_path, BUSY[:-1], size, keys=["alt+z"])


@every_size
def test_escape_at_rest(snap_compare: Compare, tmp_path: Path, size: tuple[int, int]) -> None:
    assert look(snap_compare, tmp_path, [*TALK, DONE], size, keys=["escape"])


def _with_prompts(app: ParleyApp) -> None:
    for number, text in enumerate(["mend the roof", "paint\nthe door", "look at the login test"]):
        app.past.add(PastPrompt(text, NOON + number, "/srv/project"))


@every_size
def test_past_prompts(snap_compare: Compare, tmp_path: Path, size: tuple[int, int]) -> None:
    app, shown = picture(tmp_path, *TALK, DONE)
    _with_prompts(app)

    async def before(pilot: Pilot[Any]) -> None:
        await shown(pilot)
        await pilot.press("ctrl+r", "t")

    assert snap_compare(app, terminal_size=size, run_before=before)


@every_size
def test_files_offered(snap_compare: Compare, tmp_path: Path, size: tuple[int, int]) -> None:
    app, shown = picture(tmp_path, *TALK, DONE)
    for name in ("src/view.py", "src/overview.py", "docs/view.md", "tests/test_view.py"):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).touch()

    async def before(pilot: Pilot[Any]) -> None:
        await shown(pilot)
        app.chat.composer.folder = tmp_path
        await pilot.press(*"see @view")

    assert snap_compare(app, terminal_size=size, run_before=before)


@every_size
def test_output_of_a_command(snap_compare: Compare, tmp_path: Path, size: tuple[int, int]) -> None:
    assert look(snap_compare, tmp_path, [*TALK, DONE], size, keys=[*"!ls", "enter"])


@every_size
def test_a_folded_paste_and_a_picture(
    snap_compare: Compare, tmp_path: Path, size: tuple[int, int]
) -> None:
    app, shown = picture(tmp_path, *TALK, DONE)

    async def before(pilot: Pilot[Any]) -> None:
        await shown(pilot)
        composer = app.chat.composer
        paste = composer.folds.fold_paste("line\n" * 40)
        shot = composer.folds.attach(Path("/srv/shot.png"))
        composer.put(f"why does {shot} not show\n{paste}?")

    assert snap_compare(app, terminal_size=size, run_before=before)


FULL: list[Event] = [
    *TALK,
    PlanChanged(
        steps=tuple(PlanStep(f"step {n} of a long plan", StepState.PENDING) for n in range(30))
    ),
    *(
        event
        for n in range(20)
        for event in tool(
            "Edit",
            ToolKind.EDIT,
            f"src/part{n}.py",
            Outcome.OK,
            changes=(
                FileChange(
                    path=f"/srv/project/src/deep/down/part{n}.py",
                    kind=ChangeKind.CREATED if n % 3 else ChangeKind.DELETED,
                    before="a\n" * n,
                    after="b\n" * (n + 1),
                ),
            ),
        )
    ),
    DONE,
]


@pytest.mark.parametrize("size", [(120, 30), HUGE], ids=["120x30", "200x60"])
def test_a_full_sidebar(snap_compare: Compare, tmp_path: Path, size: tuple[int, int]) -> None:
    app, shown = picture(tmp_path, *FULL, theme="paper")

    async def before(pilot: Pilot[Any]) -> None:
        await shown(pilot)
        live = app.chat.live
        assert live is not None
        live.files.take([Added(item) for item in live.conversation.items.values()])
        app.chat.refresh_bars()

    assert snap_compare(app, terminal_size=size, run_before=before)


@every_size
def test_a_failed_turn(snap_compare: Compare, tmp_path: Path, size: tuple[int, int]) -> None:
    failed = TurnEnded(outcome=TurnOutcome.FAILED, error="The model refused the request (529)")
    notice = NoticeRaised(text="Usage limit at 92 %", level=Level.WARNING)
    assert look(snap_compare, tmp_path, [*TALK, notice, failed], size)


@pytest.mark.parametrize(
    "keys",
    [[], ["ctrl+b"], ["f1"], ["ctrl+f"], ["/"]],
    ids=["working", "sidebar", "help", "find", "commands"],
)
def test_forty_columns(snap_compare: Compare, tmp_path: Path, keys: list[str]) -> None:
    assert look(snap_compare, tmp_path, TALK, (40, 10), keys=keys)
