"""Installing the CLIs is safe to repeat, and half an installation is never taken for a whole."""

import subprocess
import sys
from pathlib import Path

from tests.support.clis import PINNED

ROOT = Path(__file__).resolve().parents[2]

NPM = """#!{python}
import json, pathlib, sys
folder = pathlib.Path(sys.argv[sys.argv.index("--prefix") + 1])
package, _, version = sys.argv[-1].rpartition("@")
name = {{"@anthropic-ai/claude-code": "claude", "@openai/codex": "codex"}}.get(package, "gemini")
manifest = folder / "node_modules" / package / "package.json"
manifest.parent.mkdir(parents=True)
manifest.write_text(json.dumps({{"version": version}}))
if name == "{broken}":
    sys.exit("no such version")
command = folder / "node_modules" / ".bin" / name
command.parent.mkdir()
command.write_text("#!/bin/sh")
command.chmod(0o755)
"""
"""An npm that lays out what the real one would; for one CLI it fails half-way."""


def install(cache: Path, programs: Path) -> list[str]:
    """Run the installer and return the lines it printed."""
    done = subprocess.run(
        [sys.executable, "-m", "tests.e2e.install_clis"],
        cwd=ROOT,
        env={"PATH": str(programs), "PARLEY_CLI_CACHE": str(cache)},
        capture_output=True,
        text=True,
        check=True,
    )
    return done.stdout.splitlines()


def write_npm(programs: Path, broken: str = "") -> None:
    """Put an npm into a folder."""
    programs.mkdir(exist_ok=True)
    npm = programs / "npm"
    npm.write_text(NPM.format(python=sys.executable, broken=broken))
    npm.chmod(0o755)


def test_installs_once_and_then_leaves_alone(tmp_path: Path) -> None:
    write_npm(tmp_path / "bin")

    first = install(tmp_path / "cache", tmp_path / "bin")
    second = install(tmp_path / "cache", tmp_path / "bin")

    assert first == [f"{cli}: installed into {cli.folder(tmp_path / 'cache')}" for cli in PINNED]
    assert second == [f"{cli}: already installed" for cli in PINNED]
    assert all(cli.is_installed(tmp_path / "cache") for cli in PINNED)


def test_failed_installation_is_told_and_leaves_nothing(tmp_path: Path) -> None:
    write_npm(tmp_path / "bin", broken="codex")

    lines = install(tmp_path / "cache", tmp_path / "bin")

    assert lines[2] == "codex-0.166.0: NOT installed: npm exited with 1: no such version"
    left = {path.name for path in (tmp_path / "cache").iterdir()}
    assert left == {".lock", "claude-2.1.325", "claude-2.1.197", "gemini-0.61.0"}


def test_half_an_installation_is_replaced(tmp_path: Path) -> None:
    write_npm(tmp_path / "bin")
    cli = PINNED[0]
    (cli.folder(tmp_path / "cache") / "node_modules").mkdir(parents=True)

    lines = install(tmp_path / "cache", tmp_path / "bin")

    assert lines[0] == f"{cli}: installed into {cli.folder(tmp_path / 'cache')}"
    assert cli.is_installed(tmp_path / "cache")


def test_missing_npm_is_told(tmp_path: Path) -> None:
    (tmp_path / "bin").mkdir()

    lines = install(tmp_path / "cache", tmp_path / "bin")

    assert lines == [f"{cli}: NOT installed: npm is not on this machine" for cli in PINNED]
