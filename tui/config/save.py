"""Files replaced whole or not at all."""

import os
from importlib import import_module
from pathlib import Path

import msgspec

from tui.config.load import settings_file
from tui.config.settings import Settings
from tui.model.identity import new_uuid


def save_settings(settings: Settings, path: Path | None = None) -> None:
    """Write what differs from the defaults."""
    # Only needed once somebody changes a setting, hence not at every start.
    encode = import_module("tomli_w").dumps
    chosen = msgspec.to_builtins(settings)
    replace_file(settings_file() if path is None else path, encode(chosen).encode())


def replace_file(path: Path, content: bytes) -> None:
    """Put new content in place of a file's, so that a crash leaves the old or the new.

    A link is followed, so that a file kept elsewhere stays there; its mode is kept.
    """
    path = path.resolve() if path.is_symlink() else path
    path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
    mode = path.stat().st_mode & 0o777 if path.exists() else 0o600
    temporary = path.with_name(f".{path.name}.{new_uuid()[:8]}")
    try:
        _write(temporary, content, mode)
        temporary.replace(path)
    except OSError:
        temporary.unlink(missing_ok=True)
        raise
    _sync_folder(path.parent)


def _write(path: Path, content: bytes, mode: int) -> None:
    flags = os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_NOFOLLOW
    with os.fdopen(os.open(path, flags, mode), "wb") as file:
        file.write(content)
        file.flush()
        os.fsync(file.fileno())


def _sync_folder(folder: Path) -> None:
    descriptor = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)
