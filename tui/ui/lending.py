"""The terminal lent to a program of the user's: an editor or a pager, with a file to open."""

import asyncio
import shlex
import subprocess
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from textual.app import App, SuspendNotSupported


async def lend(app: App[Any], what: str, named: Iterable[str | None], file: Path) -> str:
    """Let the first program that is named open a file; return why it could not, or nothing.

    Agents go on meanwhile.
    """
    chosen = next(one for one in named if one is not None and one.strip())
    try:
        words = shlex.split(chosen)
    except ValueError:
        return f"{chosen} is not a command: a quotation mark is missing"
    try:
        with app.suspend():
            return await asyncio.to_thread(_run, [*words, str(file)])
    except SuspendNotSupported:
        return f"this terminal cannot be lent to {what}"


def _run(argv: list[str]) -> str:
    """Run a program; an error raised while Textual has lent the terminal would keep it lent."""
    try:
        code = subprocess.call(argv)
    except OSError as error:
        return f"{argv[0]} did not start: {error.strerror or error}"
    return f"{Path(argv[0]).name} ended with {code}" if code else ""
