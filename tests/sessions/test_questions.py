"""Thousands of random stories of questions and answers, while the disk is slow or full.

Whatever happens in whichever order: an allow is sent only for what was shown and still waits, only
after its line is on the disk, and no question gets two replies.
"""

import random
import threading
from typing import cast

import anyio
import anyio.lowlevel
import pytest

from tests.support.chance import both_seeds
from tui.conversation.reduce import apply
from tui.conversation.state import Conversation
from tui.model.commands import Command, Decide, Refuse
from tui.model.events import Event, PermissionAsked, PermissionWithdrawn
from tui.model.identity import RequestId
from tui.model.permission import Decider, Decision, PermissionRequest, Verdict
from tui.model.tools import ToolKind
from tui.permission.answers import StandingAnswer
from tui.permission.standing import Standing
from tui.sessions.questions import Questions
from tui.sessions.session import Session

IDS = ("a", "b", "c")
STEPS = 25


class SlowBook:
    """Keeps the journal in memory; a line is written when the story lets it."""

    def __init__(self) -> None:
        self.lines: list[tuple[str, str, str]] = []
        self.failed: list[tuple[str, Decider]] = []
        self.failing = False
        self.may_write = threading.Semaphore(0)
        self.patient = False
        """Nothing is held back any more."""

    troubles: tuple[str, ...] = ()

    def asked(self, request: PermissionRequest, session: str) -> None:
        """Note nothing."""

    def answer(self, request: PermissionRequest) -> StandingAnswer | None:
        """Allow by rule what is called safe."""
        if not request.title.startswith("safe"):
            return None
        return StandingAnswer(Decision(verdict=Verdict.ALLOW), Decider.RULE, "rule")

    def decided(
        self, request: PermissionRequest, decision: Decision, by: Decider, note: str = ""
    ) -> str:
        """Write a line once that is let."""
        if not self.patient:
            self.may_write.acquire(timeout=5)
        if self.failing:
            self.failed.append((request.title, by))
            return "the disk is full"
        self.lines.append((request.title, decision.verdict.value, by.value))
        return ""

    def withdrawn(self, request: PermissionRequest, reason: str) -> str:
        """Write a line."""
        self.lines.append((request.title, "withdrawn", "agent"))
        return ""


class Story:
    """One session's questions, what happens to them, and what the agent got."""

    def __init__(self, dice: random.Random) -> None:
        self.dice = dice
        self.conversation = Conversation()
        self.over = anyio.Event()
        self.book = SlowBook()
        self.sent: list[Command] = []
        self.waits: dict[RequestId, str] = {}
        """Id → the title of the one question of that id that may still be answered."""
        self.asked: list[PermissionRequest] = []
        self.told: list[str] = []
        self.questions = Questions(cast("Session", self), None, lambda: cast("Standing", self.book))

    def note(self, *events: Event) -> None:
        """Take events into the conversation."""
        for event in events:
            apply(self.conversation, event, 0.0, [])

    def send(self, command: Command) -> None:
        """Check what goes to the agent."""
        self.sent.append(command)
        if isinstance(command, Decide) and command.decision.verdict is Verdict.ALLOW:
            request = command.request
            assert self.waits.get(request.id) == request.title, "allowed what no longer waits"
            assert request in self.asked, "allowed what was never shown"
            written = [line for line in self.book.lines if line[0] == request.title]
            by_hand = (request.title, Decider.USER) in self.book.failed
            assert written or by_hand, "sent before it was written"
        if isinstance(command, Decide | Refuse):
            id = command.request.id if isinstance(command, Decide) else command.request
            self.told.append(self.waits.pop(id, ""))

    def ask(self) -> None:
        """Let the agent ask, perhaps under an id that is in use."""
        id = RequestId(self.dice.choice(IDS))
        sort = self.dice.choice(("safe", "odd"))
        request = PermissionRequest(
            id=id,
            tool="Bash",
            kind=ToolKind.SHELL,
            title=f"{sort} {len(self.asked)}",
            input={"command": f"{sort} {len(self.asked)}"},
        )
        self.asked.append(request)
        doubled = id in self.waits
        self.waits[id] = "neither of two" if doubled else request.title
        self.note(PermissionAsked(request))
        if self.dice.random() < 0.1:
            # Both in one read: the conversation is ahead of the session.
            self.waits.pop(id)
            self.note(PermissionWithdrawn(id, "taken back"))
            self.questions.asked(request)
            self.questions.withdraw(id, "taken back")
            return
        self.questions.asked(request)

    def decide(self, verdict: Verdict) -> None:
        """Let somebody answer any question, also an old one."""
        if self.asked:
            request = self.dice.choice(self.asked[-4:])
            self.questions.decide(request.id, Decision(verdict=verdict, digest=request.digest))

    def withdraw(self) -> None:
        """Let the agent take a question back."""
        id = RequestId(self.dice.choice(IDS))
        self.waits.pop(id, None)
        self.note(PermissionWithdrawn(id, "taken back"))
        self.questions.withdraw(id, "taken back")

    def interrupt(self) -> None:
        """Stop the turn."""
        self.waits.clear()
        self.questions.withdraw_all("interrupted")
        self.questions.withdraw_pending("interrupted")

    async def write(self) -> None:
        """Let one line be written, and time pass."""
        self.book.may_write.release()
        await anyio.sleep(0.0005)

    async def step(self) -> None:
        """Let anything happen."""
        chosen = self.dice.random()
        if chosen < 0.3:
            self.ask()
        elif chosen < 0.5:
            self.decide(Verdict.ALLOW)
        elif chosen < 0.56:
            self.decide(Verdict.DENY)
        elif chosen < 0.64:
            self.withdraw()
        elif chosen < 0.69:
            self.interrupt()
        elif chosen < 0.73:
            self.book.failing = not self.book.failing
        elif chosen < 0.9:
            await self.write()
        else:
            await anyio.lowlevel.checkpoint()

    async def tell(self) -> None:
        """Go through the story to its end."""
        async with anyio.create_task_group() as tasks:
            tasks.start_soon(self.questions.clerk.work)
            await self._rest()
            for _ in range(STEPS):
                await self.step()
            self.book.patient = True
            self.book.may_write.release(1000)
            self.questions.refuse_all("closed")
            await self._rest()
            tasks.cancel_scope.cancel()

    async def _rest(self) -> None:
        """Wait until all that is due is done."""
        done = anyio.Event()
        self.questions.clerk.after_all(done.set)
        with anyio.fail_after(60):
            await done.wait()


def check(seed: int, count: int) -> int:
    """Tell so many stories; return how many allows were sent in all."""
    allows = 0
    for number in range(count):
        story = Story(random.Random(f"{seed}-{number}"))
        anyio.run(story.tell)
        answered = [title for title in story.told if title not in ("", "neither of two")]
        assert len(answered) == len(set(answered)), f"story {number} of seed {seed}"
        assert story.told.count("") == 0, f"story {number} of seed {seed}: a reply to nothing"
        allows += sum(
            isinstance(one, Decide) and one.decision.verdict is Verdict.ALLOW for one in story.sent
        )
    return allows


@both_seeds
def test_no_story_ends_in_an_allow_that_was_not_given(seed: int) -> None:
    assert check(seed, 100) > 10


@pytest.mark.soak
@both_seeds
def test_five_thousand_stories(seed: int) -> None:
    assert check(seed, 2_500) > 250
