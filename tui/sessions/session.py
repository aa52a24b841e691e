"""One session with one agent: dialect, broker and conversation in step."""

import os
import time
from collections import deque
from collections.abc import AsyncIterator, Mapping
from typing import TYPE_CHECKING

import anyio
from msgspec.structs import replace

from tui.agents.dialect import Agent, Exit, Lifetime, Reaction, Way
from tui.conversation.changes import Change
from tui.conversation.reduce import apply
from tui.conversation.state import Conversation
from tui.errors import ParleyError
from tui.model.capabilities import Capabilities, Mode
from tui.model.commands import (
    ChangeMode,
    ChangeModel,
    Close,
    Command,
    Image,
    Interrupt,
    Prompt,
    TakeBack,
)
from tui.model.events import (
    Event,
    Level,
    NoticeRaised,
    PermissionAsked,
    PermissionWithdrawn,
    PromptMoved,
    PromptState,
    SessionEnded,
    SessionReady,
    TurnEnded,
    UserSaid,
)
from tui.model.identity import ItemId, RequestId, new_uuid
from tui.model.permission import Decider, Decision
from tui.model.spec import SessionSpec
from tui.permission.answers import Answerer
from tui.sessions.batch import Batch
from tui.sessions.outlet import Outlet
from tui.sessions.questions import MakeStanding, Questions
from tui.sessions.recording import Recorder
from tui.sessions.updates import Update, Updates
from tui.wire.lines import CutLine
from tui.wire.process import LineProcess

if TYPE_CHECKING:
    from tui.permission.standing import Standing


