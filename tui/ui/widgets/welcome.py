"""The page of an empty session: agents found, sessions to go on with, the first keys."""

from collections.abc import Sequence
from pathlib import Path
from typing import ClassVar

from rich.segment import Segment
from rich.style import Style
from textual.binding import BindingType
from textual.events import Click, Resize
from textual.geometry import Region
from textual.message import Message
from textual.strip import Strip
from textual.widget import Widget

from tui.config.keys import LISTS
from tui.ui.bindings import bindings
from tui.ui.front import Front, Line, Page, Recent
from tui.ui.pieces import fit, piece
from tui.ui.theme import style_of


class Welcome(Widget, can_focus=True):
    """Shows a front page; a session on it is chosen by a click, or by F6, arrows and Enter."""

    DEFAULT_CSS = "Welcome { height: 1fr; width: 1fr; }"
    BINDINGS: ClassVar[list[BindingType]] = bindings(LISTS)

    class Continue(Message):
        """The user wants to go on with this session."""

        def __init__(self, recent: Recent) -> None:
            super().__init__()
            self.recent = recent

    def __init__(self, front: Front, *, id: str | None = None) -> None:
        super().__init__(id=id)
        self._front = front
        self._notices: Sequence[str] = ()
        self._folder = ""
        self._now = 0.0
        self._lines: list[Line] = []
        self._strips: list[Strip] | None = None
        self._cursor = 0
        self._ground = Style.null()

    def show(self, front: Front, folder: Path, now: float, notices: Sequence[str] = ()) -> None:
        """Tell these facts."""
        self._front = front
        self._notices = notices
        self._folder = str(folder)
        self._now = now
        self._strips = None
        self.refresh()

    def room_for(self, notices: Sequence[str]) -> bool:
        """Tell whether a page with these notices would fit as a whole."""
        return len(notices) <= 2 and all(len(text) < 70 for text in notices)

    @property
    def choices(self) -> list[Recent]:
        """Return the sessions on the page, from top to bottom."""
        self._made()
        return [line.recent for line in self._lines if line.recent is not None]

    def _made(self) -> list[Strip]:
        if self._strips is None:
            width, height = self.size
            below = len(self._notices) + 1 if self._notices else 0
            page = Page(width, height - below, self._folder, str(Path.home()), self._now)
            notices = [Line([("   ! ", "state.needs"), (text, "muted")]) for text in self._notices]
            self._lines = [*page.lines(self._front), *([Line([])] if below else []), *notices]
            self._strips = [fit(self._pieces(line), width) for line in self._lines]
        return self._strips

    def _pieces(self, line: Line) -> list[Segment]:
        return [piece(text, look) for text, look in line.pieces]

    def render_lines(self, crop: Region) -> list[Strip]:
        """Return some of the lines; most are blank, so they are one and the same."""
        width = self.size.width
        filters, background = self.get_line_filters(), self.background_colors[1]

        def filtered(strip: Strip) -> Strip:
            for line_filter in filters:
                strip = strip.apply_filter(line_filter, background)
            return strip.crop(crop.x, crop.right)

        self._ground = self.rich_style
        strips = self._made()
        blank = filtered(Strip.blank(width, self._ground))
        return [
            filtered(self.render_line(y)) if y < len(strips) else blank for y in crop.line_range
        ]

    def render_line(self, y: int) -> Strip:
        """Return one line."""
        strips = self._made()
        if y >= len(strips):
            return Strip.blank(self.size.width, self._ground)
        strip = strips[y].apply_style(self._ground)
        if self.has_focus and self._lines[y].recent is self._pointed():
            ground = style_of("row.cursor")
            strip = Strip([Segment(text, (look or ground) + ground) for text, look, _ in strip])
        return strip

    def _pointed(self) -> Recent | object:
        """Return the session that Enter would choose; something else where there is none."""
        choices = self.choices
        return choices[self._cursor % len(choices)] if choices else self

    def on_resize(self, event: Resize) -> None:
        """Lay the page out anew."""
        self._strips = None

    def on_focus(self) -> None:
        """Show which session Enter would choose."""
        self.refresh()

    def on_blur(self) -> None:
        """Hide it again."""
        self.refresh()

    def action_move(self, by: int) -> None:
        """Go up or down by sessions."""
        self._cursor = max(0, min(self._cursor + by, len(self.choices) - 1))
        self.refresh()

    def action_page(self, by: int) -> None:
        """Go to the first or the last session; all of them are on the screen."""
        self.action_edge(by)

    def action_edge(self, side: int) -> None:
        """Go to the first or the last session."""
        self._cursor = len(self.choices) - 1 if side > 0 else 0
        self.refresh()

    def action_choose(self) -> None:
        """Go on with the session below the cursor."""
        choices = self.choices
        if choices:
            self.post_message(self.Continue(choices[self._cursor % len(choices)]))

    def on_click(self, event: Click) -> None:
        """Go on with the session that was clicked."""
        self._made()
        recent = self._lines[event.y].recent if event.y < len(self._lines) else None
        if recent is not None:
            self.post_message(self.Continue(recent))
