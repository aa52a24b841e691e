"""What a request is about, read out of each agent's own words: command, paths, address, tool."""

import re
import shlex
from collections.abc import Iterator
from typing import Any

from tui.model.permission import PermissionRequest
from tui.model.tools import ToolKind
from tui.permission import places

_BASH_TOOLS = frozenset({"Bash", "Monitor", "run_shell_command", "shell", "run_command"})
"""Tools known to hand their text to a shell like bash; others may be anything."""

_LONGEST_SPLIT = 16_384
"""Characters of a command that is taken apart: twice as many take four times as long."""

_CODEX_COMMAND = "commandExecution"
_WRAPPERS = frozenset(
    f"{folder}/{name}" for folder in ("/bin", "/usr/bin") for name in ("bash", "zsh", "sh")
)
_PATH_KEYS = ("file_path", "path", "notebook_path", "absolute_path", "dir_path", "filePath")
PATH_KEYS = frozenset(_PATH_KEYS)
_FOLDER_KEYS = ("directory", "dir_path", "workdir", "cwd", "working_directory")
_ADDRESS_KEYS = frozenset({"url", "urls", "uri", "uris", "href", "address"})
_LIKE_ADDRESS = re.compile(r"[a-z0-9+.-]:[/\\]|https?:", re.IGNORECASE)
_HOST = r"([a-z0-9](?:[a-z0-9.-]*[a-z0-9])?)\.?"
_ADDRESS = re.compile(
    rf"(?:http://{_HOST}(?::80)?|https://{_HOST}(?::443)?)(?:[/?#][!-\[\]-~]*)?",
    re.IGNORECASE | re.ASCII,
)
"""An address that every reader takes apart in the same way."""
_SOME_HOST = re.compile(r"://(?:[^\s/?#\\]*@)?([\w.-]+)")
_GEMINI_SERVER = re.compile(r"(.+) \(([^()]+) MCP Server\)")

FILE_KINDS = frozenset(
    {ToolKind.READ, ToolKind.WRITE, ToolKind.EDIT, ToolKind.SEARCH, ToolKind.FIND}
)
_LOOKING = frozenset({ToolKind.SEARCH, ToolKind.FIND})
WRITING = frozenset({ToolKind.WRITE, ToolKind.EDIT})


def folder_of(request: PermissionRequest, project: str) -> str:
    """Return the folder in which it would happen; some agents tell it relative to the project."""
    return places.normal(request.cwd, project) if request.cwd else project


def command_of(request: PermissionRequest) -> str | None:
    """Return the command line a request wants to run; None if it is about something else."""
    if request.kind is not ToolKind.SHELL and request.tool != _CODEX_COMMAND:
        return None
    given = request.input.get("command")
    if request.tool == _CODEX_COMMAND:
        return _unwrapped(given, request.title)
    return given if isinstance(given, str) else request.title


def command_doubt(request: PermissionRequest) -> str:
    """Return why the command line shown may not be what a bash would run, or nothing."""
    given = request.input.get("command")
    if request.tool == _CODEX_COMMAND:
        return ""
    if request.tool not in _BASH_TOOLS:
        return f"parley does not know which shell {request.tool} uses"
    if given is not None and not isinstance(given, str):
        return "its command is not a text"
    if given is not None and given != request.title and _differ(given, request.title):
        return "the title and the command differ"
    if request.input.get("dangerouslyDisableSandbox"):
        return "it asks to leave the sandbox"
    if request.cwd is None and any(map(request.input.get, _FOLDER_KEYS)):
        return "it names a folder of its own"
    return ""


def _differ(command: str, title: str) -> bool:
    return "\n" not in command and command.strip() != title.strip()


def _unwrapped(given: Any, title: str) -> str:
    """Return what Codex's shell runs. Only its own wrapper is taken off: `./bash -lc` is none."""
    if not isinstance(given, str):
        return title
    if len(given) > _LONGEST_SPLIT:
        return given
    try:
        words = shlex.split(given)
    except ValueError:
        return given
    if len(words) == 3 and words[0] in _WRAPPERS and words[1] in ("-lc", "-c"):
        return words[2]
    return given


