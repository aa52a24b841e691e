"""Tool calls from their announcement to their result."""

import re
from collections.abc import Container
from typing import Any

from msgspec.structs import replace

from tui.agents.claude.frames import ResultMeta
from tui.agents.claude.patches import changes_ahead, changes_made
from tui.agents.claude.tools import kind_of, text_of, title_of
from tui.agents.ledger import Ledger
from tui.model.events import Event, Stream, ToolFinished, ToolGrew, ToolStarted
from tui.model.identity import ItemId, JsonObject
from tui.model.tools import ChangeKind, Outcome, ToolKind

_EXIT_CODE = re.compile(r"Exit code (-?\d+)")
_CREATED = "File created successfully"
_ERROR_TAGS = re.compile(r"</?tool_use_error>")

_DECIDERS = {
    "config": "settings or mode",
    "hook": "a hook",
    "user_temporary": "an answer of parley",
    "user_permanent": "a lasting answer of parley",
    "user_reject": "an answer of parley",
}

_CONFIGURED = {"mode": "its permission mode", "rule": "a rule of its settings"}


class Calls:
    """Keeps tool calls whole: announced while streamed, told in full, ended once."""

    def __init__(self, ledger: Ledger) -> None:
        self._ledger = ledger
        self._denied: set[ItemId] = set()

    def announced(
        self, call: ItemId, name: str, input: JsonObject, parent: ItemId | None
    ) -> tuple[Event, ...]:
        """Tell about a call, or tell more about it."""
        return self._ledger.call_started(
            ToolStarted(
                call=call,
                kind=kind_of(name),
                name=name,
                title=title_of(name, input),
                input=input,
                parent=parent,
                changes=changes_ahead(name, input),
            )
        )

    def grew(self, call: ItemId, text: str) -> tuple[Event, ...]:
        """Tell more of the input of a call that the model still writes."""
        if call not in self._ledger.calls:
            return ()
        return (ToolGrew(call, text, Stream.INPUT),)

    def denied(self, call: ItemId | None) -> None:
        """Remember that a call was denied, by us or by a rule; its result follows."""
        if call is not None:
            self._denied.add(call)

    def finished(
        self,
        call: ItemId,
        content: Any,
        *,
        failed: bool,
        structured: Any = None,
        meta: ResultMeta | None = None,
        parent: ItemId | None = None,
    ) -> tuple[Event, ...]:
        """End a call with its result."""
        start = self._ledger.calls.get(call)
        missing = ToolStarted(
            call=call, kind=ToolKind.OTHER, name="?", title="?", input={}, parent=parent
        )
        kind = start.kind if start is not None else ToolKind.OTHER
        output = _output(kind, content, structured)
        code = _EXIT_CODE.match(output) if failed and kind is ToolKind.SHELL else None
        made = () if failed else changes_made(structured)
        if not (failed or made) and start is not None and output.startswith(_CREATED):
            # Sub-agents and older versions tell it in words only.
            made = tuple(replace(one, kind=ChangeKind.CREATED) for one in start.changes)
        finish = ToolFinished(
            call=call,
            outcome=self._outcome(call, structured, meta, failed=failed),
            output=output,
            changes=made,
            exit_code=int(code[1]) if code else None,
            decided_by=_decider(meta),
        )
        return self._ledger.call_finished(finish, missing)

    def cancelled(self, call: ItemId) -> tuple[Event, ...]:
        """End a call that will have no result."""
        return self._ledger.call_finished(
            ToolFinished(call=call, outcome=Outcome.CANCELLED, keep_output=True)
        )

    def turn_over(self, agents_at_work: Container[ItemId]) -> tuple[Event, ...]:
        """End the calls that can have no result any more.

        Calls of sub-agents that work on in the background outlive the turn.
        """
        events: tuple[Event, ...] = ()
        for call, start in list(self._ledger.calls.items()):
            if start.parent is None or start.parent not in agents_at_work:
                events += self.cancelled(call)
        return events

    def _outcome(
        self, call: ItemId, structured: Any, meta: ResultMeta | None, *, failed: bool
    ) -> Outcome:
        if not failed:
            return Outcome.DETACHED if _detached(structured) else Outcome.OK
        trace = meta.permission_decision if meta is not None else None
        if call in self._denied or (trace is not None and trace.decision == "reject"):
            return Outcome.DENIED
        if structured == "User rejected tool use" or (meta and meta.non_execution_kind):
            return Outcome.CANCELLED
        return Outcome.FAILED


def _detached(structured: Any) -> bool:
    return isinstance(structured, dict) and (
        structured.get("status") == "async_launched" or bool(structured.get("backgroundTaskId"))
    )


def _decider(meta: ResultMeta | None) -> str | None:
    trace = meta.permission_decision if meta is not None else None
    if trace is None or trace.source is None:
        return None
    if trace.source == "config" and trace.reason_type in _CONFIGURED:
        return _CONFIGURED[trace.reason_type]
    who = _DECIDERS.get(trace.source, trace.source)
    return f"{who} ({trace.reason_type})" if trace.reason_type else who


def _output(kind: ToolKind, content: Any, structured: Any) -> str:
    """Return what a tool printed; the structured part says it best where there is one."""
    if isinstance(structured, dict):
        if kind is ToolKind.AGENT and "status" in structured:
            # The text for the model is wrapped in instructions; the agent's last words are not.
            report = structured.get("content")
            return text_of(report[-1:]) if isinstance(report, list) else ""
        printed = [structured.get("stdout"), structured.get("stderr")]
        parts = [part for part in printed if isinstance(part, str) and part]
        if parts:
            return "\n".join(parts) + _kept_elsewhere(structured)
    return _ERROR_TAGS.sub("", text_of(content))


def _kept_elsewhere(structured: JsonObject) -> str:
    path = structured.get("persistedOutputPath")
    if not isinstance(path, str):
        return ""
    return f"\n[cut here: all {structured.get('persistedOutputSize', '?')} bytes are in {path}]"
