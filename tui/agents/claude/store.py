"""Claude Code's session files: one per session below `projects`, sub-agents in folders beside."""

from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path

from msgspec.structs import replace

from tui.agents.claude.read import details
from tui.agents.claude.store_frames import AgentMeta, Entry, entry
from tui.agents.claude.store_kept import KeptOutput
from tui.agents.claude.store_live import held_by
from tui.agents.claude.store_order import Ordered, Placed, in_order
from tui.agents.claude.store_plain import plain
from tui.agents.claude.store_read import Teller
from tui.agents.claude.store_sidechains import Sidechain, Sidechains
from tui.agents.claude.store_summary import CLAUDE, summarise
from tui.agents.claude.store_used import used
from tui.agents.store import (
    Holder,
    Part,
    RowKind,
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
    small,
    stored,
    told_apart,
    unreadable_folder,
    why,
)
from tui.agents.used import Used
from tui.model.arrival import Arrival
from tui.model.events import Event, Level, NoticeRaised, Unrecognised
from tui.model.identity import AgentId
from tui.wire.lines import CutLine

_NOT_SESSIONS = frozenset({"memory", "tool-results", "workflows"})


class ClaudeStore:
    """Reads what Claude Code wrote."""

    @property
    def agent(self) -> AgentId:
        """Whose files they are."""
        return CLAUDE

    def roots(self, environ: Mapping[str, str]) -> tuple[Path, ...]:
        """Return the configuration folder; `CLAUDE_CONFIG_DIR` moves it."""
        given = environ.get("CLAUDE_CONFIG_DIR")
        home = environ.get("HOME")
        return (Path(given) if given else (Path(home) if home else Path.home()) / ".claude",)

    def files(self, roots: Iterable[Path]) -> Iterator[StoredFile]:
        """Return the files of sessions and of their sub-agents."""
        for root in roots:
            try:
                projects = entries(str(root / "projects"))
            except FileNotFoundError:
                continue
            except OSError as error:
                yield unreadable_folder(str(root / "projects"), error)
                continue
            for project in projects:
                if is_folder(project):
                    yield from _in_project(project.path)

    def summarise(self, file: StoredFile, *, whole: bool = False) -> SessionSummary:
        """Return the row of one file."""
        return summarise(file, whole=whole)

    def settle(self, rows: Iterable[SessionSummary], roots: Iterable[Path]) -> list[SessionSummary]:
        """Check folders, and say which sub-agents have lost their session."""
        checked = one_per_session(folders_checked(rows))
        known = {row.id for row in checked if row.kind is not RowKind.SUBAGENT}
        return [
            replace(row, reason=row.reason or "The file of its session is gone.")
            if row.kind is RowKind.SUBAGENT and row.parent not in known
            else row
            for row in checked
        ]

    def outside(self, roots: Iterable[Path]) -> object:
        """Return nothing: only files of sessions tell about sessions."""
        return None

    def list(self, roots: Iterable[Path]) -> Iterator[SessionSummary]:
        """Return every row, newest first."""
        return listed(self, roots)

    def read(self, row: SessionSummary, part: Part | None = None) -> Iterator[Stored]:
        """Return a conversation with its sub-agents, in the order it happened."""
        reading = _Reading(row)
        yield from reading.play(part)

    def data(self, row: SessionSummary, part: Part) -> bytes:
        """Return the bytes of a stretch."""
        return bytes_of(row.path, part)

    def told(self, row: SessionSummary, data: bytes) -> Iterator[Stored]:
        """Return what some lines mean by themselves."""
        teller = Teller(row.id, KeptOutput(row.path))
        for line in data.split(b"\n"):
            found = entry(line) if line else None
            if found is not None and (events := tuple(teller.told(found))):
                yield StoredEvents(teller.at, events)

    def plain(self, line: bytes, traits: set[tuple[str, str]]) -> str | None:
        """Return the words of a line that holds nothing else."""
        return plain(line, traits)

    def used(self, row: SessionSummary) -> Iterator[Used]:
        """Return what each answer in a file used."""
        return used(row.path)

    def held_by(self, row: SessionSummary) -> Holder | None:
        """Return the process of Claude Code that has a session open."""
        return held_by(row)

    def beside(self, row: SessionSummary) -> Iterator[StoredFile]:
        """Return the long outputs that were kept in files of their own."""
        folder = row.path.removesuffix(".jsonl")
        return _listed(f"{folder}/tool-results") if folder != row.path else iter(())


def _in_project(folder: str) -> Iterator[StoredFile]:
    try:
        found = entries(folder)
    except OSError as error:
        yield unreadable_folder(folder, error)
        return
    files, folders = told_apart(found)
    yield from files
    for one in folders:
        if one.name.endswith(".jsonl"):
            yield StoredFile(one.path, 0, 0, 0, "It is a folder.")
        elif one.name not in _NOT_SESSIONS:
            yield from _in_subagents(f"{one.path}/subagents")


