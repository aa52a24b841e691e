"""The one line that stands for an entry: state, kind, title on the left, result on the right."""

from typing import NamedTuple, assert_never

from tui.conversation.state import (
    Ask,
    Compaction,
    Notice,
    Prose,
    Puzzle,
    ToolCall,
    TurnMark,
    UserText,
)
from tui.model.events import Channel, Level, PromptState, SessionEnded, TurnOutcome
from tui.model.permission import Decider, Subject, Verdict
from tui.model.tools import Outcome, StepState, ToolKind
from tui.text.display import display_line
from tui.text.runs import Run
from tui.ui.transcript.blocks import Entry, Fold, Plan
from tui.ui.transcript.changes import summary
from tui.ui.transcript.words import clock, count, duration, is_long, tokens, usage

TITLE = 2_000
"""Characters of a title that are looked at; a line shows far fewer."""


class Head(NamedTuple):
    """A header's two halves, and whether a line is drawn between them."""

    left: list[Run]
    right: list[Run]
    ruled: bool = False


KINDS = {
    ToolKind.SHELL: "Shell",
    ToolKind.READ: "Read",
    ToolKind.WRITE: "Write",
    ToolKind.EDIT: "Edit",
    ToolKind.SEARCH: "Search",
    ToolKind.FIND: "Find",
    ToolKind.FETCH: "Fetch",
    ToolKind.WEB_SEARCH: "Web",
    ToolKind.MCP: "MCP",
    ToolKind.AGENT: "Agent",
}

OUTCOMES = {
    None: ("⋯", "running", "tool.running"),
    Outcome.OK: ("✓", "ok", "tool.ok"),
    Outcome.FAILED: ("✗", "failed", "tool.failed"),
    Outcome.DENIED: ("⊘", "denied", "tool.denied"),
    Outcome.CANCELLED: ("◌", "cancelled", "tool.cancelled"),
    Outcome.DETACHED: ("⇢", "in background", "tool.detached"),
}

PROMPTS = {
    PromptState.SENT: "",
    PromptState.TAKEN: "",
    PromptState.QUEUED: "queued",
    PromptState.DROPPED: "not read",
}


def head(entry: Entry, now: float) -> Head:
    """Return the header of any entry as it is now."""
    item = entry.item
    match item:
        case ToolCall():
            return _tool(entry, item, now)
        case UserText():
            return _user(entry, item)
        case Prose():
            return _prose(entry, item)
        case Ask():
            return _ask(entry, item)
        case Notice():
            return _notice(entry, item, now)
        case TurnMark():
            return _turn(item)
        case Compaction():
            change = item.compaction
            sizes = [tokens(size) for size in (change.before, change.after) if size is not None]
            how = "by itself" if change.automatic else "as asked"
            words = " · ".join(filter(None, [f"context shortened {how}", " → ".join(sizes)]))
            return Head([(words, "turn")], [], ruled=True)
        case Puzzle():
            label = display_line(item.label[:TITLE])
            return Head([("? ", "older"), (f"not understood: {label}", "older")], [])
        case Plan():
            done = sum(step.state is StepState.DONE for step in item.steps)
            return Head([("Plan ", "plan.active"), (f"{done} of {len(item.steps)}", "plan")], [])
        case SessionEnded():
            style = "notice.error" if item.error else "notice"
            words = display_line(item.error) or f"the session has ended ({item.reason.value})"
            return Head([("■ ", style), (words, style)], [])
        case _:
            assert_never(item)


def _tool(entry: Entry, call: ToolCall, now: float) -> Head:
    glyph, word, style = OUTCOMES[call.outcome]
    if call.outcome is None and entry.waiting:
        glyph, word, style = "▲", "waiting for you", "ask.open"
    kind = KINDS.get(call.kind) or display_line(call.name[:24]) or "Tool"
    title = display_line(call.title[:TITLE]) if call.title != call.name else ""
    left = [(f"{glyph} ", style), (f"{kind:6} ", "tool.name"), (title, "tool.title")]
    took = call.duration_ms
    if took is None and call.started_at > 0:
        took = max(0, round((now - call.started_at) * 1000))
    when = duration(took) if took is not None else ""
    return Head(left, [(_result(entry, call) or word, style), (f"{when:>8}", "tool.detail")])


def _result(entry: Entry, call: ToolCall) -> str:
    if call.outcome not in (Outcome.OK, Outcome.FAILED):
        return ""
    if call.exit_code is not None:
        return f"exit {call.exit_code}"
    if call.outcome is Outcome.FAILED:
        return ""
    if call.changes:
        return summary(entry, call.changes)
    if call.kind in (ToolKind.READ, ToolKind.SEARCH, ToolKind.FIND):
        text = str(call.output)
        return count(text.count("\n") + (not text.endswith("\n")), "line") if text else ""
    return ""


