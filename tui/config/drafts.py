"""Drafts that survive a crash: one file each, appended to and synced while somebody types.

A file is locked by the parley that writes it; a draft whose file is not locked was left behind,
by `kill -9` or by a power cut, and is offered again.
"""

import errno
import fcntl
import os
import time
from collections.abc import Iterator
from pathlib import Path

import msgspec

from tui.config.paths import state_folder
from tui.model.identity import new_uuid

REWRITE_AT = 256 * 1024
"""Bytes from which a draft's file is begun anew."""


class Draft(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """What somebody was about to say, and where."""

    text: str = ""
    queue: tuple[str, ...] = ()
    """Prompts that waited for the agent."""
    cwd: str = ""
    agent: str = ""
    session: str = ""
    at: float = 0.0

    @property
    def empty(self) -> bool:
        """Tell whether nothing would be lost with it."""
        return not self.text.strip() and not self.queue


def drafts_folder() -> Path:
    """Return where drafts are kept."""
    return state_folder() / "drafts"


class DraftFile:
    """One draft on disk, held by this process."""

    def __init__(self, folder: Path | None = None) -> None:
        self._folder = drafts_folder() if folder is None else folder
        self._path = self._folder
        self._descriptor = -1
        self._size = 0
        self._saved = Draft()

    def save(self, draft: Draft) -> None:
        """Write the draft and wait until it is on the disk; a few milliseconds, so in a thread.

        Raises OSError where the disk does not take it.
        """
        if msgspec.structs.replace(draft, at=0.0) == msgspec.structs.replace(self._saved, at=0.0):
            return
        line = msgspec.json.encode(msgspec.structs.replace(draft, at=time.time())) + b"\n"
        old = (self._descriptor, self._path) if self._size > REWRITE_AT else None
        if self._descriptor < 0 or old is not None:
            self._open()
        self._append(line)
        self._size += len(line)
        self._saved = draft
        if old is not None:
            old[1].unlink(missing_ok=True)
            os.close(old[0])

    def _append(self, line: bytes) -> None:
        """Write a row whole; a part of one, which a full disk may take, is taken back."""
        try:
            if os.write(self._descriptor, line) < len(line):
                raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
            os.fsync(self._descriptor)
        except OSError:
            os.ftruncate(self._descriptor, self._size)
            raise

    def close(self) -> None:
        """Let go of the file; one that holds nothing is removed."""
        if self._descriptor < 0:
            return
        if self._saved.empty:
            self._path.unlink(missing_ok=True)
        os.close(self._descriptor)
        self._descriptor = -1

    def _open(self) -> None:
        self._folder.mkdir(parents=True, exist_ok=True, mode=0o700)
        self._path = self._folder / f"{new_uuid()}.jsonl"
        self._size = 0
        flags = os.O_WRONLY | os.O_APPEND | os.O_CREAT | os.O_NOFOLLOW
        self._descriptor = os.open(self._path, flags, 0o600)
        fcntl.flock(self._descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)


def adopt(cwd: Path, folder: Path | None = None) -> Draft | None:
    """Return the newest draft that was left behind in a project, and remove its file."""
    left = [(draft.at, path, draft) for path, draft in abandoned(folder) if draft.cwd == str(cwd)]
    if not left:
        return None
    _, path, draft = max(left, key=lambda one: one[0])
    path.unlink(missing_ok=True)
    return draft


def abandoned(folder: Path | None = None) -> Iterator[tuple[Path, Draft]]:
    """Return the drafts nobody holds; files that hold nothing are removed on the way."""
    folder = drafts_folder() if folder is None else folder
    for path in sorted(folder.glob("*.jsonl")) if folder.is_dir() else []:
        try:
            descriptor = os.open(path, os.O_RDONLY | os.O_NOFOLLOW)
        except OSError:
            continue
        with os.fdopen(descriptor, "rb") as file:
            try:
                fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except OSError:
                continue
            draft = _last(file.read())
        if draft.empty:
            path.unlink(missing_ok=True)
        else:
            yield path, draft


def _last(content: bytes) -> Draft:
    """Return the last whole row; the end may be torn."""
    decoder = msgspec.json.Decoder(Draft)
    for line in reversed(content.split(b"\n")):
        if line:
            try:
                return decoder.decode(line)
            except (msgspec.DecodeError, UnicodeDecodeError):
                continue
    return Draft()
