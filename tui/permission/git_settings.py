"""Programs that a repository's own git settings name. Agents run git unasked, before any question.

Measured: Claude Code 2.1.197 asks git for the state of the folder when it starts, Codex 0.166 does
so later; both let `core.fsmonitor` or a filter of the repository run, trusted or not.
"""

import os
import re
import subprocess
from collections.abc import Mapping
from pathlib import Path

from tui.permission.run_files import git_hooks

PATIENCE = 5.0

_RUNS = re.compile(
    r"core\.(fsmonitor|hookspath|sshcommand|gitproxy|pager|editor|askpass|alternaterefscommand)"
    r"|pager\..+|alias\..+|sequence\.editor|interactive\.difffilter|uploadpack\.packobjectshook"
    r"|diff\.external|diff\..+\.(command|textconv)|filter\..+\.(clean|smudge|process)"
    r"|merge\..+\.driver|(difftool|mergetool|man|browser|guitool)\..+\.(cmd|path)"
    r"|credential\.(.+\.)?helper|gpg\.(.+\.)?program|gpg\.ssh\.defaultkeycommand"
    r"|remote\..+\.(uploadpack|receivepack|vcs)|protocol\.(.+\.)?allow|submodule\..+\.update"
    r"|trailer\..+\.(command|cmd)|sendemail\..+|hook\..+\.command",
    re.DOTALL,
)
"""Settings that name a program, as git writes their names."""

_TRUTH = ("true", "false", "yes", "no", "on", "off", "1", "0", "")

_OFF = {"core.fsmonitor": "false", "core.hookspath": os.devnull, "core.pager": "cat"}
"""What is put in place of a setting where nothing does not do."""

_ENDINGS = {"uploadpack": "git-upload-pack", "receivepack": "git-receive-pack", "allow": "never"}


class GitError(OSError):
    """Git did not say which settings a repository has."""


def git_programs(folder: Path) -> dict[str, str]:
    """Return the repository's own settings that make git start a program."""
    return {
        name: value
        for name, value in _own_settings(folder)
        if _RUNS.fullmatch(name) and not _harmless(name, value)
    }


def without_git_programs(folder: Path, environment: Mapping[str, str]) -> dict[str, str]:
    """Return variables with which git starts none of them, whoever runs it."""
    try:
        found = git_programs(folder)
    except GitError:
        found = {}
    if git_hooks(folder, found) and not _hooks_of_the_user(folder):
        found["core.hookspath"] = ""
    # One that appears while the agent runs is not known yet; this one ran most often.
    settings = {"core.fsmonitor": "false"}
    for name in found:
        section, _, key = name.rpartition(".")
        settings[name] = _OFF.get(name, _ENDINGS.get(key, ""))
        if section.startswith("filter."):
            settings[f"{section}.required"] = "false"
    return _variables(settings, environment)


def _harmless(name: str, value: str) -> bool:
    if name == "core.fsmonitor":
        return value.lower() in _TRUTH
    if name.startswith(("alias.", "submodule.")):
        return not value.lstrip().startswith("!")
    return not value or (name.startswith("pager.") and value.lower() in _TRUTH)


def _hooks_of_the_user(folder: Path) -> bool:
    """Tell whether git looks for hooks in a place of the user's, and not in the repository."""
    try:
        found = dict(_settings(folder, ("system", "global", "command")))
    except GitError:
        return False
    return bool(found.get("core.hookspath"))


def _own_settings(folder: Path) -> list[tuple[str, str]]:
    """Return the settings that come with the repository, also those in files it includes."""
    return _settings(folder, ("local", "worktree"))


def _settings(folder: Path, scopes: tuple[str, ...]) -> list[tuple[str, str]]:
    if not any(_may_be_repository(one) for one in (folder, *folder.resolve().parents)):
        return []
    words = ("config", "--null", "--list", "--show-scope", "--includes")
    try:
        done = subprocess.run(
            ("git", "-C", str(folder), *words),
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            timeout=PATIENCE,
            check=False,
        )
    except FileNotFoundError:
        return []
    except (OSError, subprocess.SubprocessError) as error:
        raise GitError(0, "git does not tell its settings") from error
    fields = done.stdout.decode("utf-8", "surrogateescape").split("\0")
    found = []
    for scope, setting in zip(fields[::2], fields[1::2], strict=False):
        name, _, value = setting.partition("\n")
        if scope in scopes:
            found.append((name, value))
    return found


def _may_be_repository(folder: Path) -> bool:
    """Tell whether git might find one here; one without a working tree has its parts in it."""
    return os.path.lexists(folder / ".git") or os.path.lexists(folder / "HEAD")


def _variables(settings: Mapping[str, str], environment: Mapping[str, str]) -> dict[str, str]:
    """Return git's variables for settings, behind those that are there already."""
    given = environment.get("GIT_CONFIG_COUNT", "")
    first = int(given) if given.isdecimal() else 0
    variables = {"GIT_CONFIG_COUNT": str(first + len(settings))}
    for number, (name, value) in enumerate(settings.items(), first):
        variables[f"GIT_CONFIG_KEY_{number}"] = name
        variables[f"GIT_CONFIG_VALUE_{number}"] = value
    return variables
