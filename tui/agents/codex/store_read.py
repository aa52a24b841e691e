"""A stored thread of Codex, told in the events of a live one."""

from collections.abc import Iterator

from tui.agents.codex import items, notices, store_items, translate
from tui.agents.codex.items import Item, ToolItem
from tui.agents.codex.store_frames import (
    Record,
    content_words,
    is_boilerplate,
    item_id,
    number,
    text,
    tokens,
)
from tui.agents.ledger import Ledger
from tui.agents.store_files import seconds
from tui.model.events import (
    Channel,
    ContextCompacted,
    Event,
    Level,
    NoticeRaised,
    PlanChanged,
    PromptState,
    ProseDone,
    SessionReady,
    SettingChanged,
    TurnEnded,
    TurnOutcome,
    Unrecognised,
    UsageReported,
    UserSaid,
)
from tui.model.identity import ItemId, JsonObject, SessionId
from tui.model.usage import TokenUsage

_NOTHING_USED = TokenUsage(input=0, output=0, cached=0, reasoning=0)


class Teller:
    """Turns the records of one thread into events."""

    def __init__(
        self,
        session: str,
        records: list[Record],
        parent: ItemId | None = None,
        *,
        partial: bool = False,
    ) -> None:
        self._session = SessionId(session)
        self._parent = parent
        """The call that started this thread, where it is a sub-agent's."""
        self._partial = partial
        """Calls may have begun before the first record."""
        self._ledger = Ledger()
        self._told = {str(item_id(one)) for one in records}
        self._clear = any(one.kind in _CLEAR for one in records)
        """Events say in clear words what the model's messages also hold."""
        self._bounded = any(one.kind in _BOUNDS for one in records)
        """The file says where turns begin and end; 0.96 does not."""
        self._counts = any(one.kind == "token_count" for one in records)
        self._calls: dict[str, ToolItem] = {}
        self._used = self._used_before = _NOTHING_USED
        self._unnamed = 0
        self._answer = self._error = ""
        self._model: str | None = None
        self._ready = False
        self.at = 0.0
        """When the latest line was written."""

    def told(self, one: Record) -> Iterator[Event]:
        """Return what one record means."""
        self.at = seconds(one.timestamp) or self.at
        body = one.body
        match one.kind:
            case "session_meta" | "bare":
                yield from self._begun(body)
            case "turn_context":
                yield from self._settings(body)
            case "task_started" | "turn_started":
                yield from self._turn_started(text(body, "turn_id"))
            case "task_complete" | "turn_complete" | "turn_aborted":
                yield from self._turn_over(body, aborted=one.kind == "turn_aborted")
            case "item_completed":
                yield from self._item(body)
            case "token_count" | "token_usage_record":
                yield from self._usage(one.kind, body)
            case "user_message" | "agent_message" | "agent_reasoning" | "message":
                yield from self._said(one)
            case "patch_apply_end":
                yield from self._finished(store_items.patch_applied(body))
            case "mcp_tool_call_end":
                yield from self._finished(store_items.mcp_called(body))
            case "function_call" | "custom_tool_call" | "local_shell_call":
                yield from self._called(body)
            case "function_call_output" | "custom_tool_call_output":
                yield from self._answered(body)
            case "compacted" | "context_compacted" if "ContextCompaction" not in self._told:
                if self._main and one.kind == "compacted":
                    yield ContextCompacted(automatic=True)
            case "error" | "stream_error" | "warning":
                yield from self._trouble(one.kind, text(body, "message"))
            case "thread_name_updated":
                yield SettingChanged(title=text(body, "thread_name") or None)

    def over(self) -> tuple[Event, ...]:
        """Close what the file leaves open: Codex was stopped there."""
        outcome = TurnOutcome.FAILED if self._error else TurnOutcome.INTERRUPTED
        if not self._bounded and self._answer and not self._error:
            return (
                tuple(self._turn_over({}, aborted=False)) if self._ledger.turn is not None else ()
            )
        return self._ledger.closed(outcome, self._error)

    @property
    def _main(self) -> bool:
        return self._parent is None

    def _begun(self, body: JsonObject) -> Iterator[Event]:
        if self._ready or not self._main:
            return
        self._ready = True
        yield SessionReady(
            session=self._session,
            version=text(body, "cli_version") or None,
            cwd=text(body, "cwd") or None,
        )

    def _settings(self, body: JsonObject) -> Iterator[Event]:
        model = text(body, "model")
        if self._main and model and model != self._model:
            self._model = model
            yield SettingChanged(model=model)

    def _turn_started(self, turn: str = "") -> tuple[Event, ...]:
        if not self._main or self._ledger.turn is not None:
            return ()
        self._answer = self._error = ""
        self._used_before = self._used
        return self._ledger.turn_started(turn)

    def _turn_over(self, body: JsonObject, *, aborted: bool) -> Iterator[Event]:
        yield from self._ledger.calls_cancelled()
        if not self._main:
            return
        outcome, error = notices.stored_outcome(body.get("error"), self._error)
        if aborted:
            outcome = TurnOutcome.INTERRUPTED
        told = self._used is not self._used_before
        end = TurnEnded(
            outcome=outcome,
            turn=text(body, "turn_id"),
            text=text(body, "last_agent_message") or self._answer,
            error=error,
            usage=notices.difference(self._used, self._used_before) if told else None,
            duration_ms=number(body.get("duration_ms")),
        )
        yield from self._ledger.turn_ended(end)

    def _item(self, body: JsonObject) -> Iterator[Event]:
        given = body.get("item")
        item = store_items.item_of(given) if isinstance(given, dict) else None
        if item is None:
            kind = text(given, "type") if isinstance(given, dict) else "?"
            yield Unrecognised(f"item_completed/{kind}"[:80])
            return
        yield from self._tell(item)

    def _tell(self, item: Item) -> Iterator[Event]:
        name = ItemId(item.id or self._fresh())
        match item:
            case items.UserMessage():
                images = sum(part.get("type") not in ("text", None) for part in item.content)
                yield from self._prompt(name, content_words(item.content), images)
            case items.AgentMessage():
                yield from self._prose(name, item.text or "", Channel.ANSWER)
            case items.Plan():
                yield from self._prose(name, item.text or "", Channel.PLAN)
            case items.Reasoning():
                thoughts = ((name, item.summary), (ItemId(f"{name}/raw"), item.content))
                for part, words in thoughts:
                    yield from self._prose(part, "\n\n".join(words), Channel.THINKING)
            case items.ContextCompaction():
                if self._main:
                    yield ContextCompacted(automatic=True)
            case items.HookPrompt():
                yield NoticeRaised(text=content_words(item.fragments), code="hook")
            case items.EnteredReviewMode():
                yield NoticeRaised(text=f"Codex reviews {item.review}.", code="review")
            case items.ExitedReviewMode():
                yield NoticeRaised(text="Codex has finished the review.", code="review")
            case items.SubAgentActivity():
                return
            case _:
                yield from self._finished(item)

    def _finished(self, item: ToolItem) -> Iterator[Event]:
        yield from self._turn_started()
        start = translate.started(item, self._parent)
        finish = translate.finished(item)
        yield from self._ledger.call_started(start)
        yield from self._ledger.call_finished(finish, start)

    def _said(self, one: Record) -> Iterator[Event]:
        """Take in prose of the older format, or of a file that has nothing clearer."""
        body = one.body
        if one.kind == "message":
            yield from self._message(body)
            return
        said = text(body, "message") or text(body, "text")
        name = ItemId(self._fresh())
        match one.kind:
            case "user_message":
                pictures = (body.get("images"), body.get("local_images"))
                images = sum(len(some) for some in pictures if isinstance(some, list))
                if not is_boilerplate(said):
                    yield from self._prompt(name, said, images)
            case "agent_message":
                yield from self._prose(name, said, Channel.ANSWER)
            case _:
                yield from self._prose(name, said, Channel.THINKING)

    def _message(self, body: JsonObject) -> Iterator[Event]:
        said = content_words(body.get("content"))
        role = text(body, "role")
        if self._clear or not said or is_boilerplate(said):
            return
        if role == "user":
            yield from self._prompt(ItemId(self._fresh()), said, 0)
        elif role == "assistant":
            yield from self._prose(ItemId(self._fresh()), said, Channel.ANSWER)

    def _prompt(self, item: ItemId, said: str, images: int) -> Iterator[Event]:
        if not self._bounded:
            yield from self.over()
        yield UserSaid(
            item=item, text=said, images=images, state=PromptState.TAKEN, parent=self._parent
        )
        yield from self._turn_started()

    def _prose(self, item: ItemId, said: str, channel: Channel) -> Iterator[Event]:
        if not said:
            return
        yield from self._turn_started()
        if channel is Channel.ANSWER:
            self._answer = said
        yield ProseDone(item, said, channel, self._parent)

    def _called(self, body: JsonObject) -> Iterator[Event]:
        if self._main and (changed := store_items.plan(body)) is not None:
            yield PlanChanged(steps=changed[0], explanation=changed[1])
            return
        item = store_items.called(body)
        if item.id in self._told:
            return
        self._calls[item.id] = item
        yield from self._turn_started()
        yield from self._ledger.call_started(translate.started(item, self._parent))

    def _answered(self, body: JsonObject) -> Iterator[Event]:
        id = text(body, "call_id")
        call = self._calls.pop(id, None)
        if call is None and self._partial and id and id not in self._told:
            call = items.DynamicToolCall(id=id, tool="tool")
        if call is not None:
            yield from self._finished(store_items.answered(call, body.get("output")))

    def _usage(self, kind: str, body: JsonObject) -> Iterator[Event]:
        if not self._main or (kind == "token_usage_record" and self._counts):
            return
        info = body.get("info") if kind == "token_count" else body
        info = info if isinstance(info, dict) else {}
        total = tokens(info.get("total_token_usage") or info.get("thread_token_usage"))
        last = info.get("last_token_usage") or info.get("usage")
        if total is None:
            return
        self._used = total
        context = number(last.get("total_tokens")) if isinstance(last, dict) else None
        window = number(info.get("model_context_window"))
        turn = notices.difference(total, self._used_before)
        yield UsageReported(session=total, turn=turn, context_used=context, context_window=window)

    def _trouble(self, kind: str, said: str) -> Iterator[Event]:
        if not said or not self._main:
            return
        if kind == "error" and self._ledger.turn is not None:
            self._error = notices.plain_error(said)
            return
        level = Level.ERROR if kind == "error" else Level.WARNING
        yield NoticeRaised(text=said, level=level, code=kind)

    def _fresh(self) -> str:
        self._unnamed += 1
        return f"{self._session}:{self._unnamed}"


_BOUNDS = frozenset({"task_started", "turn_started", "task_complete", "turn_complete"})
_CLEAR = frozenset({"user_message", "agent_message", "item_completed"})
