"""The app crashes, is killed or hung up on while a dialog is open: the agent is allowed nothing."""

import signal
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.support.marked import VERSIONS, allowed, install
from tests.support.processes import MARK, alive
from tests.ui.terminal import Terminal, terminal
from tui.config.paths import trust_file
from tui.permission.trust import Trust

CRASH = "\x0c"
"""Ctrl+L, which makes the mistake in `run_broken`."""

ENDS: dict[str, Callable[[Terminal], object]] = {
    "it crashes": lambda run: run.send(CRASH),
    "it is killed": lambda run: run.child.kill(signal.SIGKILL),
    "it is terminated": lambda run: run.child.kill(signal.SIGTERM),
    "it is hung up on": lambda run: run.child.kill(signal.SIGHUP),
}


@pytest.mark.parametrize("how", ENDS)
@pytest.mark.parametrize("name", VERSIONS)
def test_nothing_is_allowed_and_nothing_is_left(name: str, how: str, tmp_path: Path) -> None:
    environment = install(name, tmp_path)
    Trust(trust_file()).decline(tmp_path / "work")
    words = (name, "run")
    with terminal(tmp_path, *words, environment=environment, program="tests.ui.run_broken") as run:
        run.shows("greeting.py")
        run.shows("allow once")
        ENDS[how](run)
        run.until(lambda: not alive(environment[MARK]), "its end")
        assert allowed(tmp_path) == []
