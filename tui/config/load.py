"""Settings read from their file."""

from collections.abc import Mapping
from importlib import import_module
from pathlib import Path
from typing import Any, get_args

import msgspec

from tui.config.paths import config_folder
from tui.config.settings import KeyChoice, Settings
from tui.small_files import read_small

WANTED: dict[Any, str] = {
    str: "a text in quotes",
    bool: "true or false",
    int: "a whole number",
    list[str]: "a list of texts in quotes",
    list[float]: "a list of numbers",
    KeyChoice: "a key in quotes, or a list of them",
}
"""How a value is written, in words; everything else is a table."""


class Loaded(msgspec.Struct, frozen=True):
    """The settings in force, and what is wrong with the file they came from."""

    settings: Settings
    problem: str = ""
    """What is wrong, with the file; what was not understood has its usual value then."""


def settings_file() -> Path:
    """Return where the settings are kept."""
    return config_folder() / "settings.toml"


def load_settings(path: Path | None = None) -> Loaded:
    """Read the settings. A file that makes no sense is told about, never a reason not to start."""
    path = settings_file() if path is None else path
    try:
        text = read_small(path)
    except FileNotFoundError:
        return Loaded(Settings())
    except OSError as error:
        return Loaded(Settings(), f"{path} cannot be read: {error.strerror}.")
    try:
        # Where there are no settings, nothing is loaded to read them.
        table = import_module("tomllib").loads(text.decode("utf-8"))
    except (ValueError, RecursionError) as error:
        return Loaded(Settings(), f"{path} is not understood: {error}.")
    problems: list[str] = []
    settings = msgspec.convert(_understood(_inside(Settings, table), table, "", problems), Settings)
    return Loaded(settings, f"{path}: {'; '.join(problems)}." if problems else "")


def _understood(
    types: Mapping[str, Any], table: dict[str, Any], prefix: str, problems: list[str]
) -> dict[str, Any]:
    """Return the values of a table that make sense; add a sentence about each of the others."""
    values: dict[str, Any] = {}
    for name, value in table.items():
        kind = types.get(name)
        if kind is None:
            problems.append(f"there is no setting called {prefix}{name}")
        elif kind not in WANTED and isinstance(value, dict):
            values[name] = _understood(_inside(kind, value), value, f"{prefix}{name}.", problems)
        elif _fits(value, kind):
            values[name] = value
        else:
            problems.append(f"{prefix}{name} must be {WANTED.get(kind, 'a table')}")
    return values


def _inside(kind: Any, table: dict[str, Any]) -> Mapping[str, Any]:
    """Return the type of every name a table may have."""
    if isinstance(kind, type) and issubclass(kind, msgspec.Struct):
        return {field.name: field.type for field in msgspec.structs.fields(kind)}
    _, kind_of_all = get_args(kind)
    return dict.fromkeys(table, kind_of_all)


def _fits(value: object, kind: Any) -> bool:
    try:
        msgspec.convert(value, kind)
    except msgspec.ValidationError:
        return False
    return True