def _in_subagents(folder: str) -> Iterator[StoredFile]:
    try:
        found = entries(folder)
    except (FileNotFoundError, NotADirectoryError):
        return
    except OSError as error:
        yield unreadable_folder(folder, error)
        return
    yield from (stored(one) for one in found if not one.name.endswith(".meta.json"))


def _listed(folder: str) -> Iterator[StoredFile]:
    try:
        found = entries(folder)
    except OSError:
        return
    yield from (stored(one) for one in found)


class _Reading:
    """One pass over a session file and those of its sub-agents."""

    def __init__(self, row: SessionSummary) -> None:
        self._row = row
        self._teller = Teller(row.id, KeptOutput(row.path))
        self._seq = 0
        self._left = False

    def play(self, part: Part | None) -> Iterator[Stored]:
        try:
            placed, bad = _placed(self._row.path, part)
        except OSError as error:
            notice = NoticeRaised(text=why(error), level=Level.ERROR, code="unreadable")
            yield StoredEvents(self._row.updated_at or 0.0, (notice,))
            return
        alone = self._row.kind is RowKind.SUBAGENT or part is not None
        nested = Sidechains() if alone else _subagents(self._row.path)
        main = placed if alone else nested.split(placed)
        for one in main:
            if one.found.uuid is None:
                yield from self._line(one)
        for stretch in in_order(main):
            yield from self._stretch(stretch, nested)
        for sidechain in nested.rest():
            yield from self._sidechain(sidechain)
        yield StoredEvents(self._teller.at, self._teller.over())
        for number, raw in bad if part is None else ():
            label = f"line {number} cannot be read"
            yield self._arrival(raw, (Unrecognised(label),))

    def _stretch(self, stretch: Ordered, nested: Sidechains) -> Iterator[Stored]:
        if stretch.left is not self._left:
            self._left = stretch.left
            yield StoredEvents(self._teller.at, self._teller.turns.over())
            text = "A branch that was left:" if stretch.left else "The conversation goes on:"
            yield StoredEvents(self._teller.at, (NoticeRaised(text=text, code="branch"),))
        for one in stretch.lines:
            if self._teller.begins_turn(one.found):
                yield from self._turn_over()
            yield from self._line(one)
            for sidechain in nested.begun_by(one.found):
                yield from self._sidechain(sidechain)

    def _sidechain(self, sidechain: Sidechain) -> Iterator[Stored]:
        for number, raw in sidechain.bad:
            yield self._arrival(raw, (Unrecognised(f"sub-agent, line {number} cannot be read"),))
        if sidechain.announced is not None:
            yield StoredEvents(self._teller.at, (sidechain.announced,))
        for stretch in in_order(sidechain.lines):
            for one in stretch.lines:
                events = tuple(self._teller.told(one.found, sidechain.call))
                yield self._arrival(one.raw, events)
        if sidechain.finished is not None:
            yield StoredEvents(self._teller.at, (sidechain.finished,))

    def _turn_over(self) -> Iterator[Stored]:
        turns = self._teller.turns
        if events := turns.over():
            yield StoredEvents(turns.last, events)

    def _line(self, one: Placed) -> Iterator[Stored]:
        events = tuple(self._teller.told(one.found))
        yield self._arrival(one.raw, events)

    def _arrival(self, raw: bytes, events: tuple[Event, ...]) -> Arrival:
        arrival = Arrival(self._seq, self._teller.at, raw, events)
        self._seq += 1
        return arrival


def _placed(path: str, part: Part | None = None) -> tuple[list[Placed], list[tuple[int, bytes]]]:
    placed: list[Placed] = []
    bad: list[tuple[int, bytes]] = []
    start, end = (part.start, part.end) if part is not None else (0, None)
    for number, line in enumerate(lines(path, end, start), 1):
        raw = line.head if isinstance(line, CutLine) else line
        found: Entry | None = None if isinstance(line, CutLine) else entry(raw)
        if found is not None:
            placed.append(Placed(found, raw, number))
        elif raw.strip():
            bad.append((number, raw))
    return placed, bad


def _subagents(path: str) -> Sidechains:
    nested = Sidechains()
    for file in _in_subagents(f"{path.removesuffix('.jsonl')}/subagents"):
        if file.trouble or not file.path.endswith(".jsonl"):
            continue
        try:
            meta = details(small(f"{file.path.removesuffix('.jsonl')}.meta.json"), AgentMeta)
        except OSError:
            meta = AgentMeta()
        try:
            found, bad = _placed(file.path)
        except OSError:
            continue
        nested.add(Path(file.path).stem.removeprefix("agent-"), found, bad, meta)
    return nested
