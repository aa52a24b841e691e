"""What starting costs: the first frame, an import, and the supervisor of every agent."""

import os
import resource
import subprocess
import sys

from tests.benchmarks import first_frame
from tests.benchmarks.bar import Bar, middle
from tui.wire.supervise import command


def seconds(argv: list[str], descriptors: tuple[int, ...] = ()) -> float:
    """Return how much processor time a command takes; a busy neighbour does not count."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run(argv, check=True, stdin=subprocess.DEVNULL, pass_fds=descriptors)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def supervised() -> float:
    """Return how long `true` takes under the supervisor."""
    reader, writer = os.pipe()
    try:
        return seconds(command(reader, ("true",)), (reader,))
    finally:
        os.close(reader)
        os.close(writer)


def python(program: str) -> float:
    """Return how long a Python program takes."""
    return seconds([sys.executable, "-c", program])


def measure(short: bool) -> list[Bar]:
    """Compare with a Python that does nothing, and with the least a Textual app can be."""
    runs = 11 if short else 31
    bare = middle(lambda: python("pass"), runs)
    imported = middle(lambda: python("import tui.headless.run"), runs)
    conducted = middle(lambda: python("import tui.headless.conduct"), runs)
    added = middle(supervised, runs) - middle(lambda: seconds(["true"]), runs)
    return [
        *first_frame.measure(short),
        Bar(
            name="supervise adds ÷ python -c pass",
            value=added / bare,
            target=1.5,
            at_most=True,
            detail=f"{added * 1000:.0f} ms; python {bare * 1000:.0f} ms",
        ),
        Bar(
            name="import headless.run ÷ python",
            value=imported / bare,
            target=6,
            at_most=True,
            detail=f"{imported * 1000:.0f} ms",
        ),
        Bar(
            name="all that a run loads ÷ python",
            value=conducted / bare,
            target=9,
            at_most=True,
            detail=f"{conducted * 1000:.0f} ms, of it 5.1 × python for anyio and msgspec",
        ),
    ]
