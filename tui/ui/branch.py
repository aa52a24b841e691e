"""Which branch of git a folder is on, and whether something there is not committed."""

from pathlib import Path

from tui.ui.git import ask_git


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
    filters = ask_git(folder, "config", "--null", "--name-only", "--get-regexp", r"^filter\.")
    names = sorted({name.rpartition(".")[0] for name in (filters or "").split("\0") if name})
    off = {f"{name}.{what}": "" for name in names for what in ("clean", "smudge", "process")}
    off |= {f"{name}.required": "false" for name in names}
    words = ("status", "--porcelain", "--untracked-files=no", "--ignore-submodules=all")
    return bool(ask_git(folder, *words, instead=off))


def _head(git: Path) -> str | None:
    """Return the contents of HEAD; a worktree's `.git` is a file that names its folder."""
    try:
        if git.is_file():
            git = git.parent / git.read_text("utf-8").partition("gitdir:")[2].strip()
        return (git / "HEAD").read_text("utf-8")[:400]
    except (OSError, UnicodeDecodeError):
        return None
