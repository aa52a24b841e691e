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
    words = shlex.split(editor or os.environ.get("VISUAL") or os.environ.get("EDITOR") or "vi")
    with tempfile.TemporaryDirectory(prefix="parley-") as folder:
        file = Path(folder) / "prompt.md"
        _write(file, draft)
        try:
            with app.suspend():
                code = await asyncio.to_thread(subprocess.call, [*words, str(file)])
        except (SuspendNotSupported, OSError) as error:
            return None, f"{words[0]} did not start: {error}"
        if code:
            return None, f"{words[0]} ended with {code}; the draft is as it was"
        return _read(file), ""


def _write(file: Path, text: str) -> None:
    file.write_text(text, "utf-8", "replace")


def _read(file: Path) -> str:
    return file.read_text("utf-8", "replace").rstrip("\n")
