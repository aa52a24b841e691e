"""What the transcript is made of: entries, one per item, each a few blocks of lines."""

from enum import Enum, auto
from typing import TypeAlias

from textual.strip import Strip

from tui.conversation.state import Item
from tui.model.events import SessionEnded
from tui.model.identity import ItemId
from tui.model.tools import PlanStep
from tui.text.chunker import Chunker
from tui.text.diff import Row

GONE = -(1 << 30)
"""Number of a block that is no longer shown."""

LINES = 2_000
"""No block has more lines than this: a selection has eleven bits for the line in a block."""


class Kind(Enum):
    """How a block is laid out."""

    LABEL = auto()
    """Who speaks from here on."""
    HEADER = auto()
    """The one line that stands for an entry and opens or closes it."""
    PROSE = auto()
    CODE = auto()
    PLAIN = auto()
    """Text as it was typed."""
    OUTPUT = auto()
    """A program's output, with its colours."""
    DIFF = auto()
    NOTE = auto()
    """A row of ours: how much is not shown, and how to see it."""
    FILE = auto()
    """Whose diff follows."""


class Fold(Enum):
    """How much of an entry is shown below its header."""

    CLOSED = auto()
    PREVIEW = auto()
    OPEN = auto()


class Plan:
    """The agent's to-do list as one more thing in the transcript."""

    def __init__(self, steps: tuple[PlanStep, ...], explanation: str) -> None:
        self.steps = steps
        self.explanation = explanation


Shown: TypeAlias = Item | Plan | SessionEnded


class Entry:
    """One item of the conversation and its blocks."""

    __slots__ = (
        "apart",
        "blocks",
        "chunker",
        "depth",
        "fed",
        "fold",
        "gap",
        "id",
        "item",
        "lead",
        "limit",
        "live",
        "rows",
        "touched",
        "waiting",
    )

    def __init__(self, name: ItemId, item: Shown, depth: int = 0, *, lead: bool = False) -> None:
        self.id = name
        self.item = item
        self.depth = depth
        """How many sub-agents deep it is."""
        self.lead = lead
        """It is the first answer to a prompt, so it says who speaks."""
        self.gap = False
        """An empty line stands above it."""
        self.fold = Fold.CLOSED
        self.touched = False
        """The user opened or closed it: leave it so."""
        self.blocks: list[Block] = []
        self.chunker: Chunker | None = None
        self.fed = 0
        """How many characters of its text the chunker has got."""
        self.limit = 64 * 1024
        """Characters of output that are shown; more on demand."""
        self.rows: dict[int, list[Row]] = {}
        """Differences worked out so far, per changed file."""
        self.waiting = False
        """Its agent waits: for an answer of ours about it, or for the time of another try."""
        self.apart = False
        """It is a question that does not stand right below the call it is about."""
        self.live = ""
        """The last lines of a running tool's output."""


class Block:
    """A few lines that are wrapped, measured and painted together."""

    __slots__ = (
        "entry",
        "fence",
        "gap",
        "kind",
        "language",
        "number",
        "open",
        "shape",
        "stamp",
        "strips",
        "text",
    )

    def __init__(
        self,
        kind: Kind,
        entry: Entry,
        text: str = "",
        *,
        gap: bool = False,
        language: str = "",
        fence: int = 0,
        open: bool = False,
    ) -> None:
        self.kind = kind
        self.entry = entry
        self.text = text
        self.gap = gap
        """An empty line stands above it."""
        self.language = language
        self.fence = fence
        self.open = open
        """It still grows; code is coloured when it no longer does."""
        self.number = GONE
        self.strips: list[Strip] | None = None
        self.stamp = -1
        """For which width and theme the strips were made."""
        self.shape = -1
        """For which width its height was measured; before that it is an estimate."""
