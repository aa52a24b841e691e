"""Copying, with a receipt that says which way the text went."""

import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

from textual.app import App

from tui.config.paths import state_folder
from tui.config.save import replace_file

PATIENCE = 2.0

_PROGRAMS: tuple[tuple[str, tuple[str, ...], str], ...] = (
    ("wl-copy", ("wl-copy",), "WAYLAND_DISPLAY"),
    ("xclip", ("xclip", "-selection", "clipboard"), "DISPLAY"),
    ("xsel", ("xsel", "--clipboard", "--input"), "DISPLAY"),
    ("pbcopy", ("pbcopy",), ""),
)
"""Program, its words, and the variable without which it cannot work."""

_KNOWN_OSC52 = ("kitty", "WezTerm", "iTerm.app", "ghostty", "foot", "alacritty", "tmux")


def copy(app: App[Any], text: str) -> str:
    """Copy text; return a sentence on how, or on where else it is."""
    exact = text.encode("utf-8", "replace").decode()
    size = f"{exact.count(chr(10)) + 1} lines" if "\n" in exact else f"{len(exact)} characters"
    program = _by_program(exact)
    if program:
        return f"copied {size} via {program}"
    app.copy_to_clipboard(exact)
    if _speaks_osc52():
        return f"copied {size} via the terminal (OSC 52)"
    path = _to_file(exact)
    kept = f"; also in {path}" if path is not None else ""
    return f"copied {size} via the terminal if it takes OSC 52{kept}"


def _by_program(text: str) -> str:
    for name, words, needs in _PROGRAMS:
        if (needs and not os.environ.get(needs)) or shutil.which(name) is None:
            continue
        if not needs and sys.platform != "darwin":
            continue
        try:
            subprocess.run(
                words,
                input=text.encode(),
                stdout=subprocess.DEVNULL,
                stderr=subprocess.DEVNULL,
                timeout=PATIENCE,
                check=True,
            )
        except (OSError, subprocess.SubprocessError):
            continue
        return name
    return ""


def _speaks_osc52() -> bool:
    told = f"{os.environ.get('TERM', '')} {os.environ.get('TERM_PROGRAM', '')}".lower()
    return any(name.lower() in told for name in _KNOWN_OSC52)


def _to_file(text: str) -> Path | None:
    path = state_folder() / "copied.txt"
    try:
        replace_file(path, text.encode())
    except OSError:
        return None
    return path
