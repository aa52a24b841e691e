"""A rule and its past, in words."""

from rich.segment import Segment

from tui.permission.past import EXAMPLES, Past
from tui.permission.rules import Rule
from tui.ui.past_calls import PastCalls
from tui.ui.pieces import piece
from tui.ui.shown import one_line
from tui.ui.transcript.words import count


def words_of(rule: Rule) -> list[Segment]:
    """Return what a rule is about, as it would be written."""
    about = rule.command or rule.path or rule.host or rule.mcp or rule.tool
    return one_line(about, "strong")


def past_lines(past: Past | None, stored: Past | None, calls: PastCalls) -> list[list[Segment]]:
    """Return what a rule would have done to our own journal and to past sessions."""
    if past is None:
        return [[piece("past   ", "label"), piece("counting …", "hint")]]
    of = f"your last {count(past.of, 'request')}"
    lines = [[piece("past   ", "label"), *_matched(past, of, "you allowed", "you denied")]]
    if not past.of:
        lines = [[piece("past   ", "label"), piece("you were asked nothing before", "prose")]]
    if stored is not None:
        which = "the newest " if calls.more else "all " if calls.sessions > 1 else ""
        sessions = f"{which}{count(calls.sessions, 'past session')}"
        of = f"{count(stored.of, 'tool call')} in {sessions}"
        lines.append([piece("       "), *_matched(stored, of, "ran", "were denied")])
    elif calls.sessions:
        lines.append([piece("       "), piece("counting in past sessions …", "hint")])
    found = dict.fromkeys((*past.examples, *(stored.examples if stored is not None else ())))
    examples = [[piece("    · ", "faint"), *one_line(one, "prose")] for one in found]
    return lines + examples[:EXAMPLES]


def _matched(past: Past, of: str, allowed: str, denied: str) -> list[Segment]:
    words = f"would have matched {past.count:,} of {of}"
    if past.count:
        words += f": {past.allowed:,} {allowed}, {past.denied:,} {denied}"
    return [piece(words, "error" if past.denied else "prose")]
