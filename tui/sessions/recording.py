"""Both directions of the wire in a file, row by row, so that it can be replayed."""

import os
import time
from binascii import a2b_base64, b2a_base64
from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path

import msgspec

from tui.errors import UsageError
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
        """Return the bytes of the line; as the text tells them where the exact ones are damaged."""
        if self.base64 is not None:
            with suppress(ValueError):
                return a2b_base64(self.base64)
        return self.line.encode("utf-8", "surrogatepass")


class Recorder:
    """Writes what goes over the wire as it goes."""

    def __init__(self, path: Path, argv: tuple[str, ...], cwd: Path) -> None:
        flags = os.O_WRONLY | os.O_CREAT | os.O_TRUNC | os.O_CLOEXEC
        try:
            self._file = os.fdopen(os.open(path, flags, 0o600), "wb", buffering=0)
        except OSError as error:
            raise UsageError(
                f"{path} cannot be written: {error.strerror}.", "Name another file with --record."
            ) from error
        self.problem = ""
        """Why no more is written down: the session goes on without its recording."""
        self._path = path
        self._began = time.monotonic()
        self._write([self._row("meta", msgspec.json.encode({"argv": argv, "cwd": str(cwd)}))])

    def stdin(self, data: bytes) -> None:
        """Write down what we told the agent."""
        lines = data.removesuffix(b"\n").split(b"\n")
        self._write([self._row("stdin", line) for line in lines])

    def stdout(self, arrivals: Iterable[Arrival]) -> None:
        """Write down what the agent told us."""
        self._write([self._row("stdout", arrival.raw) for arrival in arrivals])

    def exit(self, code: int, stderr: str) -> None:
        """Write down how the process ended."""
        said = [self._row("stderr", line.encode()) for line in stderr.split("\n") if line]
        self._write([*said, self._row("meta", msgspec.json.encode({"exit": code}))])

    def close(self) -> None:
        """Let go of the file."""
        self._file.close()

    def _write(self, rows: list[bytes]) -> None:
        if self.problem or not rows:
            return
        remaining = memoryview(b"\n".join(rows) + b"\n")
        try:
            while remaining:
                remaining = remaining[self._file.write(remaining) :]
        except OSError as error:
            self.problem = f"Nothing more is recorded in {self._path}: {error.strerror}."

    def _row(self, direction: str, line: bytes) -> bytes:
        milliseconds = round((time.monotonic() - self._began) * 1000)
        try:
            row = Row(direction, line.decode(), milliseconds)
        except UnicodeDecodeError:
            exact = b2a_base64(line, newline=False).decode()
            row = Row(direction, line.decode("utf-8", "replace"), milliseconds, exact)
        return msgspec.json.encode(row)
