"""Text to read: wrapped, scrolled, and aware of whether its last line has been seen."""

from collections.abc import Sequence
from typing import TypeAlias

from rich.cells import cell_len, chop_cells
from rich.segment import Segment
from textual.events import Resize
from textual.geometry import Size
from textual.message import Message
from textual.reactive import reactive
from textual.scroll_view import ScrollView
from textual.strip import Strip

from tui.ui.pieces import fit

Paragraph: TypeAlias = Sequence[Segment]
"""One line of the source; it may take several lines of the screen."""


class Page(ScrollView, can_focus=True):
    """Shows paragraphs; nothing is cut off, long ones are folded at the edge."""

    DEFAULT_CSS = "Page { height: 1fr; overflow-x: hidden; overflow-y: auto; }"

    seen_end: reactive[bool] = reactive(False)
    """The last line has been on the screen since the text was put there."""

    class Scrolled(Message):
        """Another part of the text is on the screen."""

    def __init__(self, *, id: str | None = None, hang: int = 0) -> None:
        super().__init__(id=id)
        self._hang = hang
        self._paragraphs: Sequence[Paragraph] = ()
        self._strips: list[Strip] = []
        self._made_for = -1

    def write(self, paragraphs: Sequence[Paragraph]) -> None:
        """Show this text from its beginning."""
        self._paragraphs = paragraphs
        self._made_for = -1
        self.seen_end = False
        self.scroll_to(y=0, animate=False, immediate=True)
        self._lay_out()

    @property
    def below(self) -> int:
        """Return how many lines are below the screen."""
        return max(0, len(self._strips) - self.scroll_offset.y - self.size.height)

    def lines_at(self, width: int) -> int:
        """Return how many lines the text takes at a width."""
        return sum(len(folded(one, width, self._hang)) for one in self._paragraphs)

    def on_resize(self, event: Resize) -> None:
        """Fold anew; what has been seen stays seen."""
        self._lay_out()

    def _lay_out(self) -> None:
        width = self.size.width
        if not width:
            return
        if self._made_for != width:
            strips = [fit(line, width) for one in self._paragraphs for line in self._fold(one)]
            self._strips = strips
            self._made_for = width
        self.virtual_size = Size(width, len(self._strips))
        self.refresh()
        self.call_after_refresh(self._look)

    def _fold(self, paragraph: Paragraph) -> list[list[Segment]]:
        return folded(paragraph, self.size.width, self._hang)

    def watch_scroll_y(self, old_value: float, new_value: float) -> None:
        """Note what has come into sight."""
        super().watch_scroll_y(old_value, new_value)
        if self.is_mounted:
            self.call_after_refresh(self._look)

    def _look(self) -> None:
        shown = self._made_for == self.size.width and self.size.height > 0
        if shown and not self.below:
            self.seen_end = True
        self.post_message(self.Scrolled())

    def render_line(self, y: int) -> Strip:
        """Return one line."""
        index = y + self.scroll_offset.y
        if not 0 <= index < len(self._strips):
            return Strip.blank(self.size.width, self.rich_style)
        return self._strips[index].apply_style(self.rich_style)


def folded(paragraph: Paragraph, width: int, hang: int = 0) -> list[list[Segment]]:
    """Return a paragraph in lines of at most `width` cells; later lines are moved in by `hang`."""
    hang = hang if hang < width // 2 else 0
    lines: list[list[Segment]] = [[]]
    room = width
    for text, style, _ in paragraph:
        while cell_len(text) > room:
            head = chop_cells(text, room)[0] if room > 0 else ""
            if head:
                lines[-1].append(Segment(head, style))
                text = text[len(head) :]
            lines.append([Segment(" " * hang)] if hang else [])
            room = width - hang
            if not head and cell_len(text[:1]) > room:
                break
        lines[-1].append(Segment(text, style))
        room -= cell_len(text)
    return lines
