"""A conversation as a column of blocks, kept up to date change by change."""

from collections.abc import Callable, Iterable

from tui.conversation.changes import Added, Change, Grew, Removed, Replaced, StatusChanged
from tui.conversation.state import Ask, Conversation, Item, Notice, Prose, ToolCall
from tui.model.events import SessionEnded
from tui.model.identity import ItemId
from tui.ui.transcript.blocks import Block, Entry, Fold, Kind, Plan, Shown
from tui.ui.transcript.build import build, compact, default_fold, detail
from tui.ui.transcript.column import Column
from tui.ui.transcript.entering import new_entry, told_end
from tui.ui.transcript.growing import Enough, grow_prose, grow_tool, never, unshown
from tui.ui.transcript.unbuilt import Unbuilt

ENDED = ItemId("parley-ended")
NEWEST, AROUND = 32, 200
"""Entries that are there from the start: at the end, where most changes happen, and elsewhere."""

Estimate = Callable[[Block], int]


class Document:
    """The blocks of one conversation, made in slices: from the end, or from any item both ways."""

    def __init__(
        self,
        conversation: Conversation,
        speaker: str,
        estimate: Estimate,
        at: ItemId | None = None,
    ) -> None:
        self.conversation = conversation
        self.speaker = speaker
        self.column = Column()
        self.entries: dict[ItemId, Entry] = {}
        self.lowest: int | None = None
        """The topmost block that changed since somebody looked."""
        self.growing: dict[ItemId, None] = {}
        """Entries whose text has grown and is not shown yet."""
        self._lately: dict[ItemId, None] = {}
        """Those of the last time; what they get is shown without waiting to be told of it."""
        self.open_all: bool | None = None
        """What the user wanted of everything at once, if anything."""
        self.ticking: dict[ItemId, Entry] = {}
        """Entries that show how long something takes."""
        self.estimate = estimate
        self.unbuilt = Unbuilt(conversation, at)
        self.folds: dict[ItemId, Entry] = {}
        """What the user opened or closed before the document was made anew."""
        self._plan = conversation.plan
        self._family: dict[ItemId, Entry] = {}
        """Tool call → the last entry of its sub-agent."""

    @property
    def older(self) -> int:
        """Return how many items above are not built yet."""
        return len(self.unbuilt.older)

    @property
    def newer(self) -> int:
        """Return how many items below are not built yet."""
        return len(self.unbuilt.newer)

    def precede(self, conversation: Conversation, seam: ItemId) -> None:
        """Go on with a conversation that has more in front; from `seam` on it is the same."""
        self.conversation = conversation
        self.unbuilt.precede(conversation, seam)

    def build_older(self, enough: Callable[[], bool]) -> None:
        """Make the entries of older items, newest first, until it is enough."""
        while self.older and not enough():
            for entry in self._next_older():
                for block in reversed(entry.blocks):
                    self.column.prepend(block, self.estimate(block))

    def _next_older(self) -> list[Entry]:
        return [self._built(item, above) for item, above in self.unbuilt.next_older(self.entries)]

    def _built(self, item: Item, above: Item | None) -> Entry:
        entry = self.entries[item.id] = self._entry(item.id, item, above)
        build(entry, self.speaker)
        self._tick(entry)
        return entry

    def build_newer(self, enough: Callable[[], bool]) -> None:
        """Make the entries of newer items, oldest first; below the last one goes what is none."""
        while self.newer and not enough():
            item = self.unbuilt.next_newer(self.entries)
            if item is not None and self.column.last < self.column.first:
                for block in self._built(item, self.unbuilt.above()).blocks:
                    self.column.append(block, self.estimate(block))
            elif item is not None:
                self._item(item)
            if not self.newer:
                self._put_rest()

    def begin(self) -> None:
        """Show the newest items, or the first ones from where the document was opened."""
        if self.newer:
            self.build_newer(lambda: len(self.entries) >= AROUND)
            self.build_older(lambda: len(self.entries) >= AROUND + NEWEST)
            return
        newest: list[Entry] = []
        while self.older and len(newest) < NEWEST:
            newest += self._next_older()
        for entry in reversed(newest):
            for block in entry.blocks:
                self.column.append(block, self.estimate(block))
        self._put_rest()

    def _put_rest(self) -> None:
        """Show what stands below all items and is none: plan and end."""
        if any(step.state != "done" for step in self.conversation.plan):
            self._put_plan()
        if self.conversation.ended is not None:
            self._put(ENDED, told_end(self.conversation, self.conversation.ended))

    def apply(self, changes: Iterable[Change]) -> int:
        """Take over changes; return how many items are new."""
        new = 0
        for change in changes:
            match change:
                case Grew():
                    self.growing[change.id] = None
                    entry = self.entries.get(change.id)
                    if entry is not None and isinstance(entry.item, ToolCall):
                        entry.live = (entry.live + change.text)[-8_192:]
                case Added():
                    new += change.item.id not in self.entries
                    if self.newer:
                        self.unbuilt.newer.append(change.item.id)
                    else:
                        self._item(change.item)
                case Replaced():
                    if change.item.id in self.entries:
                        self._item(change.item)
                case Removed():
                    self._remove(change.id)
                case StatusChanged() if not self.newer:
                    self._status()
                case _:
                    pass
        return new

    @property
    def behind(self) -> int:
        """Return how many characters have come since to the texts that grew last."""
        return sum(unshown(self.entries[name]) for name in self._lately if name in self.entries)

    def grow(self, enough: Enough = never) -> None:
        """Show what has grown, until it is enough."""
        if self.behind:
            self.growing = self._lately | self.growing
        self._lately, self.growing = self.growing, {}
        for name in self._lately:
            entry = self.entries.get(name)
            if entry is None:
                continue
            if isinstance(entry.item, Prose):
                if grow_prose(self, entry, entry.item, enough):
                    self.growing[name] = None
            elif isinstance(entry.item, ToolCall):
                grow_tool(self, entry, entry.item)

    def rebuild(self, entry: Entry) -> None:
        """Make an entry's blocks anew, in their place."""
        old = entry.blocks
        number = old[0].number if old else self.column.last + 1
        self.splice(number, len(old), build(entry, self.speaker))

    def splice(self, number: int, count: int, blocks: list[Block]) -> None:
        """Replace some blocks by others."""
        if count:
            number = self.column.remove(number, count)
        self.column.insert(number, blocks, [self.estimate(block) for block in blocks])
        self.touch(number)

    def touch(self, number: int) -> None:
        """Note that everything from a block on may look different."""
        if self.lowest is None or number < self.lowest:
            self.lowest = number

    def _item(self, item: Item) -> None:
        if isinstance(item, Ask) and item.request.call is not None:
            self._waiting(item.request.call, waiting=item.open)
        self._put(item.id, item)

    def _waiting(self, call: ItemId, *, waiting: bool) -> None:
        entry = self.entries.get(call)
        if entry is not None and entry.waiting is not waiting:
            entry.waiting = waiting
            self.repaint(entry)

    def repaint(self, entry: Entry) -> None:
        """Lay out an entry's header again."""
        for block in entry.blocks:
            if block.kind is Kind.HEADER:
                block.stamp = -1
                self.touch(block.number)

    def _put(self, name: ItemId, item: Shown) -> None:
        entry = self.entries.get(name)
        if entry is None:
            column = self.column
            above = column[column.last].entry.item if column.last >= column.first else None
            entry = self.entries[name] = self._entry(name, item, self._last_item())
            entry.gap = above is not None and not (compact(above) and compact(item))
            self._end_waits()
            self._tick(entry)
            place = self._place(entry)
            self.splice(place, 0, build(entry, self.speaker))
            return
        old = entry.item
        entry.item = item
        entry.rows.clear()
        self._tick(entry)
        if isinstance(item, Prose) and isinstance(old, Prose) and self._same(entry, old, item):
            return
        if not entry.touched:
            entry.fold = self._default(item)
        self.rebuild(entry)

    def _last_item(self) -> Shown | None:
        items = (block.entry.item for block in self.column.walk(self.column.last, -1))
        return next((item for item in items if not isinstance(item, Plan | SessionEnded)), None)

    def _put_plan(self) -> None:
        """Show the plan where it came up in this turn; those of earlier turns stay as they were."""
        conversation = self.conversation
        name = ItemId(f"parley-plan-{len(conversation.turns)}")
        self._put(name, Plan(conversation.plan, conversation.plan_explanation))

    def _same(self, entry: Entry, old: Prose, new: Prose) -> bool:
        """Finish a streamed text without building it anew, where it is what was streamed."""
        if entry.chunker is None or new.partial:
            return False
        if not str(new.text).startswith(str(old.text)[: entry.fed]):
            return False
        while grow_prose(self, entry, new):
            pass
        return True

    def _entry(self, name: ItemId, item: Shown, above: Shown | None) -> Entry:
        entry = new_entry(self.conversation, name, item, above)
        entry.fold = self._default(item)
        if (before := self.folds.pop(name, None)) is not None:
            entry.fold, entry.touched, entry.limit = before.fold, True, before.limit
        return entry

    def _default(self, item: Shown) -> Fold:
        if self.open_all is not None and detail(item):
            return Fold.OPEN if self.open_all else Fold.CLOSED
        return default_fold(item)

    def _place(self, entry: Entry) -> int:
        """Return where a new entry goes: to the end, or below its sub-agent's last entry."""
        parent = getattr(entry.item, "parent", None)
        if parent is None or parent not in self.entries:
            return self.column.last + 1
        before = self._family.get(parent, self.entries[parent])
        while (further := self._family.get(before.id)) is not None and further is not before:
            before = further
        self._family[parent] = entry
        return before.blocks[-1].number + 1 if before.blocks else self.column.last + 1

    def _tick(self, entry: Entry) -> None:
        item = entry.item
        running = isinstance(item, ToolCall) and item.outcome is None
        if running or (isinstance(item, Notice) and entry.waiting):
            self.ticking[entry.id] = entry
        else:
            self.ticking.pop(entry.id, None)

    def _end_waits(self) -> None:
        """The wait for another try is over as soon as anything else comes."""
        for entry in [one for one in self.ticking.values() if isinstance(one.item, Notice)]:
            entry.waiting = False
            del self.ticking[entry.id]
            self.repaint(entry)

    def _remove(self, name: ItemId) -> None:
        entry = self.entries.pop(name, None)
        if entry is not None and entry.blocks:
            self.splice(entry.blocks[0].number, len(entry.blocks), [])
            entry.blocks = []

    def _status(self) -> None:
        conversation = self.conversation
        if conversation.plan != self._plan:
            self._plan = conversation.plan
            self._put_plan()
        if conversation.ended is not None:
            self._put(ENDED, told_end(conversation, conversation.ended))
        elif ENDED in self.entries:
            self._remove(ENDED)
