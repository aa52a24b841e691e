"""Keeps Gemini CLI from deleting a conversation that was resumed.

Resuming a session in a later minute than it was made leaves a second file without messages. At
its next start 0.61.0 takes that file for a broken session and deletes every file with the same
eight characters in its name, the conversation included.
"""

import os
from contextlib import suppress
from pathlib import Path

from tui.agents.gemini.chats import Chat, chats_of, gemini_folder
from tui.model.identity import SessionId
from tui.model.spec import SessionSpec

COPIES = "gemini-chats"


def mend_store(spec: SessionSpec, session: SessionId) -> None:
    """Copy a session's files into a folder of ours, then remove its empty twins.

    Run after a session was resumed and after it ended. Nothing is removed where no file with
    messages stands beside the empty one, or where the copy could not be made.
    """
    with suppress(OSError):
        mend(gemini_folder(os.environ), session, spec.state / COPIES)


def mend(folder: Path, session: str, copies: Path) -> list[Path]:
    """Mend one session of the given Gemini folder and return what was removed."""
    chats = chats_of(folder, session)
    spoken = [chat for chat in chats if not chat.empty]
    places = {chat.path.parent for chat in spoken}
    for chat in spoken:
        _copy(chat, copies)
    removed = []
    for chat in chats:
        if chat.empty and chat.path.parent in places:
            chat.path.unlink(missing_ok=True)
            removed.append(chat.path)
    return removed


def _copy(chat: Chat, copies: Path) -> None:
    """Copy a file unless the same state of it is there already; others never see half of it."""
    copies.mkdir(mode=0o700, parents=True, exist_ok=True)
    target = copies / chat.path.name
    original = chat.path.stat()
    with suppress(FileNotFoundError):
        existing = target.stat()
        if (existing.st_size, existing.st_mtime_ns) == (original.st_size, original.st_mtime_ns):
            return
    unfinished = copies / f".{chat.path.name}.{os.getpid()}"
    unfinished.unlink(missing_ok=True)
    opened = os.open(unfinished, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    try:
        with os.fdopen(opened, "wb") as file:
            file.write(chat.path.read_bytes())
            file.flush()
            os.fsync(file.fileno())
        os.utime(unfinished, ns=(original.st_atime_ns, original.st_mtime_ns))
        unfinished.replace(target)
    finally:
        unfinished.unlink(missing_ok=True)
