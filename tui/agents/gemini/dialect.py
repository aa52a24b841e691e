"""Talking with `gemini --acp`: one process, one session, one turn at a time."""

import msgspec
from msgspec.structs import replace

from tui.agents.dialect import NOTHING, Exit, Reaction
from tui.agents.gemini import calls, ends, translate
from tui.agents.gemini.frames import (
    CallStarted,
    CallUpdated,
    MessageChunk,
    ThoughtChunk,
    UnknownParams,
    Update,
    UpdateLine,
    UpdateParams,
    decode,
)
from tui.agents.gemini.narration import Narration
from tui.agents.gemini.opening import METHODS, Opening
from tui.agents.gemini.overhearing import overheard
from tui.agents.gemini.permits import Permits
from tui.agents.gemini.prompts import Prompts
from tui.agents.gemini.requests import Asked, Requests
from tui.agents.ledger import Ledger
from tui.model.capabilities import Capabilities
from tui.model.commands import (
    ChangeMode,
    ChangeModel,
    Close,
    Command,
    Decide,
    Interrupt,
    Prompt,
    Refuse,
    TakeBack,
)
from tui.model.events import (
    Event,
    Level,
    NoticeRaised,
    SettingChanged,
    TurnOutcome,
    Unrecognised,
)
from tui.model.identity import JsonObject
from tui.model.permission import Verdict
from tui.model.spec import SessionSpec
from tui.wire import jsonrpc
from tui.wire.jsonrpc import Failure, Notification, NotRpc, Request, Response

CAPABILITIES = Capabilities(
    ask=True,
    take_back=True,
    images=True,
    thinking=True,
    modes=translate.MODES,
    switch_mode=True,
    switch_model=True,
)
_TAKING_BACK = ("$/cancel_request", "$/cancelRequest")
_UPDATE = b'"session/update"'
_ANSWERING = (MessageChunk, ThoughtChunk, CallStarted, CallUpdated)
_update_line = msgspec.json.Decoder(UpdateLine)
_update_params = msgspec.json.Decoder(UpdateParams)
_unknown_params = msgspec.json.Decoder(UnknownParams)
_prompt_result = msgspec.json.Decoder(translate.PromptResult)


