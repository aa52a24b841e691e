"""The first lines of a long request, for the first frame; the whole of it comes after that.

What is counted in the end is not counted yet, and says so.
"""

import json
from collections.abc import Iterator

from msgspec.structs import replace

from tui.model.permission import PermissionRequest
from tui.model.tools import FileChange, ToolKind
from tui.permission import about
from tui.ui.changed_files import MARKS
from tui.ui.pieces import piece
from tui.ui.request_diff import Unified, rows_of
from tui.ui.request_plan import rendered
from tui.ui.request_text import Paragraphs, labelled, numbered_lines, plan_lines
from tui.ui.sheet import Part, Ready, Sheet
from tui.ui.shown import one_line, shown

AT_ONCE = 65_536
"""How long a request may be to be looked at before the first frame; more takes a thread."""

OF_A_LINE = 64
OF_A_FILE = 2_048
"""Characters that a line or a value, or a file, costs beside its own."""

FIRST = 8_000
"""Characters that fill a screen, whatever they are."""

HANG = 4
COUNTING = "counting …"


def is_short(request: PermissionRequest) -> bool:
    """Tell whether all of a request can be looked at without anybody noticing."""
    left = AT_ONCE
    for size in _sizes(request):
        left -= size
        if left < 0:
            return False
    return True


def _sizes(request: PermissionRequest) -> Iterator[int]:
    """Return what looking at each part costs; whoever has enough need not ask for all of it."""
    waiting: list[object] = [request.title, request.reason, request.plan, request.input]
    for change in request.changes:
        yield OF_A_FILE
        waiting += (change.before, change.after, change.diff)
    while waiting:
        value = waiting.pop()
        yield OF_A_LINE
        if isinstance(value, str):
            yield len(value) + OF_A_LINE * value.count("\n")
        elif isinstance(value, dict):
            yield OF_A_LINE * len(value)
            waiting += value.values()
        elif isinstance(value, list):
            yield OF_A_LINE * len(value)
            waiting += value


def beginning(request: PermissionRequest, rows: int) -> Sheet:
    """Return the first lines of a request, at least so many of them."""
    if request.changes:
        return Sheet(_change(request.changes[0]))
    if request.plan is not None:
        # Markdown of 8,000 characters takes 30 ms, and few of them are seen.
        plan = "\n".join(request.plan[:FIRST].split("\n", rows)[:rows])
        return Sheet([rendered(plan) or Ready(plan_lines(plan), HANG)])
    if request.kind is ToolKind.SHELL:
        command = request.input.get("command")
        text = command if isinstance(command, str) else request.title
        return Sheet([Ready(numbered_lines(shown(text[:FIRST]), text.count("\n") + 1), HANG)])
    return Sheet([Ready(_input(request), HANG)])


def _change(change: FileChange) -> list[Part]:
    head = [[piece(f"{MARKS[change.kind]} {change.path}  {COUNTING}", "diff.header")]]
    cut = replace(
        change,
        before=change.before and change.before[:FIRST],
        after=change.after and change.after[:FIRST],
        diff=change.diff and change.diff[:FIRST],
    )
    return [Ready(head, HANG), Unified(rows_of(cut))]


def _input(request: PermissionRequest) -> Paragraphs:
    server, slash, tool = (about.mcp_of(request) or "").partition("/")
    lines = [one_line(request.title[:FIRST], "strong")]
    if slash:
        lines = labelled("server", server) + labelled("tool", tool)
    label = "arguments" if request.kind is ToolKind.MCP else "input"
    first = labelled(label, _first_json(request.input), plain=True)
    return [*lines, [piece(f"{label}  {COUNTING}", "label")], *first[1:]]


def _first_json(value: object) -> str:
    """Return how a JSON value begins for reading, without reading all of it."""
    found: list[str] = []
    size = 0
    for part in json.JSONEncoder(indent=2, ensure_ascii=False).iterencode(value):
        found.append(part[:FIRST])
        size += len(part)
        if size > FIRST:
            break
    return "".join(found)
