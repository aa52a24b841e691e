"""All that is remembered about one process of `codex app-server`."""

from tui.agents.codex.listening import Listener
from tui.agents.codex.prompts import Prompts
from tui.agents.codex.questions import Questions
from tui.agents.codex.speaking import Speaker
from tui.agents.codex.threads import Threads
from tui.agents.ledger import Ledger
from tui.model.events import Event, TurnOutcome
from tui.model.spec import SessionSpec


class Books:
    """The parts of the dialect that remember, made to know each other."""

    def __init__(self, spec: SessionSpec) -> None:
        self.spec = spec
        self.version: str | None = None
        """None until the server has answered `initialize`."""
        self.ended = False
        """The end of the session was told."""
        self.overheard = 0
        """How many prompts a recorded client has sent."""
        self.ledger = Ledger()
        self.open()

    def open(self) -> None:
        """Begin with empty books, for a process that was just started."""
        self.threads = Threads(self.ledger)
        self.prompts = Prompts()
        self.questions = Questions(self.threads, self.ledger)
        self.listener = Listener(self.threads, self.ledger, self.prompts, self.questions)
        self.speaker = Speaker(self.spec, self.threads, self.prompts)

    def close(self, outcome: TurnOutcome, error: str = "") -> tuple[Event, ...]:
        """Close all that is open because the process is gone."""
        dropped = self.prompts.abandoned()
        cut = self.threads.prose_cut(everywhere=True)
        stopped = self.threads.tasks_stopped()
        return dropped + cut + self.ledger.closed(outcome, error) + stopped
