"""The neutral steps a scene is made of, and what became of each."""

from collections.abc import Callable, Generator
from dataclasses import dataclass
from enum import Enum
from typing import TypeAlias


class State(Enum):
    """How a step ended."""

    DONE = "done"
    REFUSED = "refused"
    FAILED = "failed"


@dataclass(frozen=True, slots=True)
class Outcome:
    """What became of a step; scenes go on from here."""

    state: State = State.DONE
    text: str = ""
    """What was read, printed or answered."""
    reason: str = ""
    """Why it was refused or failed, in the user's words where there are any."""
    instead: str = ""
    """What the user made of the request before allowing it."""

    @property
    def done(self) -> bool:
        """Tell whether the step was carried out."""
        return self.state is State.DONE


DONE = Outcome()


class Progress(Enum):
    """How far one point of a plan is."""

    PENDING = "pending"
    STARTED = "started"
    FINISHED = "finished"


@dataclass(frozen=True, slots=True)
class Say:
    """Words for the user."""

    text: str
    piece: int = 24
    """Characters that are sent at once."""
    hurried: bool = False
    """Without pauses, as fast as can be; all pieces must be the same."""


@dataclass(frozen=True, slots=True)
class Think:
    """Words the agent says to itself."""

    subject: str
    text: str


@dataclass(frozen=True, slots=True)
class Pause:
    """Nothing happens for a moment."""

    seconds: float


@dataclass(frozen=True, slots=True)
class Read:
    """Look into a file of the scratch folder."""

    path: str


@dataclass(frozen=True, slots=True)
class Edit:
    """Replace one passage of a file, after asking."""

    path: str
    old: str
    new: str


@dataclass(frozen=True, slots=True)
class Write:
    """Write a whole file, after asking."""

    path: str
    content: str


@dataclass(frozen=True, slots=True)
class Run:
    """Run a shell command in the scratch folder, after asking."""

    command: str
    purpose: str


@dataclass(frozen=True, slots=True)
class Point:
    """One line of a to-do list."""

    text: str
    progress: Progress


@dataclass(frozen=True, slots=True)
class Plan:
    """The to-do list as it stands now."""

    points: tuple[Point, ...]
    why: str


@dataclass(frozen=True, slots=True)
class Propose:
    """A plan that needs the user's consent before anything is done."""

    plan: str


@dataclass(frozen=True, slots=True)
class Choice:
    """One answer that is offered."""

    label: str
    description: str


@dataclass(frozen=True, slots=True)
class Question:
    """A question with offered answers."""

    name: str
    header: str
    question: str
    choices: tuple[Choice, ...]


@dataclass(frozen=True, slots=True)
class Delegate:
    """Let a sub-agent do some steps and report."""

    task: str
    prompt: str
    steps: tuple[Read | Run, ...]
    report: str


@dataclass(frozen=True, slots=True)
class Stumble:
    """The call to the model fails and is tried again."""

    message: str


@dataclass(frozen=True, slots=True)
class GiveUp:
    """The call to the model fails for good: the turn is over."""

    message: str


@dataclass(frozen=True, slots=True)
class Act:
    """Do something that no agent should: only misbehaviour is made of it."""

    deed: Callable[[], None]


@dataclass(frozen=True, slots=True)
class Puzzle:
    """Send the client a request it cannot know, and wait for its answer."""


Step: TypeAlias = (
    Say
    | Think
    | Pause
    | Read
    | Edit
    | Write
    | Run
    | Plan
    | Propose
    | Question
    | Delegate
    | Stumble
    | GiveUp
    | Act
    | Puzzle
)

Scene: TypeAlias = Generator[Step, Outcome, None]
"""Yields steps, is sent the outcome of each."""
