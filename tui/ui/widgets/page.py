"""Text to read: wrapped, scrolled, and aware of which of its lines have been seen."""

from collections.abc import Sequence

from rich.style import Style
from textual.events import Resize
from textual.geometry import Region, Size
from textual.message import Message
from textual.scroll_view import ScrollView
from textual.strip import Strip

from tui.ui.pieces import fit
from tui.ui.seen import Unread
from tui.ui.sheet import Paragraph, Ready, Sheet

NOTHING = Sheet(())

BAR = 1
"""Columns kept free for the scrollbar, so that it covers no text."""


class Page(ScrollView, can_focus=True):
    """Shows paragraphs; nothing is cut off, long ones are folded at the edge."""

    DEFAULT_CSS = """
    Page {
        height: 1fr; overflow-x: hidden; overflow-y: auto;
        scrollbar-gutter: stable; scrollbar-size-vertical: 1;
    }
    """

    class Scrolled(Message):
        """Another part of the text is on the screen."""

    def __init__(self, *, id: str | None = None, hang: int = 0) -> None:
        super().__init__(id=id)
        self._hang = hang
        self._sheet = NOTHING
        self._made_for = -1
        self._ground = Style()

    def write(self, text: Sequence[Paragraph] | Sheet) -> None:
        """Show this text from its beginning. A sheet that was shown before knows what was seen."""
        self._sheet = self._made(text)
        self._made_for = -1
        self.scroll_to(y=0, animate=False, immediate=True)
        self._lay_out()

    def grow(self, text: Sequence[Paragraph] | Sheet, same: int = 0) -> None:
        """Show a text that became longer; who is at its end stays there, who reads goes on.

        So many paragraphs at its beginning say the same as before, and stay seen.
        """
        at_end = not self.below
        before, self._sheet = self._sheet, self._made(text)
        if same:
            self._sheet.go_on_from(before, same)
        self._made_for = -1
        self._lay_out()
        if at_end:
            self.scroll_to(y=self.max_scroll_y, animate=False, immediate=True)

    def _made(self, text: Sequence[Paragraph] | Sheet) -> Sheet:
        return text if isinstance(text, Sheet) else Sheet([Ready(text, self._hang)])

    @property
    def columns(self) -> int:
        """Return the cells of a line; where the scrollbar stands, nothing can be read."""
        return self.scrollable_content_region.width

    @property
    def sheet(self) -> Sheet:
        """Return the text."""
        return self._sheet

    @property
    def below(self) -> int:
        """Return how many lines are below the screen."""
        return max(0, self._sheet.total - self.scroll_offset.y - self.size.height)

    @property
    def unread(self) -> Unread:
        """Return what of the text was never on the screen."""
        total, seen = self._sheet.total, self._sheet.seen
        if not total:
            return Unread(-1)
        gap = seen.missing(total)
        if gap is None:
            return Unread(total=total)
        bottom = self.scroll_offset.y + self.size.height
        count, jumped = seen.count_missing(total), seen.has(total - 1)
        return Unread(count, gap, total, gap.start >= bottom, jumped)

    def turn(self, by: int) -> None:
        """Scroll by a page; from the end on to what was left out on the way there."""
        unread = self.unread
        if by > 0 and not self.below and unread.count > 0:
            self.scroll_to(y=unread.first.start, animate=False, immediate=True)
        else:
            distance = by * max(1, self.size.height - 1)
            self.scroll_relative(y=distance, animate=False, immediate=True)

    def lines_at(self, width: int) -> int:
        """Return how many lines the text takes on a page of a width."""
        return self._sheet.height_at(width - BAR)

    def on_resize(self, event: Resize) -> None:
        """Fold anew."""
        self._lay_out()

    def _lay_out(self) -> None:
        if self.columns > 0:
            self._lay_out_for(self.columns)

    def _lay_out_for(self, width: int) -> None:
        size = Size(width, self._sheet.lay_out(width))
        if self._made_for != width or self.virtual_size != size:
            self._made_for = width
            self.virtual_size = size
            self.refresh()
        self.call_after_refresh(self._look)

    def watch_scroll_y(self, old_value: float, new_value: float) -> None:
        """Tell that something else is to be seen."""
        super().watch_scroll_y(old_value, new_value)
        if self.is_mounted:
            self.call_after_refresh(self._look)

    def _look(self) -> None:
        self.post_message(self.Scrolled())

    def render_lines(self, crop: Region) -> list[Strip]:
        """Return the lines of a region, which are on the screen now.

        Their ground is looked up once for all of them.
        """
        self._ground = self.rich_style
        strips = super().render_lines(crop)
        top = self.scroll_offset.y
        self._sheet.seen.add(top + crop.y, min(top + crop.bottom, self._sheet.total))
        return strips

    def render_line(self, y: int) -> Strip:
        """Return one line."""
        width = self.columns
        if self._made_for != width and width > 0:
            # The first frame comes before the event that tells the size.
            self._made_for = width
            self._sheet.lay_out(width)
        index = y + self.scroll_offset.y
        if not 0 <= index < self._sheet.total:
            return Strip.blank(self.size.width, self._ground)
        return fit(self._sheet.line(index), width).apply_style(self._ground)
