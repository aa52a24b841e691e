"""What runs in the terminal of a benchmark: the real app, or one of Textual's own ways.

`python -m tests.benchmarks.inside CASE …`; each case says what its words are.
"""

import asyncio
import gc
import json
import sys
import time
from collections.abc import Awaitable, Callable
from importlib import import_module
from pathlib import Path

from msgspec.structs import replace
from textual._context import active_app

from tests.benchmarks.moving import MEMORY, Moves, memory
from tests.benchmarks.terminal import kept_waiting
from tests.support.transcripts import long_conversation
from tui.agents.claude.agent import CLAUDE
from tui.agents.dialect import Launch
from tui.compose import SERVICES
from tui.model.commands import Prompt
from tui.model.events import SessionReady, TurnStarted
from tui.model.identity import AgentId, SessionId
from tui.model.spec import SessionSpec
from tui.sessions.session import Session
from tui.sessions.supervisor import Supervisor
from tui.ui.app import ParleyApp
from tui.ui.launch import main
from tui.ui.services import Opening

TICK = 0.002
"""Seconds between two looks at whether the loop still turns."""

Probe = Callable[[ParleyApp], Awaitable[object]]


def parley(messages: int, argv: list[str], probe: Probe, *, working: bool) -> None:
    """Run the app with a session that has so many messages already."""

    def launch(spec: SessionSpec, prompt: Prompt | None) -> Launch:
        return Launch(argv=tuple(argv), cwd=spec.cwd)

    agent = replace(CLAUDE, ways=(replace(CLAUDE.ways[0], launch=launch),))
    running: list[asyncio.Task[object]] = []

    async def opened(supervisor: Supervisor, opening: Opening) -> Session:
        app = active_app.get()
        assert isinstance(app, ParleyApp)
        MEMORY["before"] = memory()
        session = supervisor.open(agent, spec_in(opening.cwd))
        if messages:
            session.conversation = long_conversation(messages)
        MEMORY["texts"] = memory() - MEMORY["before"]
        session.note(SessionReady(session=SessionId("s1")), *([TurnStarted("1")] * working))
        running.append(asyncio.create_task(finished(probe, app)))
        return session

    main(
        services=SERVICES._replace(open_session=opened),
        opening=Opening(cwd=Path.cwd(), agent=AgentId("claude")),
        fallback=lambda: 1,
    )


async def finished(probe: Probe, app: ParleyApp) -> None:
    """Run a probe; if it fails, so does the benchmark."""
    try:
        await probe(app)
    except BaseException:
        app.exit(1)
        raise


def spec_in(folder: Path) -> SessionSpec:
    """Return what the session is to be."""
    return SessionSpec(agent=AgentId("claude"), cwd=folder, executable="agent", state=folder)


def stream(file: str, *argv: str) -> None:
    """Show what an agent prints; write when the loop stood still, how long, and for others too."""
    stalls: list[tuple[float, float, float]] = []

    async def watch(app: ParleyApp) -> None:
        while file != "-":
            before, waited = time.perf_counter(), kept_waiting()
            await asyncio.sleep(TICK)
            late = time.perf_counter() - before - TICK
            if late > TICK:
                stalls.append((before, late - (kept_waiting() - waited), late))

    parley(0, list(argv), watch, working=True)
    if file != "-":
        Path(file).write_text(json.dumps(stalls))


def idle(file: str, messages: str) -> None:
    """Show a long session; write a file when everything there was to do for it is done."""

    ready = Path(file)

    async def settle(app: ParleyApp) -> None:
        await Moves(app).settled(exact=True)
        ready.touch()  # noqa: ASYNC240  # one empty file, once

    parley(int(messages), ["sleep", "600"], settle, working=False)


def moves(file: str, messages: str) -> None:
    """Move about in a long session; write what it took."""
    figures: dict[str, float] = {}

    async def move(app: ParleyApp) -> None:
        nonlocal figures
        figures |= await Moves(app).measure()
        app.exit(0)

    parley(int(messages), ["sleep", "600"], move, working=False)
    Path(file).write_text(json.dumps(figures))


def opening(file: str, messages: str) -> None:
    """Open a session again and again; write what it took."""
    figures: dict[str, float] = {}

    async def open_often(app: ParleyApp) -> None:
        nonlocal figures
        figures |= await Moves(app).measure_opening(long_conversation(int(messages)))
        app.exit(0)

    parley(0, ["sleep", "600"], open_often, working=False)
    Path(file).write_text(json.dumps(figures))


def baseline(case: str, *words: str) -> None:
    """Run one of Textual's own ways."""
    import_module("tests.benchmarks.baselines").run(case, *words)


CASES: dict[str, Callable[..., None]] = {
    "stream": stream,
    "idle": idle,
    "moves": moves,
    "opening": opening,
}

if __name__ == "__main__":
    gc.set_threshold(700, 10, 10)
    case, *words = sys.argv[1:]
    if case in CASES:
        CASES[case](*words)
    else:
        baseline(case, *words)
