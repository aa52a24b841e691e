"""Find in the conversation: every item is searched, also what is closed or not built yet."""

import re
from collections.abc import Callable, Sequence
from typing import NamedTuple

from rich.style import Style
from textual.strip import Strip

from tui.conversation.state import (
    Ask,
    Compaction,
    Conversation,
    Item,
    Notice,
    Prose,
    Puzzle,
    ToolCall,
    TurnMark,
    UserText,
)
from tui.model.identity import ItemId
from tui.ui.transcript.layout import Line
from tui.ui.transcript.painter import marked
from tui.ui.transcript.selection import BETWEEN

MOST = 10_000
"""Hits that are counted, from the end upwards; older ones are left out."""


class Hit(NamedTuple):
    """One place where the words stand."""

    item: ItemId
    turn: int
    """Which of the hits in that item."""


class Search:
    """The hits of one query, and the one we are at."""

    def __init__(self, conversation: Conversation, query: str, words: Sequence[str] = ()) -> None:
        """Look for a text as it stands there, or for any of some words."""
        self.query = query
        self.words = words
        self.conversation = conversation
        spelled = "|".join(re.escape(word) for word in sorted(words, key=len, reverse=True))
        self.pattern = re.compile(spelled or re.escape(query), re.IGNORECASE)
        self.hits: list[Hit] = []
        self.left_out = False
        """There may be older hits that are not counted."""
        for item in reversed(conversation.items.values()):
            found = sum(1 for _ in self.pattern.finditer(text_of(item)))
            self.hits += [Hit(item.id, turn) for turn in reversed(range(found))]
            if len(self.hits) >= MOST:
                self.left_out = item is not next(iter(conversation.items.values()))
                break
        self.hits.reverse()
        self.index = len(self.hits)

    @property
    def place(self) -> str:
        """Return at which hit we are, in words."""
        count = len(self.hits)
        if not count:
            return "not found"
        most = " newest (older ones are left out: type more to narrow it)" if self.left_out else ""
        return f"hit {min(self.index + 1, count):,} of {count:,}{most}"

    def start(self, above: Callable[[ItemId], bool]) -> None:
        """Begin below the last hit in an item for which `above` holds."""
        while self.index > 0 and not above(self.hits[self.index - 1].item):
            self.index -= 1
        self.index = self.index or len(self.hits)

    def again(self, conversation: Conversation) -> "Search":
        """Return the same search in a fuller conversation, at the same hit."""
        fresh = Search(conversation, self.query, self.words)
        if self.index < len(self.hits) and self.hits[self.index] in fresh.hits:
            fresh.index = fresh.hits.index(self.hits[self.index])
        return fresh

    def enter(self, item: ItemId) -> Hit | None:
        """Go to the first hit in an item."""
        for index, hit in enumerate(self.hits):
            if hit.item == item:
                self.index = index
                return hit
        return None

    def step(self, by: int) -> Hit | None:
        """Go to the next or the previous hit, round the end."""
        if not self.hits:
            return None
        if self.index >= len(self.hits) and by > 0:
            self.index = -1
        self.index = (self.index + by) % len(self.hits)
        return self.hits[self.index]

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


def text_of(item: Item) -> str:
    """Return everything in an item that somebody may look for."""
    match item:
        case UserText():
            return item.text
        case Prose():
            return str(item.text)
        case ToolCall():
            return f"{item.title}\n{item.output}"
        case Ask():
            return item.request.title
        case Notice():
            return item.notice.text
        case TurnMark():
            return item.end.error
        case Puzzle():
            return item.label
        case Compaction():
            return ""
