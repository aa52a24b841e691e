"""A stored chat of Gemini CLI, told in the events of a live one."""

import re
from collections.abc import Iterator
from typing import Any

from msgspec.structs import replace

from tui.agents.gemini import stream_translate
from tui.agents.gemini.calls import tool_kind
from tui.agents.gemini.store_log import COMPRESSED, parts, typed, words
from tui.agents.ledger import Ledger
from tui.agents.store_files import seconds
from tui.model.events import (
    Channel,
    ContextCompacted,
    Event,
    Level,
    NoticeRaised,
    PromptState,
    ProseDone,
    SettingChanged,
    ToolFinished,
    ToolStarted,
    TurnEnded,
    TurnOutcome,
    UsageReported,
    UserSaid,
)
from tui.model.identity import ItemId, JsonObject
from tui.model.tools import ChangeKind, FileChange, Outcome, ToolKind
from tui.model.usage import TokenUsage

_EXIT_CODE = re.compile(r"^Exit Code: (-?\d+)", re.M)
_CREATED = ("Successfully created and wrote to new file", "Created new file")
"""What Gemini CLI says of a file that was not there before; all that some records say."""

_OUTCOMES = {"error": Outcome.FAILED, "cancelled": Outcome.CANCELLED}
_LEVELS = {"error": Level.ERROR, "warning": Level.WARNING, "info": Level.INFO}
_REFUSED = re.compile(
    r"denied by policy|User (?:denied|rejected|cancelled)|\[Operation Cancelled\]"
    r"|was cancell?ed by the user"
)


class Teller:
    """Turns messages into events, one after the other."""

    def __init__(self, parent: ItemId | None = None) -> None:
        self._parent = parent
        """The call whose sub-agent this is."""
        self._ledger = Ledger()
        self._used = self._turn_used = TokenUsage()
        self._context: int | None = None
        self._model: str | None = None
        self._answer = ""
        self._later: list[tuple[float, JsonObject]] = []
        """Calls of a message that were made after it was written."""
        self.at = 0.0
        """When the latest message was written."""

    def ends_turn(self, body: JsonObject) -> bool:
        """Tell whether a message is a prompt, before which the last turn ends."""
        return self._parent is None and typed(body) is not None

    def due(self, before: float | None = None) -> Iterator[tuple[float, tuple[Event, ...]]]:
        """Return the calls made up to a time: over ACP all calls are kept in one early message."""
        waiting, self._later = self._later, []
        for at, call in sorted(waiting, key=lambda one: one[0]):
            if before is not None and at > before:
                self._later.append((at, call))
            else:
                self.at = at
                yield at, tuple(self._called(call))

    def told(self, name: str, body: JsonObject) -> Iterator[Event]:
        """Return what one message means."""
        self.at = seconds(body.get("timestamp")) or self.at
        kind = body.get("type")
        if kind == "user":
            yield from self._user(ItemId(name), body)
        elif kind == "gemini":
            yield from self._gemini(name, body)
        elif kind == COMPRESSED and self._parent is None:
            yield from self.turn_over()
            yield ContextCompacted(automatic=False)
        elif isinstance(kind, str) and kind in _LEVELS and words(body):
            yield NoticeRaised(text=words(body), level=_LEVELS[kind])

    def turn_over(self) -> tuple[Event, ...]:
        """End the turn before the next prompt, or with the file."""
        cancelled = self._ledger.calls_cancelled()
        if self._ledger.turn is None:
            return cancelled
        outcome = TurnOutcome.COMPLETED if self._answer else TurnOutcome.INTERRUPTED
        used = self._turn_used if self._turn_used != TokenUsage() else None
        end = TurnEnded(outcome=outcome, text=self._answer, usage=used)
        self._answer, self._turn_used = "", TokenUsage()
        return (*cancelled, *self._ledger.turn_ended(end))

    def over(self) -> tuple[Event, ...]:
        """Close what the file leaves open, and say what was used."""
        ended = self.turn_over()
        if self._parent is not None or self._used == TokenUsage():
            return ended
        return (*ended, UsageReported(session=self._used, context_used=self._context))

    def _user(self, item: ItemId, body: JsonObject) -> Iterator[Event]:
        said = typed(body)
        if said is not None:
            images = sum("inlineData" in part for part in parts(body.get("content")))
            yield UserSaid(
                item=item, text=said, images=images, state=PromptState.TAKEN, parent=self._parent
            )
            yield from self._begin()
        for part in parts(body.get("content")):
            response = part.get("functionResponse")
            if isinstance(response, dict):
                yield from self._responded(response)

    def _gemini(self, name: str, body: JsonObject) -> Iterator[Event]:
        yield from self._begin()
        model = body.get("model")
        if isinstance(model, str) and model != self._model and self._parent is None:
            self._model = model
            yield SettingChanged(model=model)
        for number, thought in enumerate(parts(body.get("thoughts"))):
            subject, description = thought.get("subject"), thought.get("description")
            text = "\n".join(
                part for part in (f"**{subject}**" if subject else "", description) if part
            )
            item = ItemId(f"{name}:thought-{number}")
            yield ProseDone(item, text, Channel.THINKING, self._parent)
        if said := words(body):
            self._answer = said
            yield ProseDone(ItemId(name), said, Channel.ANSWER, self._parent)
        for part in parts(body.get("content")):
            if isinstance(call := part.get("functionCall"), dict):
                yield from self._started(call)
        for call in parts(body.get("toolCalls")):
            at = seconds(call.get("timestamp"))
            if at is not None and at > self.at:
                self._later.append((at, call))
            else:
                yield from self._called(call)
        self._count(body.get("tokens"))

    def _begin(self) -> tuple[Event, ...]:
        return self._ledger.turn_started() if self._parent is None else ()

    def _start(self, call: JsonObject) -> ToolStarted:
        name = str(call.get("name") or "tool")
        args = call.get("args")
        id = ItemId(str(call.get("id") or f"{name}-{len(self._ledger.calls)}"))
        start = stream_translate.started(id, name, args if isinstance(args, dict) else {})
        title = call.get("description")
        return ToolStarted(
            call=start.call,
            kind=start.kind,
            name=name,
            title=title if start.title == name and isinstance(title, str) else start.title,
            input=start.input,
            parent=self._parent,
            changes=start.changes,
        )

    def _started(self, call: JsonObject) -> tuple[Event, ...]:
        return self._ledger.call_started(self._start(call))

    def _called(self, call: JsonObject) -> Iterator[Event]:
        start = self._start(call)
        yield from self._ledger.call_started(start)
        status = call.get("status")
        if status not in ("success", "error", "cancelled"):
            return
        result = next((part for part in parts(call.get("result"))), {})
        finish = _finish(start, str(status), result.get("functionResponse"), call)
        yield from self._ledger.call_finished(finish, start)
        if finish.outcome is Outcome.OK and self._parent is None:
            yield from stream_translate.todo_list(start.name, start.input)

    def _responded(self, response: JsonObject) -> Iterator[Event]:
        """Calls that were refused have no record but the answer to the model."""
        start = self._start(response)
        if self._ledger.is_finished(start.call):
            return
        known = self._ledger.calls.get(start.call, start)
        inner = response.get("response")
        failed = isinstance(inner, dict) and "error" in inner
        finish = _finish(known, "error" if failed else "success", response, {})
        yield from self._ledger.call_finished(finish, start)

    def _count(self, tokens: Any) -> None:
        if not isinstance(tokens, dict):
            return
        given, made = _number(tokens.get("input")), _number(tokens.get("output"))
        thought = _number(tokens.get("thoughts"))
        used = TokenUsage(
            input=given,
            output=made + thought,
            cached=_number(tokens.get("cached")),
            reasoning=thought or None,
        )
        self._used += used
        self._turn_used += used
        self._context = given or self._context


