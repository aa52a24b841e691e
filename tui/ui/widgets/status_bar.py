"""The line at the bottom: what is going on, and what the keys do now."""

from collections.abc import Sequence
from time import monotonic

from rich.cells import cell_len
from rich.segment import Segment
from textual.strip import Strip

from tui.ui.guard import Clock
from tui.ui.live import SILENT_AFTER, LiveSession
from tui.ui.pieces import fit, piece, spread, width_of
from tui.ui.soon import soon
from tui.ui.states import State, clock
from tui.ui.widgets.lines import Lines

SPACIOUS = 110
"""Columns from which the sidebar tells what the model has used."""

NARROW = 80

MOST_LINES = 4
"""Of a remark; the longest one takes so many on 40 columns."""


class StatusBar(Lines):
    """One line. A passing remark takes its left part for a moment."""

    DEFAULT_CSS = "StatusBar { height: 1; dock: bottom; background: $surface; }"

    def __init__(self, *, id: str | None = None, ticks: Clock = monotonic) -> None:
        super().__init__(id=id)
        self._live: LiveSession | None = None
        self._ticks = ticks
        self._remark = ""
        self._remark_until = 0.0

    def show(self, live: LiveSession | None) -> None:
        """Show this session."""
        self._live = live
        self.changed()

    def remark(self, text: str, seconds: float) -> None:
        """Say something for a few seconds."""
        self._remark = text
        self._remark_until = self._ticks() + seconds
        self._make_room()
        soon(self, seconds + 0.05, self._make_room)

    def _make_room(self) -> None:
        """Take more than one line while a remark needs it."""
        self.changed()
        lines = self.height_at(self.size.width) if self.size.width else 1
        if lines != self.size.height:
            self.styles.height = lines

    def strips(self, width: int) -> list[Strip]:
        """Return the one line; more for a long remark."""
        live = self._live
        if self._remark and self._ticks() < self._remark_until:
            always = [piece(f"{mode(live)} ", "muted")] if live is not None else []
            return _spoken(self._remark, always, width)
        if live is None:
            left = [piece(" Ctrl+N new session", "hint")]
            return [spread(left, [piece("F1 help ", "hint")], width)]
        right = _right(live, width)
        room = width - width_of(right) - 1
        return [spread(whole_pieces(_left(live, width), room), right, width)]


def _spoken(remark: str, always: list[Segment], width: int) -> list[Strip]:
    """Return a remark in as many lines as it needs, up to a few, broken between words."""
    room = width - 1 - (width_of(always) + 1 if always else 0)
    lines = [""]
    for word in remark.split():
        longer = f"{lines[-1]} {word}".lstrip()
        if lines[-1] and len(lines) < MOST_LINES and cell_len(longer) > room:
            lines.append(word)
            room = width - 1
        else:
            lines[-1] = longer
    first, *rest = ([piece(f" {line}", "accent")] for line in lines)
    return [spread(first, always, width), *(fit(line, width) for line in rest)]


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
