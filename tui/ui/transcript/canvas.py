"""The part of the transcript that Textual sees: painting and scrolling."""

import time

from textual import events
from textual.geometry import Region, Size
from textual.reactive import var
from textual.scroll_view import ScrollView
from textual.scrollbar import ScrollBar
from textual.selection import Selection
from textual.strip import Strip

from tui.conversation.state import Conversation
from tui.ui.theme import style_of
from tui.ui.transcript.blocks import GONE, Block
from tui.ui.transcript.document import Document
from tui.ui.transcript.painter import Painter, marked, overwritten
from tui.ui.transcript.scrollbar import TranscriptScrollBar
from tui.ui.transcript.selection import Ends, Rewrap, key, moved, selected
from tui.ui.transcript.viewport import Viewport


class Canvas(ScrollView, can_focus=True):
    """Shows a document; keeps the place while it grows and changes."""

    DEFAULT_CSS = """
    Canvas {
        width: 1fr; height: 1fr; overflow-x: hidden; overflow-y: scroll;
        scrollbar-size-vertical: 1; scrollbar-gutter: stable;
    }
    """

    following = var(True)
    """The end is on screen and stays there."""
    new_items = var(0)
    """Items that came since the end was last seen."""
    older_items = var(0)
    """Items above the first one that are not built yet."""
    split = var(False)
    """Differences stand side by side."""

    def __init__(self, *, id: str | None = None, classes: str | None = None) -> None:
        super().__init__(id=id, classes=classes)
        self.painter = Painter()
        self.document = Document(Conversation(), "", self.painter.estimate)
        self.viewport = Viewport(self.document.column, self._measure)
        self._placing = False
        self._still = False
        self._touched = 0.0
        self._look: tuple[object, ...] = ()

    def _measure(self, block: Block) -> int:
        return self.painter.measure(self.document.column, block)

    def _arrange(self) -> None:
        """Take over the size and the look of the widget, and lay out what is seen."""
        region = self.scrollable_content_region
        if not region.width or not region.height:
            return
        look = (
            *(region.width, self.size.width, self.split, self.visual_style),
            *(style_of("prose"), style_of("code.keyword"), *self.get_line_filters()),
        )
        if look != self._look:
            self._look = look
            self._restyle(region.width)
        self.viewport.height = region.height
        self._settle()

    def _restyle(self, width: int) -> None:
        self._touch()
        wrapped = Rewrap(self.document.column, self.painter, self.text_selection)
        block, _ = self.viewport.place
        before = len(block.strips) if block is not None and block.strips else 0
        self.painter.change(
            width=width,
            full_width=self.size.width,
            ground=self.visual_style.rich_style,
            background=self.background_colors[1],
            filters=self.get_line_filters(),
            split=self.split,
        )
        if block is not None and block.number != GONE and not self.viewport.following:
            self.viewport.keep_fraction(before, self._measure(block))
        if (selection := wrapped.selection()) is not None:
            self.screen.selections = {**self.screen.selections, self: selection}
        self.document.touch(self.document.column.first)

    def _settle(self) -> None:
        """Lay out what is seen, keep the place, and repaint from the first changed line."""
        document, viewport = self.document, self.viewport
        viewport.column = document.column
        viewport.settle()
        self._place()
        lowest, document.lowest = document.lowest, None
        if lowest is None or document.column.last < document.column.first:
            return
        number = min(max(lowest, document.column.first), document.column.last)
        line = max(0, document.column.heights.before(number) - viewport.top)
        if line < viewport.height:
            self.refresh(Region(0, line, self.size.width, viewport.height - line))

    def _place(self, *, still: bool = False) -> None:
        """Tell Textual where we are; `still`: by other numbers, with the same lines on screen.

        Our size never depends on it, so no layout is needed.
        """
        total, top = self.document.column.total, self.viewport.top
        self._placing, self._still = True, still
        self.set_reactive(ScrollView.virtual_size, Size(self.size.width, total))
        bar = self.vertical_scrollbar
        bar.window_virtual_size = total
        bar.window_size = self.viewport.height
        bar.position = top
        self.scroll_y = self.scroll_target_y = top
        self._placing = self._still = False
        self.following = self.viewport.following
        if self.following:
            self.new_items = 0
        self.older_items = self.document.older

    def _renumber(self) -> None:
        """Let what is painted meanwhile be the same lines, by their new numbers."""
        self.set_reactive(
            ScrollView.virtual_size, Size(self.size.width, self.document.column.total)
        )
        self.set_reactive(ScrollView.scroll_y, self.viewport.top)
        self.set_reactive(ScrollView.scroll_target_y, self.viewport.top)

    def watch_scroll_y(self, old_value: float, new_value: float) -> None:
        """Follow a scroll; blocks that come into view get their true height without a jump."""
        if self.show_vertical_scrollbar:
            self.vertical_scrollbar.position = new_value
        if round(old_value) == round(new_value):
            return
        if not self._placing:
            self._touch()
            self.viewport.scroll(round(new_value))
            self._place()
        if not self._still:
            self.refresh()

    def _touch(self) -> None:
        """Note that the user does something: what can wait, waits."""
        self._touched = time.monotonic()

    def watch_split(self) -> None:
        """Show differences the other way."""
        self._arrange()

    def notify_style_update(self) -> None:
        """Paint anew when the theme has changed."""
        super().notify_style_update()
        if self.is_mounted:
            self.call_after_refresh(self._arrange)

    def _size_updated(
        self, size: Size, virtual_size: Size, container_size: Size, layout: bool = True
    ) -> bool:
        """Take a new size; that Textual moves us to where it has room for is nobody's scroll.

        What was said between this and the event would stand below a view that no longer follows.
        """
        self._placing = True
        changed = super()._size_updated(size, virtual_size, container_size, layout)
        self._placing = False
        return changed

    def on_resize(self, event: events.Resize) -> None:
        """Wrap what is seen to the new width; the place stays."""
        self._arrange()

    @property
    def vertical_scrollbar(self) -> ScrollBar:
        """Return our own scrollbar; make it if there is none yet."""
        if self._vertical_scrollbar is None:
            self._vertical_scrollbar = TranscriptScrollBar(self.scrollbar_size_vertical)
            self._vertical_scrollbar.display = False
            self.app._start_widget(self, self._vertical_scrollbar)
        return self._vertical_scrollbar

    def render_lines(self, crop: Region) -> list[Strip]:
        """Return the painted lines that are seen."""
        if self.painter.filters != tuple(self.get_line_filters()):
            self._arrange()
        column = self.document.column
        line = self.scroll_offset.y + crop.y
        strips: list[Strip] = []
        if line < column.total:
            block, inside = column.find(line)
            for current in column.walk(block.number):
                self._measure(current)
                painted = current.strips or []
                for number in range(inside, min(len(painted), inside + crop.height - len(strips))):
                    strip = self._decorated(painted[number], current, number)
                    plain = strip is painted[number]
                    strips.append(strip if plain else self.painter.filtered(strip))
                inside = 0
                if len(strips) >= crop.height:
                    break
        strips += [self.painter.blank()] * (crop.height - len(strips))
        if crop.y == 0 and line == 0 and self.older_items:
            strips[0] = self.painter.filtered(self._older_line(strips[0]))
        if (crop.x, crop.width) != (0, self.painter.full_width):
            return [strip.crop(crop.x, crop.right) for strip in strips]
        return strips

    def _decorated(self, strip: Strip, block: Block, line: int) -> Strip:
        """Add what is not part of the text: the selection."""
        selection = self.text_selection
        if selection is not None:
            span = selection.get_span(key(block, line))
            if span is not None:
                start, end = span
                width = len(strip.text)
                style = self.screen.get_component_rich_style("screen--selection")
                return marked(strip, start, width if end == -1 else end, style)
        return strip

    def _older_line(self, strip: Strip) -> Strip:
        words = f" ↑ {self.older_items:,} older "
        start = self.painter.page.width - len(words)
        return (
            overwritten(strip, start, words, self.painter.styles["older"]) if start > 0 else strip
        )

    def render_line(self, y: int) -> Strip:
        """Return one line with its place in it; Textual asks this way what the mouse is over."""
        line = self.scroll_offset.y + y
        if line >= self.document.column.total:
            return self.painter.blank()
        block, inside = self.document.column.find(line)
        self._measure(block)
        strips = block.strips or []
        if inside >= len(strips):
            return self.painter.blank()
        return strips[inside].apply_offsets(0, key(block, inside))

    def get_selection(self, selection: Selection) -> tuple[str, str] | None:
        """Return the selected text, without wraps and gutters."""
        return selected(self.document.column, self.painter, selection), "\n"

    def _keep_selection(self, blocks: Ends | None) -> None:
        """Let the selection follow its blocks where they have got other numbers."""
        selection = self.text_selection
        if blocks is None or selection is None:
            return
        now = moved(selection, blocks)
        if now is None:
            self.screen.clear_selection()
        elif now != selection:
            self.screen.selections = {**self.screen.selections, self: now}
