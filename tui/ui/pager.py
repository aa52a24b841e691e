"""A long text in the user's own pager."""

import asyncio
import os
import tempfile
from pathlib import Path
from typing import Any

from textual.app import App

from tui.model.permission import PermissionRequest
from tui.text.visible import visible
from tui.ui.lending import lend
from tui.ui.request_text import as_json


async def read(app: App[Any], request: PermissionRequest) -> str:
    """Let the user read a request whole; return why that did not work, or nothing."""
    with tempfile.TemporaryDirectory(prefix="parley-") as folder:
        file = Path(folder) / "request.txt"
        try:
            await asyncio.to_thread(_write, file, request)
        except OSError as error:
            return f"the request could not be written to a file: {error.strerror}"
        return await lend(app, "a pager", (os.environ.get("PAGER"), "less"), file)


def _write(file: Path, request: PermissionRequest) -> None:
    descriptor = os.open(file, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    with os.fdopen(descriptor, "w", encoding="utf-8", errors="backslashreplace") as opened:
        opened.write(whole_text(request))


def whole_text(request: PermissionRequest) -> str:
    """Return everything in a request as one text, with hidden characters as tokens."""
    parts = [f"{request.tool}: {request.title}"]
    for key, value in request.input.items():
        parts.append(f"{key}:\n{value if isinstance(value, str) else as_json(value)}")
    for change in request.changes:
        parts.append(f"{change.kind} {change.path}")
        parts += [change.diff] if change.diff is not None else []
        if change.diff is None:
            parts += [f"before:\n{change.before or ''}", f"after:\n{change.after or ''}"]
    said = list(request.input.values())
    parts += [words for words in (request.plan, request.reason) if words and words not in said]
    return visible("\n\n".join(part for part in parts if part)) + "\n"
