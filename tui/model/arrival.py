"""Lines an agent printed, with what they meant."""

from collections.abc import Iterable, Iterator
from typing import TypeAlias

import msgspec

from tui.model.events import Event, ProseGrew
from tui.model.identity import ItemId


class Arrival(msgspec.Struct, frozen=True, gc=False):
    """Exactly one per wire line, so that nothing an agent says is ever lost."""

    seq: int
    """Position in the session, from 0."""
    at: float
    """When it arrived, in seconds since 1970."""
    raw: bytes
    """The line as it came, without its newline."""
    events: tuple[Event, ...]
    """What it meant; empty where it says nothing a conversation shows."""
    dropped: int = 0
    """Bytes of an over-long line that were not kept; `raw` is then its beginning."""


class Growth(msgspec.Struct, frozen=True, gc=False):
    """Lines in a row that each brought a piece of one answer.

    A flood is nothing else; its lines become arrivals when somebody looks at them, which for most
    is never. Measured: half the time that the way from a line into the conversation takes.
    """

    seq: int
    """Of the first line."""
    at: float
    item: ItemId
    lines: list[bytes]
    texts: list[str]
    """What each line added."""

    def __len__(self) -> int:
        return len(self.lines)

    def __iter__(self) -> Iterator[Arrival]:
        told = zip(self.lines, self.texts, strict=True)
        for seq, (line, text) in enumerate(told, self.seq):
            yield Arrival(seq, self.at, line, (ProseGrew(self.item, text),))

    def after(self, count: int) -> "Growth":
        """Return all but the first few lines."""
        later = self.lines[count:], self.texts[count:]
        return Growth(self.seq + count, self.at, self.item, *later)


Lines: TypeAlias = Arrival | Growth
"""One line, or many that are alike."""


def arrivals(lines: Iterable[Lines]) -> Iterator[Arrival]:
    """Return every line on its own."""
    for part in lines:
        if isinstance(part, Arrival):
            yield part
        else:
            yield from part


def line_count(lines: Iterable[Lines]) -> int:
    """Return how many lines there are."""
    return sum(1 if isinstance(part, Arrival) else len(part) for part in lines)
