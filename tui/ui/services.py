"""What the app needs from outside: the way to agents, which this room does not know."""

from collections.abc import Awaitable, Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple, TypeAlias

import msgspec

from tui.model.capabilities import Mode
from tui.model.commands import Image
from tui.model.identity import AgentId, SessionId

if TYPE_CHECKING:
    from tui.sessions.session import Session
    from tui.sessions.supervisor import Supervisor


class AgentChoice(msgspec.Struct, frozen=True, kw_only=True):
    """One agent as it is offered for a new session."""

    id: AgentId
    label: str
    usable: bool = True
    version: str = ""
    problem: str = ""
    """What is wrong, in a sentence."""
    remedy: str = ""
    """The one line that fixes it."""
    modes: tuple[Mode, ...] = ()


class Opening(msgspec.Struct, frozen=True, kw_only=True):
    """What a session is to be, before its agent was looked for."""

    cwd: Path
    agent: AgentId | None = None
    """None: the first one installed, else the demo."""
    mode: Mode = Mode.ASK
    model: str | None = None
    resume: SessionId | None = None
    fork: bool = False
    record: Path | None = None
    """Where both directions of the wire are kept."""


class ShellResult(msgspec.Struct, frozen=True):
    """What a shell command of the user printed."""

    output: str
    code: int


OpenSession: TypeAlias = "Callable[[Supervisor, Opening], Awaitable[Session]]"
"""Finds the agent without blocking and starts it; raises `ParleyError` where it cannot."""

ListAgents: TypeAlias = Callable[[Path], Sequence[AgentChoice]]
"""Looks for all agents; slow, called in a thread."""

RunShell: TypeAlias = Callable[[str, Path], Awaitable[ShellResult]]
"""Runs a command line of the user's in a folder, under the supervisor."""

ReadImage: TypeAlias = Callable[[str], Image]
"""Reads a picture by its path; raises `ParleyError` where it is none. Called in a thread."""


class Services(NamedTuple):
    """Everything the app is given by whoever starts it."""

    open_session: OpenSession
    agents: ListAgents
    run_shell: RunShell
    read_image: ReadImage
