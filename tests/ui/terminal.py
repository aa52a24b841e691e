"""The app in a real terminal: a pty, a screen that understands its bytes, and keys."""

import os
import re
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

import pexpect  # type: ignore[import-untyped]  # it ships no types
import pyte

from tui.ui.guard import QUIET

ROOT = Path(__file__).resolve().parents[2]
PATIENCE = 120.0
"""Seconds after which something will not come about any more; pyte alone takes many on a busy
machine."""

_ALLOWED = re.compile(
    rb"\x1b\[[0-9;:]*m"  # colours
    rb"|\x1b\[[0-9;]*[HABCDGJKf]"  # cursor and erasing
    rb"|\x1b\[\?[0-9;]+[hl]"  # modes
    rb"|\x1b\[[<>=]?[0-9;]*u"  # keyboard protocol
    rb"|\x1b\[\?[0-9;]*u|\x1b\[\?\d+\$p|\x1b\[[0-9;]*[cnqt]|\x1b\[>[0-9;]*[mcq]"
    rb"|\x1b[78=>]|\x1b\(B"
    rb"|\x1b\]22;[a-z-]*\x07"  # the pointer's shape
)
"""Sequences that Textual itself writes; anything else came from somewhere else."""


class Terminal:
    """One run of the app."""

    def __init__(self, child: "pexpect.spawn", columns: int, rows: int) -> None:
        self.child = child
        self.screen = pyte.Screen(columns, rows)
        self._stream = pyte.ByteStream(self.screen)
        self.raw = bytearray()

    def read(self, seconds: float = 0.05) -> None:
        """Take in what the app has written."""
        try:
            data = self.child.read_nonblocking(65536, timeout=seconds)
        except (pexpect.TIMEOUT, pexpect.EOF):
            return
        self.raw += data
        # pyte knows neither of these; both are Textual's own.
        known = re.sub(rb"\x1b\[[<>=][0-9;]*[a-zA-Z]|\x1b\[\?\d+\$p", b"", data)
        self._stream.feed(known)

    @property
    def text(self) -> str:
        """Return what is on the screen."""
        return "\n".join(line.rstrip() for line in self.screen.display)

    def until(self, condition: Callable[[], object], what: str = "it") -> None:
        """Read until something is so."""
        deadline = time.monotonic() + PATIENCE
        while not condition():
            assert time.monotonic() < deadline, f"{what} did not come about:\n{self.text}"
            self.read()

    def shows(self, text: str) -> None:
        """Read until a text is on the screen."""
        self.until(lambda: text in self.text, repr(text))

    def vanishes(self, text: str) -> None:
        """Read until a text is no longer on the screen."""
        self.until(lambda: text not in self.text, f"the end of {text!r}")

    def quiet(self) -> None:
        """Leave the keyboard alone until a request takes answers."""
        self.pause(QUIET + 0.2)
        self.vanishes("keys go to the draft")

    def pause(self, seconds: float) -> None:
        """Read for a while."""
        deadline = time.monotonic() + seconds
        while time.monotonic() < deadline:
            self.read(0.02)

    def send(self, keys: str) -> None:
        """Press keys, all in one write."""
        self.child.send(keys)

    def end(self) -> int:
        """Wait for the app's end; return its exit code."""
        deadline = time.monotonic() + PATIENCE
        while self.child.isalive():
            assert time.monotonic() < deadline, f"it does not end:\n{self.text}"
            self.read()
        self.read()
        put_away(self.child)
        return int(self.child.exitstatus if self.child.exitstatus is not None else -1)


@contextmanager
def terminal(
    folder: Path,
    *words: str,
    size: tuple[int, int] = (100, 30),
    environment: dict[str, str] | None = None,
    program: str = "tests.ui.run_app",
) -> Iterator[Terminal]:
    """Run the app in a folder; it is gone when the block ends."""
    work = folder / "work"
    work.mkdir(exist_ok=True)
    variables = {
        **os.environ,
        "PYTHONPATH": str(ROOT),
        "TERM": "xterm-256color",
        "COLORTERM": "truecolor",
        "PARLEY_DEMO_SPEED": "0",
        "TZ": "UTC",
        **(environment or {}),
    }
    columns, rows = size
    child = pexpect.spawn(
        sys.executable,
        ["-P", "-m", program, str(work), *words],
        dimensions=(rows, columns),
        env=variables,
        cwd=str(ROOT),
        timeout=PATIENCE,
    )
    run = Terminal(child, columns, rows)
    try:
        yield run
    finally:
        put_away(child)


def put_away(child: "pexpect.spawn") -> None:
    """End a program and wait for it; a busy machine takes longer than pexpect's 0.1 s."""
    with suppress(pexpect.ExceptionPexpect):
        child.close(force=True)
    deadline = time.monotonic() + PATIENCE
    while child.isalive():
        assert time.monotonic() < deadline, "it cannot be killed"
        time.sleep(0.01)


def foreign(raw: bytes) -> list[bytes]:
    """Return the escape sequences and control bytes that Textual does not write."""
    rest = _ALLOWED.sub(b"", raw)
    rest = re.sub(rb"\x1bP\+q[0-9a-fA-F;]*\x1b\\", b"", rest)
    return re.findall(rb"\x1b.{0,24}|[\x00-\x08\x0b\x0c\x0e-\x1a\x1c-\x1f\x7f]", rest)
