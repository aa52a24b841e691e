"""The agent's to-do list, kept by its own tools."""

from typing import Any

from tui.model.events import Event, PlanChanged, ToolStarted
from tui.model.identity import JsonObject
from tui.model.tools import PlanStep, StepState

_STATES = {
    "pending": StepState.PENDING,
    "in_progress": StepState.ACTIVE,
    "completed": StepState.DONE,
}


class ToDo:
    """Rebuilds the list from the calls that change it.

    TodoWrite gives the whole list in its input; the Task tools give pieces in their results.
    """

    def __init__(self) -> None:
        self._steps: dict[str, PlanStep] = {}

    def after(self, call: ToolStarted, structured: Any) -> tuple[Event, ...]:
        """Take in a call that went well; sub-agents keep lists of their own."""
        if call.parent is not None:
            return ()
        before = dict(self._steps)
        result = structured if isinstance(structured, dict) else {}
        match call.name:
            case "TodoWrite":
                self._replace(call.input.get("todos"), "content")
            case "TaskList":
                self._replace(result.get("tasks"), "subject")
            case "TaskCreate":
                self._add(result.get("task"))
            case "TaskUpdate":
                self._update(call.input)
            case _:
                return ()
        if self._steps == before:
            return ()
        return (PlanChanged(steps=tuple(self._steps.values())),)

    def cleared(self) -> tuple[Event, ...]:
        """Forget the list, because the conversation was cleared."""
        if not self._steps:
            return ()
        self._steps = {}
        return (PlanChanged(steps=()),)

    def _replace(self, rows: Any, wording: str) -> None:
        if not isinstance(rows, list):
            return
        self._steps = {}
        for number, row in enumerate(rows):
            if isinstance(row, dict):
                self._steps[str(row.get("id", number))] = _step(row, wording)

    def _add(self, task: Any) -> None:
        if isinstance(task, dict) and "id" in task:
            self._steps[str(task["id"])] = _step(task, "subject")

    def _update(self, input: JsonObject) -> None:
        id = str(input.get("taskId"))
        step = self._steps.get(id)
        if step is None:
            return
        if input.get("status") == "deleted":
            del self._steps[id]
            return
        subject = input.get("subject")
        text = subject if isinstance(subject, str) else step.text
        self._steps[id] = PlanStep(text, _STATES.get(str(input.get("status")), step.state))


def _step(row: JsonObject, wording: str) -> PlanStep:
    return PlanStep(
        str(row.get(wording, "")), _STATES.get(str(row.get("status")), StepState.PENDING)
    )
