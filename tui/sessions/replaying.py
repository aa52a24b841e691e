"""A recorded conversation through the same path as live output."""

import re
from collections.abc import Callable, Iterable, Iterator
from json import JSONDecodeError, JSONDecoder, loads
from pathlib import Path

import msgspec

from tui.agents.dialect import Agent, Dialect, Exit, Lifetime, Way
from tui.errors import UsageError
from tui.model.arrival import Arrival
from tui.model.events import Event
from tui.model.identity import AgentId
from tui.model.spec import SessionSpec
from tui.sessions.recording import Row


def read(path: Path) -> Iterator[Row]:
    """Return the rows of a recording."""
    decoder = msgspec.json.Decoder(Row)
    at = 0.0
    with path.open("rb") as file:
        for number, line in enumerate(file, 1):
            if not line.strip():
                continue
            try:
                row = decoder.decode(line)
            except (msgspec.DecodeError, UnicodeDecodeError) as error:
                found = _lenient(line)
                if found is None and number > 1 and not line.endswith(b"\n"):
                    # Recording was cut off there; what was said before is whole.
                    found = Row(dir="stdout", line=line.decode("utf-8", "replace"), t_ms=at)
                if found is None:
                    raise UsageError(
                        f"{path} is not a recording: line {number}: {error}",
                        'A recording has rows like {"dir": "stdout", "t_ms": 12, "line": "…"}.',
                    ) from error
                row = found
            at = row.t_ms
            yield row


def _lenient(line: bytes) -> Row | None:
    """Read a row with half surrogate pairs in it, which only the slower reader takes."""
    try:
        return msgspec.convert(loads(line), Row)
    except (ValueError, msgspec.ValidationError, RecursionError):
        return None


class Said(msgspec.Struct, frozen=True):
    """Events that no line of the agent stands for."""

    at: float
    events: tuple[Event, ...]


class Replay:
    """Plays the rows of one recording; several processes in one recording are one conversation."""

    def __init__(
        self, agent_of: Callable[[AgentId], Agent], spec: SessionSpec, agent: Agent | None
    ) -> None:
        self._agent_of = agent_of
        self._spec = spec
        self.agent = agent
        """Whose words are recorded; None until it shows."""
        self._way: Way | None = None
        self._dialect: Dialect | None = None
        self._running = False
        self._seq = 0

    def play(self, rows: Iterable[Row]) -> Iterator[Arrival | Said]:
        """Return what each row meant."""
        at = 0.0
        code = 0
        for row in rows:
            at = row.t_ms / 1000
            if row.dir in ("meta", "note"):
                if argv := _argv(row.line):
                    yield from self._end(code, at)
                    self._begin(argv)
                    code = 0
                code = _exit_code(row.line, code)
            elif row.dir in ("stdin", "stdout"):
                yield from self._line(row, at)
        yield from self._end(code, at)

    def _line(self, row: Row, at: float) -> Iterator[Arrival | Said]:
        dialect = self._dialect or self._guess(row.wire)
        self._running = True
        if row.dir == "stdin":
            events = dialect.overhear(row.wire).events
            if events:
                yield Said(at, events)
            return
        yield Arrival(self._seq, at, row.wire, dialect.receive(row.wire).events)
        self._seq += 1

    def _begin(self, argv: list[str]) -> None:
        name = _program(argv)
        if name is None and self.agent is None:
            return
        agent = self.agent or self._agent_of(AgentId(name or ""))
        self._use(agent, _way(agent, argv))

    def _guess(self, line: bytes) -> Dialect:
        name, words = _sniff(line)
        if self.agent is None and name is None:
            raise UsageError(
                "It cannot be told which agent this recording is of.",
                "Name it with --agent claude, --agent codex or --agent gemini.",
            )
        agent = self.agent or self._agent_of(AgentId(name or ""))
        return self._use(agent, _way(agent, words))

    def _use(self, agent: Agent, way: Way) -> Dialect:
        self.agent = agent
        same = self._way is not None and self._way.name == way.name
        if self._dialect is None or not same or way.lifetime is Lifetime.SESSION:
            self._dialect = way.dialect(self._spec)
        self._way = way
        return self._dialect

    def _end(self, code: int, at: float) -> Iterator[Said]:
        if self._dialect is not None and self._running:
            self._running = False
            events = self._dialect.closed(Exit(code=code)).events
            if events:
                yield Said(at, events)


def _argv(line: str) -> list[str] | None:
    """Return the command of a row that tells of a process's start."""
    if not (told := re.match(r'(?:argv |\{"argv": ?)(?=\[)', line)):
        return None
    try:
        words, _ = JSONDecoder().raw_decode(line, told.end())
    except JSONDecodeError:
        return None
    return [str(word) for word in words]


def _exit_code(line: str, known: int) -> int:
    told = re.search(r'exit(?:ed|_code| code)?"?:? (-?\d+)', line)
    return int(told[1]) if told else known


def _program(argv: list[str]) -> str | None:
    for word in argv:
        for name in ("claude", "codex", "gemini"):
            if name in word.rsplit("/", 1)[-1]:
                return name
    return None


def _way(agent: Agent, argv: list[str]) -> Way:
    """Return the way of talking that a command line starts."""
    interactive = {"app-server", "--acp", "--experimental-acp"}
    return agent.ways[0] if interactive & set(argv) else agent.ways[-1]


def _sniff(line: bytes) -> tuple[str | None, list[str]]:
    """Tell from one line whose words it is, and which words would have started it."""
    try:
        body = msgspec.json.decode(line)
    except (msgspec.DecodeError, UnicodeDecodeError):
        return None, []
    if not isinstance(body, dict):
        return None, []
    if "jsonrpc" in body:
        return "gemini", ["--acp"]
    if "method" in body:
        return "codex", ["app-server"]
    kind = str(body.get("type", ""))
    if kind.startswith(("thread.", "turn.", "item.")) or "item_type" in body:
        return "codex", []
    if "timestamp" in body and kind in ("init", "message", "tool_use", "tool_result", "result"):
        return "gemini", []
    return ("claude", []) if kind else (None, [])
