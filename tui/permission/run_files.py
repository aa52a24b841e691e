"""Files that are run or obeyed as they stand: hooks of git, workflows, scripts beside settings."""

import os
from collections.abc import Iterator, Mapping
from itertools import islice
from pathlib import Path

from tui.permission.workspace import files_below, read_small

BESIDE = (
    *(".envrc", ".claude/loop.md", ".gemini/system.md", ".gemini/sandbox.bashrc"),
    ".gemini/sandbox.Dockerfile",
)
"""Files that are run or obeyed at somebody's word, and have no settings of their own."""

WORKFLOWS = ".claude/workflows"
_PROGRAMS = (".js", ".mjs", ".cjs", ".ts")

SHOWN = 2_000
"""Characters of a file that are shown; how many more there are is told."""

_MOST_HOOKS = 100


def files_beside(places: list[Path]) -> Iterator[Path]:
    """Return the scripts and workflows in some folders."""
    for place in places:
        yield from (place / name for name in BESIDE if os.path.lexists(place / name))
        yield from (one for one in files_below(place / WORKFLOWS) if one.suffix in _PROGRAMS)


def git_hooks(folder: Path, programs: Mapping[str, str]) -> list[Path]:
    """Return the hooks that git would start in a folder; those that are not executable are none."""
    here = folder.resolve()
    top = next((one for one in (here, *here.parents) if os.path.lexists(one / ".git")), None)
    if top is None:
        return []
    named = programs.get("core.hookspath", "")
    hooks = top / named if named and not named.startswith("~") else _git_folder(top) / "hooks"
    try:
        found = sorted(hooks.iterdir())
    except OSError:
        return []
    usable = (one for one in found if one.suffix != ".sample" and _is_program(one))
    return list(islice(usable, _MOST_HOOKS))


def _is_program(path: Path) -> bool:
    return path.is_file() and os.access(path, os.X_OK)


def _git_folder(top: Path) -> Path:
    """Return where the repository of a working tree is; a file may say that it is elsewhere."""
    git = top / ".git"
    if git.is_dir():
        return git
    git = top / _line(git).removeprefix("gitdir:").strip()
    return git / _line(git / "commondir")


def _line(path: Path) -> str:
    try:
        return (read_small(path) or b"").decode("utf-8", "surrogateescape").strip()
    except OSError:
        return ""


def as_told(path: Path) -> str:
    """Return what a file holds, or its beginning and how much more there is."""
    try:
        text = (read_small(path) or b"").decode("utf-8", "replace")
    except OSError as error:
        return f"cannot be read: {error.strerror}"
    return shortened(text.strip())


def shortened(text: str) -> str:
    """Return a text, or its beginning and how much more there is."""
    left = len(text) - SHOWN
    return f"{text[:SHOWN]} … {left:,} characters more in the file" if left > 0 else text
