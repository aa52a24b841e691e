"""The draft in the user's own editor."""

import asyncio
import os
import shlex
import subprocess
import tempfile
from pathlib import Path
from typing import Any

from textual.app import App, SuspendNotSupported


async def edit(app: App[Any], editor: str, draft: str) -> tuple[str | None, str]:
    """Let the user write; return the text, or None and why not. Agents go on meanwhile."""
    chosen = editor or os.environ.get("VISUAL") or os.environ.get("EDITOR") or "vi"
    try:
        words = shlex.split(chosen)
    except ValueError:
        return None, f"{chosen} is not a command: a quotation mark is missing"
    with tempfile.TemporaryDirectory(prefix="parley-") as folder:
        file = Path(folder) / "prompt.md"
        _write(file, draft)
        try:
            with app.suspend():
                code, problem = await asyncio.to_thread(_run, [*words, str(file)])
        except SuspendNotSupported:
            return None, "this terminal cannot be lent to an editor"
        if problem:
            return None, f"{words[0]} did not start: {problem}"
        if code:
            return None, f"{Path(words[0]).name} ended with {code}; the draft is as it was"
        return _read(file), ""


def _run(argv: list[str]) -> tuple[int, str]:
    """Run the editor; an error raised while Textual has lent the terminal would keep it lent."""
    try:
        return subprocess.call(argv), ""
    except OSError as error:
        return 0, error.strerror or str(error)


def _write(file: Path, text: str) -> None:
    file.write_text(text, "utf-8", "replace")


def _read(file: Path) -> str:
    return file.read_text("utf-8", "replace").rstrip("\n")
