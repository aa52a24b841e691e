"""One tool call as text: its input, output and changes, or the lines it came in."""

import msgspec
from rich.segment import Segment

from tui.conversation.state import Conversation, ToolCall
from tui.model.identity import ItemId
from tui.text.diff import RowKind, from_patch, from_texts
from tui.text.visible import visible
from tui.ui.live import LiveSession
from tui.ui.pieces import piece

MOST_LINES = 2_000
"""Lines of output shown; the conversation has all of them."""

_DIFF = {
    RowKind.ADDED: ("+", "diff.added"),
    RowKind.REMOVED: ("-", "diff.removed"),
    RowKind.CONTEXT: (" ", "diff.context"),
    RowKind.HUNK: ("", "diff.header"),
    RowKind.NOTE: ("", "diff.header"),
}


def paragraphs(conversation: Conversation, id: ItemId) -> list[list[Segment]]:
    """Return all that is known about a call."""
    call = conversation.items.get(id)
    if not isinstance(call, ToolCall):
        return [[piece("this call is no longer part of the conversation", "hint")]]
    lines = [[piece(f"{call.name}  ", "tool.name"), piece(call.title, "value")]]
    facts = [call.outcome.value if call.outcome is not None else "running"]
    facts += [f"exit code {call.exit_code}"] if call.exit_code is not None else []
    facts += [f"{call.duration_ms / 1000:.2f} s"] if call.duration_ms is not None else []
    facts += [call.decided_by] if call.decided_by else ["not asked about"]
    lines.append([piece(" · ".join(facts), "hint")])
    lines += [[], [piece("input", "label")]]
    for key, value in call.input.items():
        text = value if isinstance(value, str) else msgspec.json.encode(value).decode()
        lines += _text(f"{key}: {text}", "prose")
    for change in call.changes:
        lines += [[], [piece(f"{change.kind.value} {change.path}", "diff.header")]]
        lines += _diff(change.diff, change.before, change.after)
    output = str(call.output)
    lines += [[], [piece(f"output ({len(output.splitlines())} lines)", "label")]]
    return lines + _text(output, "output")


def _diff(diff: str | None, before: str | None, after: str | None) -> list[list[Segment]]:
    rows = from_patch(diff) if diff is not None else from_texts(before or "", after or "")
    return [
        [piece(_DIFF[row.kind][0] + visible(row.text), _DIFF[row.kind][1])]
        for row in rows[:MOST_LINES]
    ]


def _text(text: str, look: str) -> list[list[Segment]]:
    lines = visible(text).split("\n") if text else []
    shown = [[piece(line, look)] for line in lines[:MOST_LINES]]
    if len(lines) > MOST_LINES:
        shown.append([piece(f"{len(lines) - MOST_LINES:,} more lines in the conversation", "hint")])
    return shown


def source(conversation: Conversation, id: ItemId) -> str:
    """Return a call's title and output as they came, for the clipboard."""
    call = conversation.items.get(id)
    return f"{call.title}\n{call.output}" if isinstance(call, ToolCall) else ""


def raw_lines(live: LiveSession, id: ItemId) -> list[list[Segment]]:
    """Return the lines of the agent that told about a call."""
    found = [
        arrival.raw.decode("utf-8", "replace")
        for arrival in live.arrivals
        if any(getattr(event, "call", None) == id for event in arrival.events)
    ]
    if not found:
        return [[piece("its lines are no longer kept; --record keeps all", "hint")]]
    return [line for raw in found for line in [*_text(raw, "code"), []]]
