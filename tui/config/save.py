"""Files replaced whole or not at all."""

import os
import re
from importlib import import_module
from pathlib import Path

from tui.config.load import settings_file
from tui.config.settings import Notify, Settings
from tui.errors import UsageError
from tui.model.identity import new_uuid
from tui.small_files import read_small

NEWLINE = "\n"


def save_changes(before: Settings, after: Settings) -> None:
    """Write the settings that can be chosen on the screen, as far as they are other ones now."""
    if after.theme != before.theme:
        change_setting("theme", after.theme)
    for name in Notify.__struct_fields__:
        if getattr(after.notify, name) != getattr(before.notify, name):
            change_setting(name, getattr(after.notify, name), table="notify")


def change_setting(name: str, value: str | bool, path: Path | None = None, table: str = "") -> None:
    """Change one setting in its file; all else in it stays as it was written, comments too."""
    path = settings_file() if path is None else path
    # Only needed once somebody changes a setting, hence not at every start.
    decode, encode = import_module("tomllib").loads, import_module("tomli_w").dumps
    try:
        text = read_small(path).decode("utf-8")
        wanted = _with(decode(text), name, value, table)
    except FileNotFoundError:
        text, wanted = "", _with({}, name, value, table)
    except (ValueError, RecursionError) as error:
        raise UsageError(f"{path} is not understood, so it was not changed.", "Mend it.") from error
    line: str = encode({name: value})
    if table and not _header(table).search(text):
        text += f"{'' if text.endswith(NEWLINE) or not text else NEWLINE}[{table}]\n"
    start, end = _place(text, table)
    old = re.compile(rf"(?m)^{name}[ \t]*=[ \t]*(\"[^\"\n]*\"|'[^'\n]*'|true|false)")
    inside = text[start:end]
    found = old.sub(lambda _: line.strip(), inside, count=1) if old.search(inside) else ""
    changed = text[:start] + (found or line + inside) + text[end:]
    if _reads_as(changed, wanted):
        replace_file(path, changed.encode())
    else:
        replace_file(path, encode(wanted).encode())


def _with(known: dict[str, object], name: str, value: str | bool, table: str) -> dict[str, object]:
    if not table:
        return {**known, name: value}
    inside = known.get(table)
    return {**known, table: {**(inside if isinstance(inside, dict) else {}), name: value}}


def _header(table: str) -> re.Pattern[str]:
    return re.compile(rf"(?m)^\[{table}\][ \t]*(?:#[^\n]*)?(?:\n|\Z)")


def _place(text: str, table: str) -> tuple[int, int]:
    """Return where the settings of a table stand, or all of them."""
    header = _header(table).search(text) if table else None
    start = header.end() if header is not None else 0
    following = re.compile(r"(?m)^\[").search(text, start) if table else None
    return start, following.start() if following is not None else len(text)


def _reads_as(text: str, wanted: dict[str, object]) -> bool:
    try:
        return bool(import_module("tomllib").loads(text) == wanted)
    except ValueError:
        return False


def replace_file(path: Path, content: bytes) -> None:
    """Put new content in place of a file's, so that a crash leaves the old or the new.

    A link is followed, so that a file kept elsewhere stays there; its mode is kept.
    """
    path = path.resolve() if path.is_symlink() else path
    path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
    mode = path.stat().st_mode & 0o777 if path.exists() else 0o600
    temporary = path.with_name(f".{path.name}.{new_uuid()[:8]}")
    try:
        _write(temporary, content, mode)
        temporary.replace(path)
    except OSError:
        temporary.unlink(missing_ok=True)
        raise
    _sync_folder(path.parent)


def _write(path: Path, content: bytes, mode: int) -> None:
    flags = os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_NOFOLLOW
    with os.fdopen(os.open(path, flags, mode), "wb") as file:
        file.write(content)
        file.flush()
        os.fsync(file.fileno())


def _sync_folder(folder: Path) -> None:
    descriptor = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)
