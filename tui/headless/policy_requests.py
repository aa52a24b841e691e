"""Requests that no agent asks: from the command line and from other programs."""

from typing import Any

from tui.agents.claude import tools as claude_tools
from tui.agents.gemini.calls import tool_kind as gemini_kind
from tui.model.identity import RequestId
from tui.model.permission import PermissionRequest
from tui.model.tools import ToolKind

_CODEX_KINDS = {"commandExecution": ToolKind.SHELL, "fileChange": ToolKind.EDIT}
_ABOUT = ("command", "file_path", "path", "url", "query", "pattern", "description")


class BadRequestError(ValueError):
    """A row is not a request."""


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
    kind = _kind(agent, tool)
    if kind is ToolKind.SHELL and not isinstance(given.get("command"), str):
        raise BadRequestError("its command is not a text")
    return agent, PermissionRequest(
        id=RequestId("explain"),
        tool=tool,
        kind=kind,
        title=_title(tool, kind, given),
        input=given,
        cwd=cwd if isinstance(cwd, str) else None,
    )


def _kind(agent: str, tool: str) -> ToolKind:
    if tool in tuple(ToolKind):
        return ToolKind(tool)
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
