"""What a request is about, whole, as paragraphs; differences stand in `request_diff`."""

import json
from collections.abc import Iterable
from pathlib import Path

from rich.segment import Segment

from tui.model.identity import JsonObject
from tui.model.permission import PermissionRequest, Subject
from tui.model.tools import ToolKind
from tui.permission import about, places
from tui.ui.pieces import piece
from tui.ui.shown import marked, one_line, shown, shown_line
from tui.ui.theme import style_of

Paragraphs = list[list[Segment]]

_WORDS = {
    ToolKind.SHELL: "Run a shell command",
    ToolKind.READ: "Read a file",
    ToolKind.WRITE: "Write a file",
    ToolKind.EDIT: "Edit a file",
    ToolKind.SEARCH: "Search in files",
    ToolKind.FIND: "Look for files",
    ToolKind.FETCH: "Fetch an address",
    ToolKind.WEB_SEARCH: "Search the web",
    ToolKind.MCP: "Use a tool of an MCP server",
    ToolKind.AGENT: "Start a sub-agent",
    ToolKind.OTHER: "Use a tool that parley does not know",
}


def headline(request: PermissionRequest, project: str) -> str:
    """Return what is asked for in a few words."""
    if request.subject is Subject.PLAN:
        return "The plan is ready. Start?"
    if request.subject is Subject.QUESTIONS:
        return "A question"
    words = _WORDS[request.kind]
    count = len({change.path for change in request.changes})
    if count > 1 or (count and request.kind not in about.WRITING):
        words = f"Change {'a file' if count == 1 else f'{count} files'}"
    outside = " outside the project" if outside_paths(request, project) else ""
    return f"{words}{outside} ({request.tool})"


def outside_paths(request: PermissionRequest, project: str) -> list[str]:
    """Return the paths of a file request that lead out of the project."""
    if request.kind not in about.FILE_KINDS and not request.changes:
        return []
    base = about.folder_of(request, project)
    named = about.paths_of(request)
    return [path for path in named if not places.is_inside(places.real(path, base), project)]


def body(request: PermissionRequest, project: str) -> Paragraphs:
    """Return what is asked for, nothing left out."""
    if request.plan is not None:
        return [*plan_lines(request.plan), *fields(request.input, said=(request.plan,))]
    if request.subject is Subject.PLAN:
        missing = "the agent did not send the plan's text; look for it in the conversation"
        return [[piece(f"! {missing}", "warning")], *fields(request.input)]
    match request.kind:
        case ToolKind.SHELL:
            return _shell(request)
        case ToolKind.FETCH:
            return _fetch(request)
        case ToolKind.MCP:
            return _mcp(request)
        case ToolKind.OTHER:
            lines = [[piece(request.title, "strong")]] if request.title else []
            return [*lines, *labelled("input", as_json(request.input), plain=True)]
        case _:
            return [*_places(request, project), *fields(request.input, said=(request.title,))]


def leftovers(request: PermissionRequest) -> Paragraphs:
    """Return the members of an edit's input that its difference does not show."""
    said: list[str] = []
    for change in request.changes:
        texts = (change.path, change.before, change.after, change.diff, change.moved_to)
        said += [text for text in texts if text is not None]
    return fields(request.input, said)


def fields(input: JsonObject, said: Iterable[str] = ()) -> Paragraphs:
    """Return a tool's input by its members; texts that are shown already are left out."""
    known = set(said)
    lines: Paragraphs = []
    for key, value in input.items():
        rest = _without(value, known)
        if rest is None:
            continue
        text = rest if isinstance(rest, str) else as_json(rest)
        lines += labelled(key, text)
    return lines


def labelled(label: str, text: str, *, plain: bool = False) -> Paragraphs:
    """Return text with a label before it; one of several lines stands below its label."""
    lines = (text if plain else shown(text)).split("\n")
    if len(lines) == 1:
        return [[piece(f"{label}  ", "label"), *_safe(lines[0], plain=plain)]]
    counted = f"{label}  {len(lines)} lines"
    return [
        [piece(counted, "label")],
        *([piece("  "), *_safe(line, plain=plain)] for line in lines),
    ]


