"""Gemini CLI's chat files, several of which may be one session."""

from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path

from tui.agents.gemini.chats import gemini_folder
from tui.agents.gemini.store_log import Chat, Message, fold, whole_document
from tui.agents.gemini.store_read import Teller, agent_calls
from tui.agents.gemini.store_saved import is_saved
from tui.agents.gemini.store_summary import GEMINI, folder_of, summarise
from tui.agents.gemini.store_used import used
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
    seconds,
    small,
    stored,
    unreadable_folder,
    why,
)
from tui.agents.used import Used
from tui.model.arrival import Arrival
from tui.model.events import (
    Event,
    Level,
    NoticeRaised,
    SessionReady,
    SettingChanged,
    ToolFinished,
    ToolStarted,
    Unrecognised,
)
from tui.model.identity import AgentId, ItemId, SessionId
from tui.model.tools import Outcome, ToolKind
from tui.wire.lines import CutLine

_LARGEST_DOCUMENT = 256 * 1024 * 1024


class GeminiStore:
    """Reads what Gemini CLI wrote."""

    @property
    def agent(self) -> AgentId:
        """Whose files they are."""
        return GEMINI

    def roots(self, environ: Mapping[str, str]) -> tuple[Path, ...]:
        """Return Gemini's folder; `GEMINI_CLI_HOME` moves it."""
        return (gemini_folder(environ),)

    def files(self, roots: Iterable[Path]) -> Iterator[StoredFile]:
        """Return every chat file, those of sub-agents and those saved under a name too."""
        for root in roots:
            try:
                projects = entries(str(root / "tmp"))
            except FileNotFoundError:
                continue
            except OSError as error:
                yield unreadable_folder(str(root / "tmp"), error)
                continue
            for project in projects:
                if is_folder(project):
                    yield from _in_folder(f"{project.path}/chats", deeper=True)
                    yield from _saved_in(project.path)

    def summarise(self, file: StoredFile, *, whole: bool = False) -> SessionSummary:
        """Return the row of one file."""
        return summarise(file, whole=whole)

    def settle(self, rows: Iterable[SessionSummary], roots: Iterable[Path]) -> list[SessionSummary]:
        """Leave one row per session and check folders."""
        return one_per_session(folders_checked(rows))

    def outside(self, roots: Iterable[Path]) -> object:
        """Return nothing: only files of sessions tell about sessions."""
        return None

    def list(self, roots: Iterable[Path]) -> Iterator[SessionSummary]:
        """Return every row, newest first."""
        return listed(self, roots)

    def read(self, row: SessionSummary, part: Part | None = None) -> Iterator[Stored]:
        """Return a conversation from all of its files, with its sub-agents."""
        yield from _Reading(row).play(part)

    def data(self, row: SessionSummary, part: Part) -> bytes:
        """Return the bytes of a stretch."""
        return bytes_of(row.path, part)

    def told(self, row: SessionSummary, data: bytes) -> Iterator[Stored]:
        """Return what some lines mean by themselves."""
        document = row.path.endswith(".json")
        chat = whole_document(data) if document else fold(data.split(b"\n"))
        yield from _Reading(row).messages(Teller(), chat.messages)

    def plain(self, line: bytes, traits: set[tuple[str, str]]) -> str | None:
        """Return None: later lines change earlier ones, so none stands for itself."""
        return None

    def used(self, row: SessionSummary) -> Iterator[Used]:
        """Return what each answer in a file used."""
        return used(row.path, row.id)

    def held_by(self, row: SessionSummary) -> Holder | None:
        """Return None: Gemini leaves no sign of it."""
        return None

    def beside(self, row: SessionSummary) -> Iterator[StoredFile]:
        """Return nothing: a chat holds all output."""
        return iter(())


def _in_folder(folder: str, *, deeper: bool) -> Iterator[StoredFile]:
    try:
        found = entries(folder)
    except (FileNotFoundError, NotADirectoryError):
        return
    except OSError as error:
        yield unreadable_folder(folder, error)
        return
    for one in found:
        if is_folder(one) and not one.name.endswith((".json", ".jsonl")):
            if deeper:
                yield from _in_folder(one.path, deeper=False)
        else:
            yield stored(one)


def _saved_in(folder: str) -> Iterator[StoredFile]:
    try:
        found = entries(folder)
    except OSError as error:
        yield unreadable_folder(folder, error)
        return
    yield from (stored(one) for one in found if is_saved(one.path) and not is_folder(one))


def chat_of(path: str, part: Part | None = None) -> Chat:
    """Read one file to its end; raises OSError."""
    if path.endswith(".json"):
        return whole_document(small(path, _LARGEST_DOCUMENT))
    chat = Chat()
    rows = []
    start = part.start if part is not None else 0
    for number, line in enumerate(lines(path, start=start), 1):
        if isinstance(line, CutLine):
            chat.bad.append((number, line.head))
            rows.append(b"")
        else:
            rows.append(line)
    return fold(rows, chat)


