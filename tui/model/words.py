"""The closed lists of words that events use."""

from enum import StrEnum


class Channel(StrEnum):
    """To whom the agent speaks: to the user, to itself, or as a proposal."""

    ANSWER = "answer"
    THINKING = "thinking"
    PLAN = "plan"


class Activity(StrEnum):
    """What the agent says it is doing."""

    IDLE = "idle"
    WORKING = "working"
    WAITING = "waiting"
    """For an answer of ours."""


class PromptState(StrEnum):
    """What became of a prompt."""

    SENT = "sent"
    QUEUED = "queued"
    TAKEN = "taken"
    """The model has it."""
    DROPPED = "dropped"
    """Taken back, or its turn was stopped before it was read."""


class Stream(StrEnum):
    """What grows about a tool call."""

    OUTPUT = "output"
    INPUT = "input"


class Level(StrEnum):
    """How much a notice matters."""

    INFO = "info"
    WARNING = "warning"
    ERROR = "error"


class TurnOutcome(StrEnum):
    """How a turn ended."""

    COMPLETED = "completed"
    FAILED = "failed"
    INTERRUPTED = "interrupted"
    LIMIT = "limit"
    """A limit on turns, money or context was reached."""
    REFUSED = "refused"


class EndReason(StrEnum):
    """Why a session ended."""

    COMPLETED = "completed"
    FAILED = "failed"
    CANCELLED = "cancelled"
    TIMEOUT = "timeout"
