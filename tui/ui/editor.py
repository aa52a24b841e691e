"""The draft in the user's own editor."""

import os
import tempfile
from pathlib import Path
from typing import Any

from textual.app import App

from tui.ui.lending import lend


async def edit(app: App[Any], editor: str, draft: str) -> tuple[str | None, str]:
    """Let the user write; return the text, or None and why not."""
    named = (editor, os.environ.get("VISUAL"), os.environ.get("EDITOR"), "vi")
    with tempfile.TemporaryDirectory(prefix="parley-") as folder:
        file = Path(folder) / "prompt.md"
        _write(file, draft)
        if problem := await lend(app, "an editor", named, file):
            return None, f"{problem}; the draft is as it was"
        return _read(file), ""


def _write(file: Path, text: str) -> None:
    file.write_text(text, "utf-8", "replace")


def _read(file: Path) -> str:
    return file.read_text("utf-8", "replace").rstrip("\n")
