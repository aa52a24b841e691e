"""A turn as an ACP agent tells it: prose in blocks, tool calls from message to message."""

import re

from tui.agents.gemini import calls, translate
from tui.agents.gemini.frames import (
    AvailableCommands,
    CallFrame,
    CallStarted,
    CallUpdated,
    ConfigOptions,
    CurrentMode,
    MessageChunk,
    Plan,
    PlanRemoved,
    PlanUpdate,
    SessionInfo,
    ThoughtChunk,
    Update,
    UsageUpdate,
    UserChunk,
)
from tui.agents.gemini.prose import Prose
from tui.agents.ledger import Ledger
from tui.model.events import (
    Channel,
    Event,
    PlanChanged,
    SessionReady,
    SettingChanged,
    ToolGrew,
    ToolStarted,
    UsageReported,
)
from tui.model.identity import ItemId
from tui.model.tools import FileChange
from tui.model.usage import Cost

_THOUGHT = re.compile(r"\*\*[^\n]*\*\*\n")
"""How each of Gemini's thoughts begins; it sends whole thoughts, not pieces."""


class Narration:
    """Puts updates into events. A block of prose lasts until something else happens."""

    def __init__(self, ledger: Ledger) -> None:
        self._ledger = ledger
        self._prose = Prose()
        self._outputs: dict[ItemId, str] = {}
        self.plans: dict[str, str] = {}
        """The plan files the agent wrote, by path."""
        self.mode: str | None = None
        """The agent's own word for the present mode."""
        self.cancelling = False
        """The turn was cancelled and has not ended yet."""

    def answered(self, text: str) -> tuple[Event, ...]:
        """Take a piece of the answer, or a change of mode disguised as one."""
        if text[:1] == "[" and (mode := translate.mode_mark(text)) is not None:
            return self.mode_changed(mode)
        return self._prose.grew(text)

    def told(self, update: Update) -> tuple[Event, ...]:
        """Say what an update means."""
        match update:
            case MessageChunk():
                return self.answered(calls.block_text(update.content))
            case ThoughtChunk():
                return self._thought(calls.block_text(update.content))
            case CallStarted() | CallUpdated():
                return self.paused() + self._call(update)
            case Plan():
                return (translate.plan(update.entries),)
            case PlanUpdate():
                return _plan_update(update)
            case PlanRemoved():
                return (PlanChanged(steps=()),)
            case AvailableCommands():
                return (SessionReady(commands=translate.commands(update.available_commands)),)
            case CurrentMode():
                return self.mode_changed(update.current_mode_id)
            case ConfigOptions():
                return _settings(update)
            case SessionInfo():
                return (SettingChanged(title=update.title),) if update.title else ()
            case UsageUpdate():
                return _usage(update)
            case UserChunk():
                # An echo of what we know: the prompt was shown when it was sent.
                return ()

    def call_asked(self, frame: CallFrame) -> ToolStarted:
        """Return the call that a permission request is about."""
        known = self._ledger.calls.get(ItemId(frame.tool_call_id))
        # What is asked counts, not what was said before of a call with the same id: another
        # command must never be shown, or judged by the rules, in place of the one that would run.
        if known is not None and not calls.is_same(frame, known):
            known = None
        return calls.started(frame, known)

    def mode_changed(self, native: str) -> tuple[Event, ...]:
        """Note the mode; an event only where it differs and is one of ours."""
        if native == self.mode:
            return ()
        self.mode = native
        mode = translate.MODE_OF.get(native)
        return (SettingChanged(mode=mode),) if mode else ()

    def paused(self, *, partial: bool = False) -> tuple[Event, ...]:
        """Close the block of prose that is open."""
        return self._prose.done(partial=partial)

    def _thought(self, text: str) -> tuple[Event, ...]:
        if _THOUGHT.match(text) and self._prose.is_open(Channel.THINKING):
            text = "\n\n" + text
        return self._prose.grew(text, Channel.THINKING)

    def _call(self, frame: CallStarted | CallUpdated) -> tuple[Event, ...]:
        call = ItemId(frame.tool_call_id)
        start = calls.started(frame, self._ledger.calls.get(call))
        if frame.status in ("completed", "failed"):
            grown = self._outputs.pop(call, "") != ""
            finish = calls.finished(frame, cancelling=self.cancelling, grown=grown)
            self._remember_plans(finish.changes)
            return self._ledger.call_finished(finish, start)
        grew = self._grown(call, calls.text_of(frame.content)) if _progress(frame) else ()
        return self._ledger.call_started(start) + grew

    def _grown(self, call: ItemId, output: str) -> tuple[Event, ...]:
        """Each update repeats the whole output: only what is new is told."""
        before = self._outputs.get(call, "")
        if len(output) <= len(before) or not output.startswith(before):
            return ()
        if self._ledger.is_finished(call):
            return ()
        self._outputs[call] = output
        return (ToolGrew(call, output[len(before) :]),)

    def _remember_plans(self, changes: tuple[FileChange, ...]) -> None:
        for change in changes:
            if "/plans/" in change.path and change.after is not None:
                self.plans[change.path] = change.after


def _progress(frame: CallStarted | CallUpdated) -> bool:
    """Gemini puts an explanation into announcements; output comes in updates only."""
    return isinstance(frame, CallUpdated) and frame.status == "in_progress"


def _plan_update(update: PlanUpdate) -> tuple[Event, ...]:
    plan = translate.plan(update.plan.entries)
    said = update.plan.content or update.plan.uri
    return (PlanChanged(steps=plan.steps, explanation=said) if said else plan,)


def _settings(update: ConfigOptions) -> tuple[Event, ...]:
    values = {
        option.category: option.current_value
        for option in update.config_options
        if isinstance(option.current_value, str)
    }
    mode = translate.MODE_OF.get(values.get("mode", ""))
    model = values.get("model")
    return (SettingChanged(mode=mode, model=model),) if mode or model else ()


def _usage(update: UsageUpdate) -> tuple[Event, ...]:
    in_dollars = update.cost is not None and update.cost.currency == "USD"
    cost = Cost(usd=update.cost.amount) if update.cost is not None and in_dollars else None
    return (UsageReported(cost=cost, context_used=update.used, context_window=update.size),)
