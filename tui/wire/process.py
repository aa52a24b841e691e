"""A child process that speaks in lines: spawned under the supervisor, never in the way."""

import fcntl
import os
import signal
from collections import deque
from collections.abc import AsyncIterator, Mapping, Sequence
from contextlib import asynccontextmanager, suppress
from pathlib import Path

import anyio
import anyio.lowlevel

from tui.errors import AgentStuckError
from tui.wire.lines import CutLine, LineFramer
from tui.wire.supervise import command

READ_SIZE = 256 * 1024
"""About a thousand delta lines, so that the loop gets a turn every two milliseconds."""

PIPE_SIZE = 1024 * 1024
"""Linux's limit for ordinary users; fewer wake-ups for the same bytes."""

STDERR_TAIL = 64 * 1024
"""How much of standard error is kept: the end, where the reason of a failure stands."""

STDERR_PATIENCE = 0.5
"""Seconds to wait for the end of standard error once the whole tree is gone."""

UNREAD_LIMIT = 64 * 1024 * 1024
"""What may wait for a child that does not read; a prompt with pictures is a few megabytes."""


class StderrTail:
    """The last bytes of a stream, whatever its length."""

    def __init__(self, limit: int = STDERR_TAIL) -> None:
        self._limit = limit
        self._pieces: deque[bytes] = deque()
        self._size = 0
        self.dropped = 0
        """Bytes that are no longer here."""

    def add(self, piece: bytes) -> None:
        """Keep a piece, and let go of what is too old."""
        self._pieces.append(piece)
        self._size += len(piece)
        while self._size - len(self._pieces[0]) >= self._limit:
            gone = len(self._pieces.popleft())
            self._size -= gone
            self.dropped += gone

    def text(self) -> str:
        """Return what is kept, decoded leniently."""
        return b"".join(self._pieces)[-self._limit :].decode("utf-8", "replace")


