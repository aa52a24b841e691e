"""What a dialog over 10,000 changed lines costs, in frames of 60 Hz; and other long requests.

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
from typing import TYPE_CHECKING, Any, cast

from textual.app import App, ComposeResult
from textual.events import Ready
from textual.screen import Screen
from textual.widgets import Static

from tests.benchmarks.bar import Bar
from tests.benchmarks.long_requests import ID, KINDS, SHORT
from tests.benchmarks.terminal import Terminal, kept_waiting
from tests.ui.stage import Stage, understudy
from tui.model.identity import AgentId
from tui.ui.app import ParleyApp
from tui.ui.services import Opening

if TYPE_CHECKING:
    from tui.ui.screens.permission import PermissionScreen

DIALOG = "tui.ui.screens.permission"
"""Loaded by the app itself, in its own time: the first opening is one as users know it."""

SCROLLING = 2.0
"""Seconds for which the text moves."""

MOST = 8
"""Openings from one app; it scrolls after so many."""

AFTER = 0.4
"""Seconds after an opening in which the app may not stand still either."""


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
    kind: str
    openings: int
    mark = ""
    shown: list[float]
    """When lines of the request were painted since it was opened."""

    def _display(self, screen: Screen[Any], renderable: Any) -> None:
        super()._display(screen, renderable)
        self.painted.append(time.perf_counter())
        if is_dialog(screen) and shows_lines(screen, self.mark):
            self.shown.append(self.painted[-1])

    def on_ready(self, event: Ready) -> None:
        """Measure, once the first frame is there; Textual calls the app's own handler too."""
        self.run_worker(self.measure(self.stage))

    async def measure(self, stage: Stage) -> None:
        """Open the dialog several times, then scroll through it."""
        await until(lambda: stage.sessions and DIALOG in sys.modules, 0.05)
        await asyncio.sleep(1.0)
        live = self.chat.live
        assert live is not None
        live.put_off.add(ID)
        make, self.mark = KINDS[self.kind]
        stage.ask(make(stage.folder))
        stalls, came, took = [], [], []
        for _ in range(self.openings):
            took.append(await self._time_to_lines())
            came.append(took[-1] - (self.shown[-1] - self.shown[0]))
            stalls.append(await largest_stall())
            await until(lambda: judged(self.screen), 0.01)
        write(
            {
                "first": took[0],
                "open": median(took[1:] or took),
                "came": median(came),
                "stall": median(stalls),
                "step": await self._scroll() if self.openings == MOST else 0.0,
            }
        )
        self.exit(0)

    async def _scroll(self) -> float:
        """Return the seconds of work that a step through the text takes."""
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
        return (time.process_time() - used) / steps

    async def _time_to_lines(self) -> float:
        """Return the seconds from opening the dialog until its lines are on the screen.

        Frames that follow before anybody else has a turn are counted too; for as long as the
        kernel let others run instead of us, nothing is.
        """
        if self.screen is not self.chat:
            self.screen.dismiss(None)
            await until(lambda: self.screen is self.chat, 0.01)
        await asyncio.sleep(0.3)
        began, waited = time.perf_counter(), kept_waiting()
        self.shown.clear()
        self.chat.open_request()
        await until(lambda: self.shown, 0.001)
        return self.shown[-1] - began - (kept_waiting() - waited)

    async def _opened(self) -> Any:
        await asyncio.sleep(0.5)
        return cast("PermissionScreen", self.screen).page


def is_dialog(screen: Screen[Any]) -> bool:
    """Tell whether a screen is the dialog, without loading it for that."""
    return type(screen).__module__ == DIALOG


def judged(screen: Screen[Any]) -> bool:
    """Tell whether a dialog has looked through all of its request."""
    return is_dialog(screen) and cast("PermissionScreen", screen).judged is not None


def shows_lines(screen: Screen[Any], mark: str) -> bool:
    """Tell whether lines of the request are among what was painted."""
    page = cast("PermissionScreen", screen).page
    first = range(min(8, page.size.height))
    return len(first) > 1 and any(mark in page.render_line(line).text for line in first)


