"""Which branch of git a folder is on, and whether something there is not committed.

Nothing of the folder's own is run for that: a repository can name programs for git to start, and
looking at one is no reason to trust it.
"""

import os
import subprocess
from pathlib import Path

GIT_PATIENCE = 5.0


def branch_of(folder: Path) -> str:
    """Return the branch, the first characters of a commit, or nothing; read from git's files."""
    for place in (folder, *folder.parents):
        head = _head(place / ".git")
        if head is not None:
            text = head.strip()
            return text.removeprefix("ref: refs/heads/") if text.startswith("ref:") else text[:8]
    return ""


def branch_and_mark(folder: Path) -> str:
    """Return the branch, with a `*` where files differ from the last commit. Slow: in a thread."""
    branch = branch_of(folder)
    return branch + "*" * is_dirty(folder) if branch else ""


def is_dirty(folder: Path) -> bool:
    """Tell whether files git knows differ from the last commit; False where git cannot tell."""
    filters = _git(folder, "config", "--null", "--name-only", "--get-regexp", r"^filter\.")
    names = {name.rpartition(".")[0] for name in (filters or "").split("\0") if name}
    off = [f"{name}.{what}=" for name in sorted(names) for what in ("clean", "smudge", "process")]
    off += [f"{name}.required=false" for name in sorted(names)]
    quiet = [word for setting in off for word in ("-c", setting)]
    told = _git(
        folder,
        *quiet,
        *("status", "--porcelain", "--untracked-files=no", "--ignore-submodules=all"),
    )
    return bool(told)


def _git(folder: Path, *words: str) -> str | None:
    """Return what git prints; it writes nothing and starts no program of the repository's."""
    argv = [
        "git",
        "-C",
        str(folder),
        "-c",
        "core.fsmonitor=false",
        "-c",
        "core.hooksPath=/dev/null",
    ]
    try:
        done = subprocess.run(
            [*argv, *words],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            timeout=GIT_PATIENCE,
            check=False,
            env={**os.environ, "GIT_OPTIONAL_LOCKS": "0", "LC_ALL": "C"},
        )
    except (OSError, subprocess.SubprocessError):
        return None
    return None if done.returncode else os.fsdecode(done.stdout)


def _head(git: Path) -> str | None:
    """Return the contents of HEAD; a worktree's `.git` is a file that names its folder."""
    try:
        if git.is_file():
            git = git.parent / git.read_text("utf-8").partition("gitdir:")[2].strip()
        return (git / "HEAD").read_text("utf-8")[:400]
    except (OSError, UnicodeDecodeError):
        return None
