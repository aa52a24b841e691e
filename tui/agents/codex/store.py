"""Codex's rollout files, which continue one another, and the indexes it keeps about them."""

from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path

from msgspec.structs import replace

from tui.agents.codex.store_frames import Record, number, record, text
from tui.agents.codex.store_live import held_by
from tui.agents.codex.store_names import Databases, Known, completed, kept_files, names
from tui.agents.codex.store_packed import PACKED, unpacked
from tui.agents.codex.store_plain import is_older, plain
from tui.agents.codex.store_read import Teller
from tui.agents.codex.store_summary import CODEX, session_id, summarise
from tui.agents.codex.store_used import used
from tui.agents.store import (
    Holder,
    Part,
    SessionSummary,
    Stored,
    StoredEvents,
    StoredFile,
    folders_checked,
    listed,
    one_per_session,
)
from tui.agents.store_files import (
    bytes_of,
    entries,
    is_folder,
    lines,
    stored,
    unreadable_folder,
    why,
)
from tui.agents.used import Used
from tui.model.arrival import Arrival
from tui.model.events import Event, Level, NoticeRaised, Unrecognised
from tui.model.identity import AgentId, ItemId
from tui.wire.lines import CutLine

_FOLDERS = ("sessions", "archived_sessions")
_DEPTH = 4
"""Year, month, day; one more for folders that people made."""


class CodexStore:
    """Reads what Codex wrote."""

    def __init__(self) -> None:
        self._databases = Databases()

    @property
    def agent(self) -> AgentId:
        """Whose files they are."""
        return CODEX

    def roots(self, environ: Mapping[str, str]) -> tuple[Path, ...]:
        """Return the home of Codex; `CODEX_HOME` moves it."""
        given = environ.get("CODEX_HOME")
        home = environ.get("HOME")
        return (Path(given) if given else (Path(home) if home else Path.home()) / ".codex",)

    def files(self, roots: Iterable[Path]) -> Iterator[StoredFile]:
        """Return every rollout, archived ones too."""
        for root in roots:
            for name in _FOLDERS:
                yield from _below(str(root / name), _DEPTH)

    def summarise(self, file: StoredFile, *, whole: bool = False) -> SessionSummary:
        """Return the row of one file."""
        return summarise(file, whole=whole)

    def settle(self, rows: Iterable[SessionSummary], roots: Iterable[Path]) -> list[SessionSummary]:
        """Add names, and what the databases know about files that say less."""
        given: dict[str, str] = {}
        known: dict[str, Known] = {}
        counts: dict[str, tuple[int, int]] = {}
        for root in roots:
            given |= names(root)
            told_threads, told_counts = self._databases.at(root)
            known |= told_threads
            counts |= told_counts
        told = [completed(row, given, known, counts) for row in rows]
        titles = {row.id: row.title for row in told}
        whole = [
            replace(row, title=titles.get(row.fork_of))
            if row.title is None and row.fork_of is not None
            else row
            for row in told
        ]
        return one_per_session(folders_checked(whole))

    def outside(self, roots: Iterable[Path]) -> object:
        """Return the state of the files that Codex keeps about its threads."""
        return [kept_files(root) for root in roots]

    def list(self, roots: Iterable[Path]) -> Iterator[SessionSummary]:
        """Return every row, newest first."""
        return listed(self, roots)

    def read(self, row: SessionSummary, part: Part | None = None) -> Iterator[Stored]:
        """Return a thread with all that it continues and the sub-agents it started."""
        yield from _Reading(row).play(part)

    def data(self, row: SessionSummary, part: Part) -> bytes:
        """Return the bytes of a stretch; a compressed rollout whole."""
        return unpacked(row.path) if row.path.endswith(PACKED) else bytes_of(row.path, part)

    def told(self, row: SessionSummary, data: bytes) -> Iterator[Stored]:
        """Return what some lines mean by themselves."""
        found = [record(line) for line in data.split(b"\n") if line]
        if not any(one is not None and not one.message for one in found) and is_older(row.path):
            found = [record(line, messages=True) for line in data.split(b"\n") if line]
        records = [one for one in found if one is not None]
        teller = Teller(row.id, records, partial=True)
        for one in records:
            if events := tuple(teller.told(one)):
                yield StoredEvents(teller.at, events)

    def plain(self, line: bytes, traits: set[tuple[str, str]]) -> str | None:
        """Return nothing for lines that tell nothing: what the model was sent, settings."""
        return plain(line)

    def used(self, row: SessionSummary) -> Iterator[Used]:
        """Return what each answer in a file used."""
        return used(row.path, row.id)

    def held_by(self, row: SessionSummary) -> Holder | None:
        """Return the process of Codex that writes a thread."""
        return held_by(row, _home(row.path))

    def beside(self, row: SessionSummary) -> Iterator[StoredFile]:
        """Return nothing: a rollout holds all output."""
        return iter(())


def _below(folder: str, depth: int) -> Iterator[StoredFile]:
    try:
        found = entries(folder)
    except FileNotFoundError:
        return
    except OSError as error:
        yield unreadable_folder(folder, error)
        return
    for one in found:
        if is_folder(one) and not one.name.endswith(".jsonl"):
            if depth:
                yield from _below(one.path, depth - 1)
        else:
            yield stored(one)


