"""Whatever a folder could run makes it another folder when it changes; nothing else does."""

import json
import os
import subprocess
from collections.abc import Callable
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tui.permission.fingerprint import fingerprint
from tui.permission.trust import Trust, TrustError, TrustState
from tui.permission.workspace import LARGEST, MOST_FILES

RUNNING = (
    *(".claude/settings.json", ".claude/settings.local.json", ".mcp.json", ".env", ".envrc"),
    *(".claude/agents/a.md", ".claude/commands/deep/er/c.md", ".claude/skills/s/SKILL.md"),
    *(".claude/skills/s/run.sh", ".claude/hooks/h.py", ".claude/plugins/p/hooks/hooks.json"),
    *(".claude/plugins/p/.mcp.json", ".claude/output-styles/o.md", ".claude-plugin/plugin.json"),
    *(".codex/config.toml", ".codex/hooks.json", ".codex/agents/a.toml", ".codex/rules/r.rules"),
    *(".codex/skills/s/x", ".agents/skills/s/SKILL.md", ".agents/plugins/p/x.json"),
    *(
        ".gemini/settings.json",
        ".gemini/.env",
        ".gemini/commands/go.toml",
        ".gemini/policies/p.toml",
    ),
    *(".gemini/extensions/e/gemini-extension.json", ".gemini/extensions/e/server.js"),
    *(".gemini/agents/a.md", ".gemini/hooks/h.sh", ".parley/policy.toml"),
)
"""Files that an agent, or parley, runs, obeys or takes for configuration."""

UNRELATED = (
    *("README.md", "src/main.py", "package.json", "CLAUDE.md", ".claude/worktrees/w/a.md"),
    *(".gemini/tmp/x.json", ".gitignore", "notes/.envrc", ".vscode/settings.json"),
)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Return a folder with a little of everything in it."""
    path = tmp_path / "project"
    for name in (*RUNNING, *UNRELATED):
        write(path / name, "before")
    return path


def write(path: Path, content: str) -> None:
    """Write a file, with its folders."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(content)


def unreadable(path: Path) -> None:
    """Make a file one that cannot be read, for root too: a link that leads nowhere."""
    path.unlink()
    path.symlink_to("nowhere")


def make_link(path: Path) -> None:
    """Put a link to a file in its place."""
    path.rename(path.with_name("it"))
    path.symlink_to("it")


CHANGES: dict[str, Callable[[Path], object]] = {
    "changed": lambda path: path.write_text("after!"),
    "changed in one letter": lambda path: path.write_text("Before"),
    "emptied": lambda path: path.write_text(""),
    "removed": Path.unlink,
    "joined by another": lambda path: write(path.with_name(f"{path.name}.new.md"), "new"),
    "made a link": make_link,
    "made unreadable": unreadable,
    "made huge": lambda path: os.truncate(path, LARGEST + 1),
}

ALONE = (".claude/", ".codex/", ".gemini/")
"""Files right in these have names of their own; others beside them mean nothing."""


@pytest.mark.parametrize("how", CHANGES)
@pytest.mark.parametrize("name", RUNNING)
def test_a_change_of_what_runs_is_noticed(folder: Path, name: str, how: str) -> None:
    known = name.count("/") < 2 and (name.startswith(ALONE) or "/" not in name or "parley" in name)
    before = fingerprint(folder)

    CHANGES[how](folder / name)

    assert (fingerprint(folder) == before) is (how == "joined by another" and known)


@pytest.mark.parametrize("name", UNRELATED)
def test_a_change_of_anything_else_is_not(folder: Path, name: str) -> None:
    before = fingerprint(folder)
    write(folder / name, "after")
    assert fingerprint(folder) == before
    (folder / name).unlink()
    assert fingerprint(folder) == before


@pytest.mark.parametrize(
    "settings",
    [
        '{"apiKeyHelper": "./tools/key.sh"}',
        '{"hooks": {"Stop": [{"command": "\\"$CLAUDE_PROJECT_DIR\\"/tools/key.sh -x"}]}}',
        '{"env": {"BASH_ENV": "tools/key.sh"}}',
        '{"statusLine": {"command": "sh -c \'cd x; ../tools/k\'; sh tools/key.sh|cat"}}',
    ],
)
def test_a_change_of_a_script_that_a_command_names_is_noticed(folder: Path, settings: str) -> None:
    write(folder / ".claude/settings.json", settings)
    before = fingerprint(folder)
    write(folder / "tools/key.sh", "one")
    appeared = fingerprint(folder)
    write(folder / "tools/key.sh", "two")

    assert len({before, appeared, fingerprint(folder)}) == 3


def test_a_change_behind_a_link_is_noticed_and_a_ring_of_links_ends(folder: Path) -> None:
    write(folder / "shared/deep/go.md", "one")
    (folder / ".claude/commands/linked").symlink_to("../../shared")
    (folder / "shared/ring").symlink_to("..")
    before = fingerprint(folder)

    write(folder / "shared/deep/go.md", "two")

    assert fingerprint(folder) != before


def test_a_change_in_a_huge_file_or_behind_very_many_is_noticed(folder: Path) -> None:
    huge = folder / ".claude/skills/s/model.bin"
    huge.write_bytes(b"x" * (LARGEST + 1))
    for number in range(MOST_FILES + 1):
        write(folder / f".claude/commands/{number:04}.md", "x")
    before = fingerprint(folder)
    with huge.open("r+b") as file:
        file.write(b"y")
    between = fingerprint(folder)
    write(folder / f".claude/commands/{MOST_FILES:04}.md", "y")

    assert len({before, between, fingerprint(folder)}) == 3


def test_programs_that_git_is_told_to_start_are_noticed_and_other_settings_are_not(
    folder: Path,
) -> None:
    git = ("git", "-C", str(folder))
    subprocess.run((*git, "init", "-q"), check=True)
    before = fingerprint(folder)
    subprocess.run((*git, "config", "branch.main.remote", "origin"), check=True)
    assert fingerprint(folder) == before
    subprocess.run((*git, "config", "core.fsmonitor", "./watch.sh"), check=True)
    assert fingerprint(folder) != before


@pytest.mark.parametrize("make", [os.mkfifo, lambda path: write(path, "x" * (LARGEST + 1))])
def test_what_nobody_can_be_shown_cannot_be_trusted(
    tmp_path: Path, make: Callable[[Path], None]
) -> None:
    folder = tmp_path / "project"
    folder.mkdir()
    make(folder / ".mcp.json")
    trust = Trust(tmp_path / "state" / "trust.json")

    with pytest.raises(TrustError, match="cannot be trusted"):
        trust.grant(folder)
    trust.decline(folder)
    assert trust.state(folder) is TrustState.DECLINED


@given(st.text(max_size=40))
def test_no_command_is_too_odd_to_be_looked_through(command: str) -> None:
    with TemporaryDirectory() as name:
        write(Path(name, ".claude/settings.json"), json.dumps({"apiKeyHelper": command * 200}))

        assert len(fingerprint(Path(name))) == 64
