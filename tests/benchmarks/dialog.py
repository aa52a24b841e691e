"""What a dialog over 10,000 changed lines costs, in frames of 60 Hz.

Each figure comes from an app of its own in a pseudo-terminal that is drained all the time:
`python -m tests.benchmarks.dialog CASE FILE` runs one and writes what it took.
"""

import asyncio
import json
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from statistics import median
from typing import Any

from textual.app import App, ComposeResult
from textual.events import Ready
from textual.screen import Screen
from textual.widgets import Static

from tests.benchmarks.bar import Bar
from tests.benchmarks.terminal import Terminal, kept_waiting
from tests.ui.stage import Stage, understudy
from tui.model.identity import AgentId, RequestId
from tui.model.permission import PermissionRequest
from tui.model.tools import ChangeKind, FileChange, ToolKind
from tui.ui.app import ParleyApp
from tui.ui.screens.permission import PermissionScreen
from tui.ui.services import Opening

LINES = 10_000
SCROLLING = 2.0
"""Seconds for which the text moves."""


class Least(App[None]):
    """One Static whose text changes."""

    def __init__(self) -> None:
        super().__init__()
        self.painted: list[float] = []

    def compose(self) -> ComposeResult:
        """One widget."""
        yield Static("ready")

    def _display(self, screen: Screen[Any], renderable: Any) -> None:
        super()._display(screen, renderable)
        self.painted.append(time.perf_counter())

    def on_mount(self) -> None:
        """Measure, then end."""
        self.run_worker(self._measure())

    async def _measure(self) -> None:
        await asyncio.sleep(0.5)
        static = self.query_one(Static)
        before = len(self.painted)
        end = time.perf_counter() + SCROLLING
        while time.perf_counter() < end:
            static.update(str(time.perf_counter()))
            await asyncio.sleep(0.004)
        rate = (len(self.painted) - before) / SCROLLING
        write({"rate": rate})
        self.exit()


class Asked(ParleyApp):
    """The real app, asked about a very long change."""

    painted: list[float]
    stage: Stage
    shown_at = 0.0
    """When lines of the change were painted last."""

    def _display(self, screen: Screen[Any], renderable: Any) -> None:
        super()._display(screen, renderable)
        self.painted.append(time.perf_counter())
        if isinstance(screen, PermissionScreen) and shows_lines(screen):
            self.shown_at = self.painted[-1]

    def on_ready(self, event: Ready) -> None:
        """Measure, once the first frame is there; Textual calls the app's own handler too."""
        self.run_worker(self.measure(self.stage))

    async def measure(self, stage: Stage) -> None:
        """Open the dialog several times, then scroll through it."""
        await until(lambda: stage.sessions, 0.05)
        await asyncio.sleep(0.5)
        live = self.chat.live
        assert live is not None
        live.put_off.add(RequestId("r"))
        stage.ask(request())
        took = [await self._time_to_lines() for _ in range(8)]
        page = await self._opened()
        used, steps = time.process_time(), 0
        end = time.perf_counter() + SCROLLING
        while time.perf_counter() < end:
            self.painted.clear()
            page.scroll_relative(y=7, animate=False, immediate=True)
            if not page.below:
                page.scroll_home(animate=False, immediate=True)
            await until(lambda: self.painted, 0.002)
            steps += 1
        step = (time.process_time() - used) / steps
        write({"first": took[0], "open": median(took[1:]), "step": step})
        self.exit(0)

    async def _time_to_lines(self) -> float:
        """Return the seconds from opening the dialog to its first lines on the screen.

        For as long as the kernel let others run instead of us, nothing is counted.
        """
        if self.screen is not self.chat:
            self.screen.dismiss(None)
            await until(lambda: self.screen is self.chat, 0.01)
        await asyncio.sleep(0.3)
        began, waited = time.perf_counter(), kept_waiting()
        self.chat.open_request()
        await until(lambda: self.shown_at > began, 0.001)
        return self.shown_at - began - (kept_waiting() - waited)

    async def _opened(self) -> Any:
        await asyncio.sleep(0.5)
        assert isinstance(self.screen, PermissionScreen)
        return self.screen.page


def shows_lines(screen: Screen[Any]) -> bool:
    """Tell whether lines of the change are among what was painted."""
    assert isinstance(screen, PermissionScreen)
    page = screen.page
    return page.size.height > 1 and "context line" in page.render_line(2).text


async def until(condition: Callable[[], object], every: float = 0.0) -> None:
    """Let the app go on until something is so."""
    while not condition():  # noqa: ASYNC110 - what is waited for rings no bell
        await asyncio.sleep(every)


def request() -> PermissionRequest:
    """Return a request to change very many lines."""
    lines = []
    for number in range(LINES // 4):
        place = number * 3 + 1
        lines += [
            f"@@ -{place},2 +{place},2 @@",
            f"     context line number {number} of a function",
            f"-    value = compute({number}, other)",
            f"+    value = compute({number}, another, flag=True)",
        ]
    change = FileChange(path="/srv/a.py", kind=ChangeKind.MODIFIED, diff="\n".join(lines))
    return PermissionRequest(
        id=RequestId("r"),
        tool="fileChange",
        kind=ToolKind.EDIT,
        title="a.py",
        input={},
        changes=(change,),
    )


def write(figures: dict[str, float]) -> None:
    """Keep what was measured."""
    Path(sys.argv[2]).write_text(json.dumps(figures))


async def ask() -> None:
    """Run the real app."""
    with tempfile.TemporaryDirectory() as folder:
        stage = Stage(Path(folder))
        app = Asked(
            understudy,
            stage.services,
            opening=Opening(cwd=Path(folder), agent=AgentId("demo")),
        )
        app.painted = []
        stage.app = app
        app.stage = stage
        await app.run_async()


def run(case: str) -> dict[str, float]:
    """Run one case in a terminal of its own."""
    with tempfile.TemporaryDirectory() as home:
        file = Path(home) / "figures.json"
        argv = [sys.executable, "-m", "tests.benchmarks.dialog", case, str(file)]
        terminal = Terminal(argv, Path(home))
        try:
            terminal.written(file)
        finally:
            terminal.end()
        figures: dict[str, float] = json.loads(file.read_text())
        return figures


def measure(short: bool) -> list[Bar]:
    """Compare the dialog with the least app."""
    least, dialog = run("least"), run("dialog")
    frame = 1 / 60
    return [
        Bar(
            name="dialog of 10,000 lines opens",
            value=dialog["open"] / frame,
            target=3.0,
            at_most=True,
            detail=f"{dialog['open'] * 1e3:.0f} ms, {dialog['open'] * least['rate']:.1f} frames of "
            f"the least app, which paints every {1e3 / least['rate']:.1f} ms; "
            f"the first time {dialog['first'] * 1e3:.0f} ms",
        ),
        Bar(
            name="dialog of 10,000 lines scrolls",
            value=dialog["step"] / frame,
            target=1.0,
            at_most=True,
            detail=f"{dialog['step'] * 1e3:.1f} ms of work for a frame of {frame * 1e3:.1f} ms",
        ),
    ]


if __name__ == "__main__":
    if sys.argv[1] == "least":
        Least().run()
    else:
        asyncio.run(ask())
