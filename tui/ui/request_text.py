"""All that a person must read before answering a request, as paragraphs."""

import re
from pathlib import Path

import msgspec
from rich.segment import Segment

from tui.model.permission import PermissionRequest, Subject
from tui.model.tools import FileChange, ToolKind
from tui.text.diff import Row, RowKind, from_patch, from_texts
from tui.text.visible import hidden, visible
from tui.ui.changed_files import MARKS, line_counts
from tui.ui.pieces import piece
from tui.ui.theme import style_of

LONG = 2048
"""Characters from which a command is not allowed by one key."""

_SPACES = re.compile(r" {9,}")
_BLANKS = re.compile(r"\n(?:[ \t]*\n){3,}")
_LATIN = re.compile(r"[A-Za-z\u00c0-\u024f]")
_ALIKE = re.compile(r"[\u0370-\u03ff\u0400-\u052f\u0531-\u058f]")
_WORD = re.compile(r"\w+")

_LOOKS = {
    RowKind.ADDED: ("+", "diff.added"),
    RowKind.REMOVED: ("-", "diff.removed"),
    RowKind.CONTEXT: (" ", "diff.context"),
    RowKind.HUNK: (" ", "diff.header"),
    RowKind.NOTE: (" ", "diff.header"),
}


def headline(request: PermissionRequest) -> str:
    """Return what is asked for in a few words."""
    if request.subject is Subject.PLAN:
        return "The plan is ready. Start?"
    if request.subject is Subject.QUESTIONS:
        return "A question"
    if request.changes:
        count = len(request.changes)
        return f"Change {'a file' if count == 1 else f'{count} files'} ({request.tool})"
    words = {
        ToolKind.SHELL: "Run a shell command",
        ToolKind.FETCH: "Fetch an address",
        ToolKind.WEB_SEARCH: "Search the web",
        ToolKind.READ: "Read a file",
        ToolKind.MCP: "Use a tool of a server",
        ToolKind.AGENT: "Start a sub-agent",
    }
    return f"{words.get(request.kind, 'Use a tool')} ({request.tool})"


def warnings(request: PermissionRequest, project: Path) -> list[str]:
    """Return what is odd about a request; any of it takes away the answer by one key."""
    text = _everything(request)
    found: list[str] = []
    if tokens := sorted(set(hidden(text))):
        found.append(f"contains hidden characters: {' '.join(tokens[:6])}")
    if alike := [
        word for word in _WORD.findall(text) if _LATIN.search(word) and _ALIKE.search(word)
    ]:
        found.append(f"mixes alphabets within a word: {alike[0]}")
    if _SPACES.search(text) or _BLANKS.search(text):
        found.append("contains long runs of spaces or empty lines; they are shown as counts")
    command = request.input.get("command")
    if request.kind is ToolKind.SHELL and len(str(command or request.title)) > LONG:
        found.append(f"is very long: {len(str(command or request.title)):,} characters")
    if request.cwd and not Path(request.cwd).is_relative_to(project):
        found.append(f"works outside the project, in {request.cwd}")
    if request.warning:
        found.append(f"the agent warns: {request.warning}")
    return found


def needs_word(request: PermissionRequest, project: Path) -> bool:
    """Tell whether allowing it takes a typed word instead of one key."""
    return any(
        not one.startswith(("works outside", "the agent")) for one in warnings(request, project)
    )


def paragraphs(request: PermissionRequest, project: Path) -> list[list[Segment]]:
    """Return the whole request, nothing left out."""
    lines: list[list[Segment]] = [
        [piece(f"! {one}", "warning")] for one in warnings(request, project)
    ]
    if lines:
        lines.append([])
    if request.plan is not None:
        lines += _plain(request.plan, "prose")
    elif request.changes:
        for change in request.changes:
            lines += _change(change)
    else:
        lines += _input(request)
    lines.append([])
    if request.reason:
        lines += _labelled("agent says", request.reason)
    if request.asked_by:
        lines += _labelled("asked by", request.asked_by)
    lines += _labelled("where", request.cwd or str(project))
    return lines


