"""The transcript: what keys and the mouse do in it, and what it tells the screen."""

from typing import ClassVar

from textual import events
from textual.binding import Binding, BindingType
from textual.message import Message
from textual.widget import Widget

from tui.config.keys import TRANSCRIPT
from tui.conversation.state import ToolCall, UserText
from tui.model.identity import ItemId
from tui.model.tools import Outcome
from tui.ui.bindings import bindings
from tui.ui.transcript.blocks import Block, Entry, Fold, Kind, Shown
from tui.ui.transcript.build import detail, foldable
from tui.ui.transcript.folding import fold
from tui.ui.transcript.seeking import MORE, Seeker


class TranscriptView(Seeker, can_focus=True):
    """A conversation to read: scroll, search, fold, select and copy it."""

    BINDINGS: ClassVar[list[BindingType]] = [
        *bindings(TRANSCRIPT),
        # As on the screen around it, and not as Textual has them in whatever scrolls.
        Binding("pagedown", "scroll_pages(1)", show=False, id="transcript.page_down"),
        Binding("pageup", "scroll_pages(-1)", show=False, id="transcript.page_up"),
        Binding("ctrl+o", "toggle_all", show=False, id="transcript.toggle_all"),
    ]

    class Copied(Message):
        """Somebody wants this text on the clipboard."""

        def __init__(self, text: str) -> None:
            super().__init__()
            self.text = text

    class Activated(Message):
        """Enter was pressed on an item."""

        def __init__(self, item: ItemId) -> None:
            super().__init__()
            self.item = item

    def action_scroll_lines(self, lines: int) -> None:
        """Scroll by lines."""
        self.scroll_to(y=self.scroll_y + lines, animate=False)

    def action_scroll_pages(self, pages: float) -> None:
        """Scroll by pages; one line of the old page stays."""
        lines = max(1, int((self.viewport.height - 1) * abs(pages)))
        self.action_scroll_lines(lines if pages > 0 else -lines)

    def action_to_start(self) -> None:
        """Go to the very beginning."""
        self._touch()
        if self.document.older:
            self.reopen(next(iter(self.document.conversation.items)))
        self.viewport.to_start()
        self._settle()
        self.refresh()

    def action_to_end(self) -> None:
        """Go to the end and follow it."""
        self.to_end()

    def action_next_block(self) -> None:
        """Move the cursor to the next message or code block."""
        self._step(1)

    def action_previous_block(self) -> None:
        """Move the cursor to the previous message or code block."""
        self._step(-1)

    def action_next_prompt(self) -> None:
        """Go to the next prompt."""
        self._jump(1, lambda item: isinstance(item, UserText))

    def action_previous_prompt(self) -> None:
        """Go to the previous prompt."""
        self._jump(-1, lambda item: isinstance(item, UserText))

    def action_next_tool(self) -> None:
        """Go to the next tool call."""
        self._jump(1, lambda item: isinstance(item, ToolCall))

    def action_previous_tool(self) -> None:
        """Go to the previous tool call."""
        self._jump(-1, lambda item: isinstance(item, ToolCall))

    def action_next_failure(self) -> None:
        """Go to the next failed tool call."""
        self._jump(1, failed)

    def action_previous_failure(self) -> None:
        """Go to the previous failed tool call."""
        self._jump(-1, failed)

    def action_toggle_block(self) -> None:
        """Open or close the block under the cursor."""
        block = self.cursor
        if block is not None:
            self._toggle(block)

    def _toggle(self, block: Block) -> None:
        entry = block.entry
        if block.kind is Kind.NOTE and entry.fold is Fold.OPEN:
            entry.limit *= MORE
            fold(self.document, entry, Fold.OPEN)
        elif foldable(entry.item):
            fold(self.document, entry, Fold.CLOSED if entry.fold is Fold.OPEN else Fold.OPEN)
        else:
            return
        if self._cursor is not None and entry.blocks:
            self._cursor = entry.blocks[0]
        self._keep_on_screen(entry)

    def _keep_on_screen(self, entry: Entry) -> None:
        """After folding stay where the header is, also at the end."""
        self._touch()
        if entry.blocks and self.viewport.following:
            top = self.document.column.top(entry.blocks[0])
            if top < self.viewport.top:
                self.viewport.show(entry.blocks[0])
        self._settle()
        self.refresh()

    def action_toggle_all(self) -> None:
        """Open everything; at the next press close everything."""
        block, line = self.viewport.place
        entry = block.entry if block is not None and not self.viewport.following else None
        index = entry.blocks.index(block) if entry is not None and block in entry.blocks else 0
        known = entry is not None and entry.id in self.document.conversation.items
        self._cursor = None
        self.reopen(
            entry.id if entry is not None and known else None,
            open_all=not self.document.open_all,
        )
        anew = self.document.entries.get(entry.id) if entry is not None else None
        if entry is not None and anew is not None and anew.blocks:
            if detail(entry.item):
                index = line = 0
            self.viewport.show(anew.blocks[min(index, len(anew.blocks) - 1)], line)
            self._settle()

    def action_toggle_split(self) -> None:
        """Show differences side by side, or one below the other."""
        self.split = not self.split

    def action_copy_block(self) -> None:
        """Copy the selection, or the block under the cursor, as it was written."""
        text = self.selected_text() or self.block_text()
        if text:
            self.post_message(self.Copied(text))

    def action_find_next(self) -> None:
        """Go to the next hit."""
        self.find_next()

    def action_find_previous(self) -> None:
        """Go to the previous hit."""
        self.find_previous()

    def action_activate(self) -> None:
        """Show more of a cut text, or tell the screen which item is meant."""
        block = self.cursor
        if block is None:
            return
        if block.kind is Kind.NOTE:
            self._toggle(block)
        else:
            self.post_message(self.Activated(block.entry.id))

    def on_click(self, event: events.Click) -> None:
        """Put the cursor where the mouse is; a header opens or closes what it stands for."""
        line = round(self.scroll_y) + event.y
        if self.text_selection is not None or line >= self.document.column.total:
            return
        block, _ = self.document.column.find(line)
        self._cursor = block
        if event.chain == 1 and block.kind in (Kind.HEADER, Kind.NOTE):
            self._toggle(block)
        self.refresh()

    def text_select_all(self) -> None:
        """Select the block that was clicked twice, not the whole conversation."""
        if self._cursor is not None:
            self.select_block(self._cursor)

    @property
    def select_container(self) -> Widget:
        """Let a third click select no more than the second did."""
        return self


def failed(item: Shown) -> bool:
    """Tell whether an item is a tool call that went wrong."""
    return isinstance(item, ToolCall) and item.outcome is Outcome.FAILED
