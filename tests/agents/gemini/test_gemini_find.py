"""Finding Gemini CLI without starting it."""

import json
from pathlib import Path

import pytest

from tui.agents.dialect import Finding, Readiness
from tui.agents.gemini.find import find, is_signed_in, key_in_reach

CHOSEN = '{ "security": { "auth": { /* mine */ "selectedType": "oauth-personal" } } }'


@pytest.fixture
def home(tmp_path: Path) -> Path:
    """Return a home folder with an empty Gemini folder."""
    (tmp_path / "home" / ".gemini").mkdir(parents=True)
    return tmp_path / "home"


def install(folder: Path, version: str) -> Path:
    """Install a program as npm does; return the folder for PATH."""
    package = folder / "lib" / "node_modules" / "@google" / "gemini-cli"
    program = package / "bundle" / "gemini.js"
    program.parent.mkdir(parents=True)
    program.write_text("#!/usr/bin/env node\n")
    program.chmod(0o755)
    about = {"name": "@google/gemini-cli", "version": version}
    (package / "package.json").write_text(json.dumps(about))
    (folder / "bin").mkdir()
    (folder / "bin" / "gemini").symlink_to(program)
    return folder / "bin"


def test_missing_program_has_the_line_that_installs_it(home: Path) -> None:
    finding = find({"HOME": str(home), "PATH": str(home)}, home)

    assert finding == Finding(
        readiness=Readiness.MISSING,
        problem="Gemini CLI is not installed.",
        remedy="npm install -g @google/gemini-cli",
    )


def test_installed_program_is_ready_with_a_key(home: Path, tmp_path: Path) -> None:
    bin = install(tmp_path, "0.61.0")
    environ = {
        "HOME": str(home),
        "PATH": str(bin),
        "GEMINI_API_KEY": "x",
        "GEMINI_CLI_TRUST_WORKSPACE": "true",
    }

    assert find(environ, home) == Finding(
        readiness=Readiness.READY,
        executable=str(bin / "gemini"),
        version="0.61.0",
        signed_in=True,
    )


def test_other_version_is_untested_and_no_sign_in_is_told(home: Path, tmp_path: Path) -> None:
    bin = install(tmp_path, "0.99.0")

    finding = find({"HOME": str(home), "PATH": str(bin)}, home)

    assert (finding.readiness, finding.tested) == (Readiness.NOT_SIGNED_IN, False)
    assert finding.remedy == "Run `gemini` once and sign in, or export GEMINI_API_KEY."


def test_sign_in_is_judged_by_what_exists(home: Path) -> None:
    environ = {"HOME": str(home)}
    assert is_signed_in(environ) is False

    (home / ".gemini" / "settings.json").write_text(CHOSEN)
    assert is_signed_in(environ) is None

    (home / ".gemini" / "oauth_creds.json").write_text("")
    assert is_signed_in(environ) is True


@pytest.mark.parametrize("variable", ["GEMINI_API_KEY", "GOOGLE_GENAI_USE_VERTEXAI"])
def test_variables_sign_in(home: Path, variable: str) -> None:
    assert is_signed_in({"HOME": str(home), variable: "x"}) is True


def test_key_is_in_reach_only_where_no_method_is_chosen(home: Path, tmp_path: Path) -> None:
    environ = {"HOME": str(home), "GEMINI_API_KEY": "x"}
    assert key_in_reach(environ, tmp_path) == "gemini-api-key"
    assert key_in_reach({"HOME": str(home)}, tmp_path) is None

    (tmp_path / ".gemini").mkdir()
    (tmp_path / ".gemini" / "settings.json").write_text(CHOSEN)
    assert key_in_reach(environ, tmp_path) is None

    (home / ".gemini" / "settings.json").write_text(CHOSEN)
    assert key_in_reach(environ, home) is None
