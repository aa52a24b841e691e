"""A canvas that is alive: changes come in and are shown once per frame."""

import asyncio
import time
from collections import deque
from collections.abc import Sequence
from weakref import WeakKeyDictionary

from textual.timer import Timer

from tui.conversation.changes import Change
from tui.conversation.state import Conversation
from tui.model.identity import ItemId
from tui.text.highlight import learn
from tui.text.markdown import prepare
from tui.ui.transcript.canvas import Canvas
from tui.ui.transcript.document import Document
from tui.ui.transcript.selection import ends
from tui.ui.transcript.viewport import Viewport

FAST, CALM = 1 / 60, 1 / 30
"""Seconds between two frames while the user does something, and otherwise."""
BUSY = 1.0
"""Seconds after a key or a scroll for which the user counts as doing something."""
FEEDING, BATCH = 0.008, 200
"""Seconds that changes may take of one frame; the clock is read after so many."""
FIRST, SLICE, PAUSE = 0.1, 0.005, 0.02
"""Seconds until older entries are made, for how long at once, and how long others get a turn."""


class LiveCanvas(Canvas, can_focus=True):
    """Takes in changes, counts running times, makes older entries while nothing else happens."""

    def __init__(self, *, id: str | None = None, classes: str | None = None) -> None:
        super().__init__(id=id, classes=classes)
        self._waiting: deque[Change] = deque()
        self._armed = False
        self._flushed = 0.0
        self._places: WeakKeyDictionary[Conversation, tuple[ItemId, int, int]] = WeakKeyDictionary()
        """Where one was reading conversations that are not shown now: item, block, line."""
        self._builder: Timer | None = None
        self._ticker: Timer | None = None

    def open(self, conversation: Conversation, speaker: str) -> None:
        """Show a conversation from its end, or from where one was reading it."""
        self._remember()
        self._waiting.clear()
        self.document = Document(conversation, speaker, self.painter.estimate)
        self.viewport = Viewport(self.document.column, self._measure)
        self.new_items = 0
        self._homing = False
        self._look = ()
        if self._builder is not None:
            self._builder.stop()
            self._builder = None
        self.document.begin()
        self._arrange()
        self._return(conversation)

    def _remember(self) -> None:
        """Keep the place of the conversation that is shown, for when it is shown again."""
        block, line = self.viewport.place
        conversation = self.document.conversation
        self._places.pop(conversation, None)
        if block is not None and not self.viewport.following:
            index = block.entry.blocks.index(block) if block in block.entry.blocks else 0
            self._places[conversation] = (block.entry.id, index, line)

    def _return(self, conversation: Conversation) -> None:
        name, index, line = self._places.get(conversation, (None, 0, 0))
        if name is None or not self._look:
            return
        self.document.build_older(lambda: name in self.document.entries)
        entry = self.document.entries.get(name)
        if entry is not None and entry.blocks:
            self.viewport.show(entry.blocks[min(index, len(entry.blocks) - 1)], line)
            self._settle()
            self.refresh()

    def apply(self, changes: Sequence[Change]) -> None:
        """Take in changes; they are shown with the next frame."""
        self._waiting.extend(changes)
        if not self._armed and changes and self.is_mounted:
            self._armed = True
            now = time.monotonic()
            pause = FAST if now - self._touched < BUSY else CALM
            delay = max(0.0, self._flushed + pause - now)
            asyncio.get_running_loop().call_later(delay, self.call_later, self._flush)

    def on_mount(self) -> None:
        """Begin to count running times, and to show what was opened before."""
        self._ticker = self.set_interval(1.0, self._tick, pause=True)
        self.set_timer(FIRST, self._prepare)
        waiting, self._waiting = self._waiting, deque()
        self.apply([*waiting])
        self._arrange()

    def _prepare(self) -> None:
        self.run_worker(asyncio.to_thread(prepare), group="colours")

    def _flush(self) -> None:
        self._armed = False
        self._flushed = time.monotonic()
        self.painter.tick()
        kept = ends(self.document.column, self.text_selection)
        new = self._take()
        self.document.grow()
        self._settle()
        self._keep_selection(kept)
        if not self.viewport.following:
            self.new_items += new
        if self._waiting or self.document.growing:
            self._armed = True
            asyncio.get_running_loop().call_later(FAST, self.call_later, self._flush)
        self._time()

    def _take(self) -> int:
        """Take over as many changes as one frame has time for; return how many items are new."""
        waiting = self._waiting
        end = time.perf_counter() + FEEDING
        new = 0
        while waiting and time.perf_counter() < end:
            new += self.document.apply([waiting.popleft() for _ in range(min(BATCH, len(waiting)))])
        return new

    def _time(self) -> None:
        if self._ticker is not None:
            running = self.document.ticking and self.document.conversation.turn is not None
            (self._ticker.resume if running else self._ticker.pause)()

    def _tick(self) -> None:
        self.painter.tick()
        for entry in self.document.ticking.values():
            self.document.repaint(entry)
        self._settle()
        self._time()

    def _arrange(self) -> None:
        super()._arrange()
        self._build_older(FIRST)

    def _settle(self) -> None:
        super()._settle()
        if self.painter.unknown:
            self._learn()

    def _learn(self) -> None:
        unknown, self.painter.unknown = self.painter.unknown, set()

        async def learned() -> None:
            for language in unknown:
                await asyncio.to_thread(learn, language)
            self.painter.stamp += 1
            self.document.touch(self.document.column.first)
            self._settle()

        self.run_worker(learned(), group="colours")

    def _build_older(self, pause: float) -> None:
        if self.document.older and self._builder is None:
            self._builder = self.set_timer(pause, self._build_slice)

    def _build_slice(self) -> None:
        self._builder = None
        end = time.perf_counter() + SLICE
        self.document.build_older(lambda: time.perf_counter() > end)
        if self._homing:
            self.viewport.to_start()
        self._settle()
        self._homing = self._homing and bool(self.document.older)
        self._build_older(PAUSE)
