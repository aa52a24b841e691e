"""One event → one line of unified JSON."""

from typing import Any

import msgspec

from tui.model import events as e
from tui.model import unified as u
from tui.model import unified_more as more
from tui.model.identity import JsonObject
from tui.model.unified_line import Tokens
from tui.model.usage import TokenUsage

_CHUNKS: dict[e.Channel, type[more.ThinkingChunk | more.PlanChunk]] = {
    e.Channel.THINKING: more.ThinkingChunk,
    e.Channel.PLAN: more.PlanChunk,
}


def prose(
    event: e.ProseGrew | e.ProseDone | e.ProseWithdrawn | e.UserSaid, head: dict[str, Any]
) -> u.UnifiedLine:
    """Return the line of something said."""
    match event:
        case e.ProseWithdrawn():
            return more.TextWithdrawn(**head, item_id=event.item)
        case e.UserSaid():
            head |= {"item_id": event.item, "parent_id": event.parent}
            return u.TextChunk(**head, content=event.text, is_partial=False, role="user")
        case e.ProseGrew():
            head |= {"content": event.text, "is_partial": True}
        case e.ProseDone():
            head |= {"content": event.text, "is_partial": False, "cut_off": event.partial}
    head |= {"item_id": event.item, "parent_id": event.parent}
    if event.channel is e.Channel.ANSWER:
        return u.TextChunk(**head, role="assistant")
    return _CHUNKS[event.channel](**head)


def tool(event: e.ToolStarted | e.ToolGrew, head: dict[str, Any]) -> u.UnifiedLine:
    """Return the line of a tool call that goes on."""
    if isinstance(event, e.ToolStarted):
        return u.ToolStarted(
            **head,
            tool_id=event.call,
            tool_name=event.name,
            arguments=event.input,
            kind=event.kind,
            title=event.title,
            parent_id=event.parent,
        )
    if event.stream is e.Stream.INPUT:
        return more.ToolInput(**head, tool_id=event.call, text=event.text)
    return u.ToolProgress(**head, tool_id=event.call, output=event.text)


def permission(
    event: e.PermissionAsked | e.PermissionDecided | e.PermissionWithdrawn, head: dict[str, Any]
) -> u.UnifiedLine:
    """Return the line of a question or of what became of it."""
    match event:
        case e.PermissionAsked():
            request: JsonObject = msgspec.to_builtins(event.request)
            return more.PermissionAsked(
                **head, request_id=event.request.id, request=request, digest=event.request.digest
            )
        case e.PermissionWithdrawn():
            return more.PermissionWithdrawn(
                **head, request_id=event.request, reason=event.reason or None
            )
        case e.PermissionDecided():
            decision = event.decision
            return more.PermissionDecided(
                **head,
                request_id=event.request,
                verdict=decision.verdict,
                decided_by=event.by,
                note=event.note or None,
                message=decision.message or None,
                options=decision.options,
                edited_input=decision.input,
                answers=decision.answers or None,
            )


def usage(event: e.UsageReported, head: dict[str, Any]) -> u.UnifiedLine:
    """Return the line that tells what was used."""
    return more.Usage(
        **head,
        session=tokens(event.session),
        turn=tokens(event.turn),
        cost_usd=event.cost.usd if event.cost is not None else None,
        cost_estimated=event.cost is not None and event.cost.estimated,
        context_used=event.context_used,
        context_window=event.context_window,
    )


def status(
    event: e.SettingChanged | e.ActivityChanged | e.PlanChanged | e.TaskChanged,
    head: dict[str, Any],
) -> u.UnifiedLine:
    """Return the line of something about the session that is different now."""
    match event:
        case e.SettingChanged():
            head |= {"model": event.model, "mode": event.mode}
            return more.SessionChanged(**head, title=event.title, cwd=event.cwd)
        case e.ActivityChanged():
            detail = event.detail or None
            return more.ActivityChanged(**head, activity=event.activity, detail=detail)
        case e.PlanChanged():
            steps = [more.Step(step.text, step.state) for step in event.steps]
            return more.PlanChanged(**head, steps=steps, explanation=event.explanation or None)
        case e.TaskChanged():
            return more.TaskChanged(
                **head,
                task_id=event.task,
                state=event.state,
                title=event.title or None,
                tool_id=event.call,
                summary=event.summary or None,
            )


def remark(
    event: e.ContextCompacted | e.NoticeRaised | e.Unrecognised, head: dict[str, Any]
) -> u.UnifiedLine:
    """Return the line of something to know beside the answer."""
    match event:
        case e.ContextCompacted():
            head |= {"before": event.before, "after": event.after}
            return more.Compaction(**head, automatic=event.automatic)
        case e.NoticeRaised():
            if (retry := event.retry) is not None:
                head |= {"attempt": retry.attempt, "attempts": retry.limit}
                head |= {"delay_ms": retry.delay_ms}
            return more.Notice(**head, level=event.level, text=event.text, code=event.code or None)
        case e.Unrecognised():
            return more.Unrecognised(**head, label=event.label)


def tokens(usage: TokenUsage | None) -> Tokens | None:
    """Return a count of tokens; None where it is not known."""
    if usage is None:
        return None
    return Tokens(
        input_tokens=usage.input or 0,
        output_tokens=usage.output or 0,
        total_tokens=usage.total,
        cached_tokens=usage.cached,
        reasoning_tokens=usage.reasoning,
    )
