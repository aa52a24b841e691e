"""A flooded app whose terminal is gone, or is read by nobody: it ends within two seconds."""

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
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import NamedTuple

import pytest

from tests.support.processes import MARK, alive, new_mark, until
from tests.support.programs import program
from tests.ui.terminal import PATIENCE, ROOT
from tui.config.drafts import abandoned
from tui.config.paths import trust_file
from tui.permission.trust import Trust

FLOOD = 10_000_000
"""Deltas; they would go on for minutes."""

PROMISED = 2.0


class Flooded(NamedTuple):
    """An app on whose screen a flood arrives."""

    process: "subprocess.Popen[bytes]"
    terminal: int
    mark: str

    def read_until(self, wanted: bytes, times: int = 1) -> None:
        """Read the terminal until something was painted."""
        seen = b""
        deadline = time.monotonic() + PATIENCE
        while seen.count(wanted) < times:
            assert time.monotonic() < deadline, seen[-2000:]
            if select.select([self.terminal], [], [], 0.1)[0]:
                seen += os.read(self.terminal, 65536)

    def work(self) -> str:
        """Return the processor time it took so far."""
        fields = Path(f"/proc/{self.process.pid}/stat").read_text().rpartition(")")[2].split()
        return " ".join(fields[11:13])

    def blocked(self) -> bool:
        """Tell whether it does nothing at all, since nobody reads what it paints."""
        before = self.work()
        return not until(lambda: self.work() != before, 0.3)


@contextmanager
def flooded(folder: Path, misbehaviour: str, *, controlling: bool) -> Iterator[Flooded]:
    """Run the app with an agent that floods it."""
    for needed in ("work", "bin"):
        (folder / needed).mkdir()
    program(
        folder / "bin",
        "claude",
        f"""#!/bin/sh
case "$1" in --version) echo "2.1.325 (Claude Code)"; exit ;; esac
exec {sys.executable} -P -m tui.demo --speak claude --misbehave {misbehaviour} "$@"
""",
    )
    Trust(trust_file()).decline(folder / "work")
    mark = new_mark()
    ours, theirs = pty.openpty()
    fcntl.ioctl(theirs, termios.TIOCSWINSZ, struct.pack("HHHH", 30, 100, 0, 0))
    process = subprocess.Popen(
        (sys.executable, "-P", "-m", "tests.ui.run_app", str(folder / "work"), "claude", "go"),
        stdin=theirs,
        stdout=theirs,
        stderr=theirs,
        cwd=ROOT,
        env={
            **os.environ,
            "PATH": f"{folder / 'bin'}:{os.environ['PATH']}",
            "PYTHONPATH": str(ROOT),
            "TERM": "xterm-256color",
            "PARLEY_DEMO_SPEED": "0",
            "ANTHROPIC_API_KEY": "no-key",
            MARK: mark,
        },
        start_new_session=True,
        preexec_fn=_take_terminal if controlling else None,
    )
    os.close(theirs)
    try:
        yield Flooded(process, ours, mark)
    finally:
        process.kill()
        process.wait()
        with suppress(OSError):
            os.close(ours)


def _take_terminal() -> None:
    fcntl.ioctl(0, termios.TIOCSCTTY, 0)


def close(one: Flooded) -> None:
    """Close the window."""
    os.close(one.terminal)


def unread(number: signal.Signals) -> Callable[[Flooded], None]:
    """Return what sends a signal when the terminal has taken all it can."""

    def send(one: Flooded) -> None:
        assert until(one.blocked, PATIENCE)
        one.process.send_signal(number)

    return send


ENDS: dict[str, tuple[bool, Callable[[Flooded], None]]] = {
    "it is terminated, unread": (True, unread(signal.SIGTERM)),
    "it is hung up on, unread": (True, unread(signal.SIGHUP)),
    "its window closes": (True, close),
    "its terminal is gone and nobody tells it": (False, close),
}


@pytest.mark.parametrize("how", ENDS)
def test_a_flooded_app_is_gone_in_two_seconds_with_its_draft_kept(how: str, tmp_path: Path) -> None:
    controlling, end = ENDS[how]
    with flooded(tmp_path, f"flood:{FLOOD}", controlling=controlling) as one:
        one.read_until(b"tick", 50)
        os.write(one.terminal, b"zebra")
        one.read_until(b"zebra")
        end(one)
        one.process.wait(PROMISED)
        assert until(lambda: not alive(one.mark), PROMISED)

    assert [draft.text for _, draft in abandoned()] == ["zebra"]
