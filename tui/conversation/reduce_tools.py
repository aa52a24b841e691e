"""How tool calls, plans and background tasks change a conversation."""

from msgspec.structs import replace

from tui.conversation.changes import Added, Change, Grew, Replaced
from tui.conversation.state import Conversation, GrowingText, Task, ToolCall
from tui.model.events import (
    PermissionDecided,
    PlanChanged,
    Stream,
    TaskChanged,
    ToolFinished,
    ToolGrew,
    ToolStarted,
)
from tui.model.identity import ItemId
from tui.model.permission import Decider, Verdict
from tui.model.tools import ToolKind


def started(
    conversation: Conversation, event: ToolStarted, at: float, changes: list[Change]
) -> None:
    """Add a tool call, or tell more about one that is there."""
    known = conversation.items.get(event.call)
    if isinstance(known, ToolCall):
        call = replace(
            known,
            kind=event.kind,
            name=event.name,
            title=event.title or known.title,
            input=event.input or known.input,
            parent=event.parent or known.parent,
            changes=event.changes or known.changes,
            input_so_far=None if event.input else known.input_so_far,
        )
        _put(conversation, call, changes)
        return
    call = ToolCall(
        id=event.call,
        kind=event.kind,
        name=event.name,
        title=event.title,
        input=event.input,
        parent=event.parent,
        started_at=at,
        output=GrowingText(),
        changes=event.changes,
    )
    _put(conversation, call, changes)


def grew(conversation: Conversation, event: ToolGrew, changes: list[Change]) -> None:
    """Add to a running call's output, or to its input while the model writes it."""
    known = conversation.items.get(event.call)
    if not isinstance(known, ToolCall):
        return
    if event.stream is Stream.INPUT:
        if known.input_so_far is None:
            known = replace(known, input_so_far=GrowingText())
            _put(conversation, known, changes)
        assert known.input_so_far is not None
        known.input_so_far.append(event.text)
        return
    known.output.append(event.text)
    changes.append(Grew(event.call, event.text))


def finished(
    conversation: Conversation, event: ToolFinished, at: float, changes: list[Change]
) -> None:
    """End a tool call; one that never began is added."""
    known = conversation.items.get(event.call)
    if not isinstance(known, ToolCall):
        known = ToolCall(
            id=event.call,
            kind=ToolKind.OTHER,
            name="",
            title="",
            input={},
            parent=None,
            started_at=at,
            output=GrowingText(),
        )
    measured = event.duration_ms
    if measured is None:
        measured = max(0, round((at - known.started_at) * 1000))
    call = replace(
        known,
        outcome=event.outcome,
        output=known.output if event.keep_output else GrowingText(event.output),
        changes=event.changes or known.changes,
        finished_at=at,
        duration_ms=measured,
        exit_code=event.exit_code,
        decided_by=known.decided_by or event.decided_by or "",
        input_so_far=None,
    )
    _put(conversation, call, changes)


def decided(
    conversation: Conversation,
    call: ItemId | None,
    event: PermissionDecided,
    changes: list[Change],
) -> None:
    """Write on a tool call who let it run, or who did not."""
    known = conversation.items.get(call) if call is not None else None
    if not isinstance(known, ToolCall):
        return
    verdict = "allowed" if event.decision.verdict is Verdict.ALLOW else "denied"
    who = "you" if event.by is Decider.USER else event.note or event.by.value
    edited = ", edited" if event.decision.input is not None else ""
    _put(conversation, replace(known, decided_by=f"{verdict} by {who}{edited}"), changes)


def plan_or_task(conversation: Conversation, event: PlanChanged | TaskChanged, at: float) -> None:
    """Replace the plan, or one piece of background work."""
    if isinstance(event, PlanChanged):
        conversation.plan = event.steps
        conversation.plan_explanation = event.explanation
        return
    known = conversation.tasks.get(event.task)
    conversation.tasks[event.task] = Task(
        id=event.task,
        title=event.title or (known.title if known else ""),
        state=event.state,
        call=event.call or (known.call if known else None),
        summary=event.summary or (known.summary if known else ""),
        started_at=known.started_at if known else at,
    )


def _put(conversation: Conversation, call: ToolCall, changes: list[Change]) -> None:
    known = call.id in conversation.items
    conversation.items[call.id] = call
    changes.append(Replaced(call) if known else Added(call))
