"""The folders parley writes to; all of them its own, readable by their owner alone."""

import os
import sys
from pathlib import Path


def state_folder() -> Path:
    """Return the folder for what parley must remember, such as files an agent needs from us."""
    return _ours("XDG_STATE_HOME", ".local/state")


def config_folder() -> Path:
    """Return the folder for what the user chose: settings, themes."""
    return _ours("XDG_CONFIG_HOME", ".config")


def _ours(variable: str, usual: str) -> Path:
    """Return a folder of ours; importing platformdirs takes half as long as starting Python."""
    if sys.platform == "darwin":
        return Path.home() / "Library" / "Application Support" / "parley"
    given = Path(os.environ.get(variable, ""))
    return (given if given.is_absolute() else Path.home() / usual) / "parley"


def user_policy_file() -> Path:
    """Return where the user's own rules are kept."""
    return config_folder() / "policy.toml"


def bound_policies_folder() -> Path:
    """Return where the user's rules for single folders are kept, a file for each."""
    return config_folder() / "policies"


def trust_file() -> Path:
    """Return where it is kept which folders are trusted."""
    return state_folder() / "trust.json"


def journal_file() -> Path:
    """Return where every decision is written down."""
    return state_folder() / "audit.jsonl"
