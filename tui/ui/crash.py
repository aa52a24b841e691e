"""What is written down when parley itself makes a mistake."""

import os
import time
import traceback
from pathlib import Path

from tui.config.paths import state_folder
from tui.permission.redact import redact_text


def write_crash(error: BaseException, folder: Path | None = None) -> Path | None:
    """Write the traceback of an error, without values of variables, for its owner alone."""
    folder = state_folder() / "crashes" if folder is None else folder
    # A failed worker carries what really happened in `error`.
    inner = getattr(error, "error", None)
    errors = [error, inner] if isinstance(inner, BaseException) else [error]
    text = "\n".join("".join(traceback.format_exception(one)) for one in errors)
    path = folder / time.strftime("%Y-%m-%dT%H-%M-%S.txt")
    flags = os.O_WRONLY | os.O_CREAT | os.O_TRUNC | os.O_NOFOLLOW
    try:
        folder.mkdir(parents=True, exist_ok=True, mode=0o700)
        with os.fdopen(os.open(path, flags, 0o600), "w", encoding="utf-8", errors="replace") as f:
            f.write(redact_text(text))
    except OSError:
        return None
    return path
