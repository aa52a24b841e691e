"""What it costs the real app to show a text that grows, beside Textual's own way."""

from concurrent.futures import ThreadPoolExecutor
from threading import Barrier

from tests.benchmarks.bar import Bar
from tests.benchmarks.deltas import MARK, feed, paced, release
from tests.benchmarks.terminal import PATIENCE, calm, showing

RATE = 1_000
"""Deltas of four characters per second: far more than a model."""


def measure(short: bool) -> list[Bar]:
    """Measure what a delta costs after much text."""
    seconds = 3.0 if short else 6.0
    few, many = side_by_side([("stream", 10_000), ("stream", 1_000_000)], seconds)
    null, ours = side_by_side([("null", 100_000), ("stream", 100_000)], seconds)
    (theirs,) = side_by_side([("markdown", 100_000)], seconds)
    few, many, ours, theirs = (cost - null for cost in (few, many, ours, theirs))
    return [
        Bar(
            name="streaming / Markdown.get_stream",
            value=ours / theirs,
            target=1 / 12,
            at_most=True,
            detail=f"{ours:.0f} / {theirs:.0f} ms per 1,000 deltas after 100 k, idle {null:.0f}",
        ),
        Bar(
            name="streaming after 1 M / after 10 k",
            value=many / few,
            target=1.05,
            at_most=True,
            detail=f"{many:.0f} / {few:.0f} ms per 1,000 deltas",
        ),
    ]


def side_by_side(cases: list[tuple[str, int]], seconds: float) -> list[float]:
    """Run cases at the same time, so that neighbours disturb all of them alike."""
    together = Barrier(len(cases), timeout=PATIENCE)
    with ThreadPoolExecutor(len(cases)) as threads:
        return list(threads.map(lambda case: cost(case[0], case[1], seconds, together), cases))


def cost(case: str, already: int, seconds: float, together: Barrier) -> float:
    """Return the milliseconds of processor time per thousand deltas."""
    with feed(int(seconds * RATE) * 4, already) as files:
        agent = paced(files.before, files.start, files.deltas, RATE)
        count = files.folder / "count"
        first = {"stream": ["-"], "markdown": [str(count)], "null": []}[case]
        with showing(files.folder, case, *first, *agent) as terminal:
            calm(terminal)
            together.wait()
            before = terminal.processor()
            release(files.start)
            if case == "stream":
                terminal.until(MARK.encode())
            else:
                terminal.wait(seconds)
            used = terminal.processor() - before
        # Textual's stream does not keep up; what it has only taken over counts as shown.
        shown = int(count.read_text()) if case == "markdown" else seconds * RATE
        return used / shown * 1_000_000
