"""What the notifications of `codex app-server` mean."""

from collections.abc import Callable
from typing import Any

import msgspec

from tui.agents.codex import frames, notices
from tui.agents.codex.known import EVENT_PREFIX, NOT_SHOWN
from tui.agents.codex.prompts import Prompts
from tui.agents.codex.questions import Questions
from tui.agents.codex.reading import read
from tui.agents.codex.requests import request_id
from tui.agents.codex.saying import ItemTeller
from tui.agents.codex.threads import Threads
from tui.agents.ledger import Ledger
from tui.model.events import (
    Activity,
    ActivityChanged,
    Event,
    Level,
    NoticeRaised,
    PlanChanged,
    SettingChanged,
    TurnEnded,
    Unrecognised,
    UsageReported,
)
from tui.model.tools import PlanStep, StepState
from tui.model.usage import TokenUsage

_STEPS = {"inProgress": StepState.ACTIVE, "completed": StepState.DONE}

_NOTHING_USED = TokenUsage(input=0, output=0, cached=0, reasoning=0)


class Listener:
    """Turns notifications into events and keeps the books of what is open."""

    def __init__(
        self, threads: Threads, ledger: Ledger, prompts: Prompts, questions: Questions
    ) -> None:
        self.last_turn: str | None = None
        """The turn of our thread that ended last."""
        self.error = ""
        """Why the running turn will fail, where Codex has said so."""
        self.model: str | None = None
        """The model that answers in our thread."""
        self._threads = threads
        self._ledger = ledger
        self._prompts = prompts
        self._questions = questions
        self._teller = ItemTeller(threads, prompts)
        self._activity: Activity | None = None
        self._used = _NOTHING_USED
        self._used_before = _NOTHING_USED
        self._warned: set[tuple[int | None, int | None]] = set()

    def hear(self, method: str, params: msgspec.Raw) -> tuple[Event, ...]:
        """Return what a notification means."""
        handler = _HANDLERS.get(method)
        if handler is not None:
            decoder, handle = handler
            frame = read(decoder, params)
            return (Unrecognised(method),) if frame is None else handle(self, frame)
        told = self._teller.hear(method, params)
        if told is not None:
            return told
        shown = method not in NOT_SHOWN and not method.startswith(EVENT_PREFIX)
        return (Unrecognised(method),) if shown else ()

    def turn_began(self, thread: str | None, turn: str) -> tuple[Event, ...]:
        """Open a turn: told by the answer to `turn/start` and by a notification, once each."""
        if thread is not None and not self._threads.is_main(thread):
            return self._threads.noticed(thread) + self._threads.sub_turn_started(thread, turn)
        if turn == self.last_turn:
            return ()
        if self._ledger.turn is None:
            self._used_before = self._used
            self.error = ""
            self._threads.answer = ""
        self._threads.turns.setdefault(self._threads.main or thread or "", turn)
        return self._ledger.turn_started(turn)

    def _turn_started(self, frame: frames.TurnFrame) -> tuple[Event, ...]:
        self._threads.begun.add(frame.thread_id or self._threads.main or "")
        return self.turn_began(frame.thread_id, frame.turn.id)

    def _turn_completed(self, frame: frames.TurnFrame) -> tuple[Event, ...]:
        turn, thread = frame.turn, frame.thread_id
        outcome = notices.turn_outcome(turn)
        error = notices.plain_error(turn.error.message) if turn.error else ""
        withdrawn = self._questions.turn_over(thread, turn.id)
        if thread is not None and not self._threads.is_main(thread):
            noticed = withdrawn + self._threads.noticed(thread)
            return noticed + self._threads.sub_turn_over(thread, outcome, error)
        self.last_turn = turn.id
        end = TurnEnded(
            outcome=outcome,
            turn=turn.id,
            text=self._threads.answer,
            error=error,
            usage=self._used_in_turn(),
            duration_ms=turn.duration_ms,
            background=not self._prompts.asked,
        )
        self._prompts.asked = False
        closed = withdrawn + self._threads.turn_over(thread, outcome)
        return closed + self._ledger.turn_ended(end)

    def _used_in_turn(self) -> TokenUsage | None:
        told = self._used is not self._used_before
        return notices.difference(self._used, self._used_before) if told else None

    def _failed(self, frame: frames.ErrorFrame) -> tuple[Event, ...]:
        if frame.will_retry:
            return (notices.retry(frame),)
        if self._ledger.turn is not None and self._threads.is_main(frame.thread_id):
            # `turn/completed` follows with the same words.
            self.error = frame.error.message
            return ()
        word = notices.error_word(frame.error.codex_error_info)
        return (NoticeRaised(text=frame.error.message, level=Level.ERROR, code=word),)

    def _status(self, frame: frames.StatusFrame) -> tuple[Event, ...]:
        if not self._threads.is_main(frame.thread_id):
            return ()
        activity = Activity.IDLE
        if frame.status.type == "active":
            activity = Activity.WAITING if frame.status.active_flags else Activity.WORKING
        if activity is self._activity:
            return ()
        self._activity = activity
        return (ActivityChanged(activity, ", ".join(frame.status.active_flags)),)

    def _usage(self, frame: frames.UsageFrame) -> tuple[Event, ...]:
        if not self._threads.is_main(frame.thread_id):
            return ()
        count = frame.token_usage
        self._used = notices.usage(count.total)
        if self._ledger.turn is None:
            # A resumed thread first repeats what it has used before.
            self._used_before = self._used
        reported = UsageReported(
            session=self._used,
            turn=self._used_in_turn(),
            context_used=count.last.total_tokens,
            context_window=count.model_context_window,
        )
        return (reported,)

    def _plan(self, frame: frames.PlanFrame) -> tuple[Event, ...]:
        if not self._threads.is_main(frame.thread_id):
            return ()
        steps = tuple(
            PlanStep(step.step, _STEPS.get(step.status, StepState.PENDING)) for step in frame.plan
        )
        return (PlanChanged(steps=steps, explanation=frame.explanation or ""),)

    def _rates(self, frame: frames.RateFrame) -> tuple[Event, ...]:
        return tuple(notices.rate_warning(frame.rate_limits, self._warned))

    def _warning(self, frame: frames.Notice) -> tuple[Event, ...]:
        return (notices.warning(frame, Level.WARNING, "warning"),)

    def _config_warning(self, frame: frames.Notice) -> tuple[Event, ...]:
        return (notices.warning(frame, Level.WARNING, "configuration"),)

    def _deprecation(self, frame: frames.Notice) -> tuple[Event, ...]:
        return (notices.warning(frame, Level.INFO, "deprecation"),)

    def _server(self, frame: frames.ServerStatus) -> tuple[Event, ...]:
        if frame.status != "failed":
            return ()
        text = frame.error or f"The MCP server {frame.name} did not start."
        return (NoticeRaised(text=text, level=Level.WARNING, code="mcp_server"),)

    def _named(self, frame: frames.Named) -> tuple[Event, ...]:
        main = self._threads.is_main(frame.thread_id)
        return (SettingChanged(title=frame.thread_name),) if main and frame.thread_name else ()

    def _settings(self, frame: frames.SettingsFrame) -> tuple[Event, ...]:
        model = frame.thread_settings.model
        if not self._threads.is_main(frame.thread_id) or model in (None, self.model):
            return ()
        self.model = model
        return (SettingChanged(model=model),)

    def _rerouted(self, frame: frames.Rerouted) -> tuple[Event, ...]:
        if not self._threads.is_main(frame.thread_id):
            return ()
        text = f"{frame.to_model} answers instead of {frame.from_model}."
        self.model = frame.to_model
        return (
            NoticeRaised(text=text, level=Level.WARNING, code="model_rerouted"),
            SettingChanged(model=frame.to_model),
        )

    def _resolved(self, frame: frames.Resolved) -> tuple[Event, ...]:
        return self._ledger.withdrawn(request_id(frame.request_id), "Codex no longer waits for it")