def _everything(request: PermissionRequest) -> str:
    parts = [request.title, request.plan or "", *_strings(request.input)]
    for change in request.changes:
        parts += [change.path, change.after or "", change.diff or ""]
    return "\n".join(parts)


def _strings(value: object) -> list[str]:
    match value:
        case str():
            return [value]
        case dict():
            return [text for one in value.items() for part in one for text in _strings(part)]
        case list():
            return [text for one in value for text in _strings(one)]
        case _:
            return []


def _input(request: PermissionRequest) -> list[list[Segment]]:
    command = request.input.get("command")
    if request.kind is ToolKind.SHELL and isinstance(command, str):
        shown = _numbered(command)
        rest = {key: value for key, value in request.input.items() if key != "command"}
    elif request.kind is ToolKind.SHELL and not request.input:
        return _numbered(request.title)
    else:
        shown, rest = [[piece(request.title, "strong")]], request.input
    for key, value in rest.items():
        text = value if isinstance(value, str) else msgspec.json.encode(value).decode("utf-8")
        shown += _labelled(key, text)
    return shown


def _numbered(command: str) -> list[list[Segment]]:
    lines = _shown(command).split("\n")
    length = len(command.encode("utf-8", "replace"))
    size = f"{len(lines)} line{'s' * (len(lines) > 1)}, {length:,} bytes"
    width = len(str(len(lines)))
    numbered = [
        [piece(f"{number:>{width}} ", "diff.gutter"), *_marked(line, "strong")]
        for number, line in enumerate(lines, 1)
    ]
    return [*numbered, [piece(size, "hint")]]


def _labelled(label: str, text: str) -> list[list[Segment]]:
    first, *rest = _shown(text).split("\n")
    lines = [[piece(f"{label}  ", "label"), *_marked(first, "prose")]]
    return lines + [[piece("  "), *_marked(line, "prose")] for line in rest]


def _plain(text: str, look: str) -> list[list[Segment]]:
    return [_marked(line, look) for line in _shown(text).split("\n")]


def _change(change: FileChange) -> list[list[Segment]]:
    added, removed = line_counts(change)
    moved = f" → {change.moved_to}" if change.moved_to else ""
    head = f"{MARKS[change.kind]} {change.path}{moved}  +{added} -{removed}"
    lines = [[piece(head, "diff.header")]]
    for row in _rows(change):
        lines.append(_row(row))
    return lines


def _rows(change: FileChange) -> list[Row]:
    if change.diff is not None:
        return from_patch(change.diff)
    return from_texts(change.before or "", change.after or "")


def _row(row: Row) -> list[Segment]:
    sign, look = _LOOKS[row.kind]
    number = row.new if row.new is not None else row.old
    gutter = piece(f"{number if number is not None else '':>5} {sign} ", "diff.gutter")
    pieces = [gutter]
    position = 0
    for start, end in row.changed:
        pieces += _marked(_shown(row.text[position:start]), look)
        pieces += _marked(_shown(row.text[start:end]), f"{look}.word")
        position = end
    return pieces + _marked(_shown(row.text[position:]), look)


def _shown(text: str) -> str:
    """Return text without hidden characters and without room to hide something far away."""
    text = _BLANKS.sub(lambda match: f"\n⏎×{match[0].count(chr(10)) - 1}\n", text)
    text = _SPACES.sub(lambda match: f" ·×{len(match[0])} ", text)
    return visible(text)


_TOKENS = re.compile(r"(‹U\+[0-9A-F]+›|·×\d+|⏎×\d+)")


def _marked(line: str, look: str) -> list[Segment]:
    parts = _TOKENS.split(line)
    return [
        Segment(part, style_of("hidden" if index % 2 else look))
        for index, part in enumerate(parts)
        if part
    ]
