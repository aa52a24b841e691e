"""Copying and pasting, with a receipt that says which way it went."""

import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import anyio.to_thread
import msgspec
from textual.app import App

from tui.config.paths import state_folder
from tui.config.save import replace_file
from tui.model.identity import new_uuid
from tui.ui.pieces import home

PATIENCE = 2.0

LARGEST_PICTURE = 20 * 1024 * 1024
"""Bytes of a picture that can be sent."""


class Program(msgspec.Struct, frozen=True):
    """One program that reaches a clipboard."""

    argv: tuple[str, ...]
    needs: str = ""
    """The variable without which it cannot work; `darwin` for a Mac."""

    @property
    def usable(self) -> bool:
        """Tell whether it is here and can work."""
        there = sys.platform == "darwin" if self.needs == "darwin" else os.environ.get(self.needs)
        return bool(there) and shutil.which(self.argv[0]) is not None


WRITERS = (
    Program(("wl-copy",), "WAYLAND_DISPLAY"),
    Program(("xclip", "-selection", "clipboard"), "DISPLAY"),
    Program(("xsel", "--clipboard", "--input"), "DISPLAY"),
    Program(("pbcopy",), "darwin"),
    Program(("tmux", "load-buffer", "-w", "-"), "TMUX"),
)

PICTURES = (
    Program(("wl-paste", "--no-newline", "--type", "image/png"), "WAYLAND_DISPLAY"),
    Program(("xclip", "-selection", "clipboard", "-t", "image/png", "-o"), "DISPLAY"),
    Program(("pngpaste", "-"), "darwin"),
)

TEXTS = (
    Program(("wl-paste", "--no-newline", "--type", "text/plain"), "WAYLAND_DISPLAY"),
    Program(("xclip", "-selection", "clipboard", "-o"), "DISPLAY"),
    Program(("xsel", "--clipboard", "--output"), "DISPLAY"),
    Program(("pbpaste",), "darwin"),
    Program(("tmux", "save-buffer", "-"), "TMUX"),
)

_KNOWN_OSC52 = ("kitty", "WezTerm", "iTerm.app", "ghostty", "foot", "alacritty")


class Pasted(msgspec.Struct, frozen=True):
    """What was on the clipboard: a picture's file, a text, or neither and why."""

    picture: Path | None = None
    text: str = ""
    receipt: str = ""


async def copy(app: App[Any], text: str) -> str:
    """Copy text; return a sentence on how, or on where else it is."""
    exact = text.encode("utf-8", "replace").decode()
    size = f"{exact.count(chr(10)) + 1} lines" if "\n" in exact else f"{len(exact)} characters"
    program = await anyio.to_thread.run_sync(_write, exact)
    if program:
        return f"copied {size} via {program}"
    app.copy_to_clipboard(exact)
    if _speaks_osc52():
        return f"copied {size} via the terminal (OSC 52)"
    path = await anyio.to_thread.run_sync(_to_file, exact)
    if path is None:
        return f"{size} sent to the terminal, which may not take them (OSC 52); no file either"
    where = home(path)
    return f"{size} in {where}; no clipboard program is here, and the terminal may not take them"


async def paste() -> Pasted:
    """Return what is on the clipboard; a picture becomes a file of ours."""
    return await anyio.to_thread.run_sync(_paste)


def _paste() -> Pasted:
    for program in filter(lambda one: one.usable, PICTURES):
        content = _run(program, b"")
        if content is not None and content.startswith(b"\x89PNG"):
            return _keep(content, program.argv[0])
    for program in filter(lambda one: one.usable, TEXTS):
        content = _run(program, b"")
        if content:
            text = content.decode("utf-8", "replace")
            return Pasted(text=text, receipt=f"pasted via {program.argv[0]}")
    if any(program.usable for program in (*PICTURES, *TEXTS)):
        return Pasted(receipt="the clipboard is empty, or holds neither text nor a picture")
    return Pasted(
        receipt="no program reaches the clipboard (wl-paste, xclip, pngpaste); "
        "paste with your terminal's key, a picture by its path"
    )


def _keep(content: bytes, program: str) -> Pasted:
    if len(content) > LARGEST_PICTURE:
        return Pasted(receipt=f"the picture has {len(content) >> 20} MB, too much for any agent")
    path = state_folder() / "pictures" / f"clipboard-{new_uuid()[:8]}.png"
    try:
        replace_file(path, content)
    except OSError as error:
        return Pasted(receipt=f"the picture could not be kept: {error.strerror}")
    size = f"{max(1, len(content) >> 10)} KB"
    return Pasted(path, receipt=f"attached a picture of {size} from the clipboard via {program}")


def _write(text: str) -> str:
    for program in filter(lambda one: one.usable, WRITERS):
        if _run(program, text.encode()) is not None:
            return program.argv[0]
    return ""


def _run(program: Program, given: bytes) -> bytes | None:
    """Return what a program printed; None where it failed. One that only writes prints nothing."""
    silent = program in WRITERS
    try:
        done = subprocess.run(
            program.argv,
            input=given,
            stdout=subprocess.DEVNULL if silent else subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            timeout=PATIENCE,
            check=True,
        )
    except (OSError, subprocess.SubprocessError):
        return None
    return done.stdout or b""


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
