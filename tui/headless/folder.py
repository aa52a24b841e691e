"""Which folder a command works in."""

import os
from pathlib import Path

from tui.errors import UsageError
from tui.small_files import written_path


def working_folder(name: str | None) -> Path:
    """Return the folder a session works in, links resolved."""
    folder = written_path(name) if name is not None else _here()
    if not folder.is_dir():
        raise UsageError(f"{folder} is not a folder.", "Name an existing one with --cwd.")
    if not os.access(folder, os.R_OK | os.X_OK):
        raise UsageError(f"You may not enter {folder}.", "Choose another one with --cwd.")
    return folder.resolve()


def tellable(folder: Path) -> Path:
    """Return a folder an agent can be told of; they take names in UTF-8 alone."""
    try:
        str(folder).encode()
    except UnicodeEncodeError as error:
        raise UsageError(
            f"The name {folder} is not UTF-8, and no agent can work in such a folder.",
            "Rename the folder, or name another one with --cwd.",
        ) from error
    return folder


def _here() -> Path:
    try:
        return Path.cwd()
    except FileNotFoundError as error:
        raise UsageError(
            "The folder you are in is gone.", "Go to another one, or name one with --cwd."
        ) from error
