"""Colour schemes read from TOML files."""

import re
from importlib import import_module
from pathlib import Path

import msgspec

from tui.config.paths import config_folder
from tui.errors import UsageError
from tui.small_files import read_small

COLOUR = re.compile(r"#[0-9a-fA-F]{6}")

NEEDED = (
    *("background", "surface", "panel", "foreground", "muted", "faint", "line"),
    *("primary", "secondary", "accent", "success", "warning", "error"),
)
"""Colours every theme names."""


ATTRIBUTES = frozenset({"bold", "italic", "underline", "dim", "reverse", "strike"})
"""What a style may be beside its colours."""


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
    return sorted(theme_files())


def theme_files() -> dict[str, Path]:
    """Return every theme there is by its name."""
    folders = reversed(theme_folders())
    return {path.stem: path for folder in folders for path in folder.glob("*.toml")}


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
        table = import_module("tomllib").loads(read_small(path).decode("utf-8"))
        theme = msgspec.convert({**table, "name": path.stem}, ThemeFile)
    except msgspec.ValidationError as error:
        raise UsageError(f"{path}: {error}.", "See the themes that come with parley.") from error
    except OSError as error:
        raise UsageError(
            f"{path} cannot be read: {error.strerror}.", "Mend or remove it."
        ) from error
    except (ValueError, RecursionError) as error:
        raise UsageError(f"{path} is not understood: {error}.", "Mend or remove it.") from error
    if problem := _wrong(theme):
        raise UsageError(f"{path}: {problem}.", "See the themes that come with parley.")
    return theme


def _wrong(theme: ThemeFile) -> str:
    """Return what is wrong with a theme; nothing where it can be used."""
    if missing := [colour for colour in NEEDED if colour not in theme.colours]:
        return f"the table `colours` lacks {', '.join(missing)}"
    for name, value in theme.colours.items():
        if not COLOUR.fullmatch(value):
            return f"the colour {name} is not like #a1b2c3"
    for name, style in theme.styles.items():
        for word in style.split():
            known = word in theme.colours or word in ATTRIBUTES or COLOUR.fullmatch(word)
            if not known and word != "on":
                return f"the style {name} uses {word}, which is no colour of it"
    return ""
