"""Agents on the path under the names of the real CLIs that leave a marker for every allow."""

import os
import sys
from pathlib import Path

from tests.support.line_mode import ROOT
from tests.support.processes import MARK, new_mark
from tests.support.programs import program

MESSENGER = ROOT / "tests" / "support" / "marker_agent.py"
VERSIONS = {
    "claude": "2.1.325 (Claude Code)",
    "codex": "codex-cli 0.166.0",
    "gemini": "0.61.0",
}


def install(name: str, folder: Path) -> dict[str, str]:
    """Put an agent below a folder; return the environment in which it is found."""
    for needed in ("markers", "work", "bin"):
        (folder / needed).mkdir()
    program(
        folder / "bin",
        name,
        f"""#!/bin/sh
case "$1" in --version) echo "{VERSIONS[name]}"; exit ;; esac
exec {sys.executable} {MESSENGER} plain {name} {folder / "markers"} \\
    {sys.executable} -P -m tui.demo --speak {name} "$@"
""",
    )
    return {
        **os.environ,
        "PATH": f"{folder / 'bin'}:{os.environ['PATH']}",
        "PYTHONPATH": str(ROOT),
        "PARLEY_DEMO_SPEED": "0",
        "PARLEY_DEMO_HOME": str(folder / "demo"),
        "ANTHROPIC_API_KEY": "no-key",
        "GEMINI_API_KEY": "no-key",
        MARK: new_mark(),
    }


def allowed(folder: Path) -> list[Path]:
    """Return the markers of everything the agent was allowed."""
    return list((folder / "markers").glob("allowed-*"))
