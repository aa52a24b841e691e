"""Looking for the CLI and for a sign-in, without reading a secret."""

from pathlib import Path

import pytest

from tests.support.programs import program
from tui.agents.claude.find import INSTALL, SIGN_IN, find
from tui.agents.dialect import Finding, Readiness


def surroundings(tmp_path: Path, **others: str) -> dict[str, str]:
    """Return an environment with a home of its own."""
    home = tmp_path / "home"
    home.mkdir(exist_ok=True)
    return {"PATH": f"{tmp_path / 'bin'}:/usr/bin:/bin", "HOME": str(home), **others}


def test_missing_cli_names_the_install_command(tmp_path: Path) -> None:
    finding = find({"PATH": str(tmp_path), "HOME": str(tmp_path)}, tmp_path)

    assert finding == Finding(
        readiness=Readiness.MISSING,
        problem="Claude Code is not installed, or not on the PATH.",
        remedy=INSTALL,
    )


def test_program_in_a_relative_folder_is_not_run(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    program(tmp_path / "here", "claude", "touch was-run; echo 2.1.325")
    monkeypatch.chdir(tmp_path / "here")

    finding = find({"PATH": ".::here", "HOME": str(tmp_path)}, tmp_path / "here")

    assert finding.readiness is Readiness.MISSING
    assert not (tmp_path / "here" / "was-run").exists()


def test_signed_in_by_a_key_is_ready(tmp_path: Path) -> None:
    file = program(tmp_path / "bin", "claude", "echo '2.1.325 (Claude Code)'")

    finding = find(surroundings(tmp_path, ANTHROPIC_API_KEY="dummy"), tmp_path)

    assert finding == Finding(
        readiness=Readiness.READY, executable=str(file), version="2.1.325", signed_in=True
    )


@pytest.mark.parametrize(
    ("version", "readiness", "tested"),
    [
        ("2.0.76", Readiness.TOO_OLD, False),
        ("2.1.100", Readiness.READY, False),
        ("2.1.197", Readiness.READY, True),
        ("2.1.325", Readiness.READY, True),
        ("2.1.326", Readiness.READY, False),
        ("3.0.0", Readiness.READY, False),
    ],
)
def test_version_decides_whether_it_was_tried(
    tmp_path: Path, version: str, readiness: Readiness, tested: bool
) -> None:
    program(tmp_path / "bin", "claude", f"echo '{version} (Claude Code)'")

    finding = find(surroundings(tmp_path, ANTHROPIC_API_KEY="dummy"), tmp_path)

    assert (finding.readiness, finding.tested) == (readiness, tested)


@pytest.mark.parametrize("script", ["echo garbage", "exit 3", "kill -9 $$", "echo >&2 oops"])
def test_cli_without_a_version_is_broken(tmp_path: Path, script: str) -> None:
    program(tmp_path / "bin", "claude", script)

    finding = find(surroundings(tmp_path), tmp_path)

    assert finding.readiness is Readiness.BROKEN
    assert finding.remedy == INSTALL


def test_nobody_signed_in(tmp_path: Path) -> None:
    program(tmp_path / "bin", "claude", "echo 2.1.325")

    finding = find(surroundings(tmp_path), tmp_path)

    assert (finding.readiness, finding.signed_in) == (Readiness.NOT_SIGNED_IN, False)
    assert finding.remedy == SIGN_IN


@pytest.mark.parametrize(
    ("file", "content"),
    [
        (".claude/.credentials.json", "not even JSON"),
        (".claude.json", '{"oauthAccount": {"emailAddress": "x"}}'),
        (".claude.json", '{"primaryApiKey": "dummy"}'),
        (".claude/settings.json", '{"apiKeyHelper": "/bin/false"}'),
    ],
)
def test_sign_in_is_told_by_what_exists(tmp_path: Path, file: str, content: str) -> None:
    program(tmp_path / "bin", "claude", "echo 2.1.325")
    environment = surroundings(tmp_path)
    path = Path(environment["HOME"]) / file
    path.parent.mkdir(exist_ok=True)
    path.write_text(content)

    assert find(environment, tmp_path).signed_in is True


def test_sign_in_is_looked_for_where_the_configuration_was_moved(tmp_path: Path) -> None:
    program(tmp_path / "bin", "claude", "echo 2.1.325")
    moved = tmp_path / "moved"
    moved.mkdir()
    (moved / ".claude.json").write_text('{"oauthAccount": {}}')

    finding = find(surroundings(tmp_path, CLAUDE_CONFIG_DIR=str(moved)), tmp_path)

    assert finding.signed_in is True


@pytest.mark.parametrize("content", ["", "[]", '{"oauth', '{"other": 1}'])
def test_unreadable_state_is_no_sign_in(tmp_path: Path, content: str) -> None:
    program(tmp_path / "bin", "claude", "echo 2.1.325")
    environment = surroundings(tmp_path)
    (Path(environment["HOME"]) / ".claude.json").write_text(content)

    assert find(environment, tmp_path).signed_in is False
