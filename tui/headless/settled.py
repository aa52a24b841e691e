"""The settings as commands use them."""

from tui.config.load import Loaded, load_settings
from tui.config.settings import Settings
from tui.headless.output import remark


def settled() -> Settings:
    """Return the settings in force; say what is wrong with their file."""
    loaded = load_settings()
    tell_problem(loaded)
    return loaded.settings


def tell_problem(loaded: Loaded) -> None:
    """Say what is wrong with the settings, and how to see all of it."""
    if loaded.problem:
        remark(f"parley: {loaded.problem}")
        remark("        The usual values are in force there: parley config check")
