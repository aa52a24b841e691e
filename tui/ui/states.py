"""How far a session is, in a glyph, a word and a look; never by colour alone."""

from enum import Enum

from tui.conversation.state import Conversation
from tui.model.words import Activity, EndReason


class State(Enum):
    """How far a session is: its glyph, its word, its look."""

    STARTING = ("○", "starting", "state.starting")
    WORKING = ("●", "working", "state.working")
    NEEDS_YOU = ("▲", "needs you", "state.needs")
    READY = ("✓", "ready", "state.ready")
    FAILED = ("✕", "failed", "state.failed")
    ENDED = ("◌", "ended", "state.ended")
    PAST = ("◦", "past", "state.ended")

    def __init__(self, glyph: str, word: str, look: str) -> None:
        self.glyph = glyph
        self.word = word
        self.look = look


def state_of(conversation: Conversation) -> State:
    """Return how far a session is."""
    if conversation.ended is not None:
        failed = conversation.ended.reason in (EndReason.FAILED, EndReason.TIMEOUT)
        return State.FAILED if failed or conversation.ended.error else State.ENDED
    if conversation.pending:
        return State.NEEDS_YOU
    if working(conversation):
        return State.WORKING
    return State.READY if conversation.ready else State.STARTING


def working(conversation: Conversation) -> bool:
    """Tell whether the agent is busy, by its own word or by its turns."""
    if conversation.ended is not None:
        return False
    return conversation.turn is not None or conversation.activity is not Activity.IDLE


GLYPHS = {"claude": "◆", "codex": "◇", "gemini": "△"}
"""Protocol → the mark by which its agents are told apart."""

LABELS = {"claude": "Claude Code", "codex": "Codex", "gemini": "Gemini CLI"}
"""Agent → how it is called before it is looked for."""


def clock(seconds: float) -> str:
    """Return a length of time as people read it: 4 s, 1:07, 1:02:09."""
    whole = max(0, int(seconds))
    if whole < 60:
        return f"{whole} s"
    minutes, rest = divmod(whole, 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02}:{rest:02}" if hours else f"{minutes}:{rest:02}"


def amount(number: int) -> str:
    """Return a count of tokens in few characters: 950, 12k, 1.3M."""
    if number < 1000:
        return str(number)
    return f"{number / 1000:.0f}k" if number < 1_000_000 else f"{number / 1_000_000:.1f}M"
