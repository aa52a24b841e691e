"""What is open in each thread: prose, tool calls, turns.

One process carries our thread and those of its sub-agents. A sub-agent's lines are shown below
the call that started it and never touch our own turn.
"""

import msgspec

from tui.agents.codex import items, translate
from tui.agents.codex.items import ToolItem
from tui.agents.ledger import Ledger
from tui.model.events import (
    Channel,
    Event,
    ProseDone,
    ProseGrew,
    Stream,
    TaskChanged,
    ToolFinished,
    ToolGrew,
    ToolStarted,
    TurnOutcome,
)
from tui.model.identity import ItemId
from tui.model.tools import Outcome, TaskState, ToolKind

_TASK_STATES = {
    TurnOutcome.COMPLETED: TaskState.DONE,
    TurnOutcome.INTERRUPTED: TaskState.STOPPED,
}


class Prose(msgspec.Struct):
    """A block of text that still grows."""

    item: ItemId
    thread: str | None
    channel: Channel
    parent: ItemId | None
    pieces: list[str]


class Running(msgspec.Struct):
    """A tool call that has not ended."""

    thread: str | None
    process: str | None = None
    """The running shell command, as Codex numbers it."""
    alive: bool = False
    """It has begun to run, so it may outlive its turn."""
    outlived: bool = False
    """Its turn is over and it still runs."""
    stopped: bool = False
    """Its turn was interrupted."""


