"""A conversation with `codex app-server`, without any I/O."""

from typing import assert_never

import msgspec

from tui.agents.codex import answering, failures, frames
from tui.agents.codex.books import Books
from tui.agents.codex.modes import CAPABILITIES
from tui.agents.codex.overhearing import overheard
from tui.agents.codex.reading import UNREADABLE
from tui.agents.dialect import NOTHING, Exit, Reaction
from tui.model import commands
from tui.model.capabilities import Capabilities
from tui.model.events import (
    EndReason,
    Event,
    PromptMoved,
    PromptState,
    ProseGrew,
    SessionEnded,
    SettingChanged,
    TurnEnded,
    TurnOutcome,
    Unrecognised,
    UserSaid,
)
from tui.model.permission import Verdict
from tui.model.spec import SessionSpec
from tui.wire import jsonrpc

_ANSWER_DELTA = b'{"method":"item/agentMessage/delta"'
"""How the commonest line begins; spelt otherwise it is understood too, only slower."""

_GROWTH = msgspec.json.Decoder(frames.GrowthLine)


class AppServer:
    """One thread of one app-server process, with its sub-agents."""

    def __init__(self, spec: SessionSpec) -> None:
        self._books = Books(spec)

    @property
    def capabilities(self) -> Capabilities:
        """What can be asked of Codex; versions before 0.99 cannot be steered."""
        if self._books.speaker.can_steer:
            return CAPABILITIES
        return msgspec.structs.replace(CAPABILITIES, steer=False, deny_reason=False)

    def open(self) -> Reaction:
        """Introduce ourselves to a process that was just started."""
        return Reaction(writes=(self._books.speaker.initialize(),))

    def receive(self, line: bytes) -> Reaction:
        """Take one line the server printed."""
        if line.startswith(_ANSWER_DELTA):
            try:
                growth = _GROWTH.decode(line).params
                prose = self._books.threads.prose[growth.item_id]
            except (*UNREADABLE, KeyError):
                pass
            else:
                text = growth.delta
                prose.pieces.append(text)
                return Reaction((ProseGrew(prose.item, text, prose.channel, prose.parent),))
        said = jsonrpc.decode(line)
        match said:
            case jsonrpc.Notification():
                return self._heard(self._books.listener.hear(said.method, said.params))
            case jsonrpc.Response():
                return answering.answered(self._books, said)
            case jsonrpc.Failure():
                return answering.refused(self._books, said)
            case jsonrpc.Request():
                return self._books.questions.receive(said)
            case jsonrpc.NotRpc():
                return Reaction((Unrecognised(said.label),))
            case _:
                assert_never(said)

    def send(self, command: commands.Command) -> Reaction:
        """Put a command into Codex's words."""
        speaker = self._books.speaker
        match command:
            case commands.Prompt():
                return self._prompt(command)
            case commands.Decide():
                return self._decide(command)
            case commands.Refuse():
                return Reaction(
                    writes=self._books.questions.refuse(command.request, command.reason)
                )
            case commands.Interrupt():
                return self._interrupt()
            case commands.ChangeMode():
                speaker.mode = command.mode
                return Reaction((SettingChanged(mode=command.mode),))
            case commands.ChangeModel():
                speaker.model = self._books.listener.model = command.model
                return Reaction((SettingChanged(model=command.model),))
            case commands.TakeBack():
                return self._take_back(command)
            case commands.Close():
                return Reaction(writes=speaker.interrupt())
            case _:
                assert_never(command)

    def overhear(self, line: bytes) -> Reaction:
        """Take one line that a recorded client wrote."""
        return Reaction(overheard(self._books, line))

    def closed(self, exit: Exit) -> Reaction:
        """Say what the end of the process means."""
        books = self._books
        words = failures.last_words(exit.stderr)
        if books.version is None and not exit.asked and not books.ended:
            reason = f"codex app-server ended at once (exit code {exit.code})"
            return Reaction(fall_back=f"{reason}: {words}".rstrip(": ."))
        error = books.listener.error or words or "Codex ended while it worked."
        outcome = TurnOutcome.INTERRUPTED if exit.asked else TurnOutcome.FAILED
        was_open = books.ledger.turn is not None
        events = books.close(outcome, "" if exit.asked else error)
        if books.ended:
            return Reaction(events)
        books.ended = True
        if exit.asked or (exit.code == 0 and not was_open):
            ended = SessionEnded(reason=EndReason.COMPLETED, exit_code=exit.code)
        else:
            ended = failures.ended(words, exit_code=exit.code, stderr=exit.stderr)
        return Reaction((*events, ended))

    def _heard(self, events: tuple[Event, ...]) -> Reaction:
        ends = [event for event in events if isinstance(event, TurnEnded)]
        if not ends:
            writes = self._books.speaker.catch_up()
            return Reaction(events, writes) if events or writes else NOTHING
        after = answering.turn_over(self._books, ends[0])
        return Reaction(events + after.events, after.writes)

    def _prompt(self, prompt: commands.Prompt) -> Reaction:
        writes = self._books.speaker.submit(prompt)
        said = UserSaid(
            item=prompt.id,
            text=prompt.text,
            images=len(prompt.images),
            state=PromptState.SENT if writes else PromptState.QUEUED,
        )
        return Reaction((said,), writes)

    def _decide(self, command: commands.Decide) -> Reaction:
        books, decision = self._books, command.decision
        asked = books.questions.take(command.request.id)
        if asked is None:
            return NOTHING
        writes = books.questions.answer(asked, decision)
        if decision.verdict is Verdict.DENY:
            writes = books.speaker.deny(asked, decision.message, writes)
        elif decision.verdict is Verdict.STOP and "decision" not in asked.replies.get("cancel", {}):
            # Only the approvals of commands and patches end the turn by themselves.
            writes += books.speaker.interrupt()
        return Reaction(writes=writes)

    def _interrupt(self) -> Reaction:
        waiting, self._books.prompts.waiting = self._books.prompts.waiting, []
        events: tuple[Event, ...] = tuple(
            PromptMoved(prompt.id, PromptState.DROPPED) for prompt in waiting
        )
        if waiting and not self._books.speaker.ready:
            events += self._books.ledger.turn_ended(TurnEnded(outcome=TurnOutcome.INTERRUPTED))
        writes = self._books.speaker.interrupt()
        # Codex closes the questions of a turn that it stops; where none runs, nobody else would.
        waiting_for_us = () if writes else tuple(self._books.ledger.requests)
        withdrawn = self._books.ledger.all_withdrawn("interrupted")
        for request in waiting_for_us:
            writes += self._books.questions.refuse(request, "interrupted")
        return Reaction(events + withdrawn, writes)

    def _take_back(self, command: commands.TakeBack) -> Reaction:
        waiting = self._books.prompts.waiting
        kept = [prompt for prompt in waiting if prompt.id != command.prompt]
        if len(kept) == len(waiting):
            return NOTHING
        self._books.prompts.waiting = kept
        return Reaction((PromptMoved(command.prompt, PromptState.DROPPED),))
