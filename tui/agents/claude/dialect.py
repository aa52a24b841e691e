"""A conversation with Claude Code: lines in, events and lines out."""

from collections.abc import Iterator
from typing import assert_never

from tui.agents.claude import write
from tui.agents.claude.frames import (
    CallbackResponse,
    ControlRequest,
    ControlResponse,
    Reply,
    User,
)
from tui.agents.claude.listener import Listener
from tui.agents.claude.modes import CAPABILITIES, NATIVE
from tui.agents.claude.read import TROUBLE, decode, decode_piece, details, salvage
from tui.agents.claude.user_lines import words
from tui.agents.dialect import NOTHING, Exit, Pieces, Reaction
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
from tui.model.events import Event, PromptState, TurnOutcome, Unrecognised
from tui.model.identity import ItemId
from tui.model.spec import SessionSpec
from tui.wire.lines import CutLine

NO_PIECE = (*TROUBLE, TypeError)
"""What decoding raises where a line is none; the last one where it was over-long and cut."""


class ClaudeDialect:
    """Speaks stream-json with one `claude` process for as long as it lives."""

    def __init__(self, spec: SessionSpec) -> None:
        expected = spec.resume if spec.resume is not None and not spec.fork else spec.new_id
        self._listener = Listener(expected, str(spec.cwd))
        self._speech = self._listener.speech
        self._mode = spec.mode
        self._kept: list[tuple[ItemId | None, bytes]] = []
        """Lines that wait until the CLI is ready, with the prompt each one carries."""

    @property
    def capabilities(self) -> Capabilities:
        """What can be asked of Claude Code."""
        return CAPABILITIES

    def open(self) -> Reaction:
        """Return the greeting; nothing else is said until it is answered."""
        # The mode the process was started in; 2.1.197 does not repeat it in its answer.
        self._listener.settings.mode = self._mode
        greeting = self._listener.controls.request(
            "initialize", hooks=None, forwardSubagentText=True
        )
        return Reaction(writes=(greeting,))

    def receive(self, line: bytes) -> Reaction:
        """Take one line of the CLI."""
        try:
            frame = decode(line)
        except TROUBLE:
            return self._made_out(line)
        return self._reaction(self._listener.heard(frame, line))

    def pieces(self, lines: Iterator[bytes | CutLine]) -> Pieces:
        """Take pieces of one answer, line by line, without a reaction for each."""
        texts: list[str] = []
        item: ItemId | None = None
        index: int | None = None
        for line in lines:
            try:
                part = decode_piece(line)  # type: ignore[arg-type]  # see NO_PIECE
            except NO_PIECE:
                break
            if part.event.index != index:
                if item is not None:
                    break
                index = part.event.index
                item = self._speech.answers.get(index)
                if item is None:
                    break
            texts.append(part.event.delta.text)
        else:
            return Pieces(item, texts, None)
        return Pieces(item, texts, line)

    def send(self, command: Command) -> Reaction:
        """Put a command into the CLI's words."""
        listener = self._listener
        match command:
            case Prompt():
                said = listener.prompts.said(command, busy=listener.ledger.turn is not None)
                return Reaction(said, self._when_ready(write.prompt(command), command.id))
            case TakeBack(prompt=prompt):
                if any(kept == prompt for kept, _ in self._kept):
                    return Reaction(self._drop_kept(prompt))
                return self._request("cancel_async_message", prompt, message_uuid=prompt)
            case Decide():
                return Reaction(writes=listener.questions.answer(command))
            case Refuse():
                return Reaction(writes=listener.questions.refuse(command.request, command.reason))
            case Interrupt():
                return self._interrupt()
            case ChangeMode():
                native = NATIVE[command.mode]
                return self._request("set_permission_mode", native, mode=native)
            case ChangeModel():
                return self._request("set_model", command.model, model=command.model)
            case Close():
                return self._close()
            case _:
                assert_never(command)

    def overhear(self, line: bytes) -> Reaction:
        """Take one line a recorded client wrote; what the CLI ignores is ignored here too."""
        try:
            frame = decode(line)
        except TROUBLE:
            return NOTHING
        listener = self._listener
        match frame:
            case User(message=message) if message is not None:
                blocks = message.content if isinstance(message.content, list) else []
                text = message.content if isinstance(message.content, str) else words(blocks)
                images = sum(block.type == "image" for block in blocks)
                named = ItemId(frame.uuid) if frame.uuid else None
                return Reaction(listener.prompts.overheard(named, text, images))
            case ControlRequest():
                listener.controls.overheard(frame.request_id, frame.request)
                return NOTHING
            case ControlResponse() | CallbackResponse():
                seed = isinstance(frame, CallbackResponse)
                reply = details(frame.response, Reply)
                return Reaction(listener.questions.overheard(reply, seed=seed))
            case _:
                return NOTHING

    def closed(self, exit: Exit) -> Reaction:
        """Close all that is open and say why the session ended."""
        listener = self._listener
        in_turn = listener.ledger.turn is not None
        ended = listener.ending.judge(exit, ready=listener.settings.ready, in_turn=in_turn)
        stopped = exit.asked or exit.code == 0
        outcome = TurnOutcome.INTERRUPTED if stopped else TurnOutcome.FAILED
        return Reaction(
            (
                *listener.ledger.closed(outcome, ended.error),
                *listener.process_gone(),
                *listener.prompts.closed(),
                ended,
            )
        )

    def _made_out(self, line: bytes) -> Reaction:
        """Take a line that is not as it should be: what can be read counts, the rest is told."""
        found = salvage(line)
        trouble: tuple[Event, ...] = (Unrecognised(found.label),) if found.label else ()
        if found.frame is None:
            return Reaction(trouble)
        return self._reaction((*trouble, *self._listener.heard(found.frame, found.line)))

    def _reaction(self, events: tuple[Event, ...]) -> Reaction:
        """Add our own answers, and what was kept until the CLI was ready."""
        writes = tuple(self._listener.outbox)
        self._listener.outbox.clear()
        refused, self._listener.turned_down = self._listener.turned_down, None
        if self._kept and self._listener.settings.ready:
            writes += tuple(line for _, line in self._kept)
            self._kept = []
        return Reaction(events, writes, turned_down=refused) if events or writes else NOTHING

    def _when_ready(self, line: bytes, prompt: ItemId | None = None) -> tuple[bytes, ...]:
        if self._listener.settings.ready:
            return (line,)
        self._kept.append((prompt, line))
        return ()

    def _request(self, subtype: str, wanted: str, **fields: object) -> Reaction:
        line = self._listener.controls.request(subtype, wanted, **fields)
        return Reaction(writes=self._when_ready(line))

    def _interrupt(self) -> Reaction:
        """End the turn. Before the CLI is ready there is none, only prompts that wait for it."""
        if not self._listener.settings.ready:
            prompts = [prompt for prompt, _ in self._kept if prompt is not None]
            return Reaction(self._drop_kept(*prompts))
        withdrawn = self._listener.questions.interrupted()
        return Reaction(withdrawn, (self._listener.controls.request("interrupt"),))

    def _close(self) -> Reaction:
        """Stop turn and background work; otherwise the CLI would finish them after the end of
        its input, and a queued prompt would begin a turn of its own.
        """
        controls = self._listener.controls
        if not self._listener.settings.ready:
            return NOTHING
        queued = tuple(
            controls.request("cancel_async_message", message_uuid=prompt)
            for prompt in self._listener.prompts.queued()
        )
        return Reaction(writes=(*queued, controls.request("interrupt")))

    def _drop_kept(self, *prompts: ItemId) -> tuple[Event, ...]:
        self._kept = [(prompt, line) for prompt, line in self._kept if prompt not in prompts]
        events: tuple[Event, ...] = ()
        for prompt in prompts:
            events += self._listener.prompts.moved(prompt, PromptState.DROPPED)
        return events
