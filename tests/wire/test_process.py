"""A child that speaks in lines, whatever it does."""

import asyncio
import sys
from pathlib import Path

import anyio
import anyio.lowlevel
import pytest

from tests.support.processes import MARK, alive, new_mark, until
from tui.errors import AgentStuckError
from tui.wire.lines import CutLine
from tui.wire.process import UNREAD_LIMIT, StderrTail, run

HERE = Path(__file__).parent
TASKS = Path("/proc/self/task")


async def output(*argv: str, stdin: bytes = b"") -> tuple[list[bytes | CutLine], int, str]:
    """Run a child to its end."""
    async with run(argv, cwd=HERE) as child:
        child.write(stdin)
        child.close_stdin()
        lines = [line async for batch in child.lines() for line in batch]
        code = await child.wait()
    return lines, code, child.stderr.text()


async def test_lines_exit_code_and_stderr_come_through() -> None:
    script = "read word; echo got $word; printf unfinished; echo oops >&2; exit 3"

    assert await output("sh", "-c", script, stdin=b"hello\n") == (
        [b"got hello", b"unfinished"],
        3,
        "oops\n",
    )


async def test_everything_printed_before_the_end_is_read() -> None:
    lines, _, _ = await output("sh", "-c", "seq 1 200000")
    assert len(lines) == 200_000
    assert lines[-1] == b"200000"


async def test_leaving_the_block_ends_the_whole_tree() -> None:
    mark = new_mark()
    script = "(setsid sh -c \"trap '' TERM; sleep 100; sleep 100\" &); echo up; sleep 100"
    environment = {"PATH": "/usr/bin:/bin", MARK: mark}

    async with run(("sh", "-c", script), cwd=HERE, environment=environment) as child:
        async for _ in child.lines():
            break

    assert child.returncode is not None
    assert until(lambda: not alive(mark))


async def test_cancelling_ends_the_whole_tree() -> None:
    mark = new_mark()
    with anyio.CancelScope() as scope:
        async with run(
            ("sh", "-c", "echo up; sleep 100"),
            cwd=HERE,
            environment={"PATH": "/usr/bin:/bin", MARK: mark},
        ) as child:
            async for _ in child.lines():
                scope.cancel()

    assert scope.cancelled_caught
    assert not alive(mark)


def children() -> set[str]:
    """Return the children of this process, also those that ended and nobody asked about."""
    return {pid for path in TASKS.glob("*/children") for pid in path.read_text().split()}


@pytest.mark.skipif(not TASKS.exists(), reason="only Linux tells the children of a process")
@pytest.mark.parametrize("turns", range(12))
async def test_cancelling_a_start_leaves_no_child(turns: int) -> None:
    async def sleeping() -> None:
        async with run(("sleep", "100"), cwd=HERE) as child:
            await child.wait()

    before, left = children(), set[str]()
    for _ in range(10):  # a child that nobody waits for may be gone before it is looked for
        async with anyio.create_task_group() as tasks:
            tasks.start_soon(sleeping)
            for _ in range(turns):
                await anyio.lowlevel.checkpoint()
            tasks.cancel_scope.cancel()
        left |= children() - before

    assert left == set()


async def test_a_task_that_is_cancelled_while_it_ends_a_child_waits_for_it() -> None:
    mark = new_mark()
    environment = {"PATH": "/usr/bin:/bin", MARK: mark}
    up = anyio.Event()

    async def sleeping() -> None:
        script = "trap '' TERM; echo up; sleep 100; sleep 100"
        async with run(("sh", "-c", script), cwd=HERE, environment=environment) as child:
            async for _ in child.lines():
                up.set()

    task = asyncio.create_task(sleeping())
    await up.wait()
    while not task.done():
        task.cancel()
        await asyncio.wait([task], timeout=0.1)

    assert task.cancelled()
    assert not alive(mark)


async def test_a_child_that_does_not_read_blocks_nobody() -> None:
    async with run(("sleep", "100"), cwd=HERE) as child:
        child.write(b"x" * UNREAD_LIMIT)
        await anyio.lowlevel.checkpoint()
        with pytest.raises(AgentStuckError):
            child.write(b"x" * UNREAD_LIMIT)


async def test_a_child_that_left_takes_writes_without_complaint() -> None:
    async with run(("true",), cwd=HERE) as child:
        await child.wait()
        child.write(b"too late\n")
        child.close_stdin()
        assert await child.wait() == 0


async def test_a_stderr_flood_stalls_nothing_and_keeps_its_end() -> None:
    script = "import sys; sys.stderr.write('e' * 30_000_000 + 'the end'); print('out')"

    lines, code, stderr = await output(sys.executable, "-c", script)

    assert (lines, code) == ([b"out"], 0)
    assert stderr.endswith("the end")
    assert len(stderr) == 64 * 1024


def test_the_tail_keeps_the_last_bytes_only() -> None:
    tail = StderrTail(limit=10)
    for piece in (b"0123456789", b"abc", b"\xffdefgh"):
        tail.add(piece)

    assert tail.text() == "9abc\ufffddefgh"[-10:]


async def test_a_folder_that_is_not_there_is_an_error_and_leaks_nothing() -> None:
    with pytest.raises(FileNotFoundError):
        async with run(("true",), cwd=Path("/no/such/folder")):
            pass
