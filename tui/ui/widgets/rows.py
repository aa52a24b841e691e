"""A list of rows with a cursor, as long as you like: only the rows on the screen are built."""

from collections.abc import Callable, Sequence
from typing import ClassVar

from rich.segment import Segment
from rich.style import Style
from textual.binding import BindingType
from textual.events import Click, Resize
from textual.geometry import Region, Size
from textual.message import Message
from textual.scroll_view import ScrollView
from textual.strip import Strip

from tui.config.keys import LISTS
from tui.ui.bindings import bindings
from tui.ui.pieces import fit
from tui.ui.theme import style_of


class Rows(ScrollView, can_focus=True):
    """Shows `count` rows that `build` makes one at a time."""

    DEFAULT_CSS = """
    Rows {
        height: 1fr; overflow-x: hidden; overflow-y: auto; background: $background;
        scrollbar-gutter: stable; scrollbar-size-vertical: 1;
    }
    """
    BINDINGS: ClassVar[list[BindingType]] = bindings(LISTS)

    class Moved(Message):
        """The cursor stands on another row."""

        def __init__(self, index: int) -> None:
            super().__init__()
            self.index = index

    class Chosen(Message):
        """A row was chosen by Enter or a double click."""

        def __init__(self, index: int) -> None:
            super().__init__()
            self.index = index

    def __init__(self, *, id: str | None = None) -> None:
        super().__init__(id=id)
        self.count = 0
        self.cursor = 0
        self._ground: Style | None = None
        self._build: Callable[[int, int], Sequence[Segment]] = lambda index, width: ()

    def fill(
        self, count: int, build: Callable[[int, int], Sequence[Segment]], cursor: int = 0
    ) -> None:
        """Show these rows; `build` gets a row's number and the width."""
        self.count = count
        self._build = build
        self.virtual_size = Size(self.size.width, count)
        self.cursor = max(0, min(cursor, count - 1))
        self._show_cursor()
        self.refresh()

    @property
    def room(self) -> int:
        """Return the columns a row has; `size` counts the one below the scrollbar too."""
        return self.scrollable_content_region.width

    def go_to(self, index: int) -> None:
        """Put the cursor on a row."""
        index = max(0, min(index, self.count - 1))
        if index != self.cursor and self.count:
            self.cursor = index
            self._show_cursor()
            self.refresh()
            self.post_message(self.Moved(index))

    def on_resize(self, event: Resize) -> None:
        """Keep the cursor in sight."""
        self.virtual_size = Size(self.size.width, self.count)
        self._show_cursor()

    def _show_cursor(self) -> None:
        height = max(1, self.size.height)
        top = self.scroll_offset.y
        if self.cursor < top:
            self.scroll_to(y=self.cursor, animate=False, immediate=True)
        elif self.cursor >= top + height:
            self.scroll_to(y=self.cursor - height + 1, animate=False, immediate=True)

    def render_lines(self, crop: Region) -> list[Strip]:
        """Return some lines; what stands behind them is looked up once, not for each."""
        self._ground = self.rich_style
        return super().render_lines(crop)

    def render_line(self, y: int) -> Strip:
        """Return one line."""
        width = self.room
        index = y + self.scroll_offset.y
        ground = self._ground if self._ground is not None else self.rich_style
        if not 0 <= index < self.count:
            return Strip.blank(width, ground)
        strip = fit(self._build(index, width), width).apply_style(ground)
        if index == self.cursor:
            ground = style_of("row.cursor")
            strip = Strip([Segment(text, (style or ground) + ground) for text, style, _ in strip])
        return strip

    def action_move(self, by: int) -> None:
        """Go up or down by rows."""
        self.go_to(self.cursor + by)

    def action_page(self, by: int) -> None:
        """Go up or down by screens."""
        self.go_to(self.cursor + by * max(1, self.size.height - 1))

    def action_edge(self, side: int) -> None:
        """Go to the first or the last row."""
        self.go_to(self.count - 1 if side > 0 else 0)

    def action_choose(self) -> None:
        """Choose the row below the cursor."""
        if self.count:
            self.post_message(self.Chosen(self.cursor))

    def on_click(self, event: Click) -> None:
        """Put the cursor on a row; choose it by a second click."""
        index = event.y + self.scroll_offset.y
        if index >= self.count:
            return
        self.go_to(index)
        if event.chain > 1:
            self.action_choose()