class _Reading:
    """One pass over the files of a session."""

    def __init__(self, row: SessionSummary) -> None:
        self._row = row
        self._seq = 0

    def play(self, part: Part | None) -> Iterator[Stored]:
        try:
            chat = chat_of(self._row.path, part)
        except OSError as error:
            notice = NoticeRaised(text=why(error), level=Level.ERROR, code="unreadable")
            yield StoredEvents(self._row.updated_at or 0.0, (notice,))
            return
        saved = is_saved(self._row.path)
        alone = self._row.kind is RowKind.SUBAGENT or part is not None or saved
        messages = chat.messages if alone else self._joined(chat)
        begun = self._row.created_at or 0.0
        ready = SessionReady(session=SessionId(self._row.id), cwd=folder_of(self._row.path))
        yield StoredEvents(begun, (ready,))
        summary = chat.header.get("summary")
        if isinstance(summary, str) and summary:
            yield StoredEvents(begun, (SettingChanged(title=summary),))
        nested = [] if alone else self._subagents()
        teller = Teller()
        # A saved chat tells no time but that of its file.
        teller.at = (self._row.updated_at or 0.0) if saved else 0.0
        yield from self._tell(teller, messages, nested)
        for number, raw in chat.bad if part is None else ():
            yield self._arrival(0.0, raw, (Unrecognised(f"line {number} cannot be read"),))

    def _joined(self, chat: Chat) -> dict[str, Message]:
        """Add what the other files of the session hold and this one does not."""
        joined: dict[str, Message] = {}
        folder = Path(self._row.path).parent
        for file in _in_folder(str(folder), deeper=False):
            if file.path == self._row.path or self._row.id[:8] not in Path(file.path).name:
                continue
            try:
                other = chat_of(file.path)
            except OSError:
                continue
            if other.header.get("sessionId") == self._row.id:
                joined |= other.messages
        early = {name: one for name, one in joined.items() if name not in chat.messages}
        both = [*early.items(), *chat.messages.items()]
        return dict(both) if not early else dict(sorted(both, key=_time))

    def _subagents(self) -> list[Chat]:
        folder = Path(self._row.path).parent / self._row.id
        chats = []
        for file in _in_folder(str(folder), deeper=False):
            try:
                chats.append(chat_of(file.path))
            except OSError:
                continue
        return sorted(chats, key=lambda chat: str(chat.header.get("startTime")))

    def _tell(
        self, teller: Teller, messages: dict[str, Message], nested: list[Chat]
    ) -> Iterator[Stored]:
        calls = agent_calls([one.body for one in messages.values()])
        placed = dict(zip(calls, nested, strict=False)) if len(calls) == len(nested) else {}
        for told in self.messages(teller, messages):
            yield told
            for event in told.events:
                if isinstance(event, ToolStarted) and event.call in placed:
                    yield from self._nested(placed.pop(event.call), event.call)
        for number, chat in enumerate([] if len(calls) == len(nested) else nested):
            yield from self._orphan(number, chat)

    def messages(self, teller: Teller, messages: dict[str, Message]) -> Iterator[Stored]:
        """Tell messages one after the other."""
        for name, one in messages.items():
            at = seconds(one.body.get("timestamp"))
            for when, events in teller.due(at if at is not None else teller.at):
                yield StoredEvents(when, events)
            if teller.ends_turn(one.body) and (ended := teller.turn_over()):
                yield StoredEvents(teller.at, ended)
            events = tuple(teller.told(name, one.body))
            yield self._arrival(teller.at, one.raw, events)
        for when, events in teller.due():
            yield StoredEvents(when, events)
        if events := teller.over():
            yield StoredEvents(teller.at, events)

    def _nested(self, chat: Chat, call: ItemId) -> Iterator[Stored]:
        yield from self.messages(Teller(call), chat.messages)

    def _orphan(self, number: int, chat: Chat) -> Iterator[Stored]:
        """Show a sub-agent whose call cannot be told below a call of its own."""
        call = ItemId(f"sub-agent-{number}")
        title = str(chat.header.get("summary") or f"sub-agent {number + 1}")
        start = ToolStarted(call=call, kind=ToolKind.AGENT, name="agent", title=title, input={})
        yield StoredEvents(self._row.updated_at or 0.0, (start,))
        yield from self._nested(chat, call)
        finish = ToolFinished(call=call, outcome=Outcome.DETACHED, keep_output=True)
        yield StoredEvents(self._row.updated_at or 0.0, (finish,))

    def _arrival(self, at: float, raw: bytes, events: tuple[Event, ...]) -> Arrival:
        arrival = Arrival(self._seq, at, raw, events)
        self._seq += 1
        return arrival


def _time(named: tuple[str, Message]) -> str:
    return str(named[1].body.get("timestamp") or "")
