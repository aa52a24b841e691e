"""`parley config`: the settings in force, where their file is, and what is wrong with it."""

from importlib import import_module

import msgspec

from tui.config import keymap
from tui.config.load import load_settings, settings_file
from tui.config.settings import Settings
from tui.config.themes import load_theme
from tui.errors import UsageError
from tui.headless.output import remark, say
from tui.headless.settled import tell_problem
from tui.history.stores import ROOMS
from tui.small_files import written_path

WRONG = 2


def main(what: str) -> int:
    """Print the file's path, all settings as the file would say them, or what is wrong."""
    if what == "path":
        say(str(settings_file()))
        return 0
    return _check() if what == "check" else _show()


def _show() -> int:
    loaded = load_settings()
    tell_problem(loaded)
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


def problems() -> list[str]:
    """Return what is wrong with the settings, a sentence each."""
    loaded = load_settings()
    found = [loaded.problem] if loaded.problem else []
    found += keymap.problems(loaded.settings.keys)
    found += _lost_roots(loaded.settings.history.roots)
    try:
        load_theme(loaded.settings.theme)
    except UsageError as error:
        found.append(f"{error.problem} {error.remedy}")
    return found


def _check() -> int:
    found = problems()
    for problem in found:
        remark(f"parley: {problem}")
    if found:
        remark(f"        Mend it in {settings_file()}; until then the usual value is in force.")
    else:
        there = "is fine" if settings_file().exists() else "is not there; the defaults are in force"
        say(f"{settings_file()} {there}")
    return WRONG if found else 0


def _lost_roots(roots: dict[str, list[str]]) -> list[str]:
    """Return what is wrong with the folders in which sessions are looked for."""
    found = [f"history.roots: {one} leaves no session files" for one in roots if one not in ROOMS]
    folders = (written_path(folder) for some in roots.values() for folder in some)
    return found + [f"history.roots: {one} is not a folder" for one in folders if not one.is_dir()]
