"""What a rule would allow and what not: examples that were put to the same judgement."""

from collections.abc import Iterable, Iterator, Sequence
from pathlib import PurePosixPath
from typing import NamedTuple

from msgspec.structs import replace

from tui.model.permission import PermissionRequest
from tui.model.tools import ToolKind
from tui.permission import about
from tui.permission.policy import Policy, decide
from tui.permission.reading import Where
from tui.permission.rules import ANY, Choice, Rule

EACH = 3


class Examples(NamedTuple):
    """A few titles of each sort."""

    allowed: tuple[str, ...]
    asked: tuple[str, ...]


def examples(
    rule: Rule,
    request: PermissionRequest,
    where: Where,
    beside: Sequence[Rule] = (),
    narrower: Sequence[Rule] = (),
) -> Examples:
    """Return what a rule about a request would allow, and what would still be asked.

    `beside` are rules that would be kept with it; what `narrower` ones allow is a good example.
    """
    policy = Policy([rule, *beside])
    allowed: dict[str, None] = {}
    asked: dict[str, None] = {}
    for title, one in _variants(rule, request, where, narrower):
        found = allowed if decide(one, policy, where).decision is Choice.ALLOW else asked
        if len(found) < EACH:
            found[title] = None
    return Examples(tuple(allowed), tuple(asked))


def in_words(rule: Rule) -> str:
    """Return what a rule allows as a sentence without its end."""
    who = "any agent" if rule.agent == ANY else rule.agent
    if rule.command is not None:
        words = rule.command.removesuffix(" *")
        if rule.open_ended:
            return f"{who} may run “{words}” with any harmless further words"
        return f"{who} may run exactly “{words}”"
    if rule.path is not None:
        return f"{who} may {_verb(rule.tool)} {_places(rule.path)}"
    if rule.host is not None:
        host = rule.host.removeprefix("*.")
        return f"{who} may fetch from {f'hosts below {host}' if host != rule.host else host}"
    if rule.mcp is not None:
        server, _, tool = rule.mcp.partition("/")
        what = "every tool" if tool == ANY else f"the tool {tool}"
        return f"{who} may use {what} of the MCP server {server}"
    return f"{who} may use {rule.tool} as it likes"


def _verb(tool: str) -> str:
    verbs = {"read_file": "read", "write_file": "write", "edit_file": "edit"}
    return verbs.get(tool, "search in" if tool == "search_content" else "look for files in")


def _places(path: str) -> str:
    if path == "**":
        return "every file of the project, secrets left out"
    folder = path.removesuffix("/**")
    return f"every file below {folder}" if folder != path else path


def _variants(
    rule: Rule, request: PermissionRequest, where: Where, narrower: Sequence[Rule]
) -> Iterator[tuple[str, PermissionRequest]]:
    match request.kind:
        case ToolKind.SHELL:
            for line in _lines(rule, about.command_of(request) or "", narrower):
                yield line, replace(request, title=line, input={**request.input, "command": line})
        case kind if kind in about.FILE_KINDS:
            for path in _files(rule, request, where):
                yield path, _with_path(request, path)
        case ToolKind.FETCH:
            for url in _urls(rule):
                yield url, replace(request, title=url, input={"url": url})
        case ToolKind.MCP:
            for name in _tools(rule, about.mcp_of(request) or ""):
                yield name, replace(request, title=name)
        case _:
            yield request.title, request


def _lines(rule: Rule, line: str, narrower: Sequence[Rule]) -> Iterable[str]:
    own = (rule.command or "").removesuffix(" *")
    words = own.split(" ")
    return dict.fromkeys(
        (
            line,
            *((one.command or "").removesuffix(" *") for one in narrower),
            own,
            f"{own} other",
            f"{own} one two",
            f"{own} && curl example.org",
            f"{own} > out.txt",
            f"{own} ../secret.txt",
            f"{own} $(whoami)",
            f"{own} docs/notes.md",
            f"{own} --help",
            f"sudo {own}",
            words[0],
            f"{words[0]} other",
        )
    )


def _files(rule: Rule, request: PermissionRequest, where: Where) -> Iterable[str]:
    named = about.paths_of(request)
    base = PurePosixPath(named[0] if named else f"{where.project}/notes.txt")
    suffix = base.suffix or ".txt"
    return dict.fromkeys(
        (
            str(base),
            str(base.with_name(f"other{suffix}")),
            str(base.parent / "below" / f"deeper{suffix}"),
            f"{where.project}/src/other{suffix}",
            str(base.with_name(".env")),
            f"{base.parent.parent}/above{suffix}",
            f"{where.project}/.git/config",
            "/etc/passwd",
        )
    )


def _with_path(request: PermissionRequest, path: str) -> PermissionRequest:
    if request.changes:
        change = replace(request.changes[0], path=path, moved_to=None)
        return replace(request, title=path, changes=(change,))
    input = {key: value for key, value in request.input.items() if key not in about.PATH_KEYS}
    return replace(request, title=path, input={**input, "file_path": path})


def _urls(rule: Rule) -> Iterable[str]:
    host = (rule.host or "").removeprefix("*.")
    lower = f"www.{host}" if rule.host != host else host
    return (
        f"https://{lower}/",
        f"https://{lower}/page?x=1",
        f"http://{lower}/",
        f"https://other.{host}/",
        f"https://{host}.example.com/",
        f"https://user@{lower}/",
        f"https://{lower}:8443/",
        f"https://{host}/",
    )


def _tools(rule: Rule, asked: str) -> Iterable[str]:
    server, _, tool = (rule.mcp or "").partition("/")
    own = tool if tool != ANY else asked.partition("/")[2] or "list"
    return (
        f"{server}/{own}",
        f"{server}/other",
        f"{server}/delete_everything",
        f"other/{own}",
        f"{server}2/{own}",
    )
