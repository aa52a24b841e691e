"""What the items of a Codex thread mean in our words."""

from collections.abc import Iterable
from pathlib import PurePosixPath
from typing import Any

import msgspec

from tui.agents.codex import items
from tui.agents.codex.items import Change, ToolItem
from tui.agents.codex.words import words
from tui.model.events import ToolFinished, ToolStarted
from tui.model.identity import ItemId, JsonObject
from tui.model.tools import ChangeKind, FileChange, Outcome, ToolKind

_SHELLS = frozenset({"bash", "sh", "zsh", "dash", "ksh", "fish"})

_OUTCOMES = {
    "completed": Outcome.OK,
    "failed": Outcome.FAILED,
    "declined": Outcome.DENIED,
    "interrupted": Outcome.CANCELLED,
}

_CHANGES = {
    "add": ChangeKind.CREATED,
    "delete": ChangeKind.DELETED,
    "update": ChangeKind.MODIFIED,
}

REJECTED = "user rejected MCP tool call"
"""What Codex answers for an MCP call that was declined; its status says "failed"."""


def plain_command(command: str) -> str:
    """Return what the shell is to run, without the `/bin/bash -lc` around it.

    Codex quotes so that this is exact. Its own `commandActions` are a summary that may leave
    operators out, so they are no ground for a decision.
    """
    said = words(command, most=3)
    if said is None or len(said) != 3 or said[1] not in ("-lc", "-c"):
        return command
    return said[2] if PurePosixPath(said[0]).name in _SHELLS else command


def file_changes(changes: Iterable[Change]) -> tuple[FileChange, ...]:
    """Return what a patch does to each file."""
    return tuple(_file_change(change) for change in changes)


def _file_change(change: Change) -> FileChange:
    kind = _CHANGES.get(change.kind.type, ChangeKind.MODIFIED)
    match kind:
        case ChangeKind.CREATED:
            return FileChange(path=change.path, kind=kind, after=change.diff)
        case ChangeKind.DELETED:
            return FileChange(path=change.path, kind=kind, before=change.diff)
        case _:
            moved = change.kind.move_path
            diff = change.diff.removesuffix(f"\n\nMoved to: {moved}") if moved else change.diff
            return FileChange(path=change.path, kind=kind, diff=diff, moved_to=moved)


def patch_started(
    call: ItemId, changes: tuple[FileChange, ...], parent: ItemId | None = None
) -> ToolStarted:
    """Announce a patch."""
    created = bool(changes) and all(change.kind is ChangeKind.CREATED for change in changes)
    return ToolStarted(
        call=call,
        kind=ToolKind.WRITE if created else ToolKind.EDIT,
        name="fileChange",
        title=patch_title(changes),
        input={"files": [change.path for change in changes]},
        parent=parent,
        changes=changes,
    )


def patch_title(changes: tuple[FileChange, ...]) -> str:
    """Return the files of a patch in one line."""
    return ", ".join(change.path for change in changes)


def started(item: ToolItem, parent: ItemId | None = None) -> ToolStarted:
    """Announce a tool call."""
    call = ItemId(item.id)
    match item:
        case items.Patch():
            return patch_started(call, file_changes(item.changes), parent)
        case items.CommandExecution():
            kind, title = ToolKind.SHELL, plain_command(item.command or "")
            given: JsonObject = {"command": item.command or "", "cwd": item.cwd}
        case items.McpToolCall():
            kind, title = ToolKind.MCP, _mcp_name(item)
            given = as_object(item.arguments)
        case items.DynamicToolCall():
            kind, title = ToolKind.OTHER, item.tool or ""
            given = as_object(item.arguments)
        case items.CollabAgentToolCall():
            kind, title = ToolKind.AGENT, first_line(item.prompt or item.tool or "")
            given = {"tool": item.tool, "prompt": item.prompt}
        case items.WebSearch():
            kind, title = ToolKind.WEB_SEARCH, _searched(item)
            given = {"query": item.query, "action": item.action}
        case items.ImageView():
            kind, title, given = ToolKind.READ, item.path or "", {"path": item.path}
        case items.ImageGeneration():
            kind, title = ToolKind.OTHER, first_line(item.revised_prompt or "a picture")
            given = {"prompt": item.revised_prompt}
        case items.Sleep():
            kind, title = ToolKind.OTHER, f"wait {item.duration_ms} ms"
            given = {"durationMs": item.duration_ms}
        case items.FunctionCallOutput():
            kind, title, given = ToolKind.OTHER, item.name or "", {}
    return ToolStarted(
        call=call, kind=kind, name=_name(item), title=title, input=given, parent=parent
    )


