"""Where a folder keeps configuration that agents would obey, and how it is read without harm."""

import os
import stat
from collections.abc import Container, Iterator
from pathlib import Path

LARGEST = 1_048_576

FILES = (
    ".claude/settings.json",
    ".claude/settings.local.json",
    ".mcp.json",
    ".codex/config.toml",
    ".codex/hooks.json",
    ".gemini/settings.json",
    ".gemini/.env",
    ".env",
    ".parley/policy.toml",
)
"""Every file that makes an agent, or parley, run or allow something."""

FOLDERS = (
    *(".claude/agents", ".claude/commands", ".claude/skills", ".claude/workflows"),
    *(".codex/rules", ".codex/agents", ".codex/skills", ".codex/environments"),
    *(".agents/skills", ".agents/plugins", ".agents/agents"),
    *(".gemini/commands", ".gemini/extensions", ".gemini/agents", ".gemini/skills"),
    ".gemini/policies",
)
"""Folders whose texts may run or allow something too."""

ENDINGS = (".md", ".toml", ".json", ".rules")

MOST_FILES = 500
"""Files below one such folder that are looked at; more are told as too many."""


def folders_above(folder: Path) -> Iterator[Path]:
    """Return the folder and those above it, up to the root of its repository."""
    here = folder.resolve()
    chain = [here, *here.parents]
    root = next((one for one in chain if (one / ".git").exists()), here)
    for one in chain:
        yield one
        if one == root:
            return


def configuration_files(folder: Path, also: Container[Path] = ()) -> list[Path]:
    """Return the configuration files that exist, or soon will, the folder's own first."""
    found: list[Path] = []
    for place in folders_above(folder):
        named = (place / name for name in FILES)
        found += [path for path in named if path in also or os.path.lexists(path)]
        for name in FOLDERS:
            found += _texts_below(place / name)
    return found


def _texts_below(folder: Path) -> list[Path]:
    """Return the texts below a folder in order, without following links to folders."""
    found: list[Path] = []
    for here, folders, names in os.walk(folder):
        folders.sort()
        found += [Path(here, name) for name in sorted(names) if name.endswith(ENDINGS)]
        if len(found) > MOST_FILES:
            # The folder itself is no file, which is told in place of all that is left out.
            return [*found[:MOST_FILES], folder]
    return found


def read_small(path: Path, largest: int = LARGEST) -> bytes | None:
    """Read a regular file of ordinary size; None if there is none. Never waits on a pipe."""
    try:
        descriptor = os.open(path, os.O_RDONLY | os.O_NONBLOCK | os.O_CLOEXEC)
    except (FileNotFoundError, NotADirectoryError):
        return None
    with os.fdopen(descriptor, "rb") as file:
        status = os.fstat(file.fileno())
        if not stat.S_ISREG(status.st_mode):
            raise OSError(0, "is not a regular file")
        if status.st_size > largest:
            raise OSError(0, "is too large to look at")
        return file.read(largest + 1)