class Session:
    """One conversation with one agent. `pump.run` drives it; everybody else sends and follows."""

    def __init__(
        self,
        agent: Agent,
        spec: SessionSpec,
        *,
        environment: Mapping[str, str] | None = None,
        answerer: Answerer | None = None,
        standing: MakeStanding | None = None,
        recorder: Recorder | None = None,
    ) -> None:
        self.agent = agent
        self.spec = spec
        self.environment = dict(os.environ if environment is None else environment)
        self.conversation = Conversation()
        self.way: Way = agent.ways[0]
        """How the agent is talked to; a later one if the first does not work here."""
        self.dialect = self.way.dialect(spec)
        self.outlet = Outlet(recorder)
        self.closing = False
        self.fall_back = ""
        """Why the present way does not work; the pump then takes the next one."""
        self.prompts: deque[Prompt] = deque()
        """For agents that run once per turn: what waits for the next run."""
        self.bell = anyio.Event()
        """Rung when a prompt waits or the session is to close."""
        self.over = anyio.Event()
        self.fault: BaseException | None = None
        """What ended the session from our side, for --debug."""
        self._questions = Questions(self, answerer, standing)
        self.clerk = self._questions.clerk
        self._updates = Updates()
        self._early: dict[ItemId, Prompt] = {}
        self._seq = 0

    @property
    def standing(self) -> "Standing | None":
        """Return what judges by rule and keeps the journal; None until it is there."""
        return self._questions.standing

    @property
    def capabilities(self) -> Capabilities:
        """Return what can be asked of the agent, as far as known by now."""
        return self.dialect.capabilities

    def follow(self) -> AsyncIterator[Update]:
        """Return every update from now on, until the session is over."""
        return self._updates.follow()

    def prompt(self, text: str, images: tuple[Image, ...] = ()) -> ItemId:
        """Say something to the agent; return the name of the prompt."""
        if self.over.is_set():
            raise ParleyError("The session has ended.", "Resume it to go on.")
        # Bytes of a command line that are no UTF-8 arrive as half surrogate pairs.
        sayable = text.encode("utf-8", "replace").decode()
        prompt = Prompt(id=ItemId(new_uuid()), text=sayable, images=images)
        if not self.conversation.ready:
            self._early[prompt.id] = prompt
        self._say(prompt)
        return prompt.id

    def take_back(self, prompt: ItemId) -> None:
        """Withdraw a prompt that the agent has not started on."""
        self._early.pop(prompt, None)
        for waiting in self.prompts:
            if waiting.id == prompt:
                self.prompts.remove(waiting)
                self.note(PromptMoved(prompt, PromptState.DROPPED))
                return
        self.send(TakeBack(prompt))

    def decide(
        self, request: RequestId, decision: Decision, by: Decider = Decider.USER, note: str = ""
    ) -> str:
        """Answer an open question; return why nothing was sent, or nothing."""
        return self._questions.decide(request, decision, by, note)

    def interrupt(self) -> None:
        """End the running turn. Open questions close first, so that no late answer counts."""
        self._questions.withdraw_all("interrupted")
        self.send(Interrupt())
        self._questions.withdraw_pending("interrupted")

    def change_mode(self, mode: Mode) -> None:
        """Let the agent do more or less without asking."""
        self.send(ChangeMode(mode))

    def change_model(self, model: str) -> None:
        """Let another model answer from now on."""
        self.send(ChangeModel(model))

    def begin_closing(self) -> None:
        """Deny what is open and say what must be said before standard input is closed."""
        self.closing = True
        self._questions.refuse_all("parley was closed")
        self.clerk.after_all(lambda: self.send(Close()))
        self.bell.set()

    def call_off(self) -> tuple[Prompt, ...]:
        """End an agent that is not up yet; return the prompts that it never got."""
        early = tuple(self._early.values())
        if early:
            self._early.clear()
            self.prompts.clear()
            self.note(*(PromptMoved(prompt.id, PromptState.DROPPED) for prompt in early))
            self.begin_closing()
            self.outlet.end()
        return early

    def note(self, *events: Event) -> None:
        """Take events of our own making into the conversation."""
        at = time.time()
        changes: list[Change] = []
        for event in events:
            apply(self.conversation, event, at, changes)
        self._updates.publish(Update(at, [], events, changes))

    def take(self, lines: list[bytes | CutLine]) -> None:
        """Take a batch of lines from the agent: they make one update together."""
        at = time.time()
        batch = Batch(self.dialect, self.conversation, at)
        batch.read(lines, self._seq)
        self._seq += len(lines)
        unrecorded = self.outlet.arrived(batch.lines)
        self._updates.publish(Update(at, batch.lines, (), batch.changes))
        self._do(batch.due)
        if unrecorded:
            self.note(NoticeRaised(text=unrecorded, level=Level.WARNING, code="recording"))

    def begin(self, process: LineProcess) -> None:
        """Take a process that was just started and say the first words to it."""
        opening = self.dialect.open()
        self.outlet.attach(process, opening)
        if opening.events:
            self.note(*opening.events)
            self._do(list(opening.events))

    def react(self, reaction: Reaction) -> None:
        """Take in what the dialect made of a command or of the process's end."""
        if reaction.events:
            self.note(*reaction.events)
        self._do([reaction, *reaction.events])

    def hung_up(self) -> None:
        """Take no answer any more: the agent has closed its end, whether it lives or not."""
        self._questions.withdraw_all("the agent hung up")

    def restart(self, way: Way) -> None:
        """Go on in another way, with the prompts that were not answered yet."""
        self.way = way
        self.fall_back = ""
        self.dialect = way.dialect(self.spec)
        self.outlet.discard()
        for prompt in tuple(self._early.values()):
            self._say(prompt)

    def ended(self, exit: Exit) -> None:
        """Take in what the end of a process means, unless another way is about to be tried."""
        self.outlet.detach(exit)
        reaction = self.dialect.closed(exit)
        self.fall_back = self.fall_back or reaction.fall_back
        if self.conversation.ended is not None:
            told = tuple(one for one in reaction.events if not isinstance(one, SessionEnded))
            reaction = replace(reaction, events=told)
        if not self.fall_back:
            self.react(reaction)

    def finish(self, *events: Event) -> None:
        """End the session: nothing happens in it after this."""
        self._questions.withdraw_all("the session ended")
        self._questions.withdraw_pending("the session ended")
        self.note(*events)
        self.outlet.close()
        self.over.set()
        self._updates.close()

    def _say(self, prompt: Prompt) -> None:
        if self.way.lifetime is Lifetime.SESSION:
            self.send(prompt)
            return
        self.prompts.append(prompt)
        said = UserSaid(
            item=prompt.id,
            text=prompt.text,
            images=len(prompt.images),
            state=PromptState.QUEUED,
        )
        self.note(said)
        self.bell.set()

    def send(self, command: Command) -> None:
        """Say something to the agent in its own dialect; nothing once the session is over."""
        if not self.over.is_set():
            self.react(self.dialect.send(command))

    def _do(self, due: list[Reaction | Event]) -> None:
        """Do what reactions and events ask of the session itself, in their order."""
        for one in due:
            match one:
                case Reaction():
                    if one.fall_back:
                        self.fall_back = one.fall_back
                        self.outlet.end()
                    self.outlet.perform(one)
                    if one.turned_down is not None:
                        self._questions.turned_down(one.turned_down)
                case PermissionAsked():
                    self._questions.asked(one.request)
                case PermissionWithdrawn():
                    self._questions.withdraw(one.request, one.reason)
                case SessionReady():
                    self._early.clear()
                case TurnEnded(background=False):
                    self._questions.turn_ended()
                case SessionEnded():
                    self.outlet.end()
                case _:
                    pass