def _user(entry: Entry, item: UserText) -> Head:
    notes = [PROMPTS[item.state], count(item.images, "image") if item.images else ""]
    words = " · ".join(filter(None, [*notes, clock(item.at)]))
    who = "You" if item.parent is None else "Task"
    left = [(who, "user.label")]
    if entry.fold is Fold.CLOSED:
        left.append((f"  ▸ {_first_line(item.text)}", "user"))
    return Head(left, [(words, "user")])


def _first_line(text: str) -> str:
    return display_line(text[:TITLE].strip().partition("\n")[0])


def _prose(entry: Entry, item: Prose) -> Head:
    mark = "▾" if entry.fold is Fold.OPEN else "▸"
    if item.channel is Channel.PLAN:
        return Head([(f"{mark} Proposed plan", "plan.active")], [])
    text = str(item.text)
    size = text.count("\n") + 1
    if item.channel is Channel.ANSWER:
        return Head([("▸ ", "hint"), (_first_line(text), "hint")], [(count(size, "line"), "hint")])
    words = "Thinking" if item.finished else "Thinking…"
    return Head([(f"{mark} {words}", "thinking.label")], [(count(size, "line"), "thinking.label")])


def _ask(entry: Entry, item: Ask) -> Head:
    request = item.request
    title = display_line(request.title[:TITLE])
    what = {Subject.PLAN: "plan ready", Subject.QUESTIONS: "asks you"}.get(request.subject)
    what = what or KINDS.get(request.kind) or display_line(request.tool[:24])
    # The row of the call right above says what it is about.
    below = request.call is not None and not entry.apart
    if item.open:
        style, glyph, became = "ask.open", "▲", "not answered yet" if below else "waiting for you"
    else:
        style = "ask.closed"
        glyph, became = _decided(item)
    if below:
        return Head([(f"  {glyph} {became}", style)], [])
    left = [(f"{glyph} ", style), (f"{what:6} ", style), (title, style)]
    return Head(left, [(became, style)])


def _decided(item: Ask) -> tuple[str, str]:
    if item.decision is None:
        return "◌", f"withdrawn: {display_line(item.withdrawn or '')}".rstrip(": ")
    note = display_line(item.note[:200])
    who = {Decider.USER: "you", Decider.RULE: "rule", Decider.CLOSED: "nobody could answer"}
    by = who.get(item.decided_by or Decider.CLOSED) or (item.decided_by or "")
    by = f"{by} ({note})" if note else str(by)
    if item.request.subject is Subject.QUESTIONS and item.decision.verdict is Verdict.ALLOW:
        return "✓", f"answered by {by}"
    if item.decision.verdict is Verdict.ALLOW:
        return "✓", f"allowed by {by}"
    stop = " and stopped" if item.decision.verdict is Verdict.STOP else ""
    return "⊘", f"denied{stop} by {by}"


LEVELS = {
    Level.INFO: ("·", "notice"),
    Level.WARNING: ("!", "notice.warning"),
    Level.ERROR: ("✗", "notice.error"),
}


def _notice(entry: Entry, item: Notice, now: float) -> Head:
    glyph, style = LEVELS[item.notice.level]
    # A long one stands whole below its header, and is not begun in it.
    whole = entry.fold is Fold.OPEN and is_long(item.notice.text)
    text = item.notice.level.value if whole else display_line(item.notice.text[:TITLE])
    retry = item.notice.retry
    if retry is None:
        return Head([(f"{glyph} ", style), (text, style)], [])
    times = f"{retry.attempt} of {retry.limit}" if retry.limit else str(retry.attempt)
    left = round(item.at + (retry.delay_ms or 0) / 1000 - now)
    when = f" in {left} s" if left > 0 and item.at > 0 else " now"
    told = f"try {times}{when if entry.waiting else ''}"
    return Head([("↻ ", style), (text, style)], [(told, style)])


ENDS = {
    TurnOutcome.COMPLETED: "done",
    TurnOutcome.FAILED: "failed",
    TurnOutcome.INTERRUPTED: "interrupted",
    TurnOutcome.LIMIT: "limit reached",
    TurnOutcome.REFUSED: "refused",
}


def _turn(item: TurnMark) -> Head:
    end = item.end
    parts = [
        ENDS[end.outcome],
        duration(end.duration_ms) if end.duration_ms is not None else "",
        usage(end.usage) if end.usage is not None else "",
        "background work" if end.background else "",
    ]
    style = "turn.failed" if end.outcome is TurnOutcome.FAILED else "turn"
    words = " · ".join(filter(None, parts))
    return Head([(words, style)], [(clock(item.at), "turn")], ruled=True)
