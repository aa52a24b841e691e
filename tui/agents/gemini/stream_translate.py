"""stream-json in our words: tool calls with their arguments, results, usage."""

from tui.agents.gemini.calls import tool_kind
from tui.agents.gemini.stream_frames import Problem, RetryEvent, Stats, ToolResult
from tui.agents.gemini.translate import error_text
from tui.model.events import NoticeRaised, PlanChanged, Retry, ToolFinished, ToolStarted
from tui.model.identity import ItemId, JsonObject
from tui.model.tools import ChangeKind, FileChange, Outcome, PlanStep, StepState
from tui.model.usage import TokenUsage
from tui.wire.jsonrpc import NULL

_TITLE = ("command", "file_path", "path", "dir_path", "pattern", "query", "url", "prompt", "title")
"""Arguments that say what a call is about, best first."""

_STEP_STATE = {
    "in_progress": StepState.ACTIVE,
    "completed": StepState.DONE,
    "cancelled": StepState.DONE,
}


def started(call: ItemId, name: str, arguments: JsonObject) -> ToolStarted:
    """Announce a call."""
    title = next((arguments[key] for key in _TITLE if isinstance(arguments.get(key), str)), name)
    return ToolStarted(
        call=call,
        kind=tool_kind(name),
        name=name,
        title=title,
        input=arguments,
        changes=_changes(name, arguments),
    )


def finished(call: ItemId, result: ToolResult, start: ToolStarted | None) -> ToolFinished:
    """Say how a call ended; the CLI repeats neither the diff nor the exit code."""
    if result.status not in ("error", "failed") and result.error is None:
        return ToolFinished(
            call=call,
            outcome=Outcome.OK,
            output=result.output or result.content or "",
            changes=start.changes if start else (),
        )
    refused = result.error is not None and result.error.type == "policy_violation"
    said = result.error.message if result.error else None
    return ToolFinished(
        call=call,
        outcome=Outcome.DENIED if refused else Outcome.FAILED,
        output=said or result.output or result.content or "",
        decided_by="Gemini's policy" if refused else None,
    )


def todo_list(name: str, arguments: JsonObject) -> tuple[PlanChanged, ...]:
    """Return the plan, where a call is the one that writes it."""
    todos = arguments.get("todos")
    if name != "write_todos" or not isinstance(todos, list):
        return ()
    return (PlanChanged(steps=tuple(_step(todo) for todo in todos if isinstance(todo, dict))),)


def usage(stats: Stats | None) -> TokenUsage | None:
    """Return the turn's tokens. What total leaves over was spent on thinking."""
    if stats is None or (stats.input_tokens is None and stats.output_tokens is None):
        return None
    given, made = stats.input_tokens or 0, stats.output_tokens or 0
    thought = stats.thought_tokens
    if thought is None:
        thought = max(0, (stats.total_tokens or 0) - given - made)
    cached = stats.cached if stats.cached is not None else stats.cache_tokens
    return TokenUsage(input=given, output=made + thought, cached=cached, reasoning=thought or None)


def problem_text(problem: Problem | None) -> str:
    """Return what an error says to people."""
    if problem is None:
        return "no reason given"
    return error_text(problem.message or str(problem.type or problem.code or ""), NULL)


def retry(frame: RetryEvent) -> NoticeRaised:
    """Say that a model call is tried again."""
    again = Retry(attempt=frame.attempt, limit=frame.max_attempts, delay_ms=frame.delay_ms)
    return NoticeRaised(text="The model call is tried again.", retry=again, code="retry")


def _step(todo: JsonObject) -> PlanStep:
    state = _STEP_STATE.get(str(todo.get("status")), StepState.PENDING)
    return PlanStep(str(todo.get("description", "")), state)


def _changes(name: str, arguments: JsonObject) -> tuple[FileChange, ...]:
    path = arguments.get("file_path")
    if not isinstance(path, str):
        return ()
    match name:
        case "write_file" if isinstance(text := arguments.get("content"), str):
            return (FileChange(path=path, kind=ChangeKind.MODIFIED, after=text),)
        case "replace" | "edit_file":
            before, after = arguments.get("old_string"), arguments.get("new_string")
            if not isinstance(before, str) or not isinstance(after, str):
                return ()
            kind = ChangeKind.MODIFIED if before else ChangeKind.CREATED
            hunk = _hunk(before, after)
            return (FileChange(path=path, kind=kind, diff=hunk, passage=bool(before)),)
        case _:
            return ()


def _hunk(before: str, after: str) -> str:
    """The lines count from the replaced text, not from the file, which we do not have."""
    old, new = before.splitlines(), after.splitlines()
    rows = [f"@@ -1,{len(old)} +1,{len(new)} @@", *(f"-{row}" for row in old)]
    return "\n".join([*rows, *(f"+{row}" for row in new)])
