"""One open session as the app sees it: what it is, what waits, what can be asked of it."""

from time import monotonic, time
from typing import TYPE_CHECKING

import msgspec

from tui.conversation.changes import Added, Change, Replaced
from tui.conversation.reduce import apply
from tui.conversation.state import Conversation, ToolCall, UserText
from tui.errors import ParleyError
from tui.model.capabilities import Capabilities, Mode
from tui.model.commands import Image
from tui.model.events import Event, NoticeRaised
from tui.model.identity import ItemId, RequestId, new_uuid
from tui.model.permission import Decision, PermissionRequest
from tui.model.words import Level, PromptState, TurnOutcome
from tui.ui.changed_files import ChangedFiles
from tui.ui.folding import Folds
from tui.ui.guard import Clock
from tui.ui.kept_lines import KeptLines
from tui.ui.resuming import carry_over
from tui.ui.services import Opening
from tui.ui.states import State, state_of, working

if TYPE_CHECKING:
    from tui.permission.standing import Standing
    from tui.sessions.session import Session
    from tui.sessions.updates import Update
    from tui.ui.reading import Reading

HARDER_WITHIN = 2.0
"""Seconds in which a second Esc ends the agent's process."""

SILENT_AFTER = 60.0
"""Seconds without an event after which the status tells what is waited for."""

KEPT_LINES = 20_000
"""Lines of the agent kept for the inspector; `--record` keeps all."""


class Waiting(msgspec.Struct, frozen=True):
    """A prompt that parley keeps until the agent's turn is over."""

    text: str
    images: tuple[Image, ...] = ()


