"""Looking for words in the conversation: a few milliseconds at a time, marked where they stand."""

import asyncio
import time
from collections.abc import Sequence
from typing import NamedTuple

from textual.message import Message
from textual.strip import Strip

from tui.conversation.state import Conversation
from tui.model.identity import ItemId
from tui.ui.soon import soon
from tui.ui.transcript.blocks import Block, Entry, Fold, Kind
from tui.ui.transcript.build import foldable
from tui.ui.transcript.find import Hit, Search
from tui.ui.transcript.find_text import head_of
from tui.ui.transcript.folding import fold
from tui.ui.transcript.reader import Reader

SLICE = 0.003
"""Seconds of looking at a time; what is typed and painted comes between."""

PAUSE = 0.002
TELL_EVERY = 0.25
"""Seconds after which is told how many hits there are so far."""

MORE = 16
"""How many times more of a long output is shown when more of it is wanted."""


class Spot(NamedTuple):
    """A place in the conversation that outlives the blocks it was seen in."""

    item: ItemId | None
    """None: the end."""
    block: int = 0
    line: int = 0


class Seeker(Reader, can_focus=True):
    """Shows a conversation and finds words in it."""

    class Sought(Message):
        """More hits were counted, or one was gone to."""

    def __init__(self, *, id: str | None = None, classes: str | None = None) -> None:
        super().__init__(id=id, classes=classes)
        self.search: Search | None = None
        """What is looked for, with how many hits and at which one we are."""
        self._origin: Spot | None = None
        """Where one was before one looked for something."""
        self._seeking: asyncio.TimerHandle | None = None
        self._told_at = 0.0

    def show(self, conversation: Conversation, speaker: str = "Agent") -> None:
        """Display a conversation, live or old, from its end."""
        self.search = self._origin = None
        super().show(conversation, speaker)

    def find(self, query: str) -> None:
        """Look for words, from what is seen upwards."""
        if self._origin is None:
            self._origin = self._spot()
        self.search = Search(self.document.conversation, query) if query else None
        self.refresh()
        if self.search is not None:
            edge = self._edge(1)
            self.search.start(edge.entry.id if edge is not None else None)
            self._seek()

    def open_at(self, item: ItemId, words: Sequence[str]) -> None:
        """Show an item, and mark words everywhere; the first of them in it is gone to."""
        self.search = Search(self.document.conversation, "", words) if any(words) else None
        hit = self.search.enter(item) if self.search is not None else None
        if hit is not None:
            self._go_to_hit(hit)
        else:
            self.jump_to(item)
        self._seek()

    def find_next(self) -> None:
        """Go to the next hit."""
        self._step_hit(1)

    def find_previous(self) -> None:
        """Go to the previous hit."""
        self._step_hit(-1)

    def stop_finding(self) -> None:
        """Mark nothing any more, and go back to where one was before."""
        self.search = None
        spot, self._origin = self._origin, None
        entry = self._find_entry(spot.item) if spot is not None and spot.item is not None else None
        if spot is not None and entry is not None and entry.blocks:
            self._touch()
            self._cursor = None
            block = entry.blocks[min(spot.block, len(entry.blocks) - 1)]
            self.viewport.show(block, spot.line)
            self._settle()
        elif spot is not None:
            self.to_end()
        self.refresh()

    def _spot(self) -> Spot:
        block, line = self.viewport.place
        if block is None or self.viewport.following:
            return Spot(None)
        blocks = block.entry.blocks
        return Spot(block.entry.id, blocks.index(block) if block in blocks else 0, line)

    def _step_hit(self, by: int) -> None:
        if self.search is not None:
            self._in_all()
            self.search.step(by)
            self._seek()

    def _in_all(self) -> None:
        """Look in the whole conversation, also where older parts came in front of it."""
        if self.search is not None and self.search.conversation is not self.document.conversation:
            self.search = self.search.again(self.document.conversation)

    def _seek(self) -> None:
        if self._seeking is not None:
            self._seeking.cancel()
            self._seeking = None
        self._in_all()
        search = self.search
        if search is None or not self.is_attached:
            return
        hit = search.look(SLICE)
        if hit is not None:
            self._go_to_hit(hit)
        now = time.monotonic()
        if hit is not None or search.done or now - self._told_at > TELL_EVERY:
            self._told_at = now
            self.post_message(self.Sought())
        if not search.done:
            self._seeking = soon(self, PAUSE, self._seek)

    def _go_to_hit(self, hit: Hit) -> None:
        entry = self._find_entry(hit.item)
        if entry is None or self.search is None:
            return
        if foldable(entry.item) and entry.fold is not Fold.OPEN:
            fold(self.document, entry, Fold.OPEN)
        item = self.document.conversation.items[hit.item]
        turn = hit.turn - self.search.count(head_of(item))
        if turn < 0:
            self._go(entry)
            return
        place = self._place_of(entry, turn)
        while place is None and any(block.kind is Kind.NOTE for block in entry.blocks):
            limit = entry.limit
            entry.limit *= MORE
            fold(self.document, entry, Fold.OPEN)
            place = self._place_of(entry, turn)
            if entry.limit > 1 << 40 or limit == entry.limit:
                break
        self._go(entry, *(place or ()))

    def _place_of(self, entry: Entry, turn: int) -> tuple[Block, int] | None:
        """Return where in the blocks of an open entry a hit is; only that block is laid out."""
        assert self.search is not None
        for block in entry.blocks:
            if block.kind in (Kind.HEADER, Kind.LABEL, Kind.NOTE):
                continue
            drawn = block.kind in (Kind.DIFF, Kind.FILE)
            lines = self.search.lines(self.painter.lines(block)) if drawn else []
            found = len(lines) if drawn else self.search.count(block.text)
            if turn < found:
                lines = lines or self.search.lines(self.painter.lines(block))
                return block, lines[min(turn, len(lines) - 1)] if lines else 0
            turn -= found
        return None

    def _decorated(self, strip: Strip, block: Block, line: int) -> Strip:
        if self.search is not None:
            strip = self.search.shown(strip, self.painter.styles["found"])
        return super()._decorated(strip, block, line)
