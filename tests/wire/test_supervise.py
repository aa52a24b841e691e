"""The program between parley and an agent leaves nobody behind."""

import os
import shlex
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from tests.support.processes import MARK, alive, new_mark
from tui.wire.supervise import command

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="reads /proc")

LEADERLESS = """
import ctypes, os, signal, subprocess, threading, time
signal.signal(signal.SIGTERM, signal.SIG_IGN)
reader, writer = os.pipe()
child = f"trap '' TERM; echo >&{writer}; sleep 100; sleep 100"
subprocess.Popen(["sh", "-c", child], pass_fds=(writer,))
os.read(reader, 1)
def stay():
    while ") Z" not in open("/proc/self/stat").read():
        time.sleep(0.01)
    os.write(1, b"ready\\n")
    time.sleep(100)
threading.Thread(target=stay).start()
ctypes.CDLL(None).pthread_exit(None)
"""
"""A program whose first thread has ended: it looks dead, but what it started is still its own."""

STAYS = "trap '' TERM HUP; echo ready; sleep 100; sleep 100"

STUBBORN = {
    "leaderless": f"exec {sys.executable} -c {shlex.quote(LEADERLESS)}",
    "leaderless tool": f"{sys.executable} -c {shlex.quote(LEADERLESS)} & sleep 100",
    "plain": "sleep 100 & echo ready; sleep 100",
    "ignores TERM": f"trap '' TERM; sleep 100 & {STAYS}",
    "setsid": f"setsid sh -c {shlex.quote(STAYS)} & sleep 100",
    "double fork": f"(setsid sh -c {shlex.quote(STAYS)} &) ; sleep 100",
}
"""Children of every kind that outlives a plain kill; each says when it is ready for one."""


def start(script: str, mark: str) -> tuple[subprocess.Popen[bytes], int]:
    """Start a shell script under the supervisor; return it and the life-line's end."""
    reader, writer = os.pipe()
    process = subprocess.Popen(
        command(reader, ("sh", "-c", f"{script}")),
        pass_fds=(reader,),
        start_new_session=True,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env={**os.environ, MARK: mark},
    )
    os.close(reader)
    return process, writer


def finish(process: subprocess.Popen[bytes], lifeline: int) -> tuple[int, bytes, bytes]:
    """Wait for the end by itself."""
    out, err = process.communicate(timeout=60)
    os.close(lifeline)
    return process.returncode, out, err


@pytest.mark.parametrize(
    ("script", "code"), [("exit 0", 0), ("exit 7", 7), ("kill -9 $$", -9), ("kill -SEGV $$", -11)]
)
def test_the_exit_status_is_the_agents_own(script: str, code: int) -> None:
    assert finish(*start(script, new_mark())) == (code, b"", b"")


def test_a_missing_program_is_told_on_stderr() -> None:
    reader, writer = os.pipe()
    ended = subprocess.run(
        command(reader, ("/no/such/program",)), pass_fds=(reader,), capture_output=True, check=False
    )
    os.close(reader)
    os.close(writer)

    assert ended.returncode == 127
    assert ended.stderr == b"parley: /no/such/program was not found\n"


@pytest.mark.parametrize("kind", STUBBORN)
@pytest.mark.parametrize("way", ["life-line closes", "SIGTERM", "SIGHUP", "agent is killed"])
def test_nobody_is_left_two_seconds_later(kind: str, way: str) -> None:
    mark = new_mark()
    process, lifeline = start(f"echo $$; {STUBBORN[kind]}", mark)
    assert process.stdout is not None
    agent = int(process.stdout.readline())
    assert process.stdout.readline() == b"ready\n"

    began = time.monotonic()
    if way == "life-line closes":
        os.close(lifeline)
    elif way == "agent is killed":
        os.kill(agent, signal.SIGKILL)
    else:
        process.send_signal(signal.Signals[way])

    # All of them hold the pipe, and it ends with the last. Looking for them instead took longer
    # on a busy machine than they lived.
    assert process.stdout.read() == b""
    assert time.monotonic() - began < 2.0
    process.communicate()
    assert alive(mark) == []
    if way != "life-line closes":
        os.close(lifeline)


def test_sigint_reaches_the_agent_and_not_the_supervisor() -> None:
    script = "trap 'echo interrupted; exit 5' INT; echo ready; while :; do sleep 0.01; done"
    process, lifeline = start(script, new_mark())
    assert process.stdout is not None
    assert process.stdout.readline() == b"ready\n"

    process.send_signal(signal.SIGINT)

    assert finish(process, lifeline) == (5, b"interrupted\n", b"")


def test_the_supervisor_holds_no_pipe_open() -> None:
    process, lifeline = start("exec >&- 2>&-; sleep 0.2", new_mark())
    assert process.stdout is not None

    assert process.stdout.read() == b""
    assert process.poll() is None
    finish(process, lifeline)


def test_it_is_started_from_its_own_folder_only() -> None:
    words = command(9, ("agent", "--flag"))

    assert words[0] == sys.executable
    assert words[1:3] == ["-I", "-S"]
    assert Path(words[5]).name == "wire"
    assert words[6:] == ["9", "agent", "--flag"]