class LiveSession:
    """A session with what the app adds to it: a queue, a draft, what was seen lately."""

    def __init__(
        self, opening: Opening, label: str = "", now: Clock = time, ticks: Clock = monotonic
    ) -> None:
        self.id = new_uuid()
        self.opening = opening
        self.now = now
        self._ticks = ticks
        self.label = label or (opening.agent or "agent")
        self.session: Session | None = None
        """None until the agent was found and started."""
        self.conversation = Conversation()
        self.reading: Reading | None = None
        """The stored session it shows; None where an agent runs, did or will."""
        self.failure: ParleyError | None = None
        """Why the session could not be opened."""
        self.queue: list[Waiting] = []
        self.held = False
        """The queue waits for the user, because the last turn was stopped or failed."""
        self.restarts = 0
        self.draft = ""
        self.folds = Folds()
        self.put_off: set[RequestId] = set()
        """Requests the user wants to see later; they do not open by themselves."""
        self.files = ChangedFiles()
        self.arrivals = KeptLines(KEPT_LINES)
        self.lines = 0
        self.heard_at = self._ticks()
        self.stopped_at: float | None = None
        self._untold: list[Change] = []
        self._queued: dict[ItemId, str] = {}
        """Prompts the agent itself keeps, oldest first."""
        self.unseen = False
        """It finished something while another session was on the screen."""

    @property
    def standing(self) -> "Standing | None":
        """Return what judges requests by rule and keeps the journal, once it is there."""
        return self.session.standing if self.session is not None else None

    @property
    def capabilities(self) -> Capabilities:
        """Return what can be asked of the agent, as far as known by now."""
        return self.session.capabilities if self.session is not None else Capabilities()

    @property
    def state(self) -> State:
        """Return how far the session is."""
        if self.reading is not None and self.failure is None:
            return State.PAST
        return State.FAILED if self.failure is not None else state_of(self.conversation)

    @property
    def working(self) -> bool:
        """Tell whether the agent is busy."""
        return self.reading is None and working(self.conversation)

    @property
    def over(self) -> bool:
        """Tell whether nothing can be said in it any more without a restart."""
        stopped = self.failure is not None or self.conversation.ended is not None
        return stopped or self.reading is not None

    @property
    def protocol(self) -> str:
        """Return whose words the agent speaks, as far as that is known."""
        if self.session is not None:
            return self.session.agent.protocol
        return (self.opening.agent or "").removeprefix("demo-")

    @property
    def name(self) -> str:
        """Return a few words by which people know the session."""
        if self.conversation.title:
            return self.conversation.title
        for item in self.conversation.items.values():
            if isinstance(item, UserText):
                return " ".join(item.text.split())[:40]
        return self.opening.cwd.name or str(self.opening.cwd)

    @property
    def request(self) -> PermissionRequest | None:
        """Return the request that has waited longest."""
        questions = self.conversation.questions
        return questions[0] if questions else None

    def attach(self, session: "Session") -> None:
        """Take the session that was just started; what was said before goes to it."""
        carry_over(self.conversation, session.conversation)
        self._queued.clear()
        self.session = session
        self.label = session.agent.label
        self.conversation = session.conversation
        self.failure = None
        self.heard_at = self._ticks()
        waiting, self.queue = self.queue, []
        for one in waiting:
            self.say(one.text, one.images)

    def take(self, update: "Update") -> None:
        """Note what an update brings beside its changes."""
        self.heard_at = self._ticks()
        self.lines += self.arrivals.extend(update.lines)
        self.files.take(update.changes)
        self._note_prompts(update.changes)
        self._untold += update.changes

    def _note_prompts(self, changes: list[Change]) -> None:
        """Keep the agent's queue, so that nobody has to look through all that was said."""
        for change in changes:
            if isinstance(change, Added | Replaced) and isinstance(change.item, UserText):
                self._queued.pop(change.item.id, None)
                if change.item.state is PromptState.QUEUED:
                    self._queued[change.item.id] = change.item.text

    def grew(self, changes: list[Change]) -> None:
        """Take changes that come from a file."""
        self.files.take(changes)
        self._untold += changes

    def drain(self) -> list[Change]:
        """Return the changes nobody has shown yet; they count as shown from now on."""
        untold, self._untold = self._untold, []
        return untold

    def say(self, text: str, images: tuple[Image, ...] = ()) -> None:
        """Say something: at once where the agent can take it, else after its turn."""
        if self.session is None or (self.working and not self.capabilities.steer):
            self.queue.append(Waiting(text, images))
            return
        self.held = False
        self.session.prompt(text, images)

    def put_aside(self, text: str, images: tuple[Image, ...] = ()) -> None:
        """Queue something for the next turn, whatever the agent could do with it now."""
        if self.working or self.session is None:
            self.queue.append(Waiting(text, images))
        else:
            self.say(text, images)

    def send_waiting(self) -> bool:
        """Send the oldest queued prompt if the agent rests; tell whether one was sent."""
        if not self.queue or self.working or self.session is None or self.over:
            return False
        last = self.conversation.turns[-1].end if self.conversation.turns else None
        stopped = last is not None and last.outcome is not TurnOutcome.COMPLETED
        if stopped and not self.held:
            self.held = True
        if self.held:
            return False
        first = self.queue.pop(0)
        self.session.prompt(first.text, first.images)
        return True

    def release(self) -> bool:
        """Send the oldest queued prompt although the last turn did not end well."""
        if not (self.held and self.queue) or self.session is None or self.over:
            return False
        self.held = False
        first = self.queue.pop(0)
        self.session.prompt(first.text, first.images)
        return True

    def take_back(self) -> str | None:
        """Return the text of the prompt queued last and forget it; None where none waits."""
        if self.queue:
            return self.queue.pop().text
        for item in reversed(self.conversation.items.values()):
            if isinstance(item, UserText) and item.state is PromptState.QUEUED:
                if not self.capabilities.take_back or self.session is None:
                    return None
                self.session.take_back(item.id)
                return item.text
        return None

    def call_off(self) -> str:
        """Return the prompts that an agent which only starts never got; they will not be sent."""
        if self.session is None:
            texts = [waiting.text for waiting in self.queue]
            self.queue.clear()
        elif not self.conversation.ready:
            texts = [prompt.text for prompt in self.session.call_off()]
        else:
            texts = []
        return "\n".join(texts)

    def stop(self) -> str:
        """Interrupt the turn; a second call soon after ends the process. Return what was done."""
        if self.session is None or self.over:
            return ""
        now = self._ticks()
        if self.stopped_at is not None and now - self.stopped_at <= HARDER_WITHIN:
            self.session.outlet.end()
            return "ending the agent's process"
        if not self.working and not self.conversation.pending:
            return ""
        self.stopped_at = now
        self.session.interrupt()
        return "stopping; Esc again within 2 s ends the agent's process"

    def decide(self, request: PermissionRequest, decision: Decision) -> str:
        """Answer a request; return why nothing was sent, or nothing."""
        if self.session is None:
            return "the session is not open"
        return self.session.decide(request.id, decision)

    def change_mode(self, mode: Mode) -> None:
        """Let the agent do more or less without asking."""
        if self.session is not None:
            self.session.change_mode(mode)

    def change_model(self, model: str) -> None:
        """Let another model answer."""
        if self.session is not None:
            self.session.change_model(model)

    def note(self, *events: Event) -> None:
        """Take events of parley's own, also before there is an agent."""
        if self.session is not None:
            self.session.note(*events)
            return
        for event in events:
            apply(self.conversation, event, self.now(), self._untold)

    def remark(self, text: str) -> None:
        """Put a line of our own into the conversation."""
        if self.session is not None:
            self.session.note(NoticeRaised(text=text, level=Level.INFO, code="parley"))

    @property
    def silence(self) -> float:
        """Return the seconds since the agent's last sign, while one is due."""
        if not self.working or self.conversation.pending:
            return 0.0
        return self._ticks() - self.heard_at

    @property
    def awaited(self) -> str:
        """Return what is waited for, in a few words."""
        for item in reversed(self.conversation.items.values()):
            if isinstance(item, ToolCall) and item.outcome is None:
                return f"{item.name or item.kind.value} {item.title}".strip()
        return "the model's answer"

    @property
    def agent_queue(self) -> list[tuple[ItemId, str]]:
        """Return the prompts the agent itself keeps."""
        return list(self._queued.items())
