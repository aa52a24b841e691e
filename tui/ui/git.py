"""What git says about a folder, without running anything the folder itself names.

A repository can name programs for git to start, and looking at one is no reason to trust it.
"""

import os
import subprocess
from collections.abc import Mapping
from pathlib import Path
from types import MappingProxyType

_OFF = {"core.fsmonitor": "false", "core.hooksPath": "/dev/null"}

_SURROUNDINGS = {
    "GIT_OPTIONAL_LOCKS": "0",
    "GIT_TERMINAL_PROMPT": "0",
    # A repository with parts missing would have them fetched, by a program it names itself.
    "GIT_NO_LAZY_FETCH": "1",
    "GIT_ALLOW_PROTOCOL": "none",
    "LC_ALL": "C",
}


def ask_git(
    folder: Path,
    *words: str,
    patience: float = 5.0,
    instead: Mapping[str, str] = MappingProxyType({}),
) -> str | None:
    """Return what git prints, with some of its settings replaced; None where it cannot tell."""
    try:
        done = subprocess.run(
            ["git", "-C", str(folder), *words],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            timeout=patience,
            check=False,
            env={**os.environ, **_SURROUNDINGS, **_settings({**_OFF, **instead})},
        )
    except (OSError, subprocess.SubprocessError):
        return None
    return None if done.returncode else os.fsdecode(done.stdout)


def _settings(settings: Mapping[str, str]) -> dict[str, str]:
    """Return variables that set them. `-c` would take a name with `=` in it for another one."""
    given = os.environ.get("GIT_CONFIG_COUNT", "")
    first = int(given) if given.isdecimal() else 0
    variables = {"GIT_CONFIG_COUNT": str(first + len(settings))}
    for number, (name, value) in enumerate(settings.items(), first):
        variables[f"GIT_CONFIG_KEY_{number}"] = name
        variables[f"GIT_CONFIG_VALUE_{number}"] = value
    return variables