def _finish(start: ToolStarted, status: str, response: Any, call: JsonObject) -> ToolFinished:
    display = call.get("resultDisplay")
    inner = response.get("response") if isinstance(response, dict) else None
    inner = inner if isinstance(inner, dict) else {}
    said = next((str(inner[key]) for key in ("error", "output") if inner.get(key)), "")
    code = _EXIT_CODE.search(said) if start.kind is ToolKind.SHELL else None
    outcome = _OUTCOMES.get(status, Outcome.OK)
    if outcome is Outcome.FAILED and _REFUSED.search(said[:300]):
        outcome = Outcome.DENIED
    if code is not None and int(code[1]) and outcome is Outcome.OK:
        outcome = Outcome.FAILED
    created = said.startswith(_CREATED)
    changes = _changes(display, created)
    if not changes and created:
        changes = tuple(replace(one, kind=ChangeKind.CREATED) for one in start.changes)
    return ToolFinished(
        call=start.call,
        outcome=outcome,
        output=said if outcome is Outcome.DENIED else _shown(display) or ("" if changes else said),
        changes=changes if outcome is Outcome.OK else (),
        exit_code=int(code[1]) if code else None,
    )


def _changes(display: Any, created: bool) -> tuple[FileChange, ...]:
    if not isinstance(display, dict) or "fileDiff" not in display:
        return ()
    before, after = _text(display.get("originalContent")), _text(display.get("newContent"))
    new = display.get("isNewFile", created) is True
    return (
        FileChange(
            path=_text(display.get("filePath")) or _text(display.get("fileName")) or "?",
            kind=ChangeKind.CREATED if new else ChangeKind.MODIFIED,
            before=before,
            after=after,
            diff=_text(display.get("fileDiff")),
        ),
    )


def _shown(display: Any) -> str:
    """Return what a tool displayed: text, a summary with rows, or lines of terminal cells."""
    if isinstance(display, str):
        return display
    if isinstance(display, list):
        lines = [row for row in display if isinstance(row, list)]
        return "\n".join("".join(str(cell.get("text", "")) for cell in parts(row)) for row in lines)
    if not isinstance(display, dict) or "fileDiff" in display:
        return ""
    rows = [_row(row) for key in ("files", "matches") for row in display.get(key) or () if row]
    summary = _text(display.get("summary"))
    return "\n".join([*([summary] if summary else []), *rows])


def _row(row: Any) -> str:
    if not isinstance(row, dict):
        return str(row)
    place = ":".join(str(row[key]) for key in ("filePath", "lineNumber") if key in row)
    return f"{place}: {row.get('line', '')}" if place else str(row)


def _text(value: Any) -> str | None:
    return value if isinstance(value, str) else None


def _number(value: Any) -> int:
    return int(value) if isinstance(value, int | float) and abs(value) < 1e15 else 0


def agent_calls(bodies: list[JsonObject]) -> list[ItemId]:
    """Return the calls that start sub-agents, in order."""
    return [
        ItemId(str(call.get("id")))
        for body in bodies
        for call in parts(body.get("toolCalls"))
        if tool_kind(str(call.get("name"))) is ToolKind.AGENT
    ]
