"""What a flood costs: peak memory while an agent prints far too much."""

import subprocess
import sys

from tests.benchmarks.bar import Bar

CHILD = """
import resource, sys
from pathlib import Path
import anyio
from tui.agents.claude.agent import CLAUDE
from tui.model.spec import SessionSpec
from tui.sessions.session import Session
from tui.wire import process

def peak():
    unit = 1024 if sys.platform == "linux" else 1024**2
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / unit

async def main():
    spec = SessionSpec(agent="claude", cwd=Path("."), executable="", state=Path("."))
    session = Session(CLAUDE, spec)
    async with process.run(("true",), cwd=Path(".")) as child:
        async for batch in child.lines():
            session.take(batch)
    before = peak()
    async with process.run((sys.executable, "-c", sys.argv[1]), cwd=Path(".")) as child:
        async for batch in child.lines():
            session.take(batch)
        assert await child.wait() == 0
    items = session.conversation.items.values()
    assert "it goes on" in [item.label for item in items if hasattr(item, "label")]
    print(peak() - before)

anyio.run(main)
"""

LONG_LINE = """
import sys
for _ in range(MEGABYTES): sys.stdout.write("x" * 1_000_000)
print(); print('{"type": "it goes on"}')
"""

STDERR = """
import sys
for _ in range(MEGABYTES): sys.stderr.write("x" * 1_000_000)
print('{"type": "it goes on"}')
"""


def growth(program: str, megabytes: int) -> float:
    """Return by how many megabytes the peak rose while a child ran this program."""
    child = program.replace("MEGABYTES", str(megabytes))
    done = subprocess.run(
        [sys.executable, "-c", CHILD, child], check=True, capture_output=True, text=True
    )
    return float(done.stdout)


def measure(short: bool) -> list[Bar]:
    """Let a child print one huge line, then huge amounts to standard error."""
    line, errors = growth(LONG_LINE, 100), growth(STDERR, 50 if short else 200)
    return [
        Bar(name="MB for a line of 100 MB", value=line, target=64, at_most=True),
        Bar(name="MB for a flood on stderr", value=errors, target=64, at_most=True),
    ]
