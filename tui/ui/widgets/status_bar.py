"""The line at the bottom: what is going on, and what the keys do now."""

import time

from rich.segment import Segment
from textual.strip import Strip

from tui.ui.live import SILENT_AFTER, LiveSession
from tui.ui.pieces import piece, spread
from tui.ui.states import State, clock
from tui.ui.widgets.lines import Lines


class StatusBar(Lines):
    """One line. A passing remark takes its left part for a moment."""

    DEFAULT_CSS = "StatusBar { height: 1; dock: bottom; background: $surface; }"

    def __init__(self, *, id: str | None = None) -> None:
        super().__init__(id=id)
        self._live: LiveSession | None = None
        self._remark = ""
        self._remark_until = 0.0

    def show(self, live: LiveSession | None) -> None:
        """Show this session."""
        self._live = live
        self.changed()

    def remark(self, text: str, seconds: float = 4.0) -> None:
        """Say something for a few seconds."""
        self._remark = text
        self._remark_until = time.monotonic() + seconds
        self.changed()
        self.set_timer(seconds + 0.05, self.changed)

    def strips(self, width: int) -> list[Strip]:
        """Return the one line."""
        live = self._live
        if self._remark and time.monotonic() < self._remark_until:
            return [spread([piece(f" {self._remark}", "accent")], [], width)]
        if live is None:
            left = [piece(" Ctrl+N new session", "hint")]
            return [spread(left, [piece("F1 help ", "hint")], width)]
        return [spread(_left(live), _right(live, width), width)]


def _left(live: LiveSession) -> list[Segment]:
    state = live.state
    words = [piece(f" {state.glyph} {state.word}", state.look)]
    turn = live.conversation.turn
    if state is State.WORKING and turn is not None:
        words.append(piece(f" {clock(live.now() - turn.started_at)}", "muted"))
    if live.silence >= SILENT_AFTER:
        words.append(piece(f" · {silent(live)}", "warning"))
    elif live.conversation.activity_detail and live.working:
        words.append(piece(f" · {live.conversation.activity_detail}", "muted"))
    mode = live.conversation.mode or live.opening.mode
    return [*words, piece(f" · {live.label} · {mode.value}", "muted")]


def silent(live: LiveSession) -> str:
    """Return what is alive and what is waited for when nothing was heard for long."""
    session = live.session
    process = session.outlet.process if session is not None else None
    alive = "its process is alive" if process is not None else "no process runs"
    return f"no sign for {clock(live.silence)}; {alive}; waiting for {live.awaited} · Esc stops"


def _right(live: LiveSession, width: int) -> list[Segment]:
    hints = enter_means(live)
    if width < 80:
        hints = [*hints[:1], ("?", "help")]
    words: list[Segment] = []
    for key, meaning in hints:
        words += [piece(f"{key} ", "key"), piece(f"{meaning}  ", "hint")]
    return words


def enter_means(live: LiveSession) -> list[tuple[str, str]]:
    """Return what the keys of the draft do now, truly for this agent."""
    if live.over:
        return [("Enter", "restart and send"), ("?", "help")]
    if not live.working:
        return [("Enter", "send"), ("Shift+Tab", "mode"), ("/ @ !", ""), ("?", "help")]
    steer = "steer now" if live.capabilities.steer else "queue (cannot be steered)"
    return [("Enter", steer), ("Tab", "queue"), ("Esc", "stop"), ("?", "help")]
