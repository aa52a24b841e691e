"""A canvas with a cursor: jumps, and what is marked on the lines because of them."""

from collections.abc import Callable

from textual.geometry import Offset
from textual.selection import Selection
from textual.strip import Strip

from tui.conversation.state import Conversation
from tui.model.identity import ItemId
from tui.ui.transcript.blocks import GONE, Block, Entry, Kind, Shown
from tui.ui.transcript.copying import block_source
from tui.ui.transcript.folding import neighbours
from tui.ui.transcript.layout import NARROW
from tui.ui.transcript.live import LiveCanvas
from tui.ui.transcript.painter import overwritten
from tui.ui.transcript.selection import key


class Reader(LiveCanvas, can_focus=True):
    """Shows a conversation and lets one move through it by what it consists of."""

    def __init__(self, *, id: str | None = None, classes: str | None = None) -> None:
        super().__init__(id=id, classes=classes)
        self._cursor: Block | None = None

    def show(self, conversation: Conversation, speaker: str = "Agent") -> None:
        """Display a conversation, live or old, from its end."""
        self._cursor = None
        self.open(conversation, speaker)

    @property
    def cursor(self) -> Block | None:
        """Return the block the keys act on: the one chosen, or the last one that is seen."""
        chosen = self._chosen()
        return chosen if chosen is not None else self._edge(1)

    def _chosen(self) -> Block | None:
        """Return the block the cursor was put on, while it is on screen."""
        block = self._cursor
        if block is not None and block.number == GONE and block.entry.blocks:
            block = self._cursor = block.entry.blocks[0]
        if block is None or block.number == GONE:
            return None
        heights = self.document.column.heights
        start = heights.before(block.number) - self.viewport.top
        return block if -heights.get(block.number) < start < self.viewport.height else None

    def _edge(self, side: int) -> Block | None:
        """Return the last block that is seen, or the first one."""
        column = self.document.column
        if column.last < column.first:
            return None
        below = self.viewport.height - 1 if side > 0 else 0
        return column.find(min(column.total - 1, self.viewport.top + below))[0]

    def jump_to(self, item: ItemId) -> None:
        """Show an item near the top of the view."""
        entry = self._find_entry(item)
        if entry is not None:
            self._go(entry)

    def to_end(self) -> None:
        """Go to the end and follow it."""
        self._touch()
        if self.document.newer:
            self.reopen(None)
        self.viewport.to_end()
        self._cursor = None
        self._settle()
        self.refresh()

    def selected_text(self) -> str:
        """Return what is selected, without wraps and gutters."""
        selection = self.text_selection
        found = self.get_selection(selection) if selection is not None else None
        return found[0] if found is not None else ""

    def block_text(self) -> str:
        """Return the source text of the block under the cursor."""
        block = self.cursor
        return block_source(block) if block is not None else ""

    def _find_entry(self, item: ItemId) -> Entry | None:
        entry = self.document.entries.get(item)
        if entry is None and item in self.document.conversation.items:
            self.reopen(item)
            entry = self.document.entries.get(item)
        return entry

    def _go(self, entry: Entry, block: Block | None = None, line: int = 0) -> None:
        if not entry.blocks:
            return
        self._touch()
        self._cursor = block or entry.blocks[0]
        self.viewport.show(self._cursor, line, above=min(3, self.viewport.height // 4))
        self._settle()
        self.refresh()

    def _jump(self, step: int, wanted: Callable[[Shown], bool]) -> None:
        """Go to the next item of a kind, from the cursor or else from what is seen."""
        chosen = self._chosen()
        edge = self._edge(-step)
        if chosen is not None and chosen.entry.blocks:
            number = chosen.entry.blocks[-1 if step > 0 else 0].number + step
        elif edge is not None:
            number = edge.number
        else:
            return
        for entry in neighbours(self.document, number, step):
            if wanted(entry.item):
                self._go(entry)
                return
        unbuilt = self.document.unbuilt.find(step, wanted)
        if unbuilt is not None:
            self.jump_to(unbuilt)

    def _step(self, by: int) -> None:
        """Move the cursor by one message or code block."""
        block = self.cursor
        if block is None:
            return
        column = self.document.column
        if self._chosen() is None:
            self._stop_at(block.entry.blocks[0])
            return
        for other in column.walk(block.number + by, by):
            if other is other.entry.blocks[0] or (other.kind is Kind.CODE and not is_inner(other)):
                self._stop_at(other)
                return

    def _stop_at(self, block: Block) -> None:
        """Put the cursor on a block; scroll only if it is not on screen."""
        self._cursor = block
        top = self.document.column.top(block)
        if not self.viewport.top <= top < self.viewport.top + self.viewport.height - 1:
            self._go(block.entry, block)
        else:
            self.refresh()

    def _decorated(self, strip: Strip, block: Block, line: int) -> Strip:
        if block is self._cursor and line == int(block.gap):
            column = 1 if self.painter.page.width >= NARROW else 0
            strip = overwritten(strip, column, "▸", self.painter.styles["accent cursor"])
        return super()._decorated(strip, block, line)

    def select_block(self, block: Block) -> None:
        """Select a whole block."""
        lines = max(1, len(block.strips or ()))
        start, end = Offset(0, key(block, 0)), Offset(1 << 16, key(block, lines - 1))
        self.screen.selections = {self: Selection(start, end)}


def is_inner(block: Block) -> bool:
    """Tell whether a code block continues the one above it."""
    blocks = block.entry.blocks
    index = blocks.index(block)
    return index > 0 and blocks[index - 1].fence == block.fence
