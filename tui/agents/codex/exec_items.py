"""What the items of `codex exec --json` mean in our words."""

import msgspec

from tui.agents.codex import items, translate
from tui.agents.codex.exec_frames import Change, ExecItem, FlatItem, Todo
from tui.agents.codex.items import ToolItem
from tui.model.events import PlanChanged, ToolFinished, ToolStarted
from tui.model.identity import ItemId
from tui.model.tools import ChangeKind, FileChange, Outcome, PlanStep, StepState

_CHANGES = {"add": ChangeKind.CREATED, "delete": ChangeKind.DELETED}

_STEPS = {"in_progress": StepState.ACTIVE, "completed": StepState.DONE}

_FLAT_STATUS = {"success": "completed", "skipped": "interrupted"}

_PATCHED = {
    "failed": Outcome.FAILED,
    "declined": Outcome.DENIED,
    "interrupted": Outcome.CANCELLED,
}

TOOLS = frozenset(
    {"command_execution", "file_change", "mcp_tool_call", "web_search", "collab_tool_call"}
)
"""The items that are shown as tool calls."""


def unfold(flat: FlatItem) -> ExecItem:
    """Return an item of the flat spelling as Codex itself would spell it."""
    result = flat.tool_result
    if isinstance(result, str):
        result = {"content": [{"type": "text", "text": result}]}
    return ExecItem(
        type=flat.item_type,
        text=flat.content if flat.content is not None else flat.reasoning or flat.summary,
        command=flat.command_line,
        aggregated_output=flat.aggregated_output,
        exit_code=flat.exit_code,
        status=_FLAT_STATUS.get(flat.status or "", flat.status),
        changes=flat.changes,
        tool=flat.tool_name,
        arguments=flat.tool_input,
        result=result,
        query=flat.query,
        results=flat.results,
        items=flat.items,
        message=flat.message,
    )


def merged(before: ExecItem, now: ExecItem) -> ExecItem:
    """Return an item with what a later line adds; the flat spelling tells it piecemeal."""
    filled = {
        name: known
        for name in before.__struct_fields__
        if (known := getattr(before, name)) and getattr(now, name) in (None, "", [], {})
    }
    whole = msgspec.structs.replace(now, **filled)
    whole.text = _longer(before.text, now.text)
    return whole


def started(item: ExecItem, call: ItemId) -> ToolStarted:
    """Announce a tool call."""
    if item.type == "file_change":
        return translate.patch_started(call, file_changes(item.changes))
    return translate.started(_tool(item, call))


def finished(item: ExecItem, call: ItemId) -> ToolFinished:
    """Tell how a tool call ended."""
    if item.type == "file_change":
        outcome = _PATCHED.get(item.status or "", Outcome.OK)
        return ToolFinished(call=call, outcome=outcome, changes=file_changes(item.changes))
    return translate.finished(_tool(item, call))


def plan(item: ExecItem) -> PlanChanged:
    """Return the to-do list."""
    return PlanChanged(steps=tuple(_step(todo) for todo in item.items))


def file_changes(changes: list[Change]) -> tuple[FileChange, ...]:
    """Return which files were changed; Codex does not say how, only the flat spelling does."""
    return tuple(
        FileChange(
            path=change.path,
            kind=_CHANGES.get(change.kind or "", ChangeKind.MODIFIED),
            before=change.before,
            after=change.after,
        )
        for change in changes
    )


def _longer(before: str | None, now: str | None) -> str | None:
    """Join two states of a text: the later one may be the whole, or only its next piece."""
    if before is None or now is None:
        return before if now is None else now
    return now if now.startswith(before) else before + now


def _tool(item: ExecItem, call: ItemId) -> ToolItem:
    match item.type:
        case "mcp_tool_call":
            return items.McpToolCall(
                id=call,
                server=item.server,
                tool=item.tool,
                arguments=item.arguments,
                status=item.status,
                result=item.result if isinstance(item.result, dict) else None,
                error=item.error if isinstance(item.error, dict) else None,
            )
        case "web_search":
            return items.WebSearch(
                id=call, query=item.query, action=item.action, results=item.results
            )
        case "collab_tool_call":
            return items.CollabAgentToolCall(
                id=call,
                tool=item.tool,
                prompt=item.prompt,
                receiver_thread_ids=item.receiver_thread_ids,
                agents_states=item.agents_states,
                status=item.status,
            )
        case _:
            return items.CommandExecution(
                id=call,
                command=item.command,
                status=item.status,
                aggregated_output=item.aggregated_output,
                exit_code=item.exit_code,
            )


def _step(todo: Todo) -> PlanStep:
    if todo.status is not None:
        return PlanStep(todo.task or todo.text or "", _STEPS.get(todo.status, StepState.PENDING))
    state = StepState.DONE if todo.completed else StepState.PENDING
    return PlanStep(todo.text or todo.task or "", state)
