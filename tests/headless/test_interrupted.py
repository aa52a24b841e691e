"""Ctrl+C at moments when there is nothing to interrupt yet."""

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from tests.support.processes import until

SILENT = """#!/bin/sh
case "$*" in *--version*) echo "2.1.325 (Claude Code)"; exit 0;; esac
touch "$MARKER"
exec sleep 600
"""


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM, signal.SIGHUP])
def test_an_agent_that_never_answers_can_be_left(tmp_path: Path, number: signal.Signals) -> None:
    marker, program = tmp_path / "started", tmp_path / "claude"
    program.write_text(SILENT)
    program.chmod(0o700)
    run = subprocess.Popen(
        [sys.executable, "-m", "tui", "run", "--agent", "claude", "hello"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env={**os.environ, "PATH": f"{tmp_path}:/usr/bin:/bin", "MARKER": str(marker)},
    )
    try:
        assert until(marker.exists, 30)
        run.send_signal(number)
        out, _ = run.communicate(timeout=60)
    finally:
        run.kill()
        run.wait()

    assert (run.returncode, out) == (130, b"")
