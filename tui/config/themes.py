"""Colour schemes read from TOML files."""

import re
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path

import msgspec

from tui.config.paths import config_folder
from tui.errors import UsageError

COLOUR = re.compile(r"#[0-9a-fA-F]{6}")

NEEDED = (
    *("background", "surface", "panel", "foreground", "muted", "faint", "line"),
    *("primary", "secondary", "accent", "success", "warning", "error"),
)
"""Colours every theme names."""


class ThemeFile(msgspec.Struct, frozen=True, kw_only=True):
    """One colour scheme."""

    name: str
    label: str = ""
    dark: bool = True
    colours: dict[str, str]
    """Name → #rrggbb; the names in `NEEDED` and any others that `styles` uses."""
    styles: dict[str, str] = {}
    """What differs from the usual look: "diff.added" → "bold success on panel"."""


def theme_folders() -> list[Path]:
    """Return where themes are looked for; an earlier folder wins."""
    package = Path(__file__).resolve().parents[1]
    return [config_folder() / "themes", package / "themes", package.parent / "themes"]


def theme_names() -> list[str]:
    """Return the names of all themes there are, in order."""
    return sorted({path.stem for path in _files()})


def load_theme(name: str) -> ThemeFile:
    """Read one theme by its name."""
    path = find_theme(name)
    if path is not None:
        return read_theme(path)
    raise UsageError(
        f"There is no theme called {name}.", f"Take one of {', '.join(theme_names())}."
    )


def find_theme(name: str) -> Path | None:
    """Return the file of a theme."""
    files = (folder / f"{name}.toml" for folder in theme_folders() if Path(name).name == name)
    return next((file for file in files if file.is_file()), None)


def read_theme(path: Path) -> ThemeFile:
    """Read one theme file and check that it is whole."""
    try:
        # Not needed at most starts; see `kept_theme`.
        table = import_module("tomllib").loads(path.read_text("utf-8"))
        theme = msgspec.convert({"name": path.stem, **table}, ThemeFile)
    except (OSError, ValueError) as error:
        raise UsageError(f"{path} cannot be read: {error}", "Mend or remove it.") from error
    except msgspec.ValidationError as error:
        raise UsageError(f"{path}: {error}", "See the themes that come with parley.") from error
    missing = [colour for colour in NEEDED if colour not in theme.colours]
    odd = [name for name, value in theme.colours.items() if not COLOUR.fullmatch(value)]
    if missing or odd:
        problem = f"lacks {', '.join(missing)}" if missing else f"{odd[0]} is not like #a1b2c3"
        raise UsageError(f"{path}: the table `colours` {problem}.", "Add it.")
    return theme


def _files() -> Iterator[Path]:
    for folder in theme_folders():
        if folder.is_dir():
            yield from sorted(folder.glob("*.toml"))
