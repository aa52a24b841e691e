"""The app on a disk that is really full: it says so, goes on, and keeps what was typed later."""

import os
import shutil
import signal
from pathlib import Path

import pytest

from tests.support.tiny_disk import tiny_disk
from tests.ui.terminal import terminal

pytestmark = pytest.mark.skipif(shutil.which("unshare") is None, reason="there is no `unshare`")


def test_a_draft_that_the_disk_does_not_take_is_told_and_kept_once_there_is_room(
    tmp_path: Path,
) -> None:
    with tiny_disk(tmp_path / "disk") as disk:
        environment = {"XDG_STATE_HOME": str(disk.folder / "state")}
        with terminal(tmp_path, environment=environment) as run:
            run.shows("Enter send")
            disk.fill()
            run.send("zebra crossing")
            run.shows("zebra crossing")
            run.shows("cannot be kept")
            disk.free()
            drafts = disk.folder / "state" / "parley" / "drafts"
            run.until(lambda: any(b"zebra" in one.read_bytes() for one in drafts.iterdir()))
            os.kill(run.child.pid, signal.SIGKILL)
            run.until(lambda: not run.child.isalive(), "its end")
        with terminal(tmp_path, environment=environment) as run:
            run.shows("your draft from last time is back")
            run.shows("zebra crossing")


def test_a_single_answer_is_possible_and_no_other(tmp_path: Path) -> None:
    with tiny_disk(tmp_path / "disk") as disk:
        environment = {"XDG_STATE_HOME": str(disk.folder / "state")}
        with terminal(tmp_path, environment=environment, size=(120, 40)) as run:
            run.shows("Enter send")
            disk.fill()
            run.send("run\r")
            run.shows("allow once")
            run.quiet()
            run.send("y")
            run.shows("No rule allows anything")
            run.shows("allowed by you")
            run.shows("It printed")
