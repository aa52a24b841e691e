"""Follows the items of one `codex exec` process from their start to their end."""

from tui.agents.codex import exec_items
from tui.agents.codex.exec_frames import ExecItem
from tui.agents.ledger import Ledger
from tui.model.events import (
    Channel,
    Event,
    Level,
    NoticeRaised,
    PlanChanged,
    ProseDone,
    ProseGrew,
    ToolGrew,
    Unrecognised,
)
from tui.model.identity import ItemId

_CHANNELS = {"agent_message": Channel.ANSWER, "reasoning": Channel.THINKING}


class ExecTeller:
    """Knows what each open item has said so far."""

    def __init__(self, ledger: Ledger) -> None:
        self.answer = ""
        """The last whole message of this turn."""
        self._ledger = ledger
        self._turn = 0
        self._open: dict[str, ExecItem] = {}
        self._flat: dict[str, str] = {}
        self._count = 0
        self._plan: PlanChanged | None = None

    def begin(self, turn: int) -> None:
        """Forget the items of the process before; their ids begin anew in each process."""
        self._turn = turn
        self._open.clear()
        self._flat.clear()
        self.answer = ""

    def tell(self, stage: str, item: ExecItem) -> tuple[Event, ...]:
        """Return what a line about an item adds."""
        key = self._key(stage, item)
        before = self._open.get(key, ExecItem())
        whole = exec_items.merged(before, item)
        done = stage == "item.completed"
        if done:
            self._open.pop(key, None)
        else:
            self._open[key] = whole
        kind = whole.type or ""
        if kind in _CHANNELS:
            return self._prose(ItemId(key), before, whole, done)
        if kind in exec_items.TOOLS:
            return self._tool(ItemId(key), before, whole, done)
        if kind == "todo_list":
            return self._todo(whole)
        if kind == "error":
            return (NoticeRaised(text=whole.message or "", level=Level.WARNING, code="error"),)
        return (Unrecognised(f"{stage} {kind}"),)

    def cut(self) -> tuple[Event, ...]:
        """End text that nobody will finish; what was said stays."""
        cut = [(key, item) for key, item in self._open.items() if item.type in _CHANNELS]
        self._open.clear()
        return tuple(
            ProseDone(ItemId(key), item.text, _CHANNELS[item.type or ""], partial=True)
            for key, item in cut
            if item.text
        )

    def _key(self, stage: str, item: ExecItem) -> str:
        """Name an item; the flat spelling has no ids, so the open one of its kind is meant."""
        if item.id:
            return f"{self._turn}:{item.id}"
        kind = item.type or ""
        if stage == "item.started" or kind not in self._flat:
            self._count += 1
            self._flat[kind] = f"{self._turn}:{kind}-{self._count}"
        return self._flat.pop(kind) if stage == "item.completed" else self._flat[kind]

    def _prose(
        self, item: ItemId, before: ExecItem, whole: ExecItem, done: bool
    ) -> tuple[Event, ...]:
        channel = _CHANNELS[whole.type or ""]
        text = whole.text or ""
        if done:
            if channel is Channel.ANSWER:
                self.answer = text
            return (ProseDone(item, text, channel),)
        more = text[len(before.text or "") :]
        return (ProseGrew(item, more, channel),) if more else ()

    def _tool(
        self, call: ItemId, before: ExecItem, whole: ExecItem, done: bool
    ) -> tuple[Event, ...]:
        start = exec_items.started(whole, call)
        events = self._ledger.call_started(start)
        if done:
            return events + self._ledger.call_finished(exec_items.finished(whole, call), start)
        printed = whole.aggregated_output or ""
        more = printed.removeprefix(before.aggregated_output or "")
        return (*events, ToolGrew(call, more)) if more else events

    def _todo(self, item: ExecItem) -> tuple[Event, ...]:
        plan = exec_items.plan(item)
        if plan == self._plan:
            return ()
        self._plan = plan
        return (plan,)
