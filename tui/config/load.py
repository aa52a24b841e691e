"""Settings read from their file."""

from importlib import import_module
from pathlib import Path

import msgspec

from tui.config.paths import config_folder
from tui.config.settings import Settings


class Loaded(msgspec.Struct, frozen=True):
    """The settings in force, and what is wrong with the file they came from."""

    settings: Settings
    problem: str = ""
    """A sentence with the file and the place; the defaults are in force then."""


def settings_file() -> Path:
    """Return where the settings are kept."""
    return config_folder() / "settings.toml"


def load_settings(path: Path | None = None) -> Loaded:
    """Read the settings. A file that makes no sense is told about, never a reason not to start."""
    path = settings_file() if path is None else path
    try:
        text = path.read_text("utf-8")
        # Where there are no settings, nothing is loaded to read them.
        table = import_module("tomllib").loads(text)
    except FileNotFoundError:
        return Loaded(Settings())
    except (OSError, ValueError) as error:
        return Loaded(Settings(), f"{path} cannot be read: {error}")
    if unknown := set(table) - set(Settings.__struct_fields__):
        names = ", ".join(sorted(unknown))
        return Loaded(_understood(table), f"{path}: there is no setting called {names}")
    try:
        return Loaded(msgspec.convert(table, Settings))
    except msgspec.ValidationError as error:
        return Loaded(Settings(), f"{path}: {error}")


def _understood(table: dict[str, object]) -> Settings:
    try:
        return msgspec.convert(table, Settings)
    except msgspec.ValidationError:
        return Settings()
