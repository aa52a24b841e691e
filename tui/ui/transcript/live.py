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
from tui.ui.soon import soon
from tui.ui.transcript.canvas import Canvas
from tui.ui.transcript.document import Document
from tui.ui.transcript.measuring import Measuring
from tui.ui.transcript.selection import ends
from tui.ui.transcript.viewport import Viewport

FAST, CALM = 1 / 60, 1 / 30
"""Seconds between two frames while the user does something, and otherwise."""
BUSY = 1.0
"""Seconds after a scroll or a key for which the user counts as doing something."""
SHARE, SLOWEST = 10, 0.1
"""The next frame comes so many times later than the last one took, but at least so often: lines of
the agent get most of the time, however much there is to show."""
WRITING, SLOWEST_WRITING = 40, 0.4
"""The same while somebody writes: nineteen keys of twenty then meet no frame of a flood."""
FLOODED, SLOWEST_FLOODED, FLOOD = 16, 0.3, 4_096
"""The same while so many new characters wait that nobody reads them as they come."""
LOOK, EARLY = 1 / 60, 1
"""Seconds after which is looked whether a flood has ended: what came last is shown then, but not
sooner than so many times later than the last frame took."""
FEEDING, BATCH, GROWING = 0.008, 200, 0.012
"""Seconds that changes may take of one frame; the clock is read after so many. Seconds of processor
time for texts that grow."""
FIRST, SLICE, PAUSE = 0.1, 0.005, 0.02
"""Seconds until older entries are made, for how long at once, and how long others get a turn."""
QUIET, MEASURED, BREAK, TOLD = 0.3, 0.0015, 0.006, 0.25
"""Seconds without a scroll or a change until heights are made exact, for how long at once, how long
others get a turn, and how often the scrollbar is told."""