async def largest_stall() -> float:
    """Return the longest time in which the loop did nothing else, for a while from now on."""
    longest = 0.0
    end = time.perf_counter() + AFTER
    now, waited = time.perf_counter(), kept_waiting()
    while now < end:
        await asyncio.sleep(0.001)
        before, waited_before = now, waited
        now, waited = time.perf_counter(), kept_waiting()
        longest = max(longest, now - before - (waited - waited_before))
    return longest


async def until(condition: Callable[[], object], every: float = 0.0) -> None:
    """Let the app go on until something is so."""
    while not condition():  # noqa: ASYNC110 - what is waited for rings no bell
        await asyncio.sleep(every)


def write(figures: dict[str, float]) -> None:
    """Keep what was measured."""
    Path(sys.argv[2]).write_text(json.dumps(figures))


async def ask(kind: str, openings: int) -> None:
    """Run the real app, asked for something long."""
    with tempfile.TemporaryDirectory() as folder:
        stage = Stage(Path(folder))
        app = Asked(
            understudy,
            stage.services,
            opening=Opening(cwd=Path(folder), agent=AgentId("demo")),
        )
        app.painted, app.shown = [], []
        stage.app = app
        app.stage, app.kind, app.openings = stage, kind, openings
        await app.run_async()


def run(case: str, openings: int = MOST) -> dict[str, float]:
    """Run one case in a terminal of its own."""
    with tempfile.TemporaryDirectory() as home:
        file = Path(home) / "figures.json"
        argv = [sys.executable, "-m", "tests.benchmarks.dialog", case, str(file), str(openings)]
        terminal = Terminal(argv, Path(home))
        try:
            terminal.written(file)
        finally:
            terminal.end()
        figures: dict[str, float] = json.loads(file.read_text())
        return figures


FRAME = 1 / 60


def measure(short: bool) -> list[Bar]:
    """Compare the dialog with the least app, and with itself over other long requests."""
    least, dialog = run("least"), run("difference")
    first = median([dialog["first"], *(run("difference", 1)["first"] for _ in range(2))])
    return [
        Bar(
            name="dialog of 10,000 lines opens",
            value=dialog["open"] / FRAME,
            target=3.0,
            at_most=True,
            detail=f"{dialog['open'] * 1e3:.0f} ms, {dialog['open'] * least['rate']:.1f} frames of "
            f"the least app, which paints every {1e3 / least['rate']:.1f} ms",
        ),
        Bar(
            name="dialog opens for the first time",
            value=first / FRAME,
            target=3.0,
            at_most=True,
            detail=f"{first * 1e3:.0f} ms, median of three apps",
        ),
        *others(dialog, SHORT if short else tuple(KINDS)[1:]),
        Bar(
            name="dialog of 10,000 lines scrolls",
            value=dialog["step"] / FRAME,
            target=1.0,
            at_most=True,
            detail=f"{dialog['step'] * 1e3:.1f} ms of work for a frame of {FRAME * 1e3:.1f} ms",
        ),
    ]


def others(dialog: dict[str, float], kinds: tuple[str, ...]) -> list[Bar]:
    """Measure long requests of other kinds; the slowest of all counts."""
    taken = {"difference": dialog} | {kind: run(kind, MOST // 2) for kind in kinds}
    came = {kind: one["came"] / FRAME for kind, one in taken.items()}
    stalls = {kind: one["stall"] / FRAME for kind, one in taken.items()}
    return [
        Bar(
            name="slowest long request opens",
            value=max(came.values()),
            target=3.0,
            at_most=True,
            detail=", ".join(f"{kind} {frames:.1f}" for kind, frames in came.items()),
        ),
        Bar(
            name="largest stall after an opening",
            value=max(stalls.values()),
            target=2.0,
            at_most=True,
            detail=", ".join(f"{kind} {frames:.1f}" for kind, frames in stalls.items()),
        ),
    ]


if __name__ == "__main__":
    if sys.argv[1] == "least":
        Least().run()
    else:
        asyncio.run(ask(sys.argv[1], int(sys.argv[3])))
