"""A pseudo-terminal of 120 by 40 that is drained all the time, and a program in it."""

import fcntl
import os
import pty
import select
import signal
import struct
import subprocess
import sys
import termios
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

PATIENCE = 120.0
"""Seconds after which something that does not come about has gone wrong."""


class Terminal:
    """One program in a terminal; reads whenever it waits."""

    def __init__(self, argv: Sequence[str], home: Path) -> None:
        self._master, slave = pty.openpty()
        fcntl.ioctl(slave, termios.TIOCSWINSZ, struct.pack("HHHH", 40, 120, 0, 0))
        self.child = subprocess.Popen(
            argv,
            stdin=slave,
            stdout=slave,
            stderr=slave,
            start_new_session=True,
            env=_environment(home),
        )
        os.close(slave)
        self._last = b""

    def read(self, seconds: float) -> bytes:
        """Return what is painted within some time."""
        ready, _, _ = select.select([self._master], [], [], max(0.0, seconds))
        if not ready:
            return b""
        try:
            data = os.read(self._master, 1 << 16)
        except OSError:
            data = b""
        if not data:
            self.child.wait()
        self._last = self._last[-8_192:] + data
        return data

    def wait(self, seconds: float) -> None:
        """Read for some time."""
        end = time.perf_counter() + seconds
        while (left := end - time.perf_counter()) > 0 and self.child.poll() is None:
            self.read(left)

    def until(self, mark: bytes) -> float:
        """Read until something is painted; return when that was."""
        end = time.perf_counter() + PATIENCE
        seen = b""
        while mark not in seen:
            assert time.perf_counter() < end, f"{mark!r} was not painted"
            assert self.child.poll() is None, self._last.decode(errors="replace")
            seen = seen[-4_096:] + self.read(1.0)
        return time.perf_counter()

    def written(self, path: Path) -> None:
        """Read until the program has written a file."""
        end = time.perf_counter() + PATIENCE
        while not path.exists():
            assert time.perf_counter() < end, f"{path.name} was not written"
            assert self.child.poll() is None, self._last.decode(errors="replace")
            self.read(0.02)

    def type(self, text: str) -> None:
        """Press keys."""
        os.write(self._master, text.encode())

    def key_to_paint(self, letter: str) -> float:
        """Press a key that was not pressed before; return the seconds until it is painted.

        For as long as the kernel let others run instead of the program, nothing is counted.
        """
        waited = kept_waiting(self.child.pid)
        began = time.perf_counter()
        self.type(letter)
        painted = self.until(letter.encode())
        return painted - began - (kept_waiting(self.child.pid) - waited)

    def processor(self) -> float:
        """Return the seconds of processor time the program has used so far."""
        return sum(used for used, _ in self._turns())

    def wanted(self) -> float:
        """Return the seconds for which the program ran or could have run so far."""
        return sum(used + waited for used, waited in self._turns())

    def _turns(self) -> Iterator[tuple[float, float]]:
        for task in Path(f"/proc/{self.child.pid}/task").glob("*/schedstat"):
            used, waited, _ = task.read_text().split()
            yield int(used) / 1e9, int(waited) / 1e9

    def end(self) -> None:
        """Quit the program, and wait for its end."""
        if self.child.poll() is None:
            self.type("\x11")
        end = time.perf_counter() + 10.0
        while self.child.poll() is None:
            if time.perf_counter() > end:
                self.child.send_signal(signal.SIGKILL)
                self.child.wait()
            self.read(0.05)
        os.close(self._master)


def kept_waiting(process: int | str = "self") -> float:
    """Return the seconds for which a program could have run so far and others did."""
    return int(Path(f"/proc/{process}/schedstat").read_text().split()[1]) / 1e9


def _environment(home: Path) -> dict[str, str]:
    folders = {f"XDG_{name}_HOME": str(home / name) for name in ("CONFIG", "STATE", "CACHE")}
    look = {"TERM": "xterm-256color", "COLORTERM": "truecolor"}
    # An installed program has its bytecode; compiling it again would be a part of every start.
    kept = {name: word for name, word in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    return {**kept, **look, **folders, "HOME": str(home)}


@contextmanager
def showing(home: Path, case: str, *words: str | int) -> Iterator[Terminal]:
    """Run one case of `inside` for as long as the block lasts."""
    argv = [sys.executable, "-m", "tests.benchmarks.inside", case, *(str(word) for word in words)]
    terminal = Terminal(argv, home)
    try:
        yield terminal
    finally:
        terminal.end()


def calm(terminal: Terminal) -> None:
    """Wait until a program has started and rests, and does not only wait for its turn."""
    terminal.wait(1.5)
    before = 0.0
    while (used := terminal.wanted()) - before > 0.06:
        before = used
        terminal.wait(0.4)