def as_json(value: object) -> str:
    """Return a JSON value for reading; half surrogates are no reason to fail."""
    return json.dumps(value, indent=2, ensure_ascii=False)


def numbered(command: str) -> Paragraphs:
    """Return a command line by line, with numbers and a count."""
    text = shown(command)
    count = text.count("\n") + 1
    length = len(command.encode("utf-8", "replace"))
    size = f"{count} line{'s' * (count > 1)}, {length:,} bytes"
    return [*numbered_lines(text, count), [piece(size, "hint")]]


def numbered_lines(text: str, count: int) -> Paragraphs:
    """Return the lines of shown text with numbers, as wide as those of so many lines are."""
    width, look = len(str(count)), style_of("diff.gutter")
    return [
        [Segment(f"{number:>{width}} ", look), *marked(line, "strong")]
        for number, line in enumerate(text.split("\n"), 1)
    ]


def _safe(line: str, *, plain: bool) -> list[Segment]:
    return marked(shown_line(line) if plain else line, "prose")


def _without(value: object, known: set[str]) -> object:
    """Return a JSON value without the texts that are known; None where nothing is left."""
    match value:
        case str():
            return None if value in known else value
        case dict():
            kept = {key: _without(one, known) for key, one in value.items()}
            left = {key: one for key, one in kept.items() if one is not None}
            return left or (value if not value else None)
        case list():
            rest = [one for one in (_without(each, known) for each in value) if one is not None]
            return rest or (value if not value else None)
        case None:
            return "null"
        case _:
            return value


def plan_lines(plan: str) -> Paragraphs:
    """Return a plan as it was written."""
    lines = shown(plan).split("\n")
    return [marked(line, "heading" if line.startswith("#") else "prose") for line in lines]


def _shell(request: PermissionRequest) -> Paragraphs:
    command = request.input.get("command")
    if isinstance(command, str):
        # Codex's input has the folder too, which is told below.
        told = {"command": command, "cwd": request.cwd}
        rest = {
            key: value
            for key, value in request.input.items()
            if key not in told or value != told[key]
        }
        # Claude's description is the reason that is told below: one line less to scroll.
        return [*numbered(command), *fields(rest, said=[request.reason] if request.reason else [])]
    return [*numbered(request.title), *fields(request.input)]


def _fetch(request: PermissionRequest) -> Paragraphs:
    lines: Paragraphs = [one_line(request.title, "strong")]
    urls = about.urls_of(request)
    for url in urls:
        host = about.host_of(url)
        # The risk says of the only one that its host cannot be told.
        if host or len(urls) > 1:
            lines += labelled("host", host or f"cannot be told for certain from {url}")
    return [*lines, *fields(request.input, said=(request.title,))]


def _mcp(request: PermissionRequest) -> Paragraphs:
    server, slash, tool = (about.mcp_of(request) or "").partition("/")
    named = labelled("server", server) + labelled("tool", tool) if slash else []
    if not slash:
        named = [one_line(request.title, "strong")]
    return [*named, *labelled("arguments", as_json(request.input), plain=True)]


def _places(request: PermissionRequest, project: str) -> Paragraphs:
    lines: Paragraphs = [one_line(request.title, "strong")]
    base = about.folder_of(request, project)
    for path in outside_paths(request, project):
        full = places.real(path, base)
        if full == request.title:
            continue
        lines.append([piece("! ", "warning"), piece("outside the project: ", "warning")])
        lines[-1] += one_line(full, "strong")
    return lines


def where(request: PermissionRequest, project: Path) -> Paragraphs:
    """Return who asks and in which folder it would happen."""
    lines = labelled("agent says", request.reason) if request.reason else []
    if request.asked_by:
        lines += labelled("asked by the sub-agent", request.asked_by)
    folder = request.cwd or str(project)
    outside = not places.is_inside(places.real(folder, str(project)), str(project))
    lines += labelled("where", f"{folder}{'  (outside the project)' if outside else ''}")
    return lines
