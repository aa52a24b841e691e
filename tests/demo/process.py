"""Runs the demo as a real process and talks to it in lines."""

import contextlib
import json
import os
import queue
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeAlias

Json: TypeAlias = dict[str, Any]

DEADLINE = 30.0
"""Seconds after which a test gives up; nothing here should take one."""

ROOT = Path(__file__).resolve().parents[2]


class Demo:
    """One running demo."""

    def __init__(
        self, folder: Path, speak: str, *flags: str, speed: str = "0", **environment: str
    ) -> None:
        self.work = folder / "work"
        self.temporary = folder / "tmp"
        for place in (self.work, self.temporary):
            place.mkdir(exist_ok=True)
        variables = {
            "PATH": os.environ["PATH"],
            "HOME": str(folder),
            "TMPDIR": str(self.temporary),
            "PYTHONPATH": str(ROOT),
            "PARLEY_DEMO_SPEED": speed,
            **environment,
        }
        self.process = subprocess.Popen(
            [sys.executable, "-m", "tui.demo", "--speak", speak, *flags],
            cwd=self.work,
            env=variables,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
        )
        self.raw: list[bytes] = []
        """Every line of standard output so far."""
        self.lines: list[Json] = []
        """Those of them that are JSON objects."""
        self.stderr = b""
        self._arrived: queue.Queue[bytes | None] = queue.Queue()
        self._reading = threading.Event()
        self._reading.set()
        self._readers = [
            threading.Thread(target=self._read_output, daemon=True),
            threading.Thread(target=self._read_errors, daemon=True),
        ]
        for reader in self._readers:
            reader.start()

    def send(self, value: object) -> None:
        """Write one line."""
        self.send_raw(json.dumps(value).encode() + b"\n")

    def send_raw(self, data: bytes) -> None:
        """Write bytes; a process that is gone is not our problem."""
        assert self.process.stdin is not None
        with contextlib.suppress(BrokenPipeError):
            self.process.stdin.write(data)
            self.process.stdin.flush()

    def until(self, wanted: Callable[[Json], bool], what: str = "the expected line") -> Json:
        """Read on to the first line that is wanted, and return it."""
        deadline = time.monotonic() + DEADLINE
        while True:
            line = self.next(deadline)
            if line is None:
                raise AssertionError(f"the demo ended before {what}: {self.stderr!r}")
            if line and wanted(line):
                return line

    def next(self, deadline: float | None = None) -> Json | None:
        """Return the next line: empty if it is no JSON object, None at the end."""
        until = deadline or time.monotonic() + DEADLINE
        try:
            data = self._arrived.get(timeout=max(0.0, until - time.monotonic()))
        except queue.Empty:
            raise AssertionError(f"nothing came; last: {self.raw[-3:]}") from None
        if data is None:
            self._arrived.put(None)
            return None
        self.raw.append(data)
        try:
            value = json.loads(data)
        except ValueError:
            return {}
        if not isinstance(value, dict):
            return {}
        self.lines.append(value)
        return value

    def rest(self) -> None:
        """Read on to the end of the output."""
        while self.next() is not None:
            pass

    def close(self) -> int:
        """Close standard input, read what is left, and return the exit code."""
        assert self.process.stdin is not None
        self.process.stdin.close()
        return self.exit()

    def exit(self) -> int:
        """Wait for the end and return the exit code."""
        self.rest()
        code = self.process.wait(DEADLINE)
        for reader in self._readers:
            reader.join(DEADLINE)
        return code

    def signal(self, number: signal.Signals) -> int:
        """Send a signal and return the exit code."""
        self.process.send_signal(number)
        return self.exit()

    def stop_reading(self) -> None:
        """Leave what it prints in the pipe, until `stop`."""
        self._reading.clear()

    def scratch(self) -> list[Path]:
        """Return the scratch folders there are."""
        return list(self.temporary.glob("parley-demo-*"))

    def stop(self) -> None:
        """End it, whatever it does, and close our ends of the pipes."""
        self.process.kill()
        self.process.wait()
        self._reading.set()
        for reader in self._readers:
            reader.join(DEADLINE)
        for pipe in (self.process.stdin, self.process.stdout, self.process.stderr):
            if pipe and not pipe.closed:
                with contextlib.suppress(BrokenPipeError):
                    pipe.close()

    def _read_output(self) -> None:
        assert self.process.stdout is not None
        for line in self.process.stdout:
            self._arrived.put(line.removesuffix(b"\n"))
            self._reading.wait()
        self._arrived.put(None)

    def _read_errors(self) -> None:
        assert self.process.stderr is not None
        while chunk := os.read(self.process.stderr.fileno(), 1 << 16):
            self.stderr = (self.stderr + chunk)[-(1 << 16) :]


def alive(pid: int) -> bool:
    """Tell whether a process runs; one that is dead but not reaped does not."""
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    try:
        state = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0]
    except OSError:
        return not Path("/proc/self").exists()
    return state != "Z"