def finished(item: ToolItem) -> ToolFinished:
    """Tell how a tool call ended."""
    call = ItemId(item.id)
    match item:
        case items.CommandExecution():
            return ToolFinished(
                call=call,
                outcome=_outcome(item.status),
                output=item.aggregated_output or "",
                exit_code=item.exit_code,
                duration_ms=item.duration_ms,
            )
        case items.Patch():
            return ToolFinished(
                call=call, outcome=_outcome(item.status), changes=file_changes(item.changes)
            )
        case items.McpToolCall():
            return _mcp_finished(item)
        case items.DynamicToolCall():
            return ToolFinished(
                call=call,
                outcome=_outcome(item.status),
                output=content_text(item.content_items),
                duration_ms=item.duration_ms,
            )
        case items.CollabAgentToolCall():
            return ToolFinished(call=call, outcome=_collab_outcome(item), output=_said(item))
        case items.WebSearch():
            output = "\n".join(_result(found) for found in item.results or [])
            return ToolFinished(call=call, outcome=Outcome.OK, output=output)
        case items.ImageGeneration():
            return ToolFinished(
                call=call, outcome=_outcome(item.status), output=item.saved_path or ""
            )
        case items.FunctionCallOutput():
            return ToolFinished(call=call, outcome=Outcome.OK, output=_plain(item.output))
        case items.ImageView() | items.Sleep():
            return ToolFinished(call=call, outcome=Outcome.OK)


def _mcp_finished(item: items.McpToolCall) -> ToolFinished:
    error = str((item.error or {}).get("message") or "")
    return ToolFinished(
        call=ItemId(item.id),
        outcome=Outcome.DENIED if error == REJECTED else _outcome(item.status),
        output=error or content_text((item.result or {}).get("content")),
        duration_ms=item.duration_ms,
    )


def content_text(content: object) -> str:
    """Return the text of content blocks; what is no text is named."""
    if not isinstance(content, list):
        return ""
    return "\n".join(_block(block) for block in content)


def as_object(value: Any) -> JsonObject:
    """Return the arguments of a call as an object, whatever they are."""
    return value if isinstance(value, dict) else {"arguments": value}


def first_line(text: str) -> str:
    """Return the first line that says something."""
    return next((line.strip() for line in text.splitlines() if line.strip()), "")


def _name(item: ToolItem) -> str:
    match item:
        case items.McpToolCall():
            return _mcp_name(item)
        case items.DynamicToolCall() | items.CollabAgentToolCall() if item.tool:
            return item.tool
        case items.FunctionCallOutput() if item.name:
            return item.name
        case _:
            return str(item.__struct_config__.tag)


def _mcp_name(item: items.McpToolCall) -> str:
    return "/".join(part for part in (item.server, item.tool) if part)


def _outcome(status: str | None) -> Outcome:
    return _OUTCOMES.get(status or "completed", Outcome.FAILED)


def _collab_outcome(item: items.CollabAgentToolCall) -> Outcome:
    outcome = _outcome(item.status)
    # Starting a sub-agent ends at once; the sub-agent itself goes on and is told as a task.
    detached = outcome is Outcome.OK and item.tool in ("spawnAgent", "spawn_agent")
    return Outcome.DETACHED if detached and item.receiver_thread_ids else outcome


def _said(item: items.CollabAgentToolCall) -> str:
    messages = (state.get("message") for state in item.agents_states.values())
    return "\n".join(str(message) for message in messages if message)


def _searched(item: items.WebSearch) -> str:
    action = item.action or {}
    return str(item.query or action.get("query") or action.get("url") or "")


def _result(found: object) -> str:
    if not isinstance(found, dict):
        return str(found)
    parts = (found.get("title"), found.get("url"), found.get("snippet"))
    return " · ".join(str(part) for part in parts if part)


def _block(block: object) -> str:
    if isinstance(block, dict) and isinstance(block.get("text"), str):
        return str(block["text"])
    kind = block.get("type", "content") if isinstance(block, dict) else "content"
    return f"[{kind}]"


def _plain(value: object) -> str:
    if value is None or isinstance(value, str):
        return value or ""
    return content_text(value) if isinstance(value, list) else msgspec.json.encode(value).decode()
