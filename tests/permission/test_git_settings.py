"""Programs a repository names for git: told, and off for agents in a folder nobody trusts."""

import os
import subprocess
from pathlib import Path

import pytest

from tui.permission.fingerprint import fingerprint
from tui.permission.git_settings import git_programs, without_git_programs
from tui.permission.would_run import RunKind, WouldRun, what_would_run


@pytest.fixture
def repository(tmp_path: Path) -> Path:
    """Return a repository with one commit, in which a file looks changed."""
    folder = tmp_path / "work"
    folder.mkdir()
    (folder / "a.txt").write_text("one\n")
    (folder / ".gitattributes").write_text("* filter=e=vil\n")
    git(folder, "init", "-q")
    git(folder, "add", ".")
    git(folder, "commit", "-q", "-m", "first")
    os.utime(folder / "a.txt", (1, 1))
    return folder


def git(folder: Path, *words: str, environment: dict[str, str] | None = None) -> str:
    """Run git as somebody."""
    somebody = ("-c", "user.name=a", "-c", "user.email=a@example.org")
    done = subprocess.run(
        ("git", "-C", str(folder), *somebody, *words),
        check=True,
        capture_output=True,
        text=True,
        env={**os.environ, **(environment or {})},
    )
    return done.stdout


def test_only_what_starts_a_program_is_told(repository: Path) -> None:
    for name, value in {
        "core.fsmonitor": "./watch",
        "filter.e=vil.clean": "./clean %f",
        "alias.x": "!./x",
        "alias.y": "log --oneline",
        "branch.main.remote": "origin",
        "submodule.s.update": "checkout",
        "pager.log": "false",
        "diff.external": "",
    }.items():
        git(repository, "config", name, value)

    found = {"core.fsmonitor": "./watch", "filter.e=vil.clean": "./clean %f", "alias.x": "!./x"}
    assert git_programs(repository) == found
    rows = [(row.agent, row.kind, row.name, row.text) for row in what_would_run(repository)]
    assert rows == [("git", RunKind.HELPER, name, value) for name, value in found.items()]


def test_settings_in_a_file_that_is_included_are_told(repository: Path) -> None:
    (repository / "more").write_text("[core]\n\tsshCommand = ./ssh\n")
    git(repository, "config", "include.path", "../more")

    assert git_programs(repository) == {"core.sshcommand": "./ssh"}


def test_the_users_own_settings_are_nobodys_business(
    repository: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "config").write_text("[core]\n\tpager = less\n")
    monkeypatch.setenv("GIT_CONFIG_GLOBAL", str(tmp_path / "config"))

    assert git_programs(repository) == {}


@pytest.mark.parametrize("true_to", ["true", "True", "1", "on"])
def test_the_watcher_that_is_a_part_of_git_is_no_program_of_a_repository(
    repository: Path, true_to: str
) -> None:
    git(repository, "config", "core.fsmonitor", true_to)

    assert git_programs(repository) == {}


@pytest.mark.parametrize(
    "setting", ["core.fsmonitor", "filter.e=vil.clean", "filter.e=vil.process"]
)
def test_with_the_variables_git_starts_none_of_them(
    repository: Path, tmp_path: Path, setting: str
) -> None:
    trap = tmp_path / "trap"
    git(repository, "config", setting, f"sh -c 'touch {trap}; cat'")
    if setting.startswith("filter"):
        git(repository, "config", "filter.e=vil.required", "true")
    (repository / "a.txt").write_text("two\n")

    variables = without_git_programs(repository, {})

    assert git(repository, "status", "--porcelain", environment=variables) == " M a.txt\n"
    assert not trap.exists()
    subprocess.run(("git", "-C", str(repository), "status"), capture_output=True, check=False)
    assert trap.exists()


def test_variables_of_the_user_are_kept(repository: Path) -> None:
    given = {"GIT_CONFIG_COUNT": "1", "GIT_CONFIG_KEY_0": "x.y", "GIT_CONFIG_VALUE_0": "z"}

    assert without_git_programs(repository, given) == {
        "GIT_CONFIG_COUNT": "2",
        "GIT_CONFIG_KEY_1": "core.fsmonitor",
        "GIT_CONFIG_VALUE_1": "false",
    }


def test_where_there_is_no_repository_there_is_nothing(tmp_path: Path) -> None:
    assert git_programs(tmp_path) == {}


def hook(path: Path, content: str = "#!/bin/sh\ntouch marker\n", mode: int = 0o755) -> Path:
    """Write a hook."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(content)
    path.chmod(mode)
    return path


def test_hooks_that_git_would_start_are_told_and_a_change_of_them_is_noticed(
    repository: Path,
) -> None:
    hooks = repository / ".git" / "hooks"
    hook(hooks / "pre-push", mode=0o644)
    hook(hooks / "post-commit.sample")
    before = fingerprint(repository)
    used = hook(hooks / "post-commit")

    row = WouldRun(
        agent="git",
        file=str(used),
        kind=RunKind.HOOK,
        name="post-commit",
        text="#!/bin/sh\ntouch marker",
    )
    assert what_would_run(repository) == (row,)
    after = fingerprint(repository)
    hook(used, "x" * 5_000 + "y")
    last = fingerprint(repository)
    hook(used, "x" * 5_000 + "z")
    assert len({before, after, last, fingerprint(repository)}) == 4
    (row,) = what_would_run(repository)
    assert row.text == "x" * 2_000 + " … 3,001 characters more in the file"


def test_hooks_in_another_place_are_told(repository: Path) -> None:
    git(repository, "config", "core.hooksPath", ".husky")
    used = hook(repository / ".husky" / "commit-msg")

    rows = [(row.kind, row.name, row.file) for row in what_would_run(repository)]
    assert rows == [
        (RunKind.HELPER, "core.hookspath", str(repository / ".git")),
        (RunKind.HOOK, "commit-msg", str(used)),
    ]


def test_the_hooks_of_another_working_tree_are_those_of_the_repository(
    repository: Path, tmp_path: Path
) -> None:
    hook(repository / ".git" / "hooks" / "post-commit")
    git(repository, "worktree", "add", "-q", str(tmp_path / "other"))

    assert [row.name for row in what_would_run(tmp_path / "other")] == ["post-commit"]


def test_hooks_do_not_run_in_a_folder_nobody_trusts(repository: Path) -> None:
    hook(repository / ".git" / "hooks" / "post-commit")
    off = without_git_programs(repository, {})
    (repository / "a.txt").write_text("two\n")
    git(repository, "commit", "-qam", "second", environment=off)

    assert not (repository / "marker").exists()
    git(repository, "commit", "-q", "--allow-empty", "-m", "third")
    assert (repository / "marker").exists()


def test_the_users_own_hooks_stay_on(
    repository: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    hook(repository / ".git" / "hooks" / "post-commit")
    own = hook(tmp_path / "hooks" / "post-commit", "#!/bin/sh\ntouch own\n")
    (tmp_path / "config").write_text(f"[core]\n\thooksPath = {own.parent}\n")
    monkeypatch.setenv("GIT_CONFIG_GLOBAL", str(tmp_path / "config"))
    off = without_git_programs(repository, {})
    git(repository, "commit", "-q", "--allow-empty", "-m", "second", environment=off)

    assert [(repository / name).exists() for name in ("own", "marker")] == [True, False]


def test_a_hook_in_the_settings_is_told(repository: Path) -> None:
    git(repository, "config", "hook.mine.command", "./x")

    assert git_programs(repository) == {"hook.mine.command": "./x"}
