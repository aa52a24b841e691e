"""A folder of the demo's own, in which it reads, edits and runs small files for real."""

import asyncio
import codecs
import contextlib
import os
import signal
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

from tui.demo.own_folder import OwnFolder

GREETING = '''"""Greets whoever is named on the command line."""

import sys


def greeting(name):
    return "Helo, " + name + "!"


if __name__ == "__main__":
    print(greeting(" ".join(sys.argv[1:]) or "world"))
'''

COUNT = '''"""Counts, to have something long to look at."""

import sys

for number in range(1, int(sys.argv[1]) + 1):
    print(f"line {number:4} of {sys.argv[1]}", flush=True)
'''

WAIT = '''"""Takes its time, to have something to interrupt."""

import os
import time

with open("wait.pid", "w") as file:
    file.write(f"{os.getpid()}\\n")
for second in range(60):
    print(f"{second} s", flush=True)
    time.sleep(1)
'''

FAIL = '''"""Fails, to have something to be sorry about."""

import sys

print("checking the greeting ...", flush=True)
sys.exit("the check failed on purpose: this is the demo's failure")
'''

FILES = {"greeting.py": GREETING, "count.py": COUNT, "wait.py": WAIT, "fail.py": FAIL}


class OutsideError(Exception):
    """A path that is not in the scratch folder: the demo does not touch it."""


@dataclass(frozen=True, slots=True)
class Finished:
    """How a command ended."""

    output: str
    code: int


class Scratch:
    """The folder and the commands that run in it."""

    def __init__(self) -> None:
        self._own = OwnFolder()
        self.folder = self._own.path
        self._running: set[int] = set()
        for name, text in FILES.items():
            (self.folder / name).write_text(text)

    def path(self, name: str) -> Path:
        """Return where a file of the folder lies; nothing outside is ever touched."""
        path = (self.folder / name).resolve()
        if not path.is_relative_to(self.folder):
            raise OutsideError(f"{name} is outside the demo's scratch folder {self.folder}")
        return path

    def read(self, name: str) -> str:
        """Return the text of a file."""
        return self.path(name).read_text(errors="replace")

    def write(self, name: str, text: str) -> None:
        """Write a file."""
        path = self.path(name)
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, errors="replace")

    async def run(self, command: str, heard: Callable[[str], None]) -> Finished:
        """Run a shell command in the folder; cancelling kills it and all it started."""
        process = self._started(command)
        loop = asyncio.get_running_loop()
        ended: asyncio.Future[None] = loop.create_future()
        output: list[str] = []

        def take(text: str) -> None:
            if not ended.done():
                output.append(text)
                heard(text)

        def end() -> None:
            if not ended.done():
                ended.set_result(None)

        def read() -> None:
            for text in _printed(process):
                loop.call_soon_threadsafe(take, text)
            process.wait()
            loop.call_soon_threadsafe(end)

        threading.Thread(target=read, daemon=True).start()
        try:
            await ended
        finally:
            self._running.discard(process.pid)
            if process.poll() is None:
                kill_group(process.pid)
                process.wait()
        return Finished("".join(output), process.wait())

    def _started(self, command: str) -> subprocess.Popen[bytes]:
        # asyncio's own subprocesses were seen to hang when cancelled while they start.
        process = subprocess.Popen(
            ["/bin/sh", "-c", command],
            cwd=self.folder,
            env=self._environment(),
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            start_new_session=True,
        )
        self._running.add(process.pid)
        return process

    def remove(self) -> None:
        """Kill what runs and take the folder away."""
        for pid in self._running:
            kill_group(pid)
        self._own.remove()

    def _environment(self) -> dict[str, str]:
        """The tools see as little of the user as possible: even HOME is the scratch folder."""
        path = os.environ.get("PATH", os.defpath)
        return {
            "PATH": os.pathsep.join((path, str(Path(sys.executable).parent))),
            "HOME": str(self.folder),
            "TMPDIR": str(self.folder),
            "LANG": os.environ.get("LANG", "C.UTF-8"),
            "PYTHONDONTWRITEBYTECODE": "1",
        }


def _printed(process: subprocess.Popen[bytes]) -> Iterator[str]:
    """Return what a process prints, as it prints it."""
    assert process.stdout is not None
    decoder = codecs.getincrementaldecoder("utf-8")("replace")
    with process.stdout as pipe:
        while chunk := os.read(pipe.fileno(), 1 << 16):
            yield decoder.decode(chunk)


def kill_group(pid: int) -> None:
    """Kill a command and what it started, if it still runs."""
    with contextlib.suppress(ProcessLookupError):
        os.killpg(pid, signal.SIGKILL)
