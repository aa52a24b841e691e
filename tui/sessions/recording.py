"""Both directions of the wire in a file, row by row, so that it can be replayed."""

import os
import time
from binascii import a2b_base64, b2a_base64
from collections.abc import Iterable
from pathlib import Path

import msgspec

from tui.model.arrival import Arrival


class Row(msgspec.Struct, frozen=True, omit_defaults=True):
    """One row of a recording: a line, and which way it went."""

    dir: str
    """`stdin` (to the agent), `stdout`, `stderr`, or `meta` and `note` about the recording."""
    line: str
    t_ms: float = 0
    base64: str | None = None
    """The bytes of the line where they are not valid UTF-8."""

    @property
    def wire(self) -> bytes:
        """Return the bytes of the line."""
        if self.base64 is not None:
            return a2b_base64(self.base64)
        return self.line.encode("utf-8", "surrogatepass")


class Recorder:
    """Writes what goes over the wire as it goes."""

    def __init__(self, path: Path, argv: tuple[str, ...], cwd: Path) -> None:
        self._file = os.fdopen(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "wb")
        self._began = time.monotonic()
        self._write("meta", msgspec.json.encode({"argv": argv, "cwd": str(cwd)}))

    def stdin(self, data: bytes) -> None:
        """Write down what we told the agent."""
        for line in data.removesuffix(b"\n").split(b"\n"):
            self._write("stdin", line)
        self._file.flush()

    def stdout(self, arrivals: Iterable[Arrival]) -> None:
        """Write down what the agent told us."""
        for arrival in arrivals:
            self._write("stdout", arrival.raw)
        self._file.flush()

    def exit(self, code: int, stderr: str) -> None:
        """Write down how the process ended."""
        for line in stderr.split("\n"):
            if line:
                self._write("stderr", line.encode())
        self._write("meta", msgspec.json.encode({"exit": code}))
        self._file.flush()

    def close(self) -> None:
        """Let go of the file."""
        self._file.close()

    def _write(self, direction: str, line: bytes) -> None:
        milliseconds = round((time.monotonic() - self._began) * 1000)
        try:
            row = Row(direction, line.decode(), milliseconds)
        except UnicodeDecodeError:
            exact = b2a_base64(line, newline=False).decode()
            row = Row(direction, line.decode("utf-8", "replace"), milliseconds, exact)
        self._file.write(msgspec.json.encode(row) + b"\n")