_Handler = tuple[msgspec.json.Decoder[Any], Callable[[Listener, Any], tuple[Event, ...]]]


_HANDLERS: dict[str, _Handler] = {
    method: (msgspec.json.Decoder(frame), handle)
    for method, frame, handle in (
        ("turn/started", frames.TurnFrame, Listener._turn_started),
        ("turn/completed", frames.TurnFrame, Listener._turn_completed),
        ("error", frames.ErrorFrame, Listener._failed),
        ("thread/status/changed", frames.StatusFrame, Listener._status),
        ("thread/tokenUsage/updated", frames.UsageFrame, Listener._usage),
        ("turn/plan/updated", frames.PlanFrame, Listener._plan),
        ("account/rateLimits/updated", frames.RateFrame, Listener._rates),
        ("warning", frames.Notice, Listener._warning),
        ("guardianWarning", frames.Notice, Listener._warning),
        ("configWarning", frames.Notice, Listener._config_warning),
        ("deprecationNotice", frames.Notice, Listener._deprecation),
        ("mcpServer/startupStatus/updated", frames.ServerStatus, Listener._server),
        ("thread/name/updated", frames.Named, Listener._named),
        ("thread/settings/updated", frames.SettingsFrame, Listener._settings),
        ("model/rerouted", frames.Rerouted, Listener._rerouted),
        ("serverRequest/resolved", frames.Resolved, Listener._resolved),
    )
}