def paths_of(request: PermissionRequest) -> tuple[str, ...]:
    """Return the files and folders a request names, as it names them."""
    if not request.changes and PATH_KEYS.isdisjoint(request.input):
        return ()
    if request.changes:
        moved = (change.moved_to for change in request.changes if change.moved_to)
        return (*(change.path for change in request.changes), *moved)
    given = [request.input[key] for key in _PATH_KEYS if key in request.input]
    return tuple(path for path in given if isinstance(path, str) and path)


def globs_of(request: PermissionRequest) -> tuple[str, ...]:
    """Return the file name patterns by which a search chooses what it reads."""
    keys = ("glob", "include", "pattern") if request.kind is ToolKind.FIND else ("glob", "include")
    given = (request.input.get(key) for key in keys) if request.kind in _LOOKING else ()
    return tuple(glob for glob in given if isinstance(glob, str) and glob)


def urls_of(request: PermissionRequest) -> tuple[str, ...]:
    """Return every address in a request: what is given as one, and words that look like one.

    Each is whole, as the agents take it: of `https://a.org'@b.org` the host is b.org.
    """
    given = [
        text
        for key, value in request.input.items()
        if key.lower() in _ADDRESS_KEYS
        for text in strings(value)
    ]
    texts = (text for text in (request.title, *strings(request.input)) if text not in given)
    words = (word for text in texts for word in text.split() if _LIKE_ADDRESS.search(word))
    return tuple(dict.fromkeys((*given, *words)))


def host_of(url: str) -> str | None:
    """Return the host of an ordinary web address; None where anything about it is odd."""
    found = _ADDRESS.fullmatch(url)
    return (found[1] or found[2]).lower() if found else None


def hosts_in(text: str) -> list[str]:
    """Return every host that a text seems to name; enough to deny, never to allow."""
    return [host.strip(".").lower() for host in _SOME_HOST.findall(text)]


def hosts_of(request: PermissionRequest) -> tuple[str | None, ...]:
    """Return the hosts a web request reaches; None stands for one that cannot be told."""
    context = request.input.get("networkApprovalContext")
    if isinstance(context, dict):
        return (str(context.get("host")).lower(), None)
    return tuple(host_of(url) for url in urls_of(request))


def mcp_of(request: PermissionRequest) -> str | None:
    """Return `server/tool`; None where the two cannot be told apart for certain."""
    if named := _GEMINI_SERVER.fullmatch(request.title):
        tool, server = named.groups()
    else:
        server, _, tool = request.title.partition("/")
    name = f"{server}/{tool}"
    # Claude joins the two by __ and writes _ for other signs: `a___b` may be `a_` and `b`.
    unsure = not server or tool in ("", "?") or server[-1] == "_" or tool[0] == "_" or "__" in tool
    return None if unsure or name.count("/") > 1 or not name.isprintable() else name


def strings(value: Any) -> Iterator[str]:
    """Return every text inside a JSON value, keys too."""
    stack = [value]
    while stack:
        one = stack.pop()
        if isinstance(one, str):
            yield one
        elif isinstance(one, dict):
            stack.extend(reversed([part for pair in one.items() for part in pair]))
        elif isinstance(one, list):
            stack.extend(reversed(one))


def texts(request: PermissionRequest) -> list[str]:
    """Return all the text of a request, for a search."""
    once = {request.title: None, request.plan or "": None}
    for key, value in request.input.items():
        once[key] = None
        if isinstance(value, str):
            once[value] = None
        else:
            once.update(dict.fromkeys(strings(value)))
    for change in request.changes:
        once.update(dict.fromkeys((change.path, change.after or "", change.diff or "")))
    return list(once)


def file_texts(request: PermissionRequest) -> set[str]:
    """Return the texts of a request that stand or would stand in files, or are a plan to read."""
    found = {
        text
        for change in request.changes
        for text in (change.before, change.after, change.diff)
        if text
    }
    return {*found, request.plan} if request.plan else found
