"""An agent that dies in mid-answer goes on where it was, in each of the three protocols."""

import os
import signal
from pathlib import Path

import pytest

from tests.support.demo import MOUTHS
from tests.ui.terminal import terminal
from tests.ui.test_terminal import _demos


@pytest.mark.parametrize("mouth", MOUTHS)
def test_what_was_said_is_there_once_after_a_restart(tmp_path: Path, mouth: str) -> None:
    slowly = {"PARLEY_DEMO_SPEED": "1"}
    with terminal(tmp_path, mouth, size=(110, 300), environment=slowly) as run:
        run.shows("Enter send")
        run.send("hello\r")
        run.shows("Hello! I can show what an agent does")
        run.shows("✓ ready")
        run.send("long\r")
        run.shows("Part 2")
        for pid in _demos(tmp_path):
            os.kill(pid, signal.SIGKILL)
        run.shows("restart and resume")
        assert "Part 2" in run.text
        run.send("r")
        run.shows("✓ ready")
        run.send("think\r")
        run.shows("I thought about it")
        run.shows("✓ ready")

        assert run.text.count("Hello! I can show what an agent does") == 1
        assert run.text.count("▌ hello") == 1
        assert run.text.count("▌ long") == 1
        assert run.text.count("▌ think") == 1
        assert "Part 2" in run.text
        run.send("\x11")
        assert run.end() == 0
