"""What notifications about items mean: text that grows, tools that run."""

from collections.abc import Callable
from typing import Any

import msgspec

from tui.agents.codex import frames, items, translate
from tui.agents.codex.items import Item
from tui.agents.codex.prompts import Prompts
from tui.agents.codex.reading import read
from tui.agents.codex.threads import Threads
from tui.model.events import (
    Channel,
    ContextCompacted,
    Event,
    NoticeRaised,
    TaskChanged,
    Unrecognised,
)
from tui.model.identity import ItemId
from tui.model.tools import TaskState

_UNKNOWN = msgspec.json.Decoder(frames.UnknownItem)

_SUB_AGENT_STATES = {"interrupted": TaskState.STOPPED, "completed": TaskState.DONE}


class ItemTeller:
    """Tells the items of all threads of one process."""

    def __init__(self, threads: Threads, prompts: Prompts) -> None:
        self._threads = threads
        self._prompts = prompts

    def hear(self, method: str, params: msgspec.Raw) -> tuple[Event, ...] | None:
        """Return what a notification about an item means; None where it is about none."""
        handler = _HANDLERS.get(method)
        if handler is None:
            return None
        decoder, handle = handler
        frame = read(decoder, params)
        if frame is None:
            unknown = read(_UNKNOWN, params)
            return (Unrecognised(f"{method} {unknown.item.type}" if unknown else method),)
        noticed = self._threads.noticed(frame.thread_id)
        return noticed + handle(self, frame)

    def _started(self, frame: frames.ItemFrame) -> tuple[Event, ...]:
        item, thread = frame.item, frame.thread_id
        if self._threads.is_main(thread):
            self._prompts.unanswered = False
        match item:
            case items.UserMessage():
                return self._prompts.read(item, self._threads.parent(thread))
            case items.AgentMessage():
                self._threads.begin_prose(item.id, Channel.ANSWER, thread)
            case items.Plan():
                self._threads.begin_prose(item.id, Channel.PLAN, thread)
            case items.Reasoning() | items.HookPrompt() | items.SubAgentActivity():
                pass
            case items.EnteredReviewMode() | items.ExitedReviewMode() | items.ContextCompaction():
                pass
            case _:
                start = translate.started(item, self._threads.parent(thread))
                process = item.process_id if isinstance(item, items.CommandExecution) else None
                events = self._threads.call_started(start, thread, process)
                return events + self._spawned(item)
        return ()

    def _completed(self, frame: frames.ItemFrame) -> tuple[Event, ...]:
        item, thread = frame.item, frame.thread_id
        match item:
            case items.UserMessage():
                return self._prompts.read(item, self._threads.parent(thread))
            case items.AgentMessage():
                return self._threads.prose_done(item.id, item.text or "", Channel.ANSWER, thread)
            case items.Plan():
                return self._threads.prose_done(item.id, item.text or "", Channel.PLAN, thread)
            case items.Reasoning():
                return self._thought(item, thread)
            case items.SubAgentActivity():
                return self._sub_agent(item)
            case items.ContextCompaction():
                main = self._threads.is_main(thread)
                return (ContextCompacted(automatic=True),) if main else ()
            case items.HookPrompt():
                texts = (str(part.get("text") or "") for part in item.fragments)
                return (NoticeRaised(text="\n".join(texts), code="hook"),)
            case items.EnteredReviewMode():
                return (NoticeRaised(text=f"Codex reviews {item.review}.", code="review"),)
            case items.ExitedReviewMode():
                return (NoticeRaised(text="Codex has finished the review.", code="review"),)
            case _:
                return self._threads.call_finished(item, thread) + self._spawned(item)

    def _spawned(self, item: Item) -> tuple[Event, ...]:
        return self._threads.spawned(item) if isinstance(item, items.CollabAgentToolCall) else ()

    def _sub_agent(self, item: items.SubAgentActivity) -> tuple[Event, ...]:
        task = TaskChanged(
            task=ItemId(item.agent_thread_id),
            state=_SUB_AGENT_STATES.get(item.kind or "", TaskState.RUNNING),
            title=item.agent_path or "",
        )
        return (task,)

    def _thought(self, item: items.Reasoning, thread: str | None) -> tuple[Event, ...]:
        events: tuple[Event, ...] = ()
        for name, parts in ((item.id, item.summary), (_raw(item.id), item.content)):
            if parts or name in self._threads.prose:
                text = "\n\n".join(parts)
                events += self._threads.prose_done(name, text, Channel.THINKING, thread)
        return events

    def _answer_delta(self, frame: frames.Delta) -> tuple[Event, ...]:
        return self._grew(frame.item_id, frame, Channel.ANSWER)

    def _plan_delta(self, frame: frames.Delta) -> tuple[Event, ...]:
        return self._grew(frame.item_id, frame, Channel.PLAN)

    def _summary_delta(self, frame: frames.Delta) -> tuple[Event, ...]:
        return self._grew(frame.item_id, frame, Channel.THINKING)

    def _thought_delta(self, frame: frames.Delta) -> tuple[Event, ...]:
        return self._grew(_raw(frame.item_id), frame, Channel.THINKING)

    def _summary_part(self, frame: frames.Delta) -> tuple[Event, ...]:
        if frame.item_id not in self._threads.prose:
            return ()
        return self._threads.prose_grew(frame.item_id, "\n\n", Channel.THINKING, frame.thread_id)

    def _grew(self, item: str, frame: frames.Delta, channel: Channel) -> tuple[Event, ...]:
        return self._threads.prose_grew(item, frame.delta, channel, frame.thread_id)

    def _output(self, frame: frames.Delta) -> tuple[Event, ...]:
        return self._threads.call_grew(ItemId(frame.item_id), frame.delta, frame.thread_id)

    def _progress(self, frame: frames.Progress) -> tuple[Event, ...]:
        text = f"{frame.message}\n"
        return self._threads.call_grew(ItemId(frame.item_id), text, frame.thread_id)

    def _typed(self, frame: frames.Typed) -> tuple[Event, ...]:
        self._threads.call_alive(ItemId(frame.item_id), frame.process_id)
        if not frame.stdin:
            return ()
        text = f"Codex typed into the running command: {frame.stdin!r}"
        return (NoticeRaised(text=text, code="typed"),)

    def _patch_updated(self, frame: frames.PatchUpdated) -> tuple[Event, ...]:
        changes = translate.file_changes(frame.changes)
        parent = self._threads.parent(frame.thread_id)
        start = translate.patch_started(ItemId(frame.item_id), changes, parent)
        return self._threads.call_started(start, frame.thread_id)


