"""What a request is about, read out of each agent's own words: command, paths, address, tool."""

import re
import shlex
from collections.abc import Iterator
from typing import Any
from urllib.parse import urlsplit

from tui.model.permission import PermissionRequest
from tui.model.tools import ToolKind

_BASH_TOOLS = frozenset({"Bash", "Monitor", "run_shell_command", "shell", "run_command"})
"""Tools known to hand their text to a shell like bash; others may be anything."""

_CODEX_COMMAND = "commandExecution"
_WRAPPERS = frozenset(
    f"{folder}/{name}" for folder in ("/bin", "/usr/bin") for name in ("bash", "zsh", "sh")
)
PATH_KEYS = ("file_path", "path", "notebook_path", "absolute_path", "dir_path", "filePath")
_PATH_KEYS = frozenset(PATH_KEYS)
_URL = re.compile(r"\b[a-z][a-z0-9+.-]*://[^\s'\"<>`)\]}]+", re.IGNORECASE)
_HOST = re.compile(r"[a-z0-9](?:[a-z0-9.-]*[a-z0-9])?")
_GEMINI_SERVER = re.compile(r"(.+) \(([^()]+) MCP Server\)")

FILE_KINDS = frozenset(
    {ToolKind.READ, ToolKind.WRITE, ToolKind.EDIT, ToolKind.SEARCH, ToolKind.FIND}
)
WRITING = frozenset({ToolKind.WRITE, ToolKind.EDIT})


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
    if isinstance(given, str) and given != request.title and _differ(given, request.title):
        return "the title and the command differ"
    if request.input.get("dangerouslyDisableSandbox"):
        return "it asks to leave the sandbox"
    return ""


def _differ(command: str, title: str) -> bool:
    return "\n" not in command and command.strip() != title.strip()


def _unwrapped(given: Any, title: str) -> str:
    """Return what Codex's shell runs. Only its own wrapper is taken off: `./bash -lc` is none."""
    if not isinstance(given, str):
        return title
    try:
        words = shlex.split(given)
    except ValueError:
        return given
    if len(words) == 3 and words[0] in _WRAPPERS and words[1] in ("-lc", "-c"):
        return words[2]
    return given


def paths_of(request: PermissionRequest) -> tuple[str, ...]:
    """Return the files and folders a request names, as it names them."""
    if not request.changes and _PATH_KEYS.isdisjoint(request.input):
        return ()
    if request.changes:
        moved = (change.moved_to for change in request.changes if change.moved_to)
        return (*(change.path for change in request.changes), *moved)
    given = [request.input[key] for key in PATH_KEYS if key in request.input]
    return tuple(path for path in given if isinstance(path, str) and path)


def urls_of(request: PermissionRequest) -> tuple[str, ...]:
    """Return every address in a request."""
    texts = (request.title, *strings(request.input))
    return tuple(dict.fromkeys(url for text in texts for url in _URL.findall(text)))


def host_of(url: str) -> str | None:
    """Return the host of an ordinary web address; None where anything about it is odd."""
    try:
        parts = urlsplit(url)
        port = parts.port
    except ValueError:
        return None
    host = (parts.hostname or "").rstrip(".")
    usual = {"http": (None, 80), "https": (None, 443)}.get(parts.scheme, ())
    odd = "@" in parts.netloc or "\\" in url or not url.isascii() or port not in usual
    return host if not odd and _HOST.fullmatch(host) else None


def hosts_of(request: PermissionRequest) -> tuple[str | None, ...]:
    """Return the hosts a web request reaches; None stands for one that cannot be told."""
    context = request.input.get("networkApprovalContext")
    if isinstance(context, dict):
        return (str(context.get("host")).lower(), None)
    return tuple(host_of(url) for url in urls_of(request))


def mcp_of(request: PermissionRequest) -> str | None:
    """Return `server/tool`; None where the two cannot be told apart for certain."""
    if named := _GEMINI_SERVER.fullmatch(request.title):
        return f"{named[2]}/{named[1]}"
    server, slash, tool = request.title.partition("/")
    if not slash or not server or not tool or "/" in tool or "__" in tool or tool == "?":
        return None
    return request.title


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
