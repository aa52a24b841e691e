"""How risky a request is, and why. The same for every agent, and for the same request always."""

import re
from collections.abc import Iterator

from tui.model.permission import PermissionRequest, Subject
from tui.model.tools import ChangeKind, ToolKind
from tui.permission import about, places
from tui.permission.deception import MOST, deceptions, disguises_in_file, is_plain
from tui.permission.reading import Reading, Where, read_request
from tui.permission.risk_shell import command_reasons
from tui.permission.risk_words import Level, Reason, Risk, worst

_LEAST = {
    ToolKind.READ: Level.LOW,
    ToolKind.SEARCH: Level.LOW,
    ToolKind.FIND: Level.LOW,
    ToolKind.FETCH: Level.LOW,
    ToolKind.WEB_SEARCH: Level.LOW,
    ToolKind.SHELL: Level.LOW,
}
"""What a kind of tool is by itself; the others are medium."""

_OF_THIS_COMPUTER = re.compile(r"(?:.+\.)?localhost|(?:0x[0-9a-f]*|\d+)(?:\.(?:0x[0-9a-f]*|\d+))*")
"""Names of this computer, and numbers in all the ways in which they are read."""

_WHY = {
    ToolKind.MCP: "what a tool of an MCP server does is not known to parley",
    ToolKind.AGENT: "starts a sub-agent",
    ToolKind.OTHER: "what this tool does is not known to parley",
}
"""Why those are medium of which nothing more is known."""


def assess(request: PermissionRequest, where: Where, reading: Reading | None = None) -> Risk:
    """Say how risky a request is. A reading made before can be handed in."""
    if reading is None:
        reading = read_request(request)
    reasons = [] if _is_short_and_plain(request) else _text_reasons(request)
    if request.warning:
        reasons.append(Reason(Level.HIGH, f"is flagged by the agent: {request.warning}"))
    if request.subject is not Subject.TOOL:
        if request.subject is Subject.PLAN:
            reasons.append(Reason(Level.MEDIUM, "the agent begins to do what the plan says"))
        return worst(reasons, Level.LOW)
    if request.cwd and not places.is_inside(about.folder_of(request, where.project), where.project):
        reasons.append(Reason(Level.MEDIUM, f"works outside the project, in {request.cwd}"))
    if reading is not None:
        reasons += command_reasons(reading, where.project)
    if request.kind in about.FILE_KINDS:
        reasons += _file_reasons(request, where)
    elif request.kind is ToolKind.FETCH:
        reasons += _web_reasons(request)
    elif request.kind in _WHY:
        reasons.append(Reason(Level.MEDIUM, _WHY[request.kind]))
    return worst(reasons, _LEAST.get(request.kind, Level.MEDIUM))


def _text_reasons(request: PermissionRequest) -> list[Reason]:
    found: list[Reason] = []
    texts = about.texts(request)
    files = about.file_texts(request)
    left = MOST
    for text in texts:
        seen = text[:left] if len(text) > left else text
        if signs := (disguises_in_file(seen) if text in files else deceptions(seen)):
            found += [Reason(Level.HIGH, sign) for sign in signs]
        left -= len(text)
        if left < 0:
            found.append(Reason(Level.HIGH, f"is too large to be searched: over {MOST:,} signs"))
            break
    return found


def _is_short_and_plain(request: PermissionRequest) -> bool:
    """Tell at a glance that nothing in a request can deceive, as is so for most commands."""
    if request.changes or request.plan:
        return False
    given = request.input
    try:
        # Most titles are the command once more.
        together = "".join((*given, *given.values()))
        if request.title not in together:
            together += request.title
    except TypeError:  # something in it is no text
        return False
    return len(together) <= MOST and is_plain(together)


def _file_reasons(request: PermissionRequest, where: Where) -> Iterator[Reason]:
    writes = request.kind in about.WRITING or bool(request.changes)
    if any(change.kind is ChangeKind.DELETED for change in request.changes):
        yield Reason(Level.HIGH, "deletes a file")
    paths = about.paths_of(request)
    if writes and not paths:
        yield Reason(Level.HIGH, "does not say which file it writes")
    for path in paths:
        full = places.normal(path, about.folder_of(request, where.project))
        inside = places.is_inside(full, where.project)
        below = full[len(where.project) :] if inside else full
        if places.is_secret(below):
            yield Reason(Level.HIGH, f"touches a place for secrets: {path}")
        if writes and places.is_steering(below):
            yield Reason(Level.HIGH, f"writes a file that decides what runs later: {path}")
        elif places.is_dot_file(below):
            yield Reason(Level.MEDIUM, f"touches a hidden file: {path}")
        if not inside:
            level = Level.HIGH if writes else Level.MEDIUM
            yield Reason(level, f"{'writes' if writes else 'reads'} outside the project: {full}")
    if writes:
        yield Reason(Level.MEDIUM, "writes files")


def _web_reasons(request: PermissionRequest) -> Iterator[Reason]:
    hosts = about.hosts_of(request)
    if not hosts or None in hosts:
        yield Reason(Level.MEDIUM, "the host it reaches cannot be told for certain")
    for url in about.urls_of(request):
        if url.lower().startswith("http:"):
            yield Reason(Level.MEDIUM, f"fetches without encryption: {url}")
        host = about.host_of(url) or ""
        if _OF_THIS_COMPUTER.fullmatch(host):
            yield Reason(Level.MEDIUM, f"reaches a computer by number or this one: {host}")
        if "xn--" in host:
            yield Reason(Level.HIGH, f"reaches a host written in another alphabet: {host}")
