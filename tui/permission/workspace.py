"""Where a folder keeps configuration that agents would obey, and how it is read without harm."""

import os
import stat
from collections.abc import Iterator
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


def folders_above(folder: Path) -> Iterator[Path]:
    """Return the folder and those above it, up to the root of its repository."""
    here = folder.resolve()
    chain = [here, *here.parents]
    root = next((one for one in chain if (one / ".git").exists()), here)
    for one in chain:
        yield one
        if one == root:
            return


def configuration_files(folder: Path) -> list[Path]:
    """Return the configuration files that exist, those of the folder itself first."""
    named = (place / name for place in folders_above(folder) for name in FILES)
    return [path for path in named if os.path.lexists(path)]


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
