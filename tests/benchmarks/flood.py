"""How the real app feels, and how fast it is, while far more arrives than anybody can read."""

import json
import time
from statistics import median
from typing import NamedTuple

import anyio
import orjson

from tests.benchmarks.bar import Bar
from tests.benchmarks.deltas import MARK, Feed, feed, paced, release, unpaced
from tests.benchmarks.terminal import Terminal, calm, showing
from tui.wire import process

FLOOD = 50_000
"""Deltas of four characters per second."""
FRAME = 1 / 60
PAUSE = 0.08
"""Seconds between two keys."""
RUNS = 5
"""Of these the median counts: other jobs alone made a stall of 57 ms once."""
LINES = 400_000


class Feeling(NamedTuple):
    """How the app felt in one run."""

    idle: float
    """Seconds within which 95 % of the keys are painted while nothing else happens."""
    busy: float
    stall: float
    """The longest time for which nothing could happen, others' turns not counted."""
    raw: float
    """The same with the turns of all other programs on this machine."""


def measure(short: bool) -> list[Bar]:
    """Type while very much text arrives; let it arrive as fast as it can be read."""
    return [*typing(3 if short else RUNS, 3.0 if short else 6.0), wire_to_paint()]


def typing(times: int, seconds: float) -> list[Bar]:
    """Type while fifty thousand deltas a second arrive."""
    runs = [feeling(seconds) for _ in range(times)]
    return [
        Bar(
            name="key to paint, flooded / idle",
            value=median(run.busy / run.idle for run in runs),
            target=3,
            at_most=True,
            detail="p95 "
            + ", ".join(f"{run.busy * 1000:.0f}/{run.idle * 1000:.1f}" for run in runs)
            + " ms",
        ),
        Bar(
            name="largest stall / frame of 60 Hz",
            value=median(run.stall for run in runs) / FRAME,
            target=2,
            at_most=True,
            detail=", ".join(f"{run.stall * 1000:.0f}" for run in runs)
            + " ms; with the turns of others "
            + ", ".join(f"{run.raw * 1000:.0f}" for run in runs),
        ),
    ]


def feeling(seconds: float) -> Feeling:
    """Type into the app while it rests, then while fifty thousand deltas a second arrive."""
    letters = iter(chr(number) for number in range(0x400, 0x480))
    keys = int(seconds / PAUSE)
    with feed(int(FLOOD * (seconds + 1)) * 4) as files:
        agent = paced(files.before, files.start, files.deltas, FLOOD)
        watched = files.folder / "stalls"
        with showing(files.folder, "stream", str(watched), *agent) as terminal:
            calm(terminal)
            idle = typed(terminal, [next(letters) for _ in range(keys)])
            release(files.start)
            terminal.wait(0.3)
            began = time.perf_counter()
            busy = typed(terminal, [next(letters) for _ in range(keys)])
            ended = time.perf_counter()
        stalls = [late for at, *late in json.loads(watched.read_bytes()) if began <= at <= ended]
        ours, raw = zip(*stalls, strict=True) if stalls else ((0.0,), (0.0,))
    return Feeling(idle, busy, max(ours), max(raw))


def typed(terminal: Terminal, letters: list[str]) -> float:
    """Type letters at a person's pace; return how long all but one in twenty took at most."""
    times = []
    for letter in letters:
        began = time.perf_counter()
        times.append(terminal.key_to_paint(letter))
        terminal.wait(began + PAUSE - time.perf_counter())
    return sorted(times)[int(len(times) * 0.95) - 1]


def wire_to_paint() -> Bar:
    """Compare the app with a reader that decodes and shows nothing, on the same lines."""
    with feed(LINES * 4) as files:
        agent = unpaced(files.before, files.start, files.deltas)
        decoded = max(anyio.run(decode, files, agent) for _ in range(3))
        painted = max(paint(files, agent) for _ in range(3))
    return Bar(
        name="wire to paint / decode only",
        value=painted / decoded,
        target=0.5,
        at_most=False,
        detail=f"{painted:,.0f} / {decoded:,.0f} lines a second",
    )


def paint(files: Feed, agent: list[str]) -> float:
    """Return how many lines a second the app reads, decodes and shows."""
    with showing(files.folder, "stream", "-", *agent) as terminal:
        calm(terminal)
        release(files.start)
        began = time.perf_counter()
        return LINES / (terminal.until(MARK.encode()) - began)


async def decode(files: Feed, agent: list[str]) -> float:
    """Return how many lines a second are decoded by the same reader, without an app."""
    seen = 0
    began = 0.0
    async with process.run(agent, cwd=files.folder) as child:
        async for batch in child.lines():
            for line in batch:
                orjson.loads(line)  # type: ignore[arg-type]  # no line here is over-long
            seen += len(batch)
            if not began:
                release(files.start)
                began = time.perf_counter()
            if seen > LINES:
                break
    return LINES / (time.perf_counter() - began)
