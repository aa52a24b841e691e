"""The contract between one CLI and the rest of parley."""

from collections.abc import Callable, Iterator, Mapping
from enum import StrEnum
from pathlib import Path
from signal import Signals
from typing import NamedTuple, Protocol, TypeAlias

import msgspec

from tui.model.capabilities import Capabilities
from tui.model.commands import Command, Prompt
from tui.model.events import Event
from tui.model.identity import AgentId, ItemId, ProtocolName, RequestId, SessionId
from tui.model.spec import SessionSpec
from tui.wire.lines import CutLine


class TurnedDown(msgspec.Struct, frozen=True):
    """A request of the agent that got its refusal at once: nobody could be asked about it."""

    request: RequestId
    what: str
    """The agent's own word for what it asked."""
    reason: str
    told: bool = False
    """The events beside it say so already."""


class Reaction(msgspec.Struct, frozen=True, gc=False):
    """What a dialect makes of one line or one command."""

    events: tuple[Event, ...] = ()
    writes: tuple[bytes, ...] = ()
    """Whole lines for the agent's standard input, each with its newline."""
    close_stdin: bool = False
    """Nothing more will be written; only for agents that run once per turn."""
    signal: Signals | None = None
    """Agents that run once per turn are interrupted by a signal."""
    fall_back: str = ""
    """Why this way of talking does not work here; the next way is tried."""
    turned_down: TurnedDown | None = None
    """What was refused by the first of the writes, to be told and written down."""


NOTHING = Reaction()
"""A line that needs no event and no answer."""


class Exit(msgspec.Struct, frozen=True, kw_only=True):
    """How a process ended."""

    code: int
    """As `subprocess` tells it: negative for a signal."""
    stderr: str = ""
    """The last lines of standard error, decoded leniently."""
    asked: bool = False
    """We ended it."""


class Dialect(Protocol):
    """A conversation with one CLI, without any I/O."""

    @property
    def capabilities(self) -> Capabilities:
        """What can be asked of the agent, as far as known by now."""

    def open(self) -> Reaction:
        """Return the first words to a process that was just started."""

    def receive(self, line: bytes) -> Reaction:
        """Take one line the agent printed. Never raises, whatever the line is."""

    def send(self, command: Command) -> Reaction:
        """Put a command into the agent's words. What comes too early is kept until ready."""

    def overhear(self, line: bytes) -> Reaction:
        """Take one line that a recorded client wrote, to know what it asked and answered."""

    def closed(self, exit: Exit) -> Reaction:
        """Say what the end of the process means: open turns, calls and questions end here."""


class Pieces(NamedTuple):
    """How far a dialect got through lines that are pieces of one answer."""

    item: ItemId | None
    """The block they belong to; None where the first line is something else."""
    texts: list[str]
    """One for each line."""
    line: bytes | CutLine | None
    """The first line that is something else; it is to be received. None at the end of all."""


TakePieces: TypeAlias = Callable[[Iterator[bytes | CutLine]], Pieces]
"""What a dialect may have beside, by the name `pieces`: takes lines for as long as each is one more
piece of the same answer, without a reaction for each."""


class Lifetime(StrEnum):
    """How long one process of an agent lives."""

    SESSION = "session"
    TURN = "turn"


class Launch(msgspec.Struct, frozen=True, kw_only=True):
    """How to start an agent's process."""

    argv: tuple[str, ...]
    cwd: Path
    environment: Mapping[str, str] = {}
    """Variables to add to ours."""
    files: Mapping[Path, bytes] = {}
    """Files of ours that must stand before it starts."""


class Way(msgspec.Struct, frozen=True, kw_only=True):
    """One way of talking to an agent. The first of an agent's ways that works is used."""

    name: str
    """What it is called in `parley agents`: "stream-json", "app-server", "acp"."""
    lifetime: Lifetime
    launch: Callable[[SessionSpec, Prompt | None], Launch]
    dialect: Callable[[SessionSpec], Dialect]
    ready_within: float
    """Seconds until the agent must have said that it is ready."""
    mend_store: Callable[[SessionSpec, SessionId], None] | None = None
    """Run after a resume and after the end: undoes damage the CLI does to its own store."""


class Readiness(StrEnum):
    """Whether an agent could answer a prompt here and now."""

    READY = "ready"
    MISSING = "missing"
    TOO_OLD = "too_old"
    NOT_SIGNED_IN = "not_signed_in"
    BROKEN = "broken"


class Finding(msgspec.Struct, frozen=True, kw_only=True):
    """What was found out about one agent on this machine."""

    readiness: Readiness
    executable: str | None = None
    version: str | None = None
    tested: bool = True
    """False where this version was never tried with parley."""
    signed_in: bool | None = None
    """None where it cannot be told without starting the agent."""
    problem: str = ""
    """What is wrong, in a sentence."""
    remedy: str = ""
    """The one line that fixes it."""


class Agent(msgspec.Struct, frozen=True, kw_only=True):
    """Everything parley knows about one CLI."""

    id: AgentId
    label: str
    protocol: ProtocolName
    """Whose protocol it speaks: `claude`, `codex` or `gemini`; the demo speaks each."""
    ways: tuple[Way, ...]
    capabilities: Capabilities
    """Of the first way."""
    find: Callable[[Mapping[str, str], Path], Finding]
    """Look for the CLI, given the environment and the folder it would work in."""
    delete: Callable[[str, str], tuple[str, ...]] | None = None
    """Executable and session id → the CLI's own command that deletes a session, if it has one."""
