"""parley on a terminal that shows lines only, as another program, until a question waits."""

import fcntl
import os
import pty
import signal
import subprocess
import sys
import termios
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import NamedTuple

from tests.support.processes import MARK, alive, until

PATIENCE = 60.0

ROOT = Path(__file__).resolve().parents[2]


class Waiting(NamedTuple):
    """A parley in which a question waits."""

    process: "subprocess.Popen[bytes]"
    terminal: int
    mark: str
    shown: bytes
    """What was on the terminal up to the question."""

    def gone(self) -> bool:
        """Wait until nothing of it is left."""
        self.process.wait(PATIENCE)
        return until(lambda: not alive(self.mark), PATIENCE)


@contextmanager
def waiting(
    environment: Mapping[str, str], work: Path, agent: str, prompt: str
) -> Iterator[Waiting]:
    """Start parley with a prompt, and wait until it asks."""
    ours, theirs = pty.openpty()
    process = subprocess.Popen(
        (sys.executable, "-m", "tui", "--agent", agent, prompt),
        stdin=theirs,
        stdout=theirs,
        stderr=theirs,
        cwd=work,
        env={**environment, "PYTHONPATH": str(ROOT), "TERM": "dumb"},
        start_new_session=True,
        preexec_fn=_take_terminal,
    )
    os.close(theirs)
    try:
        shown = _read_until(ours, b"y allow once")
        yield Waiting(process, ours, environment[MARK], shown)
    finally:
        process.kill()
        process.wait()
        with suppress(OSError):
            os.close(ours)


def _take_terminal() -> None:
    fcntl.ioctl(0, termios.TIOCSCTTY, 0)


def _read_until(terminal: int, wanted: bytes) -> bytes:
    shown = b""
    while wanted not in shown:
        try:
            piece = os.read(terminal, 65536)
        except OSError:
            break
        if not piece:
            break
        shown += piece
    return shown


def close_terminal(one: Waiting) -> None:
    """Close the window."""
    os.close(one.terminal)


def end_input(one: Waiting) -> None:
    """Press Ctrl+D."""
    os.write(one.terminal, b"\x04")


ENDS: dict[str, Callable[[Waiting], None]] = {
    "killed": lambda one: one.process.send_signal(signal.SIGKILL),
    "terminated": lambda one: one.process.send_signal(signal.SIGTERM),
    "hung up on": lambda one: one.process.send_signal(signal.SIGHUP),
    "its window closed": close_terminal,
    "its input ended": end_input,
}
"""How parley may end while a question waits."""
