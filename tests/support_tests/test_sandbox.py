"""The sandbox lets nothing of the surroundings in and finds every process that runs in it."""

import subprocess
import sys
from pathlib import Path

import pytest

from tests.support.clis import CLAUDE, CODEX, GEMINI, Cli
from tests.support.processes import until
from tests.support.sandbox import build_sandbox

URL = "http://127.0.0.1:9"

ORPHAN = (
    "import subprocess, sys;"
    "subprocess.Popen([sys.executable, '-c', 'input()'], start_new_session=True)"
)
"""A program whose child lives on alone, in a session of its own, until its input is closed."""


@pytest.mark.parametrize("cli", [CLAUDE, CODEX, GEMINI], ids=str)
def test_nothing_of_the_environment_gets_in(
    cli: Cli, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SOME_SECRET", "do not tell")

    sandbox = build_sandbox(cli, tmp_path, URL, tmp_path)

    assert "do not tell" not in sandbox.environment.values()
    assert sandbox.environment["HOME"] == str(tmp_path / "home")
    assert sandbox.environment["PATH"].startswith(str(cli.executable(tmp_path).parent))
    written = "".join(file.read_text() for file in sandbox.home.rglob("*") if file.is_file())
    assert URL in written + " ".join(sandbox.environment.values())


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="needs /proc")
def test_process_whose_parent_is_gone_is_found_and_ended(tmp_path: Path) -> None:
    sandbox = build_sandbox(CLAUDE, tmp_path, URL, tmp_path)
    other = build_sandbox(CLAUDE, tmp_path, URL, tmp_path)
    with subprocess.Popen(
        [sys.executable, "-c", ORPHAN], env=sandbox.environment, stdin=subprocess.PIPE
    ) as parent:
        assert parent.wait(10) == 0

        assert other.processes() == {}
        assert [line for line in sandbox.processes().values() if "input()" in line]
        assert len(sandbox.end_processes()) == 1
        assert until(lambda: sandbox.processes() == {})
