"""Sub-agents and long commands: the tasks of a session, which may outlive their turn."""

import msgspec

from tui.agents.claude.system_frames import TaskNews
from tui.model.events import Event, PromptState, TaskChanged, UserSaid
from tui.model.identity import ItemId
from tui.model.tools import TaskState

_STATES = {
    "completed": TaskState.DONE,
    "failed": TaskState.FAILED,
    "killed": TaskState.STOPPED,
    "stopped": TaskState.STOPPED,
}


class _Task(msgspec.Struct):
    """One sub-agent or command."""

    title: str = ""
    agent: str = ""
    call: ItemId | None = None
    state: TaskState = TaskState.RUNNING


class Background:
    """Knows the tasks, by which call each was started and whether it still runs."""

    def __init__(self) -> None:
        self._tasks: dict[ItemId, _Task] = {}
        self._prompted: set[ItemId] = set()

    def told(self, news: TaskNews) -> tuple[Event, ...]:
        """Take in what the CLI says about a task."""
        if news.task_id is None:
            return ()
        id = ItemId(news.task_id)
        task = self._tasks.setdefault(id, _Task())
        started = task.call is None and news.tool_use_id is not None
        if news.tool_use_id is not None:
            task.call = ItemId(news.tool_use_id)
        task.agent = news.subagent_type or task.agent
        if started:
            task.title = news.description or task.title
        status = news.status or (news.patch.status if news.patch is not None else None)
        task.state = _STATES.get(status or "", task.state)
        progress = "" if started else news.description
        change = TaskChanged(
            task=id,
            state=task.state,
            title=task.title,
            call=task.call,
            summary=news.summary or progress or "",
        )
        return (change, *self.prompted(task.call, id, news.prompt))

    def prompted(self, call: ItemId | None, item: ItemId, prompt: str | None) -> tuple[Event, ...]:
        """Tell once what a sub-agent was asked to do; two kinds of lines may say it."""
        if call is None or not prompt or call in self._prompted:
            return ()
        self._prompted.add(call)
        said = ItemId(f"{item}:prompt")
        return (UserSaid(item=said, text=prompt, state=PromptState.TAKEN, parent=call),)

    def who(self, agent: str | None) -> str | None:
        """Return how to call the sub-agent that asks for something."""
        if agent is None:
            return None
        task = self._tasks.get(ItemId(agent))
        if task is None:
            return agent
        return ": ".join(part for part in (task.agent, task.title) if part) or agent

    def at_work(self) -> frozenset[ItemId]:
        """Return the calls whose tasks still run."""
        return frozenset(
            task.call
            for task in self._tasks.values()
            if task.state is TaskState.RUNNING and task.call is not None
        )

    def closed(self) -> tuple[Event, ...]:
        """Stop what still runs, because the process is gone."""
        events: tuple[Event, ...] = ()
        for id, task in self._tasks.items():
            if task.state is TaskState.RUNNING:
                task.state = TaskState.STOPPED
                events += (
                    TaskChanged(task=id, state=task.state, title=task.title, call=task.call),
                )
        return events
