"""Requests as agents make them, each with what a test wants to be different."""

from typing import Any

from tui.model.identity import JsonObject, RequestId
from tui.model.permission import PermissionRequest, Question, Subject
from tui.model.tools import FileChange, ToolKind


def request(
    tool: str, kind: ToolKind, title: str, input: JsonObject, *, id: str = "r1", **more: Any
) -> PermissionRequest:
    """Return a request to use a tool."""
    return PermissionRequest(
        id=RequestId(id), tool=tool, kind=kind, title=title, input=input, **more
    )


def shell(command: str, **more: Any) -> PermissionRequest:
    """Return Claude's request to run a command."""
    given = {"title": command, "input": {"command": command}, "kind": ToolKind.SHELL, **more}
    return request(**{"tool": "Bash", **given})


def edit(change: FileChange, tool: str = "Edit", **more: Any) -> PermissionRequest:
    """Return a request to change a file."""
    given = {"file_path": change.path}
    return request(tool, ToolKind.EDIT, change.path, given, changes=(change,), **more)


def questions(*asked: Question, **more: Any) -> PermissionRequest:
    """Return questions of the agent."""
    given: dict[str, Any] = {"subject": Subject.QUESTIONS, "questions": asked, **more}
    return request("AskUserQuestion", ToolKind.OTHER, asked[0].text, {}, **given)
