"""The places where keys work, each with something in it that they can act on."""

from collections.abc import AsyncIterator, Callable
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from pathlib import Path

import pytest
from textual.events import Paste

from tests.ui.past.browsing import browsing
from tests.ui.pictures.scenes import tool
from tests.ui.pictures.test_features import LINES
from tests.ui.ruled import on_ruled_stage
from tests.ui.stage import NOON, READY, Stage, on_stage
from tests.ui.test_journal_screen import journal_of_four
from tui.config.past_prompts import PastPrompt
from tui.model.events import Event, ProseDone, SessionEnded, TurnEnded, TurnStarted, UserSaid
from tui.model.identity import ItemId
from tui.model.permission import PermissionRequest
from tui.model.tools import ChangeKind, FileChange, Outcome, ToolKind
from tui.model.words import EndReason, TurnOutcome

Scene = Callable[[Path, pytest.MonkeyPatch], AbstractAsyncContextManager[Stage]]


def turn(number: int) -> list[Event]:
    """Return a turn in which something fails and something is changed."""
    change = FileChange(
        path=f"/srv/part{number}.py", kind=ChangeKind.MODIFIED, before="one\n", after="two\n"
    )
    words = f"answer {number}\n\n" + "and more of it\n\n" * 8 + "```python\nx = 1\n```\n"
    return [
        UserSaid(item=ItemId(f"u{number}"), text=f"prompt {number}"),
        TurnStarted(str(number)),
        ProseDone(ItemId(f"p{number}"), words),
        *tool("Bash", ToolKind.SHELL, f"ls {number}", Outcome.OK, output="a\nb\n"),
        *tool("Bash", ToolKind.SHELL, f"make {number}", Outcome.FAILED, output="no\n"),
        *tool("Edit", ToolKind.EDIT, f"part{number}.py", Outcome.OK, changes=(change,)),
        TurnEnded(outcome=TurnOutcome.COMPLETED),
    ]


STORY = (READY, *turn(1), *turn(2), *turn(3))


def acted(stage: Stage) -> None:
    """Put two earlier prompts where ↑ and Ctrl+R find them."""
    for number, text in enumerate(("mend the roof", "paint the door")):
        stage.app.past.add(PastPrompt(text, NOON + number, str(stage.folder)))


@asynccontextmanager
async def chat(folder: Path, patch: pytest.MonkeyPatch) -> AsyncIterator[Stage]:
    """Three turns were had; the draft is empty."""
    async with on_stage(folder, first=STORY) as stage:
        acted(stage)
        await stage.shows("part3.py")
        yield stage


@asynccontextmanager
async def blank(folder: Path, patch: pytest.MonkeyPatch) -> AsyncIterator[Stage]:
    """Nothing was said yet."""
    async with on_stage(folder) as stage:
        yield stage


@asynccontextmanager
async def working(folder: Path, patch: pytest.MonkeyPatch) -> AsyncIterator[Stage]:
    """The agent is busy, and a prompt is queued."""
    async with on_stage(folder, first=STORY) as stage:
        stage.work()
        await stage.shows("working")
        await stage.press(*"first", "tab")
        await stage.shows("queued first")
        yield stage


@asynccontextmanager
async def two_sessions(folder: Path, patch: pytest.MonkeyPatch) -> AsyncIterator[Stage]:
    """The second of two sessions is on the screen."""
    async with nine_sessions(folder, patch, 2) as stage:
        yield stage


@asynccontextmanager
async def nine_sessions(
    folder: Path, patch: pytest.MonkeyPatch, count: int = 9
) -> AsyncIterator[Stage]:
    """Many sessions are open; the last one is on the screen."""
    async with on_stage(folder) as stage:
        opening = stage.openings[0]
        while len(stage.sessions) < count:
            stage.app.hosting.open(opening)
            before = len(stage.sessions)
            await stage.until(lambda: len(stage.sessions) > before)  # noqa: B023  # awaited here
        yield stage


def beneath(scene: Scene, *keys: str, until: str = "") -> Scene:
    """Return a place that is reached from another by some keys."""

    @asynccontextmanager
    async def deeper(folder: Path, patch: pytest.MonkeyPatch) -> AsyncIterator[Stage]:
        async with scene(folder, patch) as stage:
            for key in keys:
                await stage.quiet()
                await stage.press(key)
            if until:
                await stage.shows(until)
            yield stage

    return deeper


reading = beneath(chat, "f6")
timeline = beneath(chat, "ctrl+t", until="TIMELINE")
found = beneath(chat, "ctrl+f", *"answer", until="of 3")


@asynccontextmanager
async def inspector(folder: Path, patch: pytest.MonkeyPatch) -> AsyncIterator[Stage]:
    """A few lines of an agent are kept."""
    async with on_stage(folder, first=STORY) as stage:
        live = stage.app.chat.live
        assert live is not None
        live.arrivals.extend(LINES)
        live.lines = len(LINES)
        await stage.press("f12")
        await stage.shows("keep_alive")
        yield stage


@asynccontextmanager
async def journal(folder: Path, patch: pytest.MonkeyPatch) -> AsyncIterator[Stage]:
    """Four decisions were made."""
    journal_of_four()
    async with on_ruled_stage(folder, (120, 40)) as stage:
        await stage.press("alt+j")
        await stage.shows("4 decisions")
        yield stage


@asynccontextmanager
async def browser(folder: Path, patch: pytest.MonkeyPatch) -> AsyncIterator[Stage]:
    """Six past sessions are listed, the second row is chosen."""
    async with browsing(folder, patch) as stage:
        await stage.press("down")
        yield stage


def asked(request: PermissionRequest, size: tuple[int, int] = (110, 36)) -> Scene:
    """Return a place in which a request waits and keys may answer it."""

    @asynccontextmanager
    async def waiting(folder: Path, patch: pytest.MonkeyPatch) -> AsyncIterator[Stage]:
        async with on_ruled_stage(folder, size) as stage:
            stage.ask(request)
            await stage.until(lambda: stage.app.screen is not stage.app.chat)
            await stage.shows("Esc later")
            await stage.quiet()
            yield stage

    return waiting


@asynccontextmanager
async def past(folder: Path, patch: pytest.MonkeyPatch) -> AsyncIterator[Stage]:
    """There are past sessions; the conversation is on the screen."""
    async with browsing(folder, patch) as stage:
        await stage.press("escape")
        await stage.until(lambda: stage.app.screen is stage.app.chat)
        yield stage


@asynccontextmanager
async def ended(folder: Path, patch: pytest.MonkeyPatch) -> AsyncIterator[Stage]:
    """The agent has ended."""
    async with on_stage(folder, first=STORY) as stage:
        stage.tell(SessionEnded(reason=EndReason.FAILED, exit_code=1, error="It ended."))
        await stage.shows("restart and resume")
        yield stage


@asynccontextmanager
async def folded(folder: Path, patch: pytest.MonkeyPatch) -> AsyncIterator[Stage]:
    """A long paste is folded in the draft."""
    async with on_stage(folder, first=STORY) as stage:
        stage.app.chat.composer.post_message(Paste("line\n" * 40))
        await stage.shows("[paste 1")
        yield stage
