"""Which branch of git a folder is on, read from its files."""

from pathlib import Path


def branch_of(folder: Path) -> str:
    """Return the branch, the first characters of a commit, or nothing."""
    for place in (folder, *folder.parents):
        head = _head(place / ".git")
        if head is not None:
            text = head.strip()
            return text.removeprefix("ref: refs/heads/") if text.startswith("ref:") else text[:8]
    return ""


def _head(git: Path) -> str | None:
    """Return the contents of HEAD; a worktree's `.git` is a file that names its folder."""
    try:
        if git.is_file():
            git = git.parent / git.read_text("utf-8").partition("gitdir:")[2].strip()
        return (git / "HEAD").read_text("utf-8")[:400]
    except (OSError, UnicodeDecodeError):
        return None
