"""Find in the conversation: every item is searched, also what is closed or not built yet."""

import re
from collections.abc import Callable
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

    def __init__(self, conversation: Conversation, query: str) -> None:
        self.query = query
        self.pattern = re.compile(re.escape(query), re.IGNORECASE)
        self.hits: list[Hit] = []
        for item in reversed(conversation.items.values()):
            found = sum(1 for _ in self.pattern.finditer(text_of(item)))
            self.hits += [Hit(item.id, turn) for turn in reversed(range(found))]
            if len(self.hits) >= MOST:
                break
        self.hits.reverse()
        self.index = len(self.hits)

    def start(self, above: Callable[[ItemId], bool]) -> None:
        """Begin below the last hit in an item for which `above` holds."""
        while self.index > 0 and not above(self.hits[self.index - 1].item):
            self.index -= 1
        self.index = self.index or len(self.hits)

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
