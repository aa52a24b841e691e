"""The line at the bottom: what is going on, and what the keys do now."""

import time
from collections.abc import Sequence

from rich.segment import Segment
from textual.strip import Strip

from tui.ui.live import SILENT_AFTER, LiveSession
from tui.ui.pieces import piece, spread, width_of
from tui.ui.soon import soon
from tui.ui.states import State, clock
from tui.ui.widgets.lines import Lines

SPACIOUS = 110
"""Columns from which the sidebar tells what the model has used."""

NARROW = 80


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

    def remark(self, text: str, seconds: float) -> None:
        """Say something for a few seconds."""
        self._remark = text
        self._remark_until = time.monotonic() + seconds
        self.changed()
        soon(self, seconds + 0.05, self.changed)

    def strips(self, width: int) -> list[Strip]:
        """Return the one line."""
        live = self._live
        if self._remark and time.monotonic() < self._remark_until:
            always = [piece(f"{mode(live)} ", "muted")] if live is not None else []
            return [spread([piece(f" {self._remark}", "accent")], always, width)]
        if live is None:
            left = [piece(" Ctrl+N new session", "hint")]
            return [spread(left, [piece("F1 help ", "hint")], width)]
        right = _right(live, width)
        room = width - width_of(right) - 1
        return [spread(whole_pieces(_left(live, width), room), right, width)]


def _left(live: LiveSession, width: int) -> list[Segment]:
    state = live.state
    words = [piece(f" {state.glyph} {state.word}", state.look)]
    turn = live.conversation.turn
    if state is State.WORKING and turn is not None:
        words.append(piece(f" {clock(live.now() - turn.started_at)}", "muted"))
    words.append(piece(f" · {mode(live)}", "muted"))
    if live.silence >= SILENT_AFTER:
        words.append(piece(f" · silent for {clock(live.silence)}", "warning"))
    elif live.conversation.activity_detail and state is State.WORKING:
        words.append(piece(f" · {live.conversation.activity_detail}", "muted"))
    facts = _used(live) if width < SPACIOUS else [live.label]
    return [*words, *(piece(f" · {fact}", "muted") for fact in facts)]


def mode(live: LiveSession) -> str:
    """Return the permission mode in one word; it is on the screen all the time."""
    return (live.conversation.mode or live.opening.mode).value


def whole_pieces(pieces: Sequence[Segment], room: int) -> list[Segment]:
    """Return the pieces there is room for, none of them cut; the first one is always there."""
    kept = list(pieces[:1])
    for one in pieces[1:]:
        if width_of([*kept, one]) <= room:
            kept.append(one)
    return kept


def _used(live: LiveSession) -> list[str]:
    """Return what the sidebar would tell, where there is no room for it."""
    conversation = live.conversation
    used, window = conversation.context_used, conversation.context_window
    facts = [f"{min(1.0, used / window):.0%}"] if used is not None and window else []
    return facts + ([f"${conversation.cost.usd:.2f}"] if conversation.cost is not None else [])


def _right(live: LiveSession, width: int) -> list[Segment]:
    hints = enter_means(live)
    if width < NARROW:
        hints = [hints[0], ("?", "help")]
    words: list[Segment] = []
    for key, meaning in hints:
        words += [piece(f"{key} ", "key"), piece(f"{meaning}  ", "hint")]
    return words


def enter_means(live: LiveSession) -> list[tuple[str, str]]:
    """Return what the keys of the draft do now, truly for this agent."""
    if live.reading is not None:
        return [("Enter", "continue this session"), ("Ctrl+S", "all sessions"), ("?", "help")]
    if live.over:
        return [("Enter", "restart and send"), ("?", "help")]
    if not live.working:
        return [("Enter", "send"), ("Shift+Tab", "mode"), ("/ @ !", ""), ("?", "help")]
    if not live.capabilities.steer:
        return [("Enter", "queue (cannot be steered)"), ("Esc", "stop"), ("?", "help")]
    return [("Enter", "steer now"), ("Tab", "queue"), ("Esc", "stop"), ("?", "help")]
