"""What the length of a conversation costs the real app: opening, moving, wrapping, memory, rest."""

import json
import tempfile
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path
from threading import Barrier

from tests.benchmarks.bar import Bar
from tests.benchmarks.terminal import PATIENCE, showing

REST = 12.0
"""Seconds for which nothing happens."""


def measure(short: bool) -> list[Bar]:
    """Open, move, wrap anew, count memory, do nothing."""
    return [*sizes(300 if short else 1_000), resting()]


def sizes(mounted: int) -> list[Bar]:
    """Compare a long conversation with a short one, and a thousand messages with widgets."""
    small, large = figures("opening", 100), figures("opening", 10_000)
    few, many = figures("moves", 100), figures("moves", 50_000)
    # What the first messages load, such as the Markdown parser, is no growth.
    ours = (figures("moves", 1_000)["grown"] - few["grown"]) * 1_000 / 900
    theirs = figures("widgets", mounted)["grown"] * 1_000 / mounted

    def bar(name: str, long: float, short: float) -> Bar:
        detail = f"{long * 1000:.1f} / {short * 1000:.1f} ms"
        return Bar(name=name, value=long / short, target=1.3, at_most=True, detail=detail)

    return [
        bar("opening 10,000 / 100 messages", large["open"], small["open"]),
        bar("moving in 50,000 / 100 messages", many["move"], few["move"]),
        bar("wrapping 50,000 / 100 messages", many["wrap"], few["wrap"]),
        Bar(
            name="memory / a widget per message",
            value=ours / theirs,
            target=1 / 30,
            at_most=True,
            detail=f"{ours:.1f} / {theirs:.0f} MB for 1,000 ({mounted:,} widgets measured)",
        ),
    ]


def figures(case: str, messages: int) -> dict[str, float]:
    """Run one case and return what it wrote."""
    with home() as folder:
        result = folder / "result"
        with showing(folder, case, str(result), messages) as terminal:
            terminal.wait(300)
        found: dict[str, float] = json.loads(result.read_bytes())
    return found


def resting() -> Bar:
    """Let the app with a long session and a minimal app rest at the same time."""
    together = Barrier(2, timeout=PATIENCE)
    with ThreadPoolExecutor(2) as threads:
        ours, theirs = threads.map(lambda case: rest(case, together), ("idle", "null"))
    return Bar(
        name="idle with 10,000 / minimal app",
        value=ours / theirs,
        target=1.2,
        at_most=True,
        detail=f"{ours:.2%} / {theirs:.2%} of a processor for {REST:.0f} s",
    )


def rest(case: str, together: Barrier) -> float:
    """Return which part of a processor a program takes while nothing happens."""
    with home() as folder:
        ready = folder / "ready"
        words = [str(ready), "10000"] if case == "idle" else []
        with showing(folder, case, *words) as terminal:
            if case == "idle":
                terminal.written(ready)
            terminal.wait(5.0)
            together.wait()
            before = terminal.processor()
            terminal.wait(REST)
            return (terminal.processor() - before) / REST


@contextmanager
def home() -> Iterator[Path]:
    """Make a folder for one run."""
    with tempfile.TemporaryDirectory() as name:
        yield Path(name)
