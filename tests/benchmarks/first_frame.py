"""How soon something is on the screen: the newest sessions, and the first key that was typed."""

import json
import os
import pty
import select
import signal
import sys
import tempfile
import termios
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from pathlib import Path
from statistics import median
from typing import NamedTuple

from tests.benchmarks.bar import Bar
from tui.ui.front_file import NAME

ROOT = Path(__file__).resolve().parents[2]

KEY = "¤".encode()
"""A key nothing else on the screen looks like."""

SESSIONS = 10_000
NEWEST = "the newest of them all"
PATIENCE = 60.0
SIZE = (40, 120)

PARLEY = [str(Path(sys.executable).with_name("parley"))]
"""The program as it is installed."""

STATIC = [sys.executable, str(Path(__file__).with_name("minimal_app.py"))]
EDITOR = [*STATIC, "editor"]
WORD = [sys.executable, "-c", "print('word')"]


class Taken(NamedTuple):
    """What it took until something was on the screen, in seconds."""

    wall: float
    processor: float


class Terminal:
    """A program in a terminal that echoes nothing itself: what is seen was painted."""

    def __init__(self, argv: Sequence[str], home: Path) -> None:
        self._master, terminal = pty.openpty()
        settings = termios.tcgetattr(terminal)
        settings[3] &= ~termios.ECHO
        termios.tcsetattr(terminal, termios.TCSANOW, settings)
        termios.tcsetwinsize(terminal, SIZE)
        self._began = time.perf_counter()
        self._pid = os.fork()
        if not self._pid:
            os.login_tty(terminal)
            os.chdir(home)
            os.execve(argv[0], list(argv), _environment(home))
        os.close(terminal)

    def type(self, keys: bytes) -> None:
        """Press keys."""
        os.write(self._master, keys)

    def until(self, wanted: bytes) -> float:
        """Read until something is painted; return the seconds since the start."""
        seen = b""
        while wanted not in seen:
            ready, _, _ = select.select([self._master], [], [], PATIENCE)
            assert ready, f"{wanted!r} was not painted: {seen[-2000:]!r}"
            seen += os.read(self._master, 65536)
        return time.perf_counter() - self._began

    def until_file(self, path: Path) -> None:
        """Read until a file is there."""
        end = time.monotonic() + PATIENCE
        while not path.exists():
            assert time.monotonic() < end, f"{path} was not written"
            if select.select([self._master], [], [], 0.1)[0]:
                os.read(self._master, 65536)

    def end(self) -> float:
        """Kill the program; return the seconds of processor time it has used."""
        os.kill(self._pid, signal.SIGKILL)
        _, _, usage = os.wait4(self._pid, 0)
        with suppress(OSError):
            os.close(self._master)
        return usage.ru_utime + usage.ru_stime


def _environment(home: Path) -> dict[str, str]:
    return {
        "PATH": "/usr/bin:/bin",
        "HOME": str(home),
        "TERM": "xterm-256color",
        "COLORTERM": "truecolor",
        "LANG": "C.UTF-8",
        "PYTHONPATH": str(ROOT),
    }


def until(argv: Sequence[str], home: Path, wanted: bytes, typed: bytes = b"") -> Taken:
    """Start a program, type at once, and wait for what it paints."""
    terminal = Terminal(argv, home)
    terminal.type(typed)
    wall = terminal.until(wanted)
    return Taken(wall, terminal.end())


def write_sessions(home: Path, count: int) -> None:
    """Write short sessions of Claude Code in forty folders."""
    for number in range(count):
        folder = home / ".claude" / "projects" / f"-p{number % 40}"
        folder.mkdir(parents=True, exist_ok=True)
        id = f"{number:08d}-0000-4000-8000-000000000000"
        title = NEWEST if number == count - 1 else f"prompt number {number}"
        stamp = time.strftime("%Y-%m-%dT%H:%M:%S.000Z", time.gmtime(1_790_000_000 + number))
        row = {
            "type": "user",
            "uuid": id,
            "parentUuid": None,
            "sessionId": id,
            "cwd": str(home),
            "timestamp": stamp,
            "message": {"role": "user", "content": title},
        }
        (folder / f"{id}.jsonl").write_text(json.dumps(row) + "\n")


def warm(home: Path, count: int) -> None:
    """Start parley once on many sessions, so that index, page and bytecode are there."""
    write_sessions(home, count)
    terminal = Terminal(PARLEY, home)
    terminal.until_file(home / ".local" / "state" / "parley" / NAME)
    terminal.end()
    for argv in (STATIC, EDITOR):
        until(argv, home, KEY, KEY)


def measure(short: bool) -> list[Bar]:
    """Compare with what cannot be undercut, run by run in turn."""
    runs = 21 if short else 41
    with tempfile.TemporaryDirectory() as folder:
        home = Path(folder)
        warm(home, SESSIONS // 10 if short else SESSIONS)
        cases = [
            lambda: until(WORD, home, b"word"),
            lambda: until(PARLEY, home, NEWEST.encode()),
            lambda: until(STATIC, home, KEY, KEY),
            lambda: until(PARLEY, home, KEY, KEY),
            lambda: until(EDITOR, home, KEY, KEY),
        ]
        rounds = [in_turn(cases, backwards=number % 2 > 0) for number in range(runs)]
    word, row, static, key, editor = (list(column) for column in zip(*rounds, strict=True))
    return [
        Bar(
            name="first row ÷ python -c word",
            value=_ratio(row, word),
            target=2.0,
            at_most=True,
            detail=_told(row, word),
        ),
        Bar(
            name="first key ÷ minimal Textual app",
            value=_ratio(key, static),
            target=1.10,
            at_most=True,
            detail=f"{_told(key, static)}; ÷ one TextArea {_ratio(key, editor):.2f}",
        ),
    ]


def in_turn(cases: Sequence[Callable[[], Taken]], *, backwards: bool) -> list[Taken]:
    """Measure each once; every second time from the last to the first, so that none gains."""
    order = reversed(range(len(cases))) if backwards else range(len(cases))
    taken = {number: cases[number]() for number in order}
    return [taken[number] for number in range(len(cases))]


def _ratio(ours: list[Taken], theirs: list[Taken]) -> float:
    """Return the median of the rounds: what ran side by side had the same neighbours."""
    return median(mine.wall / other.wall for mine, other in zip(ours, theirs, strict=True))


def _told(ours: list[Taken], theirs: list[Taken]) -> str:
    mine, other = (median(one.wall for one in some) * 1000 for some in (ours, theirs))
    both = zip(ours, theirs, strict=True)
    processor = median(one.processor / another.processor for one, another in both)
    return f"{mine:.0f} ms ÷ {other:.0f} ms; processor time {processor:.2f}"
