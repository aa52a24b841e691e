"""What is written down when parley itself makes a mistake."""

import os
import re
import time
import traceback
from pathlib import Path

from tui.config.paths import state_folder

_SECRETS = re.compile(
    r"(?i)(sk-[\w-]{8,}|gh[pousr]_\w{16,}|AKIA[0-9A-Z]{12,}|AIza[\w-]{20,}|xox[abpr]-[\w-]{8,}"
    r"|eyJ[\w-]{8,}\.[\w-]{8,}\.[\w-]*|-----BEGIN [A-Z ]*PRIVATE KEY-----[\s\S]*?(?:-----END|$)"
    r"|(?<=://)[^/\s:@]+:[^/\s:@]+(?=@)"
    r"|(?:token|secret|api_?key|password|authorization)[\"']?\s*[=:]\s*[\"']?[^\s\"',]+)"
)


def redacted(text: str) -> str:
    """Return the text without what looks like a key or a password."""
    return _SECRETS.sub("‹redacted›", text)


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
            f.write(redacted(text))
    except OSError:
        return None
    return path