class LiveCanvas(Canvas, can_focus=True):
    """Takes in changes, counts running times, makes older entries while nothing else happens."""

    def __init__(self, *, id: str | None = None, classes: str | None = None) -> None:
        super().__init__(id=id, classes=classes)
        self._waiting: deque[Change] = deque()
        self._armed = False
        self._flushed = 0.0
        self._cost = 0.0
        """Seconds the last frame took."""
        self._behind = 0
        """Characters that were not shown yet when somebody looked last."""
        self._written = 0.0
        self._places: WeakKeyDictionary[Conversation, tuple[ItemId, int, int]] = WeakKeyDictionary()
        """Where one was reading conversations that are not shown now: item, block, line."""
        self._builder: asyncio.TimerHandle | None = None
        self._ticker: Timer | None = None
        self._measuring = Measuring()
        self._meter: asyncio.TimerHandle | None = None
        self._told_at = 0.0

    @property
    def inexact(self) -> bool:
        """Tell whether some heights are still estimates."""
        return self._measuring.next is not None

    def open(self, conversation: Conversation, speaker: str) -> None:
        """Show a conversation from its end, or from where one was reading it."""
        self._remember()
        self._waiting.clear()
        self.new_items = 0
        self._look = ()
        name, index, line = self._places.get(conversation, (None, 0, 0))
        at = name if self.size.width and name in conversation.items else None
        self._take_up(Document(conversation, speaker, self.painter.estimate, at))
        entry = self.document.entries.get(at) if at is not None else None
        if entry is not None and entry.blocks:
            self.viewport.show(entry.blocks[min(index, len(entry.blocks) - 1)], line)
            self._settle()
            self.refresh()
        self._time()

    def reopen(self, at: ItemId | None, *, open_all: bool | None = None) -> None:
        """Make everything anew, from an item or from the end; so any item is there at once."""
        old = self.document
        fresh = Document(old.conversation, old.speaker, self.painter.estimate, at)
        if open_all is None:
            fresh.folds = {entry.id: entry for entry in old.entries.values() if entry.touched}
            fresh.folds |= old.folds
        fresh.open_all = old.open_all if open_all is None else open_all
        if self.text_selection is not None:
            self.screen.clear_selection()
        self._take_up(fresh)
        self.refresh()

    def _take_up(self, document: Document) -> None:
        self.document = document
        self.viewport = Viewport(document.column, self._measure)
        self._measuring = Measuring()
        if self._builder is not None:
            self._builder.cancel()
            self._builder = None
        document.begin()
        self._measuring.doubt(document.column.first)
        self._arrange()

    def put_before(self, conversation: Conversation, seam: ItemId | None) -> None:
        """Take a fuller conversation for the one that is shown; the view stays where it is.

        What stands before `seam` is new and goes in front. Without one everything is made anew.
        """
        if seam is not None:
            self.document.precede(conversation, seam)
            self._arrange()
            return
        self._remember()
        place = self._places.pop(self.document.conversation, None)
        if place is not None:
            self._places[conversation] = place
        self.open(conversation, self.document.speaker)

    def _remember(self) -> None:
        """Keep the place of the conversation that is shown, for when it is shown again."""
        block, line = self.viewport.place
        conversation = self.document.conversation
        self._places.pop(conversation, None)
        if block is not None and not self.viewport.following:
            index = block.entry.blocks.index(block) if block in block.entry.blocks else 0
            self._places[conversation] = (block.entry.id, index, line)

    def apply(self, changes: Sequence[Change]) -> None:
        """Take in changes; they are shown with the next frame."""
        self._waiting.extend(changes)
        if changes and self.is_mounted:
            self._arm()

    def writing(self) -> None:
        """Note that somebody writes a prompt meanwhile: keys come first."""
        self._written = time.monotonic()

    def _arm(self) -> None:
        """Let the next frame come, neither too soon nor too often."""
        if self._armed:
            return
        self._armed = True
        now = time.monotonic()
        pace = FAST if now - self._touched < BUSY else CALM
        early = self._flushed + max(pace, min(SLOWEST, self._cost * EARLY))
        self._behind = self.document.behind
        asyncio.get_running_loop().call_later(max(0.0, early - now), self._await_frame)

    def _await_frame(self) -> None:
        """Let the frame come once it is time for it, or once there is nothing more to wait for."""
        now = time.monotonic()
        behind = self.document.behind
        writing = now - self._written < BUSY
        share, slowest = SHARE, SLOWEST
        if writing:
            share, slowest = WRITING, SLOWEST_WRITING
        elif behind > FLOOD:
            share, slowest = FLOODED, SLOWEST_FLOODED
        left = self._flushed + min(slowest, self._cost * share) - now
        if left > 0 and (writing or behind != self._behind):
            self._behind = behind
            asyncio.get_running_loop().call_later(min(left, LOOK), self._await_frame)
        else:
            self.call_later(self._flush)

    def on_mount(self) -> None:
        """Begin to count running times, and to show what was opened before."""
        self._ticker = self.set_interval(1.0, self._tick, pause=True)
        soon(self, FIRST, self._prepare)
        waiting, self._waiting = self._waiting, deque()
        self.apply([*waiting])
        self._arrange()
        self._time()

    def _prepare(self) -> None:
        self.run_worker(prepare, thread=True, group="colours")

    def _flush(self) -> None:
        self._armed = False
        self._flushed = time.monotonic()
        self.painter.tick()
        kept = ends(self.document.column, self.text_selection)
        new = self._take()
        end = time.thread_time() + GROWING
        self.document.grow(lambda: time.thread_time() > end)
        self._settle()
        self._keep_selection(kept)
        if not self.viewport.following:
            self.new_items += new
        self._cost = time.monotonic() - self._flushed
        if self._waiting or self.document.growing or self.document.behind:
            self._arm()
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
        self._build_later(FIRST)

    def _settle(self) -> None:
        if self.document.lowest is not None:
            self._measuring.doubt(self.document.lowest)
        super()._settle()
        if self.painter.unknown:
            self._learn()
        self._measure_later(QUIET)

    def _measure_later(self, pause: float) -> None:
        if self.inexact and self._meter is None and self.is_mounted:
            self._meter = soon(self, pause, self._measure_slice)

    def _measure_slice(self) -> None:
        """Make a few estimated heights exact; what is seen stays where it is."""
        self._meter = None
        now = time.monotonic()
        grabbed = self.vertical_scrollbar.grabbed is not None
        building = self._builder is not None
        covered = self.app.screen is not self.screen
        if self._armed or building or grabbed or covered or now - self._touched < QUIET:
            self._measure_later(QUIET)
            return
        end = time.perf_counter() + MEASURED
        self._measuring.work(self.document.column, self.painter, lambda: time.perf_counter() > end)
        if now - self._told_at > TOLD or not self.inexact:
            self._told_at = now
            self._place(still=True)
        else:
            self._renumber()
        self._measure_later(BREAK)

    def _learn(self) -> None:
        unknown, self.painter.unknown = self.painter.unknown, set()

        async def learned() -> None:
            for language in unknown:
                await asyncio.to_thread(learn, language)
            self.painter.stamp += 1
            self.document.touch(self.document.column.first)
            self._settle()

        self.run_worker(learned(), group="colours")

    def _build_later(self, pause: float) -> None:
        unbuilt = self.document.older or self.document.newer
        if unbuilt and self._builder is None and self.is_mounted:
            self._builder = soon(self, pause, self._build_slice)

    def _build_slice(self) -> None:
        self._builder = None
        document = self.document
        end = time.perf_counter() + SLICE
        if document.newer:
            # The last line that is there is not the end; nobody wants to follow it.
            self.viewport.following = False
            document.build_newer(lambda: time.perf_counter() > end)
        document.build_older(lambda: time.perf_counter() > end)
        self._measuring.doubt(document.column.first)
        self._settle()
        self._build_later(PAUSE)
