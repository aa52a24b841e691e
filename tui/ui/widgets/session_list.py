"""The list of sessions: headings between the rows, a cursor that skips them, no widget per row."""

from collections.abc import Callable, Sequence
from typing import TypeAlias

from rich.segment import Segment

from tui.history.library import Row
from tui.ui.browsing.lines import Facts, Heading, Remark, heading, live_line, past_line
from tui.ui.live import LiveSession
from tui.ui.pieces import piece
from tui.ui.widgets.rows import Rows

Line: TypeAlias = Heading | Remark | LiveSession | Row
Chosen: TypeAlias = LiveSession | Row


class SessionList(Rows, can_focus=False):
    """Shows lines; only sessions can be chosen. The search field keeps the keyboard."""

    DEFAULT_CSS = "SessionList { width: 1fr; scrollbar-size-vertical: 1; }"

    def __init__(self, facts: Callable[[Chosen], Facts]) -> None:
        super().__init__(id="sessions")
        self._lines: Sequence[Line] = ()
        self._facts = facts

    @property
    def chosen(self) -> Chosen | None:
        """Return the session below the cursor."""
        line = self._lines[self.cursor] if self.cursor < len(self._lines) else None
        return None if line is None or isinstance(line, Heading | Remark) else line

    @property
    def seen(self) -> list[Row]:
        """Return the stored sessions that are on the screen."""
        top = self.scroll_offset.y
        lines = self._lines[top : top + self.size.height]
        return [line for line in lines if isinstance(line, Row)]

    def show(self, lines: Sequence[Line], *, keep: bool = True) -> None:
        """Show these lines; the cursor stays on its session where that is still there."""
        before = name_of(self.chosen) if keep else None
        self._lines = lines
        place = self._place_of(before) if before is not None else None
        at = self.cursor if place is None and keep else place
        self.fill(len(lines), self._line, self._selectable(at or 0, 1))

    def _place_of(self, name: str) -> int | None:
        for index, line in enumerate(self._lines):
            if not isinstance(line, Heading | Remark) and name_of(line) == name:
                return index
        return None

    def _selectable(self, index: int, step: int) -> int:
        """Return the nearest session from a line on; back again where there is none."""
        index = max(0, min(index, len(self._lines) - 1))
        for way in (step, -step):
            place = index
            while 0 <= place < len(self._lines):
                if not isinstance(self._lines[place], Heading | Remark):
                    return place
                place += way
        return 0

    def go_to(self, index: int) -> None:
        """Put the cursor on a session; headings are skipped in the direction of the way."""
        if self._lines:
            super().go_to(self._selectable(index, 1 if index >= self.cursor else -1))
            if self.cursor == 1:
                self.scroll_to(y=0, animate=False, immediate=True)

    def _line(self, index: int, width: int) -> Sequence[Segment]:
        line = self._lines[index]
        if isinstance(line, Heading):
            return heading(line)
        if isinstance(line, Remark):
            return [piece(f"   {line.text}", "hint")]
        if isinstance(line, LiveSession):
            return live_line(line, self._facts(line), width)
        return past_line(line, self._facts(line), width)


def name_of(session: Chosen | None) -> str | None:
    """Return what a session is told apart by in the list."""
    if session is None:
        return None
    return session.id if isinstance(session, LiveSession) else session.path
