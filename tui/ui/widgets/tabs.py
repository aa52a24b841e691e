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

COUNTS = 8
"""Cells for how many tabs are left out on both sides."""


class Tabs(Lines):
    """One tab per session; a click goes to it."""

    DEFAULT_CSS = "Tabs { height: 1; dock: top; background: $surface; }"

    def __init__(self, *, id: str | None = None, now: Callable[[], float] = time.time) -> None:
        super().__init__(id=id)
        self._now = now
        self._sessions: Sequence[LiveSession] = ()
        self._active: LiveSession | None = None
        self._ends: list[tuple[int, int]] = []

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
            words = f" need{'s' * (needing == 1)} you" if width >= NARROW else ""
            right.append(piece(f"▲ {needing}{words} ", "state.needs"))
        if width >= NARROW or not needing:
            right.append(piece(time.strftime(" %H:%M ", time.localtime(self._now())), "faint"))
        left = [piece(" parley ", "label")] if width >= NARROW else []
        room = width - width_of(left) - width_of(right) - 1
        tabs = self._named(room) if width >= NARROW else []
        if sum(map(width_of, tabs)) > room or not tabs:
            tabs = self._numbered(room)
        self._ends = []
        for number, tab in self._around_active(tabs, room):
            left += tab
            self._ends.append((width_of(left), number))
        return [spread(left, right, width)]

    def _named(self, room: int) -> list[list[Segment]]:
        """Return all tabs with as much of their names as there is room for, if there is any."""
        each = max(6, (room - 1) // max(1, len(self._sessions)) - 8)
        return [self._tab(n, live, each) for n, live in enumerate(self._sessions, 1)]

    def _numbered(self, room: int) -> list[list[Segment]]:
        """Return all tabs as numbers with their states; the active one keeps its name."""
        own = max(6, room - 5 * (len(self._sessions) - 1) - 8)
        return [
            self._tab(n, live, own if live is self._active else 0)
            for n, live in enumerate(self._sessions, 1)
        ]

    def _around_active(
        self, tabs: list[list[Segment]], room: int
    ) -> list[tuple[int, list[Segment]]]:
        """Return the tabs that fit, the active one among them; those left out are counted."""
        shown = list(enumerate(tabs, 1))
        if sum(map(width_of, tabs)) <= room:
            return shown
        active = next((n for n, live in enumerate(self._sessions, 1) if live is self._active), 1)
        before = after = 0
        while len(shown) > 1 and sum(width_of(tab) for _, tab in shown) > room - COUNTS:
            if shown[-1][0] != active:
                after += 1
                shown.pop()
            else:
                before += 1
                shown.pop(0)
        if before:
            shown.insert(0, (shown[0][0] - 1, [piece(f" ‹{before}", "hint")]))
        if after:
            shown.append((shown[-1][0] + 1, [piece(f" {after}› ", "hint")]))
        return shown

    def _tab(self, number: int, live: LiveSession, room: int) -> list[Segment]:
        """Return one tab; without room for its name it is a number and a state."""
        active = live is self._active
        look = "tab.active" if active else "tab"
        state = live.state
        waiting = len(live.conversation.pending)
        mark = f"{state.glyph}{waiting}" if waiting > 1 else state.glyph
        if not room:
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
        for end, number in self._ends:
            if event.x < end:
                self.post_message(ChosenTab(number))
                return
