"""`parley config`: the settings in force, where their file is, and what is wrong with it."""

from importlib import import_module

import msgspec

from tui.config import keymap
from tui.config.load import load_settings, settings_file
from tui.config.settings import Settings
from tui.config.themes import load_theme
from tui.errors import UsageError
from tui.headless.output import remark, say

WRONG = 2


def main(what: str) -> int:
    """Print the file's path, all settings as the file would say them, or what is wrong."""
    if what == "path":
        say(str(settings_file()))
        return 0
    return _check() if what == "check" else _show()


def _show() -> int:
    loaded = load_settings()
    if loaded.problem:
        remark(f"parley: {loaded.problem}")
    say(shown(loaded.settings), end="")
    return 0


def shown(settings: Settings) -> str:
    """Return every setting with its value, those that were never set too."""
    values = {name: getattr(settings, name) for name in settings.__struct_fields__}
    told = {name: _all_of(value) for name, value in values.items()}
    text: str = import_module("tomli_w").dumps(told)
    return text


def _all_of(value: object) -> object:
    if isinstance(value, msgspec.Struct):
        return {name: _all_of(getattr(value, name)) for name in value.__struct_fields__}
    return value


def _check() -> int:
    loaded = load_settings()
    problems = [loaded.problem] if loaded.problem else []
    problems += keymap.problems(loaded.settings.keys)
    try:
        load_theme(loaded.settings.theme)
    except UsageError as error:
        problems.append(f"{error.problem} {error.remedy}")
    for problem in problems:
        remark(f"parley: {problem}")
    if not problems:
        there = "is fine" if settings_file().exists() else "is not there; the defaults are in force"
        say(f"{settings_file()} {there}")
    return WRONG if problems else 0
