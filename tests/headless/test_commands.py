"""`parley agents`, `doctor`, `schema` and `replay`."""

import json
import os
import stat
import subprocess
import sys
from pathlib import Path

import pytest

from tests.support.schemas import validator


def parley(*words: str, **env: str) -> subprocess.CompletedProcess[str]:
    """Run parley to its end with nothing on its path but what the test puts there."""
    return subprocess.run(
        [sys.executable, "-m", "tui", *words],
        capture_output=True,
        text=True,
        timeout=60,
        env={**os.environ, "PATH": "/nowhere", **env},
        check=False,
    )


def program(folder: Path, name: str, script: str) -> str:
    """Put a program into a folder; return the folder for PATH."""
    path = folder / name
    path.write_text(f"#!/bin/sh\n{script}\n")
    path.chmod(path.stat().st_mode | stat.S_IXUSR)
    return f"{folder}:/usr/bin:/bin"


def test_agents_are_listed_with_what_is_missing() -> None:
    done = parley("agents")

    assert done.returncode == 0
    assert "claude       missing" in done.stdout
    assert "→ npm install -g @anthropic-ai/claude-code" in done.stdout
    assert "demo         ready" in done.stdout


def test_agents_as_json_say_what_each_can_do() -> None:
    rows = {row["id"]: row for row in json.loads(parley("agents", "--json").stdout)}

    assert list(rows) == ["claude", "codex", "gemini", "demo", "demo-codex", "demo-gemini"]
    assert rows["claude"]["found"] is False
    assert rows["claude"]["protocol"] == "stream-json"
    assert (rows["codex"]["protocol"], rows["codex"]["fallback"]) == ("app-server", "exec")
    assert (rows["gemini"]["protocol"], rows["gemini"]["fallback"]) == ("acp", "stream-json")
    assert rows["claude"]["capabilities"]["edit_input"] is True
    assert rows["codex"]["capabilities"]["steer"] is True
    assert rows["gemini"]["capabilities"]["steer"] is False


def test_the_doctor_names_one_remedy_per_agent_and_exits_3_without_any() -> None:
    done = parley("doctor", "--json")

    checks = {check["name"]: check for check in json.loads(done.stdout)["checks"]}
    assert done.returncode == 3
    assert checks["claude"]["remedy"] == "npm install -g @anthropic-ai/claude-code"
    assert checks["codex"]["remedy"] == "npm install -g @openai/codex"
    assert checks["gemini"]["remedy"] == "npm install -g @google/gemini-cli"
    assert checks["folder"]["fine"] is True
    assert checks["state"]["fine"] is True


@pytest.mark.parametrize(
    ("name", "version", "sign"),
    [
        ("claude", "2.1.325 (Claude Code)", ".claude/.credentials.json"),
        ("codex", "codex-cli 0.166.0", ".codex/auth.json"),
    ],
)
def test_the_doctor_is_content_with_an_agent_that_is_signed_in(
    name: str, version: str, sign: str, tmp_path: Path, home: Path
) -> None:
    path = program(tmp_path, name, f"echo '{version}'")
    (home / sign).parent.mkdir()
    (home / sign).write_text("{}")

    done = parley("doctor", PATH=path)

    assert done.returncode == 0
    assert f"✓ ok   {name}" in done.stdout


@pytest.mark.parametrize("name", ["claude", "codex"])
def test_a_cli_that_prints_garbage_is_told_and_not_trusted(name: str, tmp_path: Path) -> None:
    path = program(tmp_path, name, "printf '\\377\\000 garbage\\n'; exit 3")

    done = parley("run", "--agent", name, "hi", PATH=path)

    assert done.returncode == 3
    assert "Traceback" not in done.stderr


def test_the_schema_is_a_schema() -> None:
    printed = json.loads(parley("schema").stdout)

    validator(printed)
    named = [one["properties"] for one in printed["$defs"].values() if "properties" in one]
    kinds = {one["type"]["enum"][0] for one in named if "type" in one}
    assert {"sessionStarted", "permissionAsked", "wire"} <= kinds


def test_a_recording_of_nobody_knows_whom_asks_for_a_name(tmp_path: Path) -> None:
    path = tmp_path / "odd.jsonl"
    path.write_text('{"dir": "stdout", "t_ms": 1, "line": "hello"}\n')

    done = parley("replay", str(path))
    assert done.returncode == 2
    assert "--agent claude" in done.stderr

    named = parley("replay", str(path), "--agent", "claude", "--json", "--raw")
    assert named.returncode == 0
    assert json.loads(named.stdout.splitlines()[0])["raw"] == "hello"


@pytest.mark.parametrize(
    ("script", "says"),
    [
        ("exit 0", "Claude Code"),
        ("echo oops >&2; exit 9", "oops"),
    ],
    ids=["leaves at once", "fails at once"],
)
def test_a_cli_that_does_not_start_is_told_with_exit_code_3(
    script: str, says: str, tmp_path: Path
) -> None:
    version = 'case "$*" in *--version*) echo "2.1.325 (Claude Code)"; exit;; esac'
    path = program(tmp_path, "claude", f"{version}\n{script}")

    done = parley("run", "--agent", "claude", "hi", PATH=path, ANTHROPIC_API_KEY="dummy")

    assert done.returncode == 3
    assert says in done.stderr
    assert "Traceback" not in done.stderr


def test_an_untried_version_is_said(tmp_path: Path) -> None:
    path = program(tmp_path, "codex", "echo 'codex-cli 9.9.9'")

    done = parley("run", "--agent", "codex", "hi", PATH=path)

    assert "9.9.9 was not tried with parley" in done.stderr
