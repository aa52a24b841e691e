"""The line at the top: one tab per open session, with its state."""

import time
from collections.abc import Callable, Sequence

from rich.segment import Segment
from textual.events import Click
from textual.strip import Strip

from tui.ui.live import LiveSession
from tui.ui.messages import ChosenTab
from tui.ui.pieces import piece, shortened, spread, width_of
from tui.ui.states import GLYPHS, State
from tui.ui.widgets.lines import Lines

NARROW = 80
"""Below so many columns tabs are numbers."""


class Tabs(Lines):
    """One tab per session; a click goes to it."""

    DEFAULT_CSS = "Tabs { height: 1; dock: top; background: $surface; }"

    def __init__(self, *, id: str | None = None, now: Callable[[], float] = time.time) -> None:
        super().__init__(id=id)
        self._now = now
        self._sessions: Sequence[LiveSession] = ()
        self._active: LiveSession | None = None
        self._ends: list[int] = []

    def show(self, sessions: Sequence[LiveSession], active: LiveSession | None) -> None:
        """Show these sessions."""
        self._sessions = sessions
        self._active = active
        self.changed()

    def strips(self, width: int) -> list[Strip]:
        """Return the one line."""
        needing = sum(live.state is State.NEEDS_YOU for live in self._sessions)
        right: list[Segment] = []
        if needing:
            right.append(piece(f"▲ {needing} need{'s' * (needing == 1)} you ", "state.needs"))
        right.append(piece(time.strftime(" %H:%M ", time.localtime(self._now())), "faint"))
        left = [piece(" parley ", "label")] if width >= NARROW else []
        self._ends = []
        room = max(6, (width - width_of(right) - 10) // max(1, len(self._sessions)) - 8)
        for number, live in enumerate(self._sessions, 1):
            left += self._tab(number, live, room, narrow=width < NARROW)
            self._ends.append(width_of(left))
        return [spread(left, right, width)]

    def _tab(self, number: int, live: LiveSession, room: int, *, narrow: bool) -> list[Segment]:
        active = live is self._active
        look = "tab.active" if active else "tab"
        state = live.state
        waiting = len(live.conversation.pending)
        mark = f"{state.glyph}{waiting}" if waiting > 1 else state.glyph
        if narrow and not active:
            return [piece(f" {number}", look), piece(mark, state.look), piece(" ", look)]
        glyph = GLYPHS.get(live.protocol, "·")
        name = shortened(live.name, max(6, min(24, room)))
        new = "*" if live.unseen else ""
        return [
            piece(f" {number} {glyph} {name}{new} ", look),
            piece(mark, state.look),
            piece(" ", look),
        ]

    def on_click(self, event: Click) -> None:
        """Go to the session below the pointer."""
        for number, end in enumerate(self._ends, 1):
            if event.x < end:
                self.post_message(ChosenTab(number))
                return
