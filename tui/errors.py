"""What can go wrong on our side, and how it is told.

    ParleyError                  a sentence about what happened, and one about what to do
    ├── UsageError               the command line or a setting makes no sense            exit 2
    ├── AgentUnavailableError    not installed, too old, not signed in, would not start  exit 3
    ├── SessionNotFoundError     no conversation of that id                              exit 2
    ├── TrustNeededError         nobody said yet whether the folder is trusted           exit 1
    ├── OutputError              standard output does not take what we print             exit 1
    └── AgentStuckError          the agent does not read what we write                   exit 1

What an *agent* does wrong is an event, not an exception.
"""


class ParleyError(Exception):
    """Something the user should be told, with what to do about it."""

    exit_code = 1

    def __init__(self, problem: str, remedy: str = "") -> None:
        super().__init__(problem)
        self.problem = problem
        """What happened."""
        self.remedy = remedy
        """What to do about it; empty where nothing helps."""


class UsageError(ParleyError):
    """The command line or a setting makes no sense."""

    exit_code = 2


class AgentUnavailableError(ParleyError):
    """The agent is not installed, too old, not signed in, or would not start."""

    exit_code = 3


class SessionNotFoundError(ParleyError):
    """There is no conversation of that id."""

    exit_code = 2


class TrustNeededError(ParleyError):
    """The user has to say first whether the folder's own configuration may run."""


class OutputError(ParleyError):
    """Standard output does not take what we print: a full disk, or nothing there."""


class AgentStuckError(ParleyError):
    """The agent has stopped reading what we write."""
