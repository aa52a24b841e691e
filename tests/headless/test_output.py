"""Where standard streams are closed, full or gone: two lines, an exit code, no traceback."""

import os
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

from tui.headless.output import data, flush

PARLEY = f"{shlex.quote(sys.executable)} -m tui"

COMMANDS = [
    "--help",
    "--version",
    "keys",
    "schema",
    "themes",
    "config",
    "agents --json",
    "policy explain -- ls",
    "run --agent demo hello",
    "run --agent demo --json hello",
]


FULL = (
    "parley: Standard output cannot be written: No space left on device.\n"
    "        Send it to a file or a program that takes it.\n"
)
CLOSED = FULL.replace("No space left on device", "Bad file descriptor")
GONE = (
    "parley: The folder you are in is gone.\n        Go to another one, or name one with --cwd.\n"
)


def shell(line: str, cwd: Path | None = None) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        ["/bin/sh", "-c", line],
        cwd=cwd,
        env={**os.environ, "PYTHONPATH": str(Path(__file__).parents[2])},
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )


@pytest.mark.parametrize("command", COMMANDS)
def test_a_full_disk_is_told(command: str) -> None:
    done = shell(f"{PARLEY} {command} >/dev/full")

    assert (done.returncode, done.stderr) == (1, FULL)


@pytest.mark.parametrize("command", COMMANDS)
def test_a_closed_output_is_told(command: str) -> None:
    done = shell(f"{PARLEY} {command} >&-")

    assert (done.returncode, done.stderr) == (1, CLOSED)


@pytest.mark.parametrize("command", ["keys", "schema", "run --agent demo long"])
def test_a_reader_who_leaves_hears_no_complaint(command: str) -> None:
    told = shell(f"{PARLEY} {command} | head -c 1").stderr

    assert [line for line in told.splitlines() if "✓" not in line] == []


def test_a_closed_input_is_an_empty_prompt() -> None:
    done = shell(f"{PARLEY} run --agent demo - <&-")

    assert (done.returncode, done.stderr.splitlines()[0]) == (2, "parley: The prompt is empty.")


def test_nothing_open_at_all_is_no_reason_to_hang() -> None:
    assert shell(f"{PARLEY} run --agent demo hello <&- >&- 2>&-").returncode == 1


@pytest.mark.parametrize("command", ["agents", "doctor", "policy check", "run --agent demo hi", ""])
def test_a_folder_that_is_gone_is_told(tmp_path: Path, command: str) -> None:
    folder = tmp_path / "gone"
    folder.mkdir()
    done = shell(f"rmdir {shlex.quote(str(folder))}; {PARLEY} {command}", cwd=folder)

    assert (done.returncode, done.stderr) == (2, GONE)


def test_json_on_a_terminal_drives_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    shown, terminal = os.openpty()
    with os.fdopen(terminal, "w") as stream, monkeypatch.context() as patched:
        patched.setattr(sys, "stdout", stream)
        data('{"a":"é\u009b31m\u202e"}'.encode())
        flush()

    assert os.read(shown, 1000) == '{"a":"é\\u009b31m\\u202e"}\r\n'.encode()
    os.close(shown)
