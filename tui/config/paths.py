"""The folders parley writes to; all of them its own, readable by their owner alone."""

import os
import sys
from pathlib import Path


def state_folder() -> Path:
    """Return the folder for what parley must remember, such as files an agent needs from us.

    Written by hand because importing platformdirs takes half as long as starting Python.
    """
    if sys.platform == "darwin":
        return Path.home() / "Library" / "Application Support" / "parley"
    given = os.environ.get("XDG_STATE_HOME", "")
    state = Path(given) if Path(given).is_absolute() else Path.home() / ".local" / "state"
    return state / "parley"


def config_folder() -> Path:
    """Return the folder for what the user chose: settings, themes."""
    if sys.platform == "darwin":
        return Path.home() / "Library" / "Application Support" / "parley"
    given = os.environ.get("XDG_CONFIG_HOME", "")
    config = Path(given) if Path(given).is_absolute() else Path.home() / ".config"
    return config / "parley"
