"""Which items of a conversation have no entry yet, above and below those that have."""

from collections import deque
from collections.abc import Callable, Collection, Iterable, Iterator
from itertools import takewhile
from typing import NamedTuple

from tui.conversation.state import Conversation, Item
from tui.model.identity import ItemId


class Next(NamedTuple):
    """An item to be built, and the one that stands above it."""

    item: Item
    above: Item | None


class Unbuilt:
    """Items above the first entry and below the last one; both are built from the middle out."""

    def __init__(self, conversation: Conversation, at: ItemId | None = None) -> None:
        self._items = conversation.items
        self.older = list(self._items)
        """Oldest first."""
        self.newer: deque[ItemId] = deque()
        """Oldest first; what comes while there are some is added here."""
        if at is not None:
            start = self.older.index(self._root(at))
            self.newer.extend(self.older[start:])
            del self.older[start:]
        self._orphans: dict[ItemId, list[Item]] = {}
        """Tool call that is not built yet → what its sub-agent did, last first."""

    def _root(self, item: ItemId) -> ItemId:
        """Return the tool call to whose sub-agents an item belongs, or the item itself."""
        seen = {item}
        while (parent := getattr(self._items[item], "parent", None)) in self._items:
            if parent is None or parent in seen:
                break
            seen.add(parent)
            item = parent
        return item

    def precede(self, conversation: Conversation, seam: ItemId) -> None:
        """Go on with a conversation that has more in front; from `seam` on it is the same."""
        self._items = conversation.items
        self.older = [*takewhile(lambda id: id != seam, self._items), *self.older]

    def next_older(self, built: Collection[ItemId]) -> list[Next]:
        """Return the next older item with what its sub-agent did, last first."""
        items = self._items
        item = items.get(self.older.pop())
        if item is None or item.id in built:
            return []
        parent = getattr(item, "parent", None)
        if parent is not None and parent in items and parent not in built:
            self._orphans.setdefault(parent, []).append(item)
            return []
        return [*self._descendants(item), Next(item, self.above())]

    def above(self) -> Item | None:
        """Return the last one of the older items."""
        return self._items.get(self.older[-1]) if self.older else None

    def _descendants(self, item: Item) -> Iterator[Next]:
        for child in self._orphans.pop(item.id, ()):
            yield from self._descendants(child)
            yield Next(child, item)

    def find(self, step: int, wanted: Callable[[Item], bool]) -> ItemId | None:
        """Return the nearest item of a kind: above the first entry, or below the last one."""
        ids: Iterable[ItemId] = self.newer if step > 0 else reversed(self.older)
        items = (self._items.get(id) for id in ids)
        return next((item.id for item in items if item is not None and wanted(item)), None)

    def next_newer(self, built: Collection[ItemId]) -> Item | None:
        """Return the next newer item, if it still has to be built."""
        item = self._items.get(self.newer.popleft())
        return item if item is not None and item.id not in built else None