class AcpDialect:
    """A conversation with Gemini CLI, or another agent that speaks ACP.

    `sign_in` names the method by which the agent could sign in with a key from its environment;
    None where it must not be told to: choosing a method anew would delete a stored login.
    `wait` is how many seconds its start is put off.
    """

    def __init__(self, spec: SessionSpec, sign_in: str | None = None, wait: int = 0) -> None:
        self._spec = spec
        self._wait = wait
        self._ledger = Ledger()
        self._requests = Requests()
        self._narration = Narration(self._ledger)
        self._opening = Opening(spec, self._requests, self._narration, sign_in)
        self._permits = Permits(self._ledger, self._narration)
        self._prompts = Prompts(self._ledger, self._narration, self._requests)
        self._early: list[ChangeMode | ChangeModel] = []
        self._over = False

    @property
    def capabilities(self) -> Capabilities:
        """What Gemini can do over ACP; it neither steers nor keeps prompts itself."""
        return CAPABILITIES

    def open(self) -> Reaction:
        """Ask for the handshake."""
        if self._spec.fork:
            self._over = True
            return Reaction((ends.failed(ends.CANNOT_FORK),), close_stdin=True)
        first = self._opening.first_words()
        if not self._wait:
            return first
        text = (
            f"Gemini CLI starts in {self._wait} seconds: it loses a session that is resumed in the"
            " minute it was made."
        )
        return Reaction((NoticeRaised(text=text, code="waiting"),), first.writes)

    def receive(self, line: bytes) -> Reaction:
        """Take one line of the agent."""
        if line.find(_UPDATE, 0, 80) >= 0:
            frame = decode(_update_line, line)
            if frame is not None and frame.method == "session/update":
                return self._updated(frame.params.update)
        match jsonrpc.decode(line):
            case Notification() as notification:
                return self._notified(notification)
            case Request() as request:
                return self._requested(request)
            case Response() as response:
                return self._answered(response)
            case Failure() as failure:
                return self._refused(failure)
            case NotRpc() as other:
                return Reaction((Unrecognised(other.label),))

    def send(self, command: Command) -> Reaction:
        """Put a command into the agent's words."""
        match command:
            case Prompt():
                return self._prompt(command)
            case TakeBack():
                return self._prompts.take_back(command.prompt)
            case Decide():
                return self._decide(command)
            case Refuse():
                return self._permits.refused(command)
            case Interrupt() | Close():
                return self._interrupt()
            case ChangeMode() | ChangeModel():
                return self._change(command)

    def overhear(self, line: bytes) -> Reaction:
        """Take one line of a recorded client."""
        self._opening.mute = True
        match jsonrpc.decode(line):
            case Request() as request:
                return Reaction(self._overheard(request))
            case Response() as response:
                return Reaction(self._permits.recorded(response))
            case Notification(method="session/cancel"):
                self._narration.cancelling = self._ledger.turn is not None
        return NOTHING

    def closed(self, exit: Exit) -> Reaction:
        """Say what the end of the process means."""
        known = ends.cause(exit)
        if not self._opening.initialized and known is ends.UNKNOWN_FLAG:
            return Reaction(fall_back="This version of Gemini CLI does not know this ACP flag.")
        stopped = exit.asked or self._narration.cancelling
        outcome = TurnOutcome.INTERRUPTED if stopped else TurnOutcome.FAILED
        end = ends.ended(exit, ready=self._opening.ready)
        events = (
            *self._narration.paused(partial=True),
            *self._ledger.closed(outcome, end.error),
            *self._prompts.dropped(),
        )
        return Reaction(events if self._over else (*events, end))

    def _updated(self, update: Update) -> Reaction:
        if self._opening.loading:
            return self._then_ready(self._opening.replayed(update))
        if type(update) is not MessageChunk or self._prompts.untaken is not None:
            return self._told(update)
        text = update.content.text
        if text is None:
            text = calls.block_text(update.content)
        return Reaction(self._narration.answered(text))

    def _told(self, update: Update) -> Reaction:
        taken = self._prompts.taken() if isinstance(update, _ANSWERING) else ()
        return Reaction(taken + self._narration.told(update))

    def _notified(self, notification: Notification) -> Reaction:
        if notification.method in _TAKING_BACK:
            return self._permits.taken_back(notification.params)
        if notification.method != "session/update":
            return Reaction((Unrecognised(notification.method),))
        params = decode(_update_params, notification.params)
        if params is not None:
            return self._updated(params.update)
        unknown = decode(_unknown_params, notification.params)
        kind = unknown.update.session_update if unknown else "?"
        return Reaction((Unrecognised(f"session/update {kind}"),))

    def _requested(self, request: Request) -> Reaction:
        if request.method == "session/request_permission":
            asked = self._permits.asked(request)
            return replace(asked, events=self._prompts.taken() + asked.events)
        return self._permits.not_offered(request)

    def _answered(self, response: Response) -> Reaction:
        asked = self._requests.answered(response.id)
        if asked is None:
            return Reaction((Unrecognised("answer to nothing we asked"),))
        if asked.method in METHODS:
            return self._then_ready(self._opening.answered(asked.method, response.result))
        if asked.method == "session/prompt":
            result = decode(_prompt_result, response.result) or translate.PromptResult()
            return self._turn_over(self._prompts.finished(result))
        if asked.method == "session/set_mode":
            return Reaction(self._narration.mode_changed(asked.value))
        if asked.method == "session/set_model":
            return Reaction((SettingChanged(model=asked.value),))
        return NOTHING

    def _refused(self, failure: Failure) -> Reaction:
        said = translate.error_text(failure.message, failure.data)
        asked = self._requests.answered(failure.id)
        if asked is not None and asked.method in METHODS:
            refusal = self._opening.refused(asked.method, failure.code, said)
            already, self._over = self._over, self._over or refusal.close_stdin
            return NOTHING if already else refusal
        if asked is not None and asked.method == "session/prompt":
            return self._turn_over(self._prompts.failed(failure.code, said))
        mode = asked is not None and asked.method == "session/set_mode"
        notice = NoticeRaised(text=said, level=Level.ERROR, code="mode_refused" if mode else "")
        return Reaction((notice,))

    def _turn_over(self, events: tuple[Event, ...]) -> Reaction:
        following = self._prompts.next(self._opening.session)
        return Reaction((*events, *following.events), following.writes)

    def _then_ready(self, reaction: Reaction) -> Reaction:
        """After the last step of the handshake, send what has waited for it."""
        if not self._opening.ready:
            return reaction
        self._over = False
        early, self._early = self._early, []
        changed = [self._change(command) for command in early]
        following = self._prompts.next(self._opening.session)
        writes = [line for one in (reaction, *changed, following) for line in one.writes]
        return Reaction((*reaction.events, *following.events), tuple(writes))

    def _prompt(self, prompt: Prompt) -> Reaction:
        session = self._opening.session
        if not self._opening.ready or session is None or self._ledger.turn is not None:
            return self._prompts.hold(prompt)
        return self._prompts.send(prompt, session)

    def _decide(self, command: Decide) -> Reaction:
        waiting = command.request.id in self._ledger.requests
        reaction = self._permits.decided(command)
        if not waiting or command.decision.verdict is Verdict.ALLOW:
            return reaction
        if command.decision.message:
            self._prompts.explain(command.request.title, command.decision.message)
        if command.decision.verdict is not Verdict.STOP or self._ledger.turn is None:
            return reaction
        stop = self._interrupt()
        return Reaction(reaction.events + stop.events, reaction.writes + stop.writes)

    def _interrupt(self) -> Reaction:
        """Cancel the turn. Open questions must be answered, or it would never end."""
        cancelled = self._permits.all_cancelled("interrupted")
        if self._ledger.turn is None:
            return Reaction(cancelled.events + self._prompts.dropped(), cancelled.writes)
        if self._narration.cancelling:
            return cancelled
        self._narration.cancelling = True
        params = {"sessionId": self._opening.session}
        line = jsonrpc.notification("session/cancel", params, jsonrpc=True)
        return Reaction(cancelled.events, (line, *cancelled.writes))

    def _change(self, command: ChangeMode | ChangeModel) -> Reaction:
        if not self._opening.ready:
            self._early.append(command)
            return NOTHING
        params: JsonObject = {"sessionId": self._opening.session}
        if isinstance(command, ChangeMode):
            method, value = "session/set_mode", translate.NATIVE_MODE[command.mode]
            params["modeId"] = value
        else:
            method, value = "session/set_model", command.model
            params["modelId"] = value
        return Reaction(writes=(self._requests.ask(method, params, Asked(method, value)),))

    def _overheard(self, request: Request) -> tuple[Event, ...]:
        """Expect the answer to a recorded client's request, and tell what it asked."""
        heard = overheard(request)
        self._requests.overheard(request.id, heard.asked)
        self._opening.asked(request.method, heard.session)
        return self._prompts.overheard(heard.said) if heard.said else ()