class LineProcess:
    """One running child: lines out, bytes in, a bounded end. Made by `run`."""

    def __init__(
        self, argv: Sequence[str], *, cwd: Path, environment: Mapping[str, str] | None = None
    ) -> None:
        self._argv = tuple(argv)
        self._cwd = cwd
        self._environment = environment
        self._unsent: deque[bytes] = deque()
        self._unsent_size = 0
        self._wake_writer = anyio.Event()
        self._closing_stdin = False
        self._stderr_closed = anyio.Event()
        self._ended = anyio.Event()
        self.stderr = StderrTail()
        """The end of what it wrote to standard error."""
        self.returncode: int | None = None
        """As `subprocess` tells it; None while it runs."""

    @property
    def pid(self) -> int:
        """Return the number of the process above the child's: the supervisor's."""
        return self._process.pid

    async def _spawn(self) -> None:
        stdin_read, self._stdin = os.pipe()
        self._stdout, stdout_write = os.pipe()
        self._stderr, stderr_write = os.pipe()
        lifeline_read, self._lifeline = os.pipe()
        _enlarge(self._stdout)
        try:
            # Cancelled in the middle, asyncio would leave a child that nobody waits for.
            with anyio.CancelScope(shield=True):
                self._process = await anyio.open_process(
                    command(lifeline_read, self._argv),
                    stdin=stdin_read,
                    stdout=stdout_write,
                    stderr=stderr_write,
                    pass_fds=(lifeline_read,),
                    cwd=self._cwd,
                    env=self._environment,
                    start_new_session=True,
                )
        except BaseException:
            self._close_pipes()
            raise
        finally:
            for theirs in (stdin_read, stdout_write, stderr_write, lifeline_read):
                os.close(theirs)
        for ours in (self._stdin, self._stdout, self._stderr):
            os.set_blocking(ours, False)

    async def _end(self) -> None:
        """End the whole process tree within the supervisor's time, and let go of the pipes."""
        cancelled: BaseException | None = None
        with anyio.CancelScope(shield=True):
            self.terminate()
            while self.returncode is None:
                # Whoever cancels the task itself is not held off by a shield, and has to wait too.
                try:
                    self.returncode = await self._process.wait()
                except anyio.get_cancelled_exc_class() as error:
                    cancelled = error
            self._close_pipes()
        if cancelled is not None:
            raise cancelled

    async def lines(self) -> AsyncIterator[list[bytes | CutLine]]:
        """Yield whole lines in batches, one per read, until the child closes its output."""
        framer = LineFramer()
        while chunk := await _read(self._stdout):
            if batch := framer.feed(chunk):
                yield batch
            await anyio.lowlevel.checkpoint()
        if batch := framer.finish():
            yield batch

    async def chunks(self) -> AsyncIterator[bytes]:
        """Yield what the child prints as it comes, also where a line is not finished yet."""
        while chunk := await _read(self._stdout):
            yield chunk
            await anyio.lowlevel.checkpoint()

    def write(self, data: bytes) -> None:
        """Hand bytes to the writer. Returns at once, also when the child does not read."""
        if self._stdin < 0 or self._closing_stdin:
            return
        if self._unsent_size + len(data) > UNREAD_LIMIT:
            raise AgentStuckError(
                "The agent has stopped reading what parley sends.", "Stop it and start it again."
            )
        self._unsent.append(data)
        self._unsent_size += len(data)
        self._wake_writer.set()

    def close_stdin(self) -> None:
        """Close standard input once everything handed over has been written."""
        self._closing_stdin = True
        self._wake_writer.set()

    def interrupt(self) -> None:
        """Send SIGINT to the agent's process group."""
        self._signal(signal.SIGINT)

    def terminate(self) -> None:
        """Let the supervisor end the whole tree: SIGTERM, and a second later SIGKILL."""
        self._signal(signal.SIGTERM)

    async def wait(self) -> int:
        """Wait until the child and everything below it is gone; return its exit code."""
        await self._ended.wait()
        assert self.returncode is not None
        return self.returncode

    async def _watch(self) -> None:
        self.returncode = await self._process.wait()
        with anyio.move_on_after(STDERR_PATIENCE):
            await self._stderr_closed.wait()
        self._ended.set()

    async def _drain_stderr(self) -> None:
        while piece := await _read(self._stderr):
            self.stderr.add(piece)
            await anyio.lowlevel.checkpoint()
        self._stderr_closed.set()

    async def _write_unsent(self) -> None:
        while True:
            await self._wake_writer.wait()
            self._wake_writer = anyio.Event()
            if not await self._write_all() or self._closing_stdin:
                break
        self._close_stdin_now()

    async def _write_all(self) -> bool:
        while self._unsent:
            data = self._unsent[0]
            try:
                written = os.write(self._stdin, data)
            except BlockingIOError:
                await anyio.wait_writable(self._stdin)
                continue
            except BrokenPipeError:
                return False
            self._unsent_size -= written
            if written < len(data):
                self._unsent[0] = data[written:]
            else:
                self._unsent.popleft()
        return True

    def _signal(self, number: signal.Signals) -> None:
        # Not `send_signal`: it reaps a child that has just ended, and its exit code is lost.
        if self.returncode is None:
            with suppress(ProcessLookupError):
                os.kill(self._process.pid, number)

    def _close_stdin_now(self) -> None:
        self._unsent.clear()
        if self._stdin >= 0:
            os.close(self._stdin)
            self._stdin = -1

    def _close_pipes(self) -> None:
        self._close_stdin_now()
        for ours in (self._stdout, self._stderr, self._lifeline):
            os.close(ours)


@asynccontextmanager
async def run(
    argv: Sequence[str], *, cwd: Path, environment: Mapping[str, str] | None = None
) -> AsyncIterator[LineProcess]:
    """Run a child for as long as the block lasts; nothing of it is left afterwards."""
    process = LineProcess(argv, cwd=cwd, environment=environment)
    await process._spawn()
    try:
        async with anyio.create_task_group() as tasks:
            tasks.start_soon(process._watch)
            tasks.start_soon(process._drain_stderr)
            tasks.start_soon(process._write_unsent)
            yield process
            tasks.cancel_scope.cancel()
    finally:
        await process._end()


async def _read(pipe: int) -> bytes:
    """Wait for bytes; none are the end."""
    while True:
        try:
            return os.read(pipe, READ_SIZE)
        except BlockingIOError:
            await anyio.wait_readable(pipe)


def _enlarge(pipe: int) -> None:
    if hasattr(fcntl, "F_SETPIPE_SZ"):
        with suppress(OSError):
            fcntl.fcntl(pipe, fcntl.F_SETPIPE_SZ, PIPE_SIZE)
