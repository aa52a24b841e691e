"""Everything an agent can do wrong, on demand, so that clients can be tested against it."""

import os
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from itertools import cycle
from pathlib import Path

from tui.demo.pipes import complain
from tui.demo.stage import Stage
from tui.demo.steps import Act, Puzzle, Say, Scene

MEGABYTE = 1 << 20

RUBBISH = (
    b"this line is not JSON\n",
    b"\x00\xff\xfe binary \x80\n",
    b'{"type":"assistant","message":\n',
    b"\n",
    b"[1,2,3]\n",
    b'"just a string"\n',
)

DETACHED = """
import os, signal, sys, time
signal.signal(signal.SIGTERM, signal.SIG_IGN)
if sys.argv[1] == "double-fork" and os.fork():
    os._exit(0)
os.setsid()
if sys.argv[1] == "double-fork" and os.fork():
    os._exit(0)
print(os.getpid(), flush=True)
os.close(1)
time.sleep(120)
"""
"""A child that leaves the process group, ignores SIGTERM and stays."""


def crash(stage: Stage) -> None:
    """Die with a message in the middle of a turn."""
    complain("demo: crashed on purpose")
    stage.leave(3)


def midline(stage: Stage) -> None:
    """Die in the middle of a line."""
    stage.outlet.raw(b'{"type":"assistant","method":"session/update","message":{"id":"msg')
    stage.leave(1)


def oversize(stage: Stage) -> None:
    """Print one line of many megabytes; it is valid JSON of a kind nobody knows."""
    stage.outlet.raw(b'{"type":"demo_padding","method":"demo/padding","params":{"padding":"')
    for _ in range(stage.options.amount):
        stage.outlet.raw(b"x" * MEGABYTE)
    stage.outlet.raw(b'"}}\n')


def flood_stderr(stage: Stage) -> None:
    """Print many megabytes to standard error."""
    line = b"demo: noise on standard error ".ljust(1023, b".") + b"\n"
    for _ in range(stage.options.amount):
        block = memoryview(line * 1024)
        while block:
            block = block[os.write(2, block) :]


def detach(stage: Stage) -> None:
    """Start a child that gets away; its pid goes to the file PARLEY_DEMO_PIDFILE names."""
    child = subprocess.Popen(
        [sys.executable, "-c", DETACHED, stage.options.misbehaviour],
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        start_new_session=stage.options.misbehaviour == "double-fork",
    )
    assert child.stdout is not None
    pid = child.stdout.readline()
    Path(os.environ["PARLEY_DEMO_PIDFILE"]).write_bytes(pid)


def ignore_signals(stage: Stage) -> None:
    """Ignore what asks a process to end."""
    for number in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP):
        signal.signal(number, signal.SIG_IGN)
    stage.stubborn = True


def rubbish(stage: Stage) -> None:
    """Put lines that are not JSON between the valid ones."""
    samples = cycle(RUBBISH)

    def distort(line: bytes) -> Iterator[bytes]:
        yield next(samples)
        yield line

    stage.outlet.distort = distort


def trickle(stage: Stage) -> None:
    """Write one byte at a time."""

    def distort(line: bytes) -> Iterator[bytes]:
        for index in range(len(line)):
            yield line[index : index + 1]

    stage.outlet.distort = distort


STARTS: dict[str, Callable[[Stage], None]] = {
    "silent": lambda stage: stage.leave(0),
    "ignore-term": ignore_signals,
    "garbage": rubbish,
    "slow": trickle,
}
"""What is done wrong from the start."""

DEEDS: dict[str, Callable[[Stage], None]] = {
    "crash": crash,
    "midline": midline,
    "oversize": oversize,
    "stderr-flood": flood_stderr,
    "setsid": detach,
    "double-fork": detach,
    "deaf": lambda stage: stage.inlet.stop(),
}
"""What is done wrong at the beginning of each turn, after a few words."""

AMOUNTS = {"flood": 200_000, "oversize": 32, "stderr-flood": 8}
"""How many deltas or megabytes, unless the command line says otherwise."""

MISBEHAVIOURS = (
    *STARTS,
    *DEEDS,
    "hang",
    "flood",
    "duplicate-request",
    "late-request",
    "cancelled-request",
    "unknown-request",
    "bad-version",
    "not-signed-in",
)
"""All names; those in no table are done by the mouths themselves."""


def start(stage: Stage) -> None:
    """Begin to misbehave, if that was asked for."""
    name = stage.options.misbehaviour
    if name in STARTS:
        STARTS[name](stage)


def prelude(stage: Stage) -> Callable[[], Scene] | None:
    """Return what goes wrong at the beginning of each turn."""
    name = stage.options.misbehaviour
    if name in DEEDS:
        return lambda: _deed(stage, DEEDS[name])
    if name == "flood":
        return lambda: _flood(stage.options.amount)
    if name == "unknown-request":
        return _puzzle
    return None


def _deed(stage: Stage, deed: Callable[[Stage], None]) -> Scene:
    yield Say("Something is about to go wrong.")
    yield Act(lambda: deed(stage))


def _flood(amount: int) -> Scene:
    yield Say("tick " * amount, piece=5, hurried=True)


def _puzzle() -> Scene:
    yield Puzzle()
    yield Say("The unknown request was answered.")
