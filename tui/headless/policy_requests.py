"""Requests that no agent asks: from the command line and from other programs."""

import shlex
from json import JSONDecodeError, loads
from typing import Any

from tui.agents.claude import tools as claude_tools
from tui.agents.gemini.calls import tool_kind as gemini_kind
from tui.agents.registry import ROOMS
from tui.model.identity import RequestId
from tui.model.permission import PermissionRequest
from tui.model.tools import ChangeKind, FileChange, ToolKind

_KINDS = {kind.value: kind for kind in ToolKind}
_CODEX_KINDS = {
    "commandExecution": ToolKind.SHELL,
    "fileChange": ToolKind.EDIT,
    "apply_patch": ToolKind.EDIT,
    "mcpToolCall": ToolKind.MCP,
}
_ABOUT = ("command", "file_path", "path", "url", "query", "pattern", "description")


class BadRequestError(ValueError):
    """A row is not a request."""


def from_line(line: bytes) -> tuple[str, PermissionRequest]:
    """Read a request that stands in one line as JSON; return the agent and the request."""
    try:
        return from_row(loads(line))
    except JSONDecodeError as error:
        raise BadRequestError(f"it is not JSON: {error.msg}, column {error.colno}") from error
    except UnicodeDecodeError as error:
        raise BadRequestError("it is not UTF-8 text") from error
    except RecursionError as error:
        raise BadRequestError("it is nested too deeply") from error


def from_row(row: Any) -> tuple[str, PermissionRequest]:
    """Read `{"cmd"}` or `{"agent","tool","input"}`; return the agent and the request."""
    if not isinstance(row, dict):
        raise BadRequestError("it is not an object")
    agent, cwd = row.get("agent", "claude"), row.get("cwd")
    if "cmd" in row:
        row = {"tool": "shell", "input": {"command": row["cmd"]}}
    tool, given = row.get("tool"), row.get("input")
    if not isinstance(agent, str) or not isinstance(tool, str) or not isinstance(given, dict):
        raise BadRequestError('it needs "cmd", or "tool" and "input"')
    if agent not in ROOMS:
        raise BadRequestError(f"there is no agent {agent}; there are {', '.join(ROOMS)}")
    kind = _kind(agent, tool)
    if kind is ToolKind.SHELL:
        given = {**given, "command": _command(given.get("command"))}
    changes = _changes(given.get("changes")) if kind is ToolKind.EDIT else ()
    if changes and all(change.kind is ChangeKind.CREATED for change in changes):
        kind = ToolKind.WRITE
    return agent, PermissionRequest(
        id=RequestId("explain"),
        tool=tool,
        kind=kind,
        title=", ".join(change.path for change in changes) or _title(tool, kind, given),
        input=given,
        cwd=cwd if isinstance(cwd, str) else None,
        changes=changes,
    )


def _command(given: Any) -> str:
    """Return a command as a text; older versions of Codex give its words."""
    if isinstance(given, list) and all(isinstance(word, str) for word in given):
        return shlex.join(given)
    if not isinstance(given, str):
        raise BadRequestError("its command is not a text")
    return given


def _changes(told: Any) -> tuple[FileChange, ...]:
    """Return what a patch of Codex does to each file: a list, or a table of paths as it was."""
    if isinstance(told, dict):
        told = [{"path": path, "kind": one} for path, one in told.items()]
    found = []
    for one in told if isinstance(told, list) else ():
        path = one.get("path") if isinstance(one, dict) else None
        if not isinstance(path, str):
            raise BadRequestError("one of its changes names no file")
        how = one.get("kind")
        members = how if isinstance(how, dict) else {"type": how}
        kind = ChangeKind.CREATED if members.get("type") == "add" else ChangeKind.MODIFIED
        moved = members.get("move_path")
        found.append(
            FileChange(path=path, kind=kind, moved_to=moved if isinstance(moved, str) else None)
        )
    return tuple(found)


def _kind(agent: str, tool: str) -> ToolKind:
    if (known := _KINDS.get(tool)) is not None:
        return known
    protocol = {"demo": "claude"}.get(agent, agent.removeprefix("demo-"))
    if protocol == "codex":
        return _CODEX_KINDS.get(tool, ToolKind.MCP if "/" in tool else ToolKind.OTHER)
    return gemini_kind(tool) if protocol == "gemini" else claude_tools.kind_of(tool)


def _title(tool: str, kind: ToolKind, given: dict[str, Any]) -> str:
    if kind is ToolKind.MCP:
        named = given.get("server"), given.get("tool")
        if all(isinstance(part, str) for part in named):
            return f"{named[0]}/{named[1]}"
        return claude_tools.title_of(tool, given) if tool.startswith("mcp__") else tool
    if kind is ToolKind.SHELL:
        return str(given["command"])
    about = (given.get(key) for key in _ABOUT)
    return next((text for text in about if isinstance(text, str) and text), tool)
