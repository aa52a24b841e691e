"""The theme in use, kept in a form that is read in no time.

Reading a theme's TOML takes 3 ms at every start, most of it for loading the parser.
"""

from importlib import import_module

import msgspec

from tui.config.paths import state_folder
from tui.config.themes import ThemeFile, find_theme, load_theme

NAME = "theme.json"


class _Kept(msgspec.Struct, frozen=True):
    """A theme with the state of the file it was read from."""

    path: str
    mtime_ns: int
    size: int
    theme: ThemeFile


def quick_theme(name: str) -> ThemeFile:
    """Return a theme; as it was kept, if its file has not changed since."""
    path = find_theme(name)
    if path is not None:
        try:
            kept = msgspec.json.decode((state_folder() / NAME).read_bytes(), type=_Kept)
            state = path.stat()
        except (OSError, msgspec.DecodeError, UnicodeDecodeError):
            return load_theme(name)
        if (kept.path, kept.mtime_ns, kept.size) == (str(path), state.st_mtime_ns, state.st_size):
            return kept.theme
    return load_theme(name)


def keep_theme(name: str) -> None:
    """Keep a theme for the next start; raises OSError where the disk does not take it."""
    path = find_theme(name)
    if path is None:
        return
    state = path.stat()
    kept = _Kept(str(path), state.st_mtime_ns, state.st_size, load_theme(name))
    content = msgspec.json.encode(kept)
    file = state_folder() / NAME
    if not file.exists() or file.read_bytes() != content:
        import_module("tui.config.save").replace_file(file, content)
