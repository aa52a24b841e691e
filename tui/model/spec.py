"""What a session is to be: settled before its agent is started."""

from pathlib import Path

import msgspec

from tui.model.capabilities import Mode
from tui.model.identity import AgentId, SessionId


class SessionSpec(msgspec.Struct, frozen=True, kw_only=True):
    """Which agent, where, and how it begins."""

    agent: AgentId
    cwd: Path
    """Absolute; the agent's process runs there."""
    mode: Mode = Mode.ASK
    model: str | None = None
    resume: SessionId | None = None
    """Continue this conversation; None begins a new one."""
    fork: bool = False
    """Continue a copy of it and leave the original as it is."""
    new_id: SessionId | None = None
    """A fresh UUID for a new conversation, for agents that let us choose."""
    trusted: bool = False
    """The user has agreed that this folder's own configuration may run."""
    executable: str
    """Absolute path of the agent's program."""
    state: Path
    """A folder of ours for files the agent needs from us; never the agent's own."""
