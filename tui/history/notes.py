"""Our own names, pins, marks and tags for sessions, kept in one file of ours."""

import os
import tempfile
from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path

import msgspec
from msgspec.structs import replace

from tui.agents.store import SessionSummary
from tui.errors import ParleyError
from tui.small_files import read_small

LARGEST = 64 << 20


class Note(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """What the user has noted about one session."""

    name: str | None = None
    pinned: bool = False
    archived: bool = False
    tags: tuple[str, ...] = ()


_EMPTY = Note()


class Notes:
    """All notes, written whole and at once after each change."""

    def __init__(self, path: Path) -> None:
        self._path = path
        try:
            self._notes = _read(path)
        except OSError:
            # Sessions are listed without them; a change then says why it cannot be kept.
            self._notes = {}

    @property
    def all(self) -> dict[str, Note]:
        """Return every note; after a change it is another object."""
        return self._notes

    @property
    def pinned(self) -> frozenset[tuple[str, str]]:
        """Return agent and id of the sessions that are pinned."""
        pins = (key.partition(":") for key, note in self._notes.items() if note.pinned)
        return frozenset((agent, id) for agent, _, id in pins)

    def of(self, row: SessionSummary) -> Note:
        """Return what is noted about a session."""
        return self._notes.get(_key(row), _EMPTY)

    def change(
        self,
        row: SessionSummary,
        *,
        name: str | None = None,
        pinned: bool | None = None,
        archived: bool | None = None,
        tags: Iterable[str] | None = None,
    ) -> Note:
        """Note something; an empty name takes the name back."""
        old = self.of(row)
        note = Note(
            name=old.name if name is None else name.strip() or None,
            pinned=old.pinned if pinned is None else pinned,
            archived=old.archived if archived is None else archived,
            tags=old.tags if tags is None else tuple(dict.fromkeys(tags)),
        )
        try:
            notes = _read(self._path) | {_key(row): note}
        except OSError as error:
            raise ParleyError(
                f"{self._path} cannot be read: {error.strerror}.", "Mend or move the file away."
            ) from error
        _write(self._path, {key: one for key, one in notes.items() if one != _EMPTY})
        self._notes = notes
        return note

    def applied(self, rows: Iterable[SessionSummary]) -> list[SessionSummary]:
        """Return rows under the names the user gave them."""
        named = []
        for row in rows:
            note = self._notes.get(_key(row))
            if note is not None and (note.name is not None or note.archived):
                row = replace(
                    row, title=note.name or row.title, archived=row.archived or note.archived
                )
            named.append(row)
        return named


def _key(row: SessionSummary) -> str:
    return f"{row.agent}:{row.id}"


def _read(path: Path) -> dict[str, Note]:
    """Read the file; a damaged one is set aside, never overwritten."""
    try:
        return msgspec.json.decode(read_small(path, LARGEST), type=dict[str, Note])
    except (FileNotFoundError, NotADirectoryError):
        return {}
    except (msgspec.DecodeError, UnicodeDecodeError):
        with suppress(OSError):
            path.replace(path.with_suffix(".damaged"))
        return {}


def _write(path: Path, notes: dict[str, Note]) -> None:
    try:
        path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        opened, name = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.")
        try:
            with os.fdopen(opened, "wb") as file:
                file.write(msgspec.json.format(msgspec.json.encode(notes), indent=1) + b"\n")
                file.flush()
                os.fsync(file.fileno())
            Path(name).replace(path)
        except OSError:
            Path(name).unlink(missing_ok=True)
            raise
    except OSError as error:
        raise ParleyError(
            f"The note could not be kept: {error.strerror}.", f"Check {path.parent}."
        ) from error
