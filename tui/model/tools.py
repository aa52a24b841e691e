"""Tool calls in words that are the same for every agent."""

from enum import StrEnum

import msgspec


class ToolKind(StrEnum):
    """What a tool does, whatever the agent calls it."""

    SHELL = "shell"
    READ = "read_file"
    WRITE = "write_file"
    EDIT = "edit_file"
    SEARCH = "search_content"
    FIND = "find_files"
    FETCH = "web_fetch"
    WEB_SEARCH = "web_search"
    MCP = "mcp"
    AGENT = "agent"
    OTHER = "other"


class ChangeKind(StrEnum):
    """What happened to a file."""

    CREATED = "created"
    MODIFIED = "modified"
    DELETED = "deleted"


class FileChange(msgspec.Struct, frozen=True, kw_only=True):
    """One file a tool changed or asks to change.

    An agent gives either both texts or a patch; what it did not give is None.
    """

    path: str
    kind: ChangeKind
    before: str | None = None
    after: str | None = None
    diff: str | None = None
    """Unified hunks, with or without a file header."""
    moved_to: str | None = None
    passage: bool = False
    """The texts are a passage of the file: nobody said where, so its lines have no numbers."""


class Outcome(StrEnum):
    """How a tool call ended."""

    OK = "ok"
    FAILED = "failed"
    DENIED = "denied"
    CANCELLED = "cancelled"
    DETACHED = "detached"
    """It goes on in the background; what it does is told by its task."""


class StepState(StrEnum):
    """How far a step of a plan is."""

    PENDING = "pending"
    ACTIVE = "active"
    DONE = "done"


class PlanStep(msgspec.Struct, frozen=True):
    """One line of an agent's to-do list."""

    text: str
    state: StepState = StepState.PENDING


class TaskState(StrEnum):
    """How far a piece of background work is."""

    RUNNING = "running"
    DONE = "done"
    FAILED = "failed"
    STOPPED = "stopped"
