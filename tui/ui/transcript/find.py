"""Find in the conversation: every item is looked through, a little at a time, newest first."""

import time
from array import array
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from rich.style import Style
from textual.strip import Strip

from tui.conversation.state import Conversation
from tui.model.identity import ItemId
from tui.ui.transcript.find_text import finished, pattern_of, text_of
from tui.ui.transcript.layout import Line
from tui.ui.transcript.painter import marked
from tui.ui.transcript.selection import BETWEEN

WINDOW = 128 * 1024
"""Characters looked through before the clock is looked at."""

UNKNOWN = -1


class Hit(NamedTuple):
    """One place where the words stand."""

    item: ItemId
    turn: int
    """Which of the hits in that item."""


class Search:
    """How often the words stand in each item, as far as that was counted, and where we are."""

    def __init__(self, conversation: Conversation, query: str, words: Sequence[str] = ()) -> None:
        """Look for a text as it stands there, or for any of some words."""
        self.query = query
        self.words = words
        self.conversation = conversation
        self.pattern = pattern_of(words or [query])
        self._needle = query.lower() if query.isascii() and not words else None
        self._foreign = not (query.isascii() or words)
        self._reach = 4 * max(len(word) for word in (*words, query)) + 16
        self._order = list(conversation.items)
        self._counts = array("l", [UNKNOWN]) * len(self._order)
        self._growing: set[int] = set()
        self._at: tuple[int, int] | None = None
        """At which item we are, and at which hit in it."""
        self._before = len(self._order)
        """From which item on upwards the first hit is wanted."""
        self._steps = 0
        """Steps that still have to be made: up where it is negative."""
        self._scan = self._scanning()
        self._news = True
        """Hits were counted since the last look whether they are wanted."""
        self.done = False
        """Everything has been counted."""

    def start(self, item: ItemId | None) -> None:
        """Want the last hit in an item or above it; without one the last hit of all."""
        if item is not None and item in self.conversation.items:
            self._before = self._order.index(item) + 1
            self._scan = self._scanning()
        self._steps = -1

    def enter(self, item: ItemId) -> Hit | None:
        """Go to the first hit in an item."""
        index = self._order.index(item) if item in self.conversation.items else UNKNOWN
        if index == UNKNOWN or not self._count_now(index):
            return None
        self._at = (index, 0)
        return Hit(item, 0)

    def again(self, conversation: Conversation) -> "Search":
        """Return the same search in a fuller conversation, at the same hit."""
        fresh = Search(conversation, self.query, self.words)
        fresh._steps = self._steps
        if self._at is not None:
            item = self._order[self._at[0]]
            if item in conversation.items:
                fresh._at = (fresh._order.index(item), self._at[1])
        return fresh

    @property
    def at(self) -> Hit | None:
        """Return the hit we are at."""
        return Hit(self._order[self._at[0]], self._at[1]) if self._at is not None else None

    @property
    def total(self) -> int:
        """Return how many hits were counted so far."""
        return sum(self._counts) + self._counts.count(UNKNOWN)

    @property
    def place(self) -> str:
        """Return at which hit we are, in words."""
        total = self.total
        if not self.done:
            return f"{total:,} so far" if total else "looking"
        if not total:
            return "not found"
        if self._at is None:
            return f"{total:,} hits"
        index, turn = self._at
        return f"hit {sum(self._counts[:index]) + turn + 1:,} of {total:,}"

    def look(self, seconds: float) -> Hit | None:
        """Go on counting for some time; return the hit that was wanted once it is known."""
        end = time.perf_counter() + seconds
        while True:
            if self._news or self.done:
                self._news = False
                if (hit := self._wanted()) is not None:
                    return hit
            if self.done or time.perf_counter() >= end:
                return None
            self.done = next(self._scan, UNKNOWN) == UNKNOWN

    def step(self, by: int) -> None:
        """Want the next or the previous hit, round the end; `look` returns it."""
        self._take_up_new()
        self._steps += by
        self._news = True

    def _take_up_new(self) -> None:
        """Count again what has grown, and what came after the search began."""
        for index in [*self._growing]:
            self._count_now(index)
        fresh = len(self.conversation.items) - len(self._order)
        if fresh > 0:
            known = len(self._order)
            self._order = list(self.conversation.items)
            self._counts.extend([UNKNOWN] * fresh)
            for index in range(known, len(self._order)):
                self._count_now(index)

    def _scanning(self) -> Iterator[int]:
        """Count from where we are upwards, then from the end upwards."""
        for start, stop in ((self._before, 0), (len(self._order), self._before)):
            for index in range(start - 1, stop - 1, -1):
                if self._counts[index] == UNKNOWN:
                    yield from self._counting(index)
                    yield self._counts[index]

    def _count_now(self, index: int) -> int:
        for _ in self._counting(index):
            pass
        return self._counts[index]

    def _counting(self, index: int) -> Iterator[int]:
        item = self.conversation.items.get(self._order[index])
        found = 0
        if item is not None:
            (self._growing.discard if finished(item) else self._growing.add)(index)
            for count in self._counted(text_of(item)):
                found += count
                yield found
        self._counts[index] = found
        self._news |= found > 0

    def _counted(self, text: str) -> Iterator[int]:
        """Count the hits in a text, window by window."""
        if self._needle is not None and text.isascii():
            yield text.lower().count(self._needle)
            return
        if self._foreign and text.isascii():
            return
        position = 0
        while position < len(text):
            end = position + WINDOW
            found = 0
            last = end
            for match in self.pattern.finditer(text, position, end + self._reach):
                if match.start() >= end:
                    break
                found += 1
                last = max(last, match.end())
            position = last
            yield found

    def _wanted(self) -> Hit | None:
        """Make the steps that are wanted, as far as what they pass was counted."""
        while self._steps:
            by = 1 if self._steps > 0 else -1
            place = self._next(by)
            if place is None:
                if self.done:
                    self._steps = 0
                return None
            self._at = place
            self._steps -= by
            if not self._steps:
                return Hit(self._order[place[0]], place[1])
        return None

    def _next(self, by: int) -> tuple[int, int] | None:
        """Return the next hit in a direction, unless what lies between was not counted yet."""
        if self._at is not None:
            index, turn = self._at
            if 0 <= turn + by < self._counts[index]:
                return index, turn + by
            index += by
        else:
            index = self._before - 1 if by < 0 else 0
        size = len(self._order)
        for position in range(size):
            other = (index + position * by) % size
            count = self._counts[other]
            if count == UNKNOWN:
                return None
            if count:
                return other, 0 if by > 0 else count - 1
        return None

    def count(self, text: str) -> int:
        """Return how often the words stand in a text."""
        return sum(1 for _ in self.pattern.finditer(text))

    def shown(self, strip: Strip, style: Style) -> Strip:
        """Mark the words in a painted line."""
        for match in self.pattern.finditer(strip.text):
            strip = marked(strip, match.start(), match.end(), style)
        return strip

    def lines(self, lines: list[Line]) -> list[int]:
        """Return the line on which each hit in a block begins, also where it is wrapped."""
        text = ""
        starts: list[int] = []
        for line in lines:
            starts.append(len(text))
            text += "".join(run for run, _ in line.runs)[line.gutter :] + BETWEEN[line.join]
        found = []
        for match in self.pattern.finditer(text):
            found.append(max(n for n, start in enumerate(starts) if start <= match.start()))
        return found
