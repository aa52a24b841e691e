"""How fast lines of a subprocess become a conversation."""

import asyncio
import gc
import json
import tempfile
import time
from pathlib import Path

import anyio
import orjson

from tests.benchmarks.bar import Bar
from tests.benchmarks.deltas import write_deltas, write_opening
from tui.agents.claude.agent import CLAUDE
from tui.conversation.state import Prose
from tui.model.identity import AgentId
from tui.model.spec import SessionSpec
from tui.sessions.session import Session
from tui.wire import process

HERE = Path(__file__).parent


def write_message(path: Path, count: int) -> None:
    """Write a message of many small pieces, as Claude Code streams it."""
    write_opening(path)
    opening = path.read_bytes()
    write_deltas(path, ["word "] * count)
    path.write_bytes(opening + path.read_bytes())


async def with_parley(path: Path, count: int) -> float:
    """Frame, decode, translate and reduce every line; return lines per second."""
    nowhere = Path(tempfile.gettempdir())
    spec = SessionSpec(agent=AgentId("claude"), cwd=nowhere, executable="", state=nowhere)
    session = Session(CLAUDE, spec)
    began = time.perf_counter()
    async with process.run(("cat", str(path)), cwd=HERE) as child:
        async for batch in child.lines():
            session.take(batch)
    seconds = time.perf_counter() - began
    (prose,) = (item for item in session.conversation.items.values() if isinstance(item, Prose))
    assert len(str(prose.text)) == len("word ") * count
    return count / seconds


async def with_orjson(path: Path, count: int) -> float:
    """Read with the same reader and decode with orjson, nothing else."""
    began = time.perf_counter()
    async with process.run(("cat", str(path)), cwd=HERE) as child:
        async for batch in child.lines():
            for line in batch:
                orjson.loads(line)  # type: ignore[arg-type]  # no line here is over-long
    return count / (time.perf_counter() - began)


async def with_readline(path: Path, count: int) -> float:
    """Read as most programs do: `readline` and `json.loads`."""
    began = time.perf_counter()
    child = await asyncio.create_subprocess_exec("cat", str(path), stdout=asyncio.subprocess.PIPE)
    assert child.stdout is not None
    while line := await child.stdout.readline():
        json.loads(line)
    await child.wait()
    return count / (time.perf_counter() - began)


def measure(short: bool) -> list[Bar]:
    """Compare the three readers on the same file, best of three each."""
    count = 400_000
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "deltas.jsonl"
        write_message(path, count)

        async def best() -> tuple[float, float, float]:
            gc.collect()
            gc.freeze()
            runs = [
                (
                    await with_parley(path, count),
                    await with_orjson(path, count),
                    await with_readline(path, count),
                )
                for _ in range(3)
            ]
            ours, orjsons, naive = zip(*runs, strict=True)
            return max(ours), max(orjsons), max(naive)

        ours, fast, naive = anyio.run(best)
    detail = f"{ours:,.0f} lines/s; orjson {fast:,.0f}; readline {naive:,.0f}"
    return [
        Bar(
            name="wire ÷ orjson alone", value=ours / fast, target=0.5, at_most=False, detail=detail
        ),
        Bar(name="wire ÷ readline + json", value=ours / naive, target=3, at_most=False),
    ]