def _raw(item: str) -> str:
    """Name the raw thoughts beside their summary."""
    return f"{item}/raw"


_Handler = tuple[msgspec.json.Decoder[Any], Callable[[ItemTeller, Any], tuple[Event, ...]]]

_HANDLERS: dict[str, _Handler] = {
    method: (msgspec.json.Decoder(frame), handle)
    for method, frame, handle in (
        ("item/started", frames.ItemFrame, ItemTeller._started),
        ("item/completed", frames.ItemFrame, ItemTeller._completed),
        ("item/agentMessage/delta", frames.Delta, ItemTeller._answer_delta),
        ("item/plan/delta", frames.Delta, ItemTeller._plan_delta),
        ("item/reasoning/summaryTextDelta", frames.Delta, ItemTeller._summary_delta),
        ("item/reasoning/textDelta", frames.Delta, ItemTeller._thought_delta),
        ("item/reasoning/summaryPartAdded", frames.Delta, ItemTeller._summary_part),
        ("item/commandExecution/outputDelta", frames.Delta, ItemTeller._output),
        ("item/fileChange/outputDelta", frames.Delta, ItemTeller._output),
        ("item/mcpToolCall/progress", frames.Progress, ItemTeller._progress),
        ("item/commandExecution/terminalInteraction", frames.Typed, ItemTeller._typed),
        ("item/fileChange/patchUpdated", frames.PatchUpdated, ItemTeller._patch_updated),
    )
}
