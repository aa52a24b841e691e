"""One tool call as text: its input, output and changes, or the lines it came in."""

import time

import msgspec
from rich.segment import Segment

from tui.conversation.state import Ask, Conversation, ToolCall
from tui.conversation.timeline import TimelineRow
from tui.model.identity import ItemId
from tui.model.tools import FileChange, Outcome
from tui.text.diff import RowKind
from tui.text.display import without_colours
from tui.ui.pieces import piece
from tui.ui.told import Told
from tui.ui.transcript.changes import difference
from tui.ui.transcript.edited import changed_lines

MOST_LINES = 2_000
"""Lines of output shown; the conversation has all of them."""

MOST_CHARACTERS = 400_000
"""Characters looked at for them; one line may be very long."""

_DIFF = {
    RowKind.ADDED: ("+", "diff.added"),
    RowKind.REMOVED: ("-", "diff.removed"),
    RowKind.CONTEXT: (" ", "diff.context"),
    RowKind.HUNK: ("", "diff.header"),
    RowKind.NOTE: ("", "diff.header"),
}

_CHANGED = {"-": "diff.removed", "+": "diff.added", " ": "diff.context"}
"""The sign of a line that the user changed → its look."""


def paragraphs(
    conversation: Conversation, row: TimelineRow, asked: Ask | None = None
) -> list[list[Segment]]:
    """Return all that is known about a call, and how the question for it was answered."""
    call = conversation.items.get(row.call)
    if not isinstance(call, ToolCall):
        return [[piece("this call is no longer part of the conversation", "hint")]]
    lines = [
        [piece(f"{call.name}  ", "tool.name"), piece(call.title, "value")],
        [piece(" · ".join(_facts(call)), _look(call))],
        [piece("decision  ", "label"), piece(_decision(call, asked, waiting=row.waiting), "value")],
        *_answer(asked),
        [piece(f"turn {row.turn}  ", "label"), piece(_quoted(row.prompt), "hint")],
    ]
    above = conversation.items.get(call.parent) if call.parent is not None else None
    if isinstance(above, ToolCall):
        lines.append([piece("below  ", "label"), piece(f"{above.name} {above.title}", "hint")])
    for change in call.changes:
        lines += [[], [piece(f"{change.kind.value} {change.path}", "diff.header")]]
        lines += _diff(change)
    return lines + _input(call) + _output(call)


def _answer(asked: Ask | None) -> list[list[Segment]]:
    """Return what the user said, and what was changed before it was allowed."""
    if asked is None or asked.decision is None:
        return []
    lines: list[list[Segment]] = []
    if asked.decision.message:
        lines += _text(f"you said: {asked.decision.message}", "prose")
    for line in changed_lines(asked.request, asked.decision):
        lines.append(
            [piece(line, _CHANGED.get(line[2:3] if line.startswith("  ") else "", "label"))]
        )
    return lines


def _input(call: ToolCall) -> list[list[Segment]]:
    """Return a call's input without the texts that its changes show."""
    said = {text for change in call.changes for text in (change.before, change.after, change.path)}
    lines: list[list[Segment]] = []
    for key, value in call.input.items():
        if not (isinstance(value, str) and value in said):
            text = value if isinstance(value, str) else msgspec.json.encode(value).decode()
            lines += _text(f"{key}: {text}", "prose")
    if call.input_so_far is not None:
        lines += [[piece("(still being written)", "hint")], *_text(str(call.input_so_far), "prose")]
    return [[], [piece("input", "label")], *lines] if lines else []


def _facts(call: ToolCall) -> list[str]:
    facts = [time.strftime("%H:%M:%S", time.localtime(call.started_at))]
    facts += [call.outcome.value if call.outcome is not None else "running"]
    facts += [f"exit code {call.exit_code}"] if call.exit_code is not None else []
    facts += [f"took {call.duration_ms / 1000:.2f} s"] if call.duration_ms is not None else []
    return [*facts, call.kind.value]


def _look(call: ToolCall) -> str:
    return "tool.failed" if call.outcome is Outcome.FAILED else "hint"


def _decision(call: ToolCall, asked: Ask | None, *, waiting: bool) -> str:
    if waiting:
        return "it waits for you: Alt+A"
    if call.decided_by:
        return call.decided_by
    if asked is not None and asked.withdrawn is not None:
        return f"you were asked; the question was withdrawn: {asked.withdrawn or 'no reason told'}"
    if call.outcome is None:
        return "nobody was asked so far"
    return "nobody was asked: the agent's own rules and mode let it run"


def _quoted(prompt: str) -> str:
    words = " ".join(prompt.split())
    return f"“{words[:160]}{'…' * (len(words) > 160)}”" if words else ""


def _output(call: ToolCall) -> list[list[Segment]]:
    output = without_colours(str(call.output))
    count = output.rstrip("\n").count("\n") + 1 if output else 0
    title = f"output ({count:,} line{'s' * (count != 1)})" if count else "no output"
    failed = call.outcome is Outcome.FAILED
    return [[], [piece(title, "label")], *_text(output, "output.error" if failed else "output")]


def _diff(change: FileChange) -> list[list[Segment]]:
    rows = difference(change)
    shown = [
        [piece(_DIFF[row.kind][0] + row.text.expandtabs(), _DIFF[row.kind][1])]
        for row in rows[:MOST_LINES]
    ]
    return shown + _more(len(rows) - MOST_LINES)


def _text(text: str, look: str) -> list[list[Segment]]:
    """Return lines of a text; what is left out is told, the conversation has it."""
    start = text[:MOST_CHARACTERS]
    lines = start.rstrip("\n").split("\n") if text else []
    hidden = len(lines) - MOST_LINES + text.count("\n", len(start))
    shown = [[piece(line.expandtabs(), look)] for line in lines[:MOST_LINES]]
    if len(text) > len(start) and hidden <= 0:
        left = len(text) - len(start)
        return [*shown, [piece(f"{left:,} more characters in the conversation", "hint")]]
    return shown + _more(hidden)


def _more(hidden: int) -> list[list[Segment]]:
    return [[piece(f"{hidden:,} more lines in the conversation", "hint")]] if hidden > 0 else []


def source(conversation: Conversation, id: ItemId) -> str:
    """Return a call's title and output as they came, for the clipboard."""
    call = conversation.items.get(id)
    return f"{call.title}\n{call.output}".rstrip("\n") if isinstance(call, ToolCall) else ""


def raw_lines(told: Told, id: ItemId) -> list[list[Segment]]:
    """Return the agent's lines that told about a call, else the call as it is kept here."""
    found = [
        arrival.raw.decode("utf-8", "replace")
        for arrival in told.arrivals
        if any(getattr(event, "call", None) == id for event in arrival.events)
    ]
    if found:
        return [line for raw in found for line in [*_text(raw, "value"), []]]
    call = told.conversation.items.get(id)
    if not isinstance(call, ToolCall):
        return []
    known = {**msgspec.structs.asdict(call), "output": str(call.output), "input_so_far": None}
    encoded = msgspec.json.format(msgspec.json.encode(known), indent=2).decode()
    said = "the agent's own lines are not kept here; this is the call as parley keeps it"
    return [[piece(said, "hint")], [], *_text(encoded, "value")]
