"""What is told of an agent that says nothing: whether it lives, and whether it works."""

import os
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.ui.stage import on_stage
from tui.model.events import ToolStarted
from tui.model.identity import ItemId
from tui.model.tools import ToolKind
from tui.ui.vital_signs import NOTHING, VitalSigns, spoken, vital_signs
from tui.wire.process import run

PATIENCE = 60.0


def until(condition: Callable[[VitalSigns], bool]) -> VitalSigns:
    """Look again and again until a condition on the signs holds."""
    deadline = time.monotonic() + PATIENCE
    while True:
        signs = vital_signs(os.getpid())
        if condition(signs):
            return signs
        assert time.monotonic() < deadline, signs


def test_everything_below_a_process_is_counted() -> None:
    before = vital_signs(os.getpid()).processes
    script = "import subprocess, sys; subprocess.run(['sleep', '60'])"
    child = subprocess.Popen([sys.executable, "-c", script], start_new_session=True)
    try:
        until(lambda signs: signs.processes == before + 2)
    finally:
        os.killpg(child.pid, 9)
        child.wait()


def test_a_process_that_computes_uses_time() -> None:
    before = vital_signs(os.getpid()).seconds
    child = subprocess.Popen([sys.executable, "-c", "while True: pass"])
    try:
        until(lambda signs: signs.seconds > before + 0.2)
    finally:
        child.kill()
        child.wait()


def test_nobody_lives_below_a_number_nobody_has() -> None:
    assert vital_signs(2**22 + 1) == NOTHING


@pytest.mark.parametrize(
    ("before", "now", "told"),
    [
        (NOTHING, NOTHING, "its process is gone"),
        (NOTHING, VitalSigns(1, 3.0), "its process is alive"),
        (VitalSigns(1, 3.0), VitalSigns(1, 3.0), "its process is alive, CPU 0%"),
        (VitalSigns(3, 3.0), VitalSigns(4, 5.0), "4 processes alive, CPU 100%"),
        (VitalSigns(3, 9.0), VitalSigns(2, 5.0), "2 processes alive, CPU 0%"),
    ],
)
def test_what_two_looks_tell_is_said_in_words(
    before: VitalSigns, now: VitalSigns, told: str
) -> None:
    assert spoken(before, now, 2.0) == told


async def test_a_silent_agent_is_told_with_its_process(tmp_path: Path) -> None:
    async with on_stage(tmp_path, (120, 30)) as stage, run(("sleep", "60"), cwd=tmp_path) as child:
        stage.session.outlet.process = child
        stage.work()
        await stage.shows("● working")
        live = stage.app.chat.live
        assert live is not None
        live.heard_at -= 75

        await stage.shows("◌ no sign for 1:1")
        await stage.shows("its process is alive, CPU 0% · waiting for the model's answer")


async def test_a_silent_agent_is_told_in_two_lines_on_a_narrow_screen(tmp_path: Path) -> None:
    async with on_stage(tmp_path, (80, 24)) as stage:
        stage.work()
        stage.tell(
            ToolStarted(
                call=ItemId("t"), kind=ToolKind.SHELL, name="Bash", title="make " * 9, input={}
            )
        )
        await stage.shows("● working")
        live = stage.app.chat.live
        assert live is not None
        live.heard_at -= 75
        await stage.shows("no process runs")

        await stage.shows("   waiting for Bash make make make make make make make make make")
