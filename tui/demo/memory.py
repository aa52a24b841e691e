"""Sessions the demo remembers, so that they can be resumed: one small JSON file each."""

import json
import os
import re
import time
import uuid
from dataclasses import asdict, dataclass, field
from pathlib import Path

NAMESPACE = uuid.UUID("2e5a3a1c-6f0e-5d52-9a36-5b5d1f2c7a10")
"""All ids of the demo are made from this and a counter."""


SPARE = 1000
"""Ids that may have been made after a session was stored; a resumed one does not use them."""


@dataclass(slots=True)
class Record:
    """What is kept of one session."""

    id: str
    cwd: str = ""
    model: str = ""
    mode: str = ""
    exchanges: list[list[str]] = field(default_factory=list)
    """Pairs of a prompt and the last words it was answered with."""
    heard: int = 0
    spoken: int = 0
    minted: int = 0
    """How many ids were made in this session."""

    def mint(self) -> str:
        """Return a new id, the same one in every run that has the same session id."""
        self.minted += 1
        return str(uuid.uuid5(NAMESPACE, f"{self.id} {self.minted}"))


class Memory:
    """The folder of remembered sessions; without one, nothing is remembered."""

    def __init__(self, folder: Path | None, speak: str) -> None:
        self._folder = folder
        self._speak = speak
        if folder:
            folder.mkdir(mode=0o700, parents=True, exist_ok=True)

    def begin(self, id: str | None = None) -> Record:
        """Start a session, under an id that was asked for or a fresh one."""
        if id is not None:
            return Record(id)
        if self._folder is None:
            return Record(str(uuid.uuid5(NAMESPACE, f"{os.getpid()} {time.time_ns()}")))
        number = 1
        while not self._reserve(fresh := self._numbered(number)):
            number += 1
        return Record(fresh)

    def recall(self, id: str) -> Record | None:
        """Return a session that was kept, if there is one."""
        path = self._path(id)
        try:
            record = Record(**json.loads(path.read_text())) if path else None
        except (OSError, ValueError, TypeError):
            return None
        if record:
            record.minted += SPARE
        return record

    def newest(self) -> Record | None:
        """Return the session that was kept last."""
        if self._folder is None:
            return None
        files = sorted(self._folder.glob(f"{self._speak}-*.json"), key=lambda f: f.stat().st_mtime)
        records = (self.recall(file.stem.removeprefix(f"{self._speak}-")) for file in files[::-1])
        return next((record for record in records if record), None)

    def keep(self, record: Record) -> None:
        """Store a session as it is now."""
        if path := self._path(record.id):
            draft = path.with_suffix(f".{os.getpid()}.tmp")
            draft.touch(mode=0o600)
            draft.write_text(json.dumps(asdict(record)))
            draft.replace(path)

    def forget(self, record: Record) -> None:
        """Give up the id of a session in which nothing was said."""
        path = self._path(record.id)
        if path and path.exists() and path.stat().st_size == 0:
            path.unlink()

    def _numbered(self, number: int) -> str:
        return str(uuid.uuid5(NAMESPACE, f"{self._speak} {number}"))

    def _reserve(self, id: str) -> bool:
        path = self._path(id)
        if path is None:
            return False
        try:
            path.touch(mode=0o600, exist_ok=False)
        except FileExistsError:
            return False
        return True

    def _path(self, id: str) -> Path | None:
        if self._folder is None or not re.fullmatch(r"[0-9A-Za-z-]{1,64}", id):
            return None
        return self._folder / f"{self._speak}-{id}.json"
