"""The process that indexes, seen from the one that wants it."""

import os
import subprocess
import sys
import threading
from collections.abc import Iterable, Mapping
from contextlib import suppress
from pathlib import Path

from tui.model.identity import AgentId

_SECONDS = 2

_TUNED = "GLIBC_TUNABLES"
_LARGE_PAGES = "glibc.malloc.hugetlb=1"
"""Memory in large pages: looking up one of many different words is a quarter faster."""


def environment() -> dict[str, str]:
    """Return the environment to index in."""
    given = os.environ.get(_TUNED)
    return {**os.environ, _TUNED: f"{given}:{_LARGE_PAGES}" if given else _LARGE_PAGES}


class Builder:
    """Starts the process, at most one at a time, and ends it.

    It holds the other end of a pipe as its standard input: however we go, it notices.
    """

    def __init__(self, state: Path, extra: Mapping[AgentId, Iterable[Path]]) -> None:
        # -P: a folder called tui in the project at hand must not be taken for ours.
        self._argv = [sys.executable, "-P", "-m", "tui.history.build", str(state)]
        self._argv += [f"{agent}={path}" for agent, some in extra.items() for path in some]
        self._running: subprocess.Popen[bytes] | None = None
        self._lock = threading.Lock()
        self._said = ""

    @property
    def trouble(self) -> str:
        """Return why it has given up, in a sentence; empty where it has not."""
        with self._lock:
            running = self._running
            if running is not None and running.poll() is not None and running.stdout is not None:
                self._said = self._said or running.stdout.read().decode("utf-8", "replace").strip()
        return self._said

    @property
    def running(self) -> bool:
        """Tell whether it is at work."""
        return self._running is not None and self._running.poll() is None

    def start(self) -> None:
        """Start it unless it runs."""
        with self._lock, suppress(OSError):
            if self.running:
                return
            self._leave()
            self._said = ""
            self._running = subprocess.Popen(
                self._argv,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.DEVNULL,
                env=environment(),
                start_new_session=True,
            )

    def stop(self) -> None:
        """End it; what it has indexed so far is kept."""
        with self._lock:
            self._leave()

    def _leave(self) -> None:
        running, self._running = self._running, None
        if running is None:
            return
        if running.stdin is not None:
            running.stdin.close()
        running.terminate()
        try:
            running.wait(_SECONDS)
        except subprocess.TimeoutExpired:
            running.kill()
            running.wait()
        if running.stdout is not None:
            running.stdout.close()
