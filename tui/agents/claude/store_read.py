"""A stored session of Claude Code, told in the events of a live one."""

from collections.abc import Iterator
from typing import Any

import msgspec

from tui.agents.claude import news, store_words
from tui.agents.claude.background import Background
from tui.agents.claude.calls import Calls
from tui.agents.claude.frames import Assistant, PermissionTrace, ResultMeta, User
from tui.agents.claude.prompts import Prompts
from tui.agents.claude.read import details
from tui.agents.claude.speech import Speech
from tui.agents.claude.store_frames import Entry, QueuedCommand, queued
from tui.agents.claude.store_kept import KeptOutput
from tui.agents.claude.store_turns import Turns
from tui.agents.claude.system_frames import ApiRetry, CompactBoundary, CompactMetadata
from tui.agents.claude.todo import ToDo
from tui.agents.claude.tools import text_of
from tui.agents.claude.user_lines import UserLines
from tui.agents.ledger import Ledger
from tui.agents.store_files import seconds
from tui.model.events import (
    Event,
    Level,
    NoticeRaised,
    PromptState,
    SessionReady,
    SettingChanged,
    TurnOutcome,
    UserSaid,
)
from tui.model.identity import ItemId, SessionId

_LIMITS = {
    "max_turns_reached": "The limit on turns was reached.",
    "budget_exhausted": "The limit on money was reached.",
}


class Teller:
    """Turns the lines of one session into events, one line after the other."""

    def __init__(self, session: str, kept: KeptOutput) -> None:
        self._session = SessionId(session)
        self._kept = kept
        self._ledger = Ledger()
        self._background = Background()
        calls = Calls(self._ledger)
        self._speech = Speech(calls)
        self._users = UserLines(self._ledger, calls, Prompts(), self._background, ToDo())
        self._begun = False
        self._model: str | None = None
        self._titled = False
        self.turns = Turns(self._ledger)
        self.at = 0.0
        """When the latest line was written."""

    def told(self, found: Entry, parent: ItemId | None = None) -> Iterator[Event]:
        """Return what one line means; `parent` is the call whose sub-agent wrote it."""
        self.at = seconds(found.timestamp) or self.at
        if not self._begun and (found.cwd is not None or found.uuid is not None):
            self._begun = True
            yield SessionReady(session=self._session, version=found.version, cwd=found.cwd)
        match found.type:
            case "user":
                yield from self._user(found, parent)
            case "assistant":
                yield from self._assistant(found, parent)
            case "system":
                yield from self._system(found)
            case "attachment":
                yield from self._attached(found, parent)
            case "custom-title" if found.custom_title:
                self._titled = True
                yield SettingChanged(title=found.custom_title)
            case "ai-title" if found.ai_title and not self._titled:
                yield SettingChanged(title=found.ai_title)
            case "cost-state":
                self.turns.cost = found.total_cost_usd

    def over(self) -> tuple[Event, ...]:
        """Close what the file leaves open."""
        return (*self._ledger.calls_cancelled(), *self.turns.over(), *self.turns.report())

    def begins_turn(self, found: Entry) -> bool:
        """Tell whether a line of the main thread is a prompt, before which the last turn ends."""
        return store_words.typed(found) is not None or found.woken

    def _user(self, found: Entry, parent: ItemId | None) -> Iterator[Event]:
        said = store_words.typed(found)
        if said is not None and parent is None:
            images = sum(block.type == "image" for block in store_words.blocks(found))
            item = ItemId(found.uuid or f"prompt-{self.turns.count + 1}")
            yield UserSaid(item=item, text=said, images=images, state=PromptState.TAKEN)
            yield from self.turns.began(self.at)
            self.turns.unanswered = store_words.for_title(found) is not None and said[:1] != "!"
            return
        if store_words.text(found).startswith(store_words.INTERRUPTED) and parent is None:
            self.turns.outcome = TurnOutcome.INTERRUPTED
            return
        if (output := store_words.printed(found)) is not None:
            if output:
                yield NoticeRaised(text=output, code="command_output")
            return
        if found.woken and parent is None:
            yield from self.turns.began(self.at, background=True)
        yield from self._users.said(_user_frame(found, parent, self._kept))

    def _assistant(self, found: Entry, parent: ItemId | None) -> Iterator[Event]:
        message = found.message
        if parent is None:
            yield from self.turns.began(self.at)
            self.turns.answered(found, self.at)
            model = message.model if message is not None else None
            if model not in (None, "<synthetic>", self._model):
                self._model = model
                yield SettingChanged(model=model)
        error = found.error or "api_error" if found.is_api_error_message else None
        yield from self._speech.said(
            Assistant(
                message=message,
                parent_tool_use_id=parent,
                uuid=found.uuid,
                error=error,
                aborted=found.is_aborted_mid_stream,
            )
        )

    def _system(self, found: Entry) -> Iterator[Event]:
        match found.subtype:
            case "compact_boundary":
                data = found.compact_metadata or {}
                numbers = {
                    "trigger": data.get("trigger"),
                    "pre_tokens": data.get("preTokens"),
                    "post_tokens": data.get("postTokens"),
                }
                raw = msgspec.json.encode(numbers)
                yield from news.compacted(CompactBoundary(details(raw, CompactMetadata)))
            case "api_error":
                yield from news.retry(_retry(found))
            case "turn_duration":
                self.turns.duration_ms = found.duration_ms
            case "local_command" | "informational" | "model_fallback" | "notification":
                text = store_words.unwrapped(text_of(found.content))
                if text:
                    yield NoticeRaised(text=text, code=found.subtype)

    def _attached(self, found: Entry, parent: ItemId | None) -> Iterator[Event]:
        command = queued(found)
        if command is not None:
            yield from _folded(command, found, parent)
            return
        limit = next((one for one in _LIMITS if one.encode() in bytes(found.attachment)[:200]), "")
        if limit and parent is None:
            self.turns.outcome = TurnOutcome.LIMIT
            yield NoticeRaised(text=_LIMITS[limit], level=Level.WARNING, code=limit)


def _folded(command: QueuedCommand, found: Entry, parent: ItemId | None) -> Iterator[Event]:
    text = text_of(command.prompt)
    if text.startswith("<task-notification>"):
        return
    item = ItemId(command.source_uuid or found.uuid or "folded")
    yield UserSaid(item=item, text=text, state=PromptState.TAKEN, parent=parent)


def _user_frame(found: Entry, parent: ItemId | None, kept: KeptOutput) -> User:
    return User(
        message=found.message,
        parent_tool_use_id=parent,
        uuid=found.uuid,
        is_synthetic=found.put_in or found.woken,
        tool_use_result=kept.whole(found.tool_use_result),
        tool_result_meta=_meta(found),
    )


def _meta(found: Entry) -> list[ResultMeta] | None:
    decision: Any = found.permission_decision
    if not isinstance(decision, dict) and found.tool_denial_kind is None:
        return None
    trace = None
    if isinstance(decision, dict):
        trace = details(msgspec.json.encode(decision), PermissionTrace)
    return [
        ResultMeta(
            id=block.tool_use_id,
            non_execution_kind=found.tool_denial_kind,
            permission_decision=trace,
        )
        for block in store_words.blocks(found)
        if block.type == "tool_result"
    ]


def _retry(found: Entry) -> ApiRetry:
    error = found.error if isinstance(found.error, dict) else {}
    status = error.get("status")
    return ApiRetry(
        attempt=found.retry_attempt,
        max_retries=found.max_retries,
        retry_delay_ms=found.retry_in_ms,
        error_status=status if isinstance(status, int) else None,
        error="authentication_failed" if status == 401 else None,
    )