class Threads:
    """Keeps the threads of one process apart."""

    def __init__(self, ledger: Ledger) -> None:
        self.main: str | None = None
        """Our own thread; None until the server has named it."""
        self.turns: dict[str, str] = {}
        """Thread → its running turn."""
        self.begun: set[str] = set()
        """Threads whose turn has begun to run; before that an interrupt is lost."""
        self.answer = ""
        """The last finished message of our own thread."""
        self.prose: dict[str, Prose] = {}
        """Item → its text so far."""
        self.calls: dict[ItemId, Running] = {}
        self._ledger = ledger
        self._parents: dict[str, ItemId] = {}
        self._titles: dict[str, str] = {}
        self._last_words: dict[str, str] = {}

    def is_main(self, thread: str | None) -> bool:
        """Tell whether a line is about our own thread."""
        return thread is None or self.main is None or thread == self.main

    def same(self, one: str | None, other: str | None) -> bool:
        """Tell whether two lines are about one thread."""
        return one == other or (self.is_main(one) and self.is_main(other))

    def parent(self, thread: str | None) -> ItemId | None:
        """Return the call under which a thread is shown; None for our own."""
        if thread is None or self.is_main(thread):
            return None
        return self._parents.get(thread)

    def title(self, thread: str | None) -> str | None:
        """Return what a sub-agent is called; None for our own thread."""
        if thread is None or self.is_main(thread):
            return None
        return f"sub-agent: {self._titles.get(thread) or thread}"

    def noticed(self, thread: str | None) -> tuple[Event, ...]:
        """Make room for a thread that no call has announced."""
        if thread is None or self.is_main(thread) or thread in self._parents:
            return ()
        self._parents[thread] = ItemId(thread)
        start = ToolStarted(
            call=ItemId(thread),
            kind=ToolKind.AGENT,
            name="thread",
            title=f"thread {thread}",
            input={},
        )
        return self._ledger.call_started(start)

    def begin_prose(self, item: str, channel: Channel, thread: str | None) -> Prose:
        """Open a block of text, or return the open one."""
        prose = self.prose.get(item)
        if prose is None:
            prose = Prose(ItemId(item), thread, channel, self.parent(thread), [])
            self.prose[item] = prose
        return prose

    def prose_grew(
        self, item: str, text: str, channel: Channel, thread: str | None
    ) -> tuple[Event, ...]:
        """Add to a block of text."""
        prose = self.begin_prose(item, channel, thread)
        prose.pieces.append(text)
        return (ProseGrew(prose.item, text, prose.channel, prose.parent),)

    def prose_done(
        self, item: str, text: str, channel: Channel, thread: str | None
    ) -> tuple[Event, ...]:
        """End a block of text; the whole text counts, not what grew before."""
        self.prose.pop(item, None)
        if channel is Channel.ANSWER and (thread is None or self.is_main(thread)):
            self.answer = text
        elif channel is Channel.ANSWER and thread is not None:
            self._last_words[thread] = text
        return (ProseDone(ItemId(item), text, channel, self.parent(thread)),)

    def call_started(
        self, start: ToolStarted, thread: str | None, process: str | None = None
    ) -> tuple[Event, ...]:
        """Announce a tool call."""
        if self._ledger.is_finished(start.call):
            return ()
        running = self.calls.setdefault(start.call, Running(thread))
        if process is not None:
            running.process, running.alive = process, True
        return self._ledger.call_started(start)

    def call_alive(self, call: ItemId, process: str | None = None) -> None:
        """Note that a command runs: it was allowed, printed something or was typed into."""
        running, start = self.calls.get(call), self._ledger.calls.get(call)
        if running is not None and start is not None and start.kind is ToolKind.SHELL:
            running.alive = True
            running.process = process or running.process

    def call_grew(self, call: ItemId, text: str, thread: str | None) -> tuple[Event, ...]:
        """Add to what a tool printed."""
        if self._ledger.is_finished(call):
            return ()
        announced: tuple[Event, ...] = ()
        if call not in self._ledger.calls:
            unknown = items.CommandExecution(id=call)
            announced = self.call_started(translate.started(unknown, self.parent(thread)), thread)
        self.call_alive(call)
        return (*announced, ToolGrew(call, text, Stream.OUTPUT))

    def call_finished(self, item: ToolItem, thread: str | None) -> tuple[Event, ...]:
        """End a tool call with all that is known about it now."""
        start = translate.started(item, self.parent(thread))
        finish = translate.finished(item)
        running = self.calls.pop(start.call, None)
        if running is not None and running.stopped and finish.outcome is Outcome.FAILED:
            finish = msgspec.structs.replace(finish, outcome=Outcome.CANCELLED)
        events = self._ledger.call_started(start) + self._ledger.call_finished(finish, start)
        if running is not None and running.outlived:
            state = TaskState.DONE if finish.outcome is Outcome.OK else TaskState.STOPPED
            events += (TaskChanged(task=start.call, state=state, call=start.call),)
        return events

    def spawned(self, item: items.CollabAgentToolCall) -> tuple[Event, ...]:
        """Remember which call started which thread."""
        fresh = [thread for thread in item.receiver_thread_ids if thread not in self._parents]
        title = translate.first_line(item.prompt or "")
        for thread in fresh:
            self._parents[thread] = ItemId(item.id)
            self._titles[thread] = title
        return tuple(
            TaskChanged(
                task=ItemId(thread), state=TaskState.RUNNING, title=title, call=ItemId(item.id)
            )
            for thread in fresh
        )

    def turn_over(self, thread: str | None, outcome: TurnOutcome) -> tuple[Event, ...]:
        """Close what a thread's turn leaves open; commands that still run go on."""
        self.turns.pop(thread or self.main or "", None)
        self.begun.discard(thread or self.main or "")
        events = self.prose_cut(thread)
        for call, running in list(self.calls.items()):
            if not self.same(running.thread, thread):
                continue
            if running.alive and outcome is TurnOutcome.INTERRUPTED and not running.outlived:
                running.stopped = True
                continue
            if running.alive:
                events += self._goes_on(call, running)
                continue
            del self.calls[call]
            cancelled = ToolFinished(call=call, outcome=Outcome.CANCELLED, keep_output=True)
            events += self._ledger.call_finished(cancelled)
        return events

    def sub_turn_started(self, thread: str, turn: str) -> tuple[Event, ...]:
        """Tell that a sub-agent works."""
        if self.turns.get(thread) == turn:
            return ()
        self.turns[thread] = turn
        task = TaskChanged(task=ItemId(thread), state=TaskState.RUNNING, call=self.parent(thread))
        return (task,)

    def sub_turn_over(self, thread: str, outcome: TurnOutcome, error: str) -> tuple[Event, ...]:
        """Tell that a sub-agent has ended its work."""
        summary = error or self._last_words.pop(thread, "")
        state = _TASK_STATES.get(outcome, TaskState.FAILED)
        task = TaskChanged(
            task=ItemId(thread), state=state, call=self.parent(thread), summary=summary
        )
        events = (*self.turn_over(thread, outcome), task)
        if self.parent(thread) != thread:
            return events
        ended = Outcome.OK if state is TaskState.DONE else Outcome.FAILED
        finish = ToolFinished(call=ItemId(thread), outcome=ended, output=summary)
        return events + self._ledger.call_finished(finish)

    def prose_cut(
        self, thread: str | None = None, *, everywhere: bool = False
    ) -> tuple[Event, ...]:
        """End blocks of text that nobody will finish; what was said stays."""
        cut = [
            (item, prose)
            for item, prose in self.prose.items()
            if everywhere or self.same(prose.thread, thread)
        ]
        for item, _ in cut:
            del self.prose[item]
        return tuple(
            ProseDone(
                ItemId(item), "".join(prose.pieces), prose.channel, prose.parent, partial=True
            )
            for item, prose in cut
            if prose.pieces
        )

    def tasks_stopped(self) -> tuple[Event, ...]:
        """Tell that background work has ended with the process."""
        commands = [(call, call) for call, running in self.calls.items() if running.outlived]
        agents = [
            (ItemId(thread), self.parent(thread))
            for thread in self.turns
            if not self.is_main(thread)
        ]
        self.calls.clear()
        self.turns.clear()
        return tuple(
            TaskChanged(task=task, state=TaskState.STOPPED, call=call)
            for task, call in (*commands, *agents)
        )

    def _goes_on(self, call: ItemId, running: Running) -> tuple[Event, ...]:
        start = self._ledger.calls.get(call)
        if running.outlived or start is None:
            return ()
        running.outlived = True
        return (TaskChanged(task=call, state=TaskState.RUNNING, title=start.title, call=call),)
