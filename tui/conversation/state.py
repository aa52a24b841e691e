"""What a conversation is: turns, and the items in the order they appeared."""

from typing import TypeAlias

import msgspec

from tui.model.capabilities import Mode, ModelChoice, SlashCommand
from tui.model.events import (
    Activity,
    Channel,
    ContextCompacted,
    NoticeRaised,
    PromptState,
    SessionEnded,
    TurnEnded,
)
from tui.model.identity import ItemId, JsonObject, RequestId, SessionId
from tui.model.permission import Decider, Decision, PermissionRequest
from tui.model.tools import FileChange, Outcome, PlanStep, TaskState, ToolKind
from tui.model.usage import Cost, TokenUsage


class GrowingText:
    """Text that grows by pieces; adding one costs the same however long it is."""

    __slots__ = ("_pieces", "_size")

    def __init__(self, text: str = "") -> None:
        self._pieces = [text] if text else []
        self._size = len(text)

    def append(self, piece: str) -> None:
        """Add a piece."""
        self._pieces.append(piece)
        self._size += len(piece)

    def since(self, start: int) -> str:
        """Return what follows the first `start` characters; costs no more than its length."""
        missing = self._size - start
        found: list[str] = []
        for piece in reversed(self._pieces):
            if missing <= 0:
                break
            found.append(piece[-missing:] if len(piece) > missing else piece)
            missing -= len(piece)
        return "".join(reversed(found))

    def __len__(self) -> int:
        return self._size

    def __str__(self) -> str:
        if len(self._pieces) > 1:
            self._pieces = ["".join(self._pieces)]
        return self._pieces[0] if self._pieces else ""

    def __eq__(self, other: object) -> bool:
        return isinstance(other, GrowingText) and str(self) == str(other)

    __hash__ = None  # type: ignore[assignment]  # it changes

    def __repr__(self) -> str:
        return f"GrowingText({str(self)!r})"


class UserText(msgspec.Struct, frozen=True, kw_only=True):
    """What the user said."""

    id: ItemId
    text: str
    images: int
    state: PromptState
    parent: ItemId | None
    at: float


class Prose(msgspec.Struct, frozen=True, kw_only=True):
    """What the agent said, to the user or to itself."""

    id: ItemId
    channel: Channel
    text: GrowingText
    parent: ItemId | None
    at: float
    finished: bool = False
    partial: bool = False
    """It was cut off."""


class ToolCall(msgspec.Struct, frozen=True, kw_only=True):
    """One use of a tool."""

    id: ItemId
    kind: ToolKind
    name: str
    title: str
    input: JsonObject
    parent: ItemId | None
    started_at: float
    output: GrowingText
    changes: tuple[FileChange, ...] = ()
    input_so_far: GrowingText | None = None
    """The input as the model writes it, until it is whole."""
    outcome: Outcome | None = None
    """None while it runs."""
    finished_at: float | None = None
    duration_ms: int | None = None
    exit_code: int | None = None
    decided_by: str = ""
    """Who let it run or did not: the user, a rule, a mode."""


class Ask(msgspec.Struct, frozen=True, kw_only=True):
    """A question of the agent, and what became of it."""

    id: ItemId
    request: PermissionRequest
    at: float
    decision: Decision | None = None
    decided_by: Decider | None = None
    note: str = ""
    withdrawn: str | None = None
    """Why it no longer waits."""

    @property
    def open(self) -> bool:
        """Tell whether the agent still waits."""
        return self.decision is None and self.withdrawn is None


class Notice(msgspec.Struct, frozen=True, kw_only=True):
    """Something to know that is not part of the answer."""

    id: ItemId
    notice: NoticeRaised
    at: float


class Compaction(msgspec.Struct, frozen=True, kw_only=True):
    """Where the agent shortened its memory."""

    id: ItemId
    compaction: ContextCompacted
    at: float


class TurnMark(msgspec.Struct, frozen=True, kw_only=True):
    """Where a turn ended, and how."""

    id: ItemId
    end: TurnEnded
    at: float


class Puzzle(msgspec.Struct, frozen=True, kw_only=True):
    """A line nobody understood; its bytes are with its arrival."""

    id: ItemId
    label: str
    at: float


Item: TypeAlias = UserText | Prose | ToolCall | Ask | Notice | Compaction | TurnMark | Puzzle


class Turn(msgspec.Struct, frozen=True, kw_only=True):
    """From the agent's first sign of work to its last."""

    number: int
    started_at: float
    name: str = ""
    end: TurnEnded | None = None
    ended_at: float | None = None


class Task(msgspec.Struct, frozen=True, kw_only=True):
    """Background work of the agent."""

    id: ItemId
    title: str
    state: TaskState
    call: ItemId | None
    summary: str
    started_at: float


class Conversation:
    """Everything known about one session. Only `reduce.apply` changes it."""

    def __init__(self) -> None:
        self.items: dict[ItemId, Item] = {}
        """In the order they first appeared."""
        self.turns: list[Turn] = []
        self.tasks: dict[ItemId, Task] = {}
        self.plan: tuple[PlanStep, ...] = ()
        self.plan_explanation = ""
        self.pending: dict[RequestId, ItemId] = {}
        """Open questions, oldest first → their `Ask` item."""
        self.session: SessionId | None = None
        self.title = ""
        self.model: str | None = None
        self.mode: Mode | None = None
        self.cwd: str | None = None
        self.version: str | None = None
        self.models: tuple[ModelChoice, ...] = ()
        self.commands: tuple[SlashCommand, ...] = ()
        self.tools: tuple[str, ...] = ()
        self.ready = False
        self.activity = Activity.IDLE
        self.activity_detail = ""
        self.activity_told = False
        """The agent itself says when it rests; the end of a turn is then no sign of it."""
        self.turn_usage: TokenUsage | None = None
        self.session_usage: TokenUsage | None = None
        """As the agent counts it; else the sum of the turns."""
        self.cost: Cost | None = None
        self.context_used: int | None = None
        self.context_window: int | None = None
        self.ended: SessionEnded | None = None
        self.made = 0
        """How many items got their name from us and not from the agent."""
        self.puzzles = 0
        """Lines nobody understood."""

    @property
    def turn(self) -> Turn | None:
        """Return the turn that runs, if one does."""
        last = self.turns[-1] if self.turns else None
        return last if last is not None and last.end is None else None

    @property
    def questions(self) -> list[PermissionRequest]:
        """Return what the agent waits for, oldest first."""
        asks = (self.items[item] for item in self.pending.values())
        return [ask.request for ask in asks if isinstance(ask, Ask)]