class _Reading:
    """One pass over a rollout and the files it refers to."""

    def __init__(self, row: SessionSummary) -> None:
        self._row = row
        self._home = _home(row.path)
        self._bad: list[tuple[str, int, bytes]] = []
        self._lost: list[str] = []
        self._seq = 0
        self._seen = {row.path}
        self._places: dict[str, list[str]] | None = None

    def play(self, part: Part | None) -> Iterator[Stored]:
        try:
            records = self._records(self._row.path, part)
        except OSError as error:
            notice = NoticeRaised(text=why(error), level=Level.ERROR, code="unreadable")
            yield StoredEvents(self._row.updated_at or 0.0, (notice,))
            return
        if part is not None:
            yield from self._tell(Teller(self._row.id, records, partial=True), records)
            return
        records = self._continued(records) + records
        for text_ in self._lost:
            notice = NoticeRaised(text=text_, level=Level.WARNING, code="history_lost")
            yield StoredEvents(self._row.created_at or 0.0, (notice,))
        yield from self._tell(Teller(self._row.id, records), records)
        for name, count, raw in self._bad:
            yield self._arrival(0.0, raw, (Unrecognised(f"{name}: line {count} cannot be read"),))

    def _tell(self, teller: Teller, records: list[Record]) -> Iterator[Stored]:
        for one in records:
            yield self._arrival_of(teller, one)
            for call, thread in _started(one):
                yield from self._nested(call, thread)
        if events := teller.over():
            yield StoredEvents(teller.at, events)

    def _arrival_of(self, teller: Teller, one: Record) -> Arrival:
        events = tuple(teller.told(one))
        return self._arrival(teller.at, one.raw, events)

    def _nested(self, call: ItemId, thread: str) -> Iterator[Stored]:
        path = self._place(thread)
        if path is None or path in self._seen:
            return
        self._seen.add(path)
        try:
            records = self._records(path)
        except OSError:
            return
        yield from self._tell(Teller(thread, records, call), records)

    def _continued(self, records: list[Record]) -> list[Record]:
        """Return what a forked thread shares with the one it came from, and so on back."""
        meta = next((one.body for one in records if one.kind == "session_meta"), {})
        base = meta.get("history_base")
        if not isinstance(base, dict):
            return []
        path = self._place(text(base, "thread_id"), number(base.get("end_byte_offset")))
        if path is None or path in self._seen:
            self._lost.append("The beginning of this conversation is in a file that is gone.")
            return []
        self._seen.add(path)
        end = number(base.get("end_ordinal_exclusive"))
        size = number(base.get("end_byte_offset"))
        try:
            shared = self._records(path, Part(0, size))
        except OSError as error:
            self._lost.append(f"The beginning of this conversation: {why(error)}")
            return []
        if size is None and end is not None:
            shared = [one for one in shared if one.ordinal is None or one.ordinal < end]
        return self._continued(shared) + shared

    def _records(self, path: str, part: Part | None = None) -> list[Record]:
        rows: Iterable[bytes | CutLine]
        start, end = (part.start, part.end) if part is not None else (0, None)
        rows = unpacked(path).split(b"\n") if path.endswith(PACKED) else lines(path, end, start)
        kept: list[bytes] = []
        for count, line in enumerate(rows, 1):
            if isinstance(line, CutLine):
                self._bad.append((Path(path).name, count, line.head))
            elif line.strip():
                kept.append(line)
        found = [record(line) for line in kept]
        if not any(one is not None and not one.message for one in found[1:]):
            found = [record(line, messages=True) for line in kept]
        for count, (one, line) in enumerate(zip(found, kept, strict=True), 1):
            if one is None:
                self._bad.append((Path(path).name, count, line))
        return [one for one in found if one is not None]

    def _place(self, thread: str, size: int | None = None) -> str | None:
        """Return the newest file of a thread that is as long as it must be."""
        if self._places is None:
            self._places = {}
            for file in CodexStore().files([self._home]):
                if file.size and not file.trouble:
                    self._places.setdefault(session_id(file.path), []).append(file.path)
        found = [path for path in self._places.get(thread, []) if path not in self._seen]
        long = [path for path in found if size is None or Path(path).stat().st_size >= size]
        return max(long, default=None)

    def _arrival(self, at: float, raw: bytes, events: tuple[Event, ...]) -> Arrival:
        arrival = Arrival(self._seq, at, raw, events)
        self._seq += 1
        return arrival


def _home(path: str) -> Path:
    """Return the folder that holds `sessions`; a file elsewhere stands alone."""
    for folder in Path(path).parents:
        if folder.name in _FOLDERS:
            return folder.parent
    return Path(path).parent


def _started(one: Record) -> Iterator[tuple[ItemId, str]]:
    item = one.body.get("item") if one.kind == "item_completed" else None
    if not isinstance(item, dict) or item.get("type") != "CollabAgentToolCall":
        return
    receivers = item.get("receiver_thread_ids")
    for thread in receivers if isinstance(receivers, list) else []:
        if isinstance(thread, str) and item.get("tool") in ("spawn_agent", "spawnAgent"):
            yield ItemId(text(item, "id")), thread
