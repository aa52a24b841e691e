"""Plans in Claude Code: a to-do list kept with tools, and a proposal that wants consent."""

from collections.abc import Iterable
from typing import Protocol

from tui.demo.claude_lines import Json
from tui.demo.claude_session import ClaudeSession
from tui.demo.claude_tools import Call, Made, Work
from tui.demo.modes import Mode
from tui.demo.steps import Outcome, Plan, Progress, Propose

STATES = {
    Progress.PENDING: "pending",
    Progress.STARTED: "in_progress",
    Progress.FINISHED: "completed",
}


class Caller(Protocol):
    """A turn in which tools can be called."""

    session: ClaudeSession

    async def call(self, call: Call, work: Work | None = None) -> Outcome:
        """Make a tool call."""


async def show_plan(turn: Caller, step: Plan) -> None:
    """Bring the to-do list up to date, one tool call for each change."""
    known = turn.session.plan
    if set(known) != {p.text for p in step.points} or _finished(known.values()):
        first = 1 + max((int(number) for number, _ in known.values()), default=0)
        known.clear()
        for number, point in enumerate(step.points, first):
            known[point.text] = (str(number), "pending")
            await _created(turn, str(number), point.text, step.why)
    for point in step.points:
        number_, before = known[point.text]
        if before != (after := STATES[point.progress]):
            known[point.text] = (number_, after)
            await _updated(turn, number_, before, after)


async def propose_plan(turn: Caller, step: Propose) -> Outcome:
    """Write the plan to a file, ask for consent to it, and leave plan mode with it."""
    session = turn.session
    session.plan_file = str(session.stage.scratch.folder / "plans" / "mend-the-greeting.md")
    await turn.call(Call("Write", {"file_path": session.plan_file, "content": step.plan}))

    async def agreed(answer: Json) -> Made:
        if session.permits is Mode.PLAN:
            session.change_mode("default")
        plan = str(answer.get("plan", step.plan))
        told = f"User has approved your plan. You can now start coding.\n\n{plan}"
        details = {"plan": plan, "isAgent": False, "filePath": session.plan_file}
        return Made(told, details, Outcome())

    given = {"plan": step.plan, "planFilePath": session.plan_file}
    return await turn.call(Call("ExitPlanMode", given, interactive=True), agreed)


async def _created(turn: Caller, number: str, subject: str, why: str) -> None:
    task = {"id": number, "subject": subject, "description": why}
    told = f"Task #{number} created successfully: {subject}"
    given = {"subject": subject, "description": why, "activeForm": subject}
    await turn.call(Call("TaskCreate", given), _ready(Made(told, {"task": task}, Outcome())))


async def _updated(turn: Caller, number: str, before: str, after: str) -> None:
    details: Json = {"success": True, "taskId": number, "updatedFields": ["status"]}
    details["statusChange"] = {"from": before, "to": after}
    made = Made(f"Updated task #{number} status", details, Outcome())
    await turn.call(Call("TaskUpdate", {"taskId": number, "status": after}), _ready(made))


def _finished(tasks: Iterable[tuple[str, str]]) -> bool:
    return all(state == "completed" for _, state in tasks)


def _ready(made: Made) -> Work:
    async def work(given: Json) -> Made:
        return made

    return work
