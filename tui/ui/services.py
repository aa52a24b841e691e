"""What the app needs from outside: the way to agents, which this room does not know."""

from collections.abc import Awaitable, Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple, TypeAlias

import msgspec

from tui.config.settings import Settings
from tui.model.capabilities import Capabilities, Mode, ModeChoice
from tui.model.commands import Image
from tui.model.identity import AgentId, SessionId

if TYPE_CHECKING:
    from tui.history.library import Library
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
    modes: tuple[ModeChoice, ...] = ()


class Opening(msgspec.Struct, frozen=True, kw_only=True):
    """What a session is to be, before its agent was looked for."""

    cwd: Path
    agent: AgentId | None = None
    """None: the first one installed, else the demo."""
    mode: Mode = Mode.ASK
    model: str | None = None
    resume: SessionId | None = None
    wanted: str | None = None
    """A past session to be looked for: its id or the beginning of it, "" the newest here."""
    elsewhere: bool = False
    """The folder was named, so a past session goes on there wherever it was."""
    fork: bool = False
    record: Path | None = None
    """Where both directions of the wire are kept."""
    trusted: bool | None = None
    """Whether the folder's own configuration may run; None: as the user said before."""
    sure: bool = False
    """The user has confirmed a mode that asks nothing."""


OpenSession: TypeAlias = "Callable[[Supervisor, Opening], Awaitable[Session]]"
"""Finds the agent without blocking and starts it; raises `ParleyError` where it cannot."""

ListAgents: TypeAlias = Callable[[Path], Sequence[AgentChoice]]
"""Looks for all agents; slow, called in a thread."""

RunShell: TypeAlias = Callable[[str, Path, Callable[[str], None]], Awaitable[int]]
"""Runs a command line of the user's in a folder, under the supervisor; tells what it prints as it
comes and returns the exit code, of a signal the negative number. Cancelling it ends the tree."""

ReadImage: TypeAlias = Callable[[str], Image]
"""Reads a picture by its path; raises `ParleyError` where it is none. Called in a thread."""

EnterLibrary: TypeAlias = "Callable[[Settings], Library]"
"""Opens the library of past sessions. Called in a thread: nothing of it is imported before."""

Able: TypeAlias = Callable[[AgentId], Capabilities]
"""Says what an agent can do before it is started."""

DeleteSession: TypeAlias = Callable[[AgentId, str, Path], Awaitable[str]]
"""Lets an agent delete one of its sessions by its own command; returns why it did not."""


class Services(NamedTuple):
    """Everything the app is given by whoever starts it."""

    open_session: OpenSession
    agents: ListAgents
    run_shell: RunShell
    read_image: ReadImage
    library: "EnterLibrary | None" = None
    capabilities: Able = lambda agent: Capabilities()
    delete_session: DeleteSession | None = None
