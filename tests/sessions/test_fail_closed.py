"""The fail-closed matrix: whatever goes wrong between question and answer, nothing is allowed.

The agent is the demo behind a messenger that leaves a marker for every allow it gets.
"""

import json
import resource
import signal
import sys
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager
from functools import partial
from pathlib import Path
from typing import Any

import anyio
import pytest
from msgspec.structs import replace

from tests.support.demo import MOUTHS, PATIENCE, answered, asked, demo, reach, spec
from tests.support.marker_agent import is_request
from tests.support.processes import until
from tui.agents.dialect import Agent, Launch, Way
from tui.config.paths import journal_file, user_policy_file
from tui.config.standing import standing
from tui.conversation.state import Ask, Conversation, Notice
from tui.model.commands import Prompt
from tui.model.permission import Decision, PermissionRequest, Verdict
from tui.model.spec import SessionSpec
from tui.permission.answers import StandingAnswer
from tui.permission.journal import Journal
from tui.permission.verify import lines
from tui.sessions.questions import MakeStanding
from tui.sessions.session import Session
from tui.sessions.supervisor import supervise

MESSENGER = Path(__file__).resolve().parents[1] / "support" / "marker_agent.py"
ROOT = MESSENGER.parents[2]

every_mouth = pytest.mark.parametrize("mouth", MOUTHS)


class Markers:
    """What the agent was allowed, and every reply it got."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        folder.mkdir()

    @property
    def allowed(self) -> int:
        """Return how often it was allowed something."""
        return len(list(self.folder.glob("allowed-*")))

    @property
    def replies(self) -> list[dict[str, Any]]:
        """Return the answers it got, but for those of the handshake."""
        file = self.folder / "replies"
        lines = file.read_text().splitlines() if file.exists() else []
        return [json.loads(line) for line in lines]


@pytest.fixture
def markers(tmp_path: Path) -> Markers:
    """Return the place of the markers."""
    return Markers(tmp_path / "markers")


def behind(mouth: str, scenario: str, markers: Markers) -> Agent:
    """Return the demo behind its messenger."""
    agent = demo(mouth)

    def carried(way: Way) -> Way:
        def launch(spec: SessionSpec, prompt: Prompt | None) -> Launch:
            plain = way.launch(spec, prompt)
            words = (sys.executable, str(MESSENGER), scenario, agent.protocol, str(markers.folder))
            environment = {**plain.environment, "PYTHONPATH": str(ROOT)}
            return replace(plain, argv=(*words, *plain.argv), environment=environment)

        return replace(way, launch=launch)

    return replace(agent, ways=tuple(map(carried, agent.ways)))


@asynccontextmanager
async def opened(
    mouth: str, scenario: str, markers: Markers, make: MakeStanding | None = None
) -> AsyncIterator[Session]:
    """Open a session that keeps the journal."""
    agent = behind(mouth, scenario, markers)
    its = spec(agent, markers.folder.parent)
    # The demo works in a scratch folder outside the project, where no rule would allow anything.
    make = make or partial(standing, agent.id, Path("/"))
    async with supervise() as supervisor:
        yield supervisor.open(agent, its, standing=make)


def allow(session: Session, request: PermissionRequest) -> str:
    """Try to allow a request as it was shown."""
    return session.decide(request.id, Decision(verdict=Verdict.ALLOW, digest=request.digest))


def allow_all_by_rule(command: str) -> None:
    """Give the user a rule that allows the command of the demo."""
    user_policy_file().parent.mkdir(parents=True, exist_ok=True)
    text = f'[[rule]]\ndecision = "allow"\ntool = "shell"\ncommand = {json.dumps(command)}\n'
    user_policy_file().write_text(text)


async def first_request(session: Session) -> PermissionRequest:
    """Say what makes the demo ask, and wait for it."""
    session.prompt("run")
    await reach(session, asked)
    request = session.conversation.questions[0]
    await rules_are_read(session)
    return request


async def rules_are_read(session: Session) -> None:
    """Wait until what came before the rules were read has been looked at, or all is over."""
    done = anyio.Event()
    session.clerk.after_all(done.set)
    async with anyio.create_task_group() as either:
        either.start_soon(_ends, session.over, either.cancel_scope)
        with anyio.fail_after(PATIENCE):
            await done.wait()
        either.cancel_scope.cancel()


async def _ends(event: anyio.Event, scope: anyio.CancelScope) -> None:
    """End a wait when something else happens."""
    await event.wait()
    scope.cancel()


def over(conversation: Conversation) -> object:
    """Tell whether the turn or the session is over."""
    return conversation.ended is not None or answered(1)(conversation)


@every_mouth
async def test_the_marker_is_left_when_it_is_allowed(mouth: str, markers: Markers) -> None:
    async with opened(mouth, "plain", markers) as session:
        assert allow(session, await first_request(session)) == ""
        await reach(session, answered(1))

    assert markers.allowed == 1


@every_mouth
async def test_end_of_output_while_it_waits(mouth: str, markers: Markers) -> None:
    async with opened(mouth, "eof", markers) as session:
        session.prompt("run")
        with anyio.fail_after(PATIENCE):
            await session.over.wait()

    assert markers.allowed == 0


@every_mouth
async def test_an_answer_after_the_end_of_output(mouth: str, markers: Markers) -> None:
    async with opened(mouth, "eof", markers) as session:
        request = await first_request(session)
        with anyio.fail_after(PATIENCE):
            await session.over.wait()
        assert allow(session, request) != ""

    assert markers.allowed == 0


@every_mouth
async def test_malformed_requests(mouth: str, markers: Markers) -> None:
    allow_all_by_rule("*")
    async with opened(mouth, "malformed", markers) as session:
        session.prompt("run")
        await wait_for_a_reply(markers)

    assert markers.allowed == 0


@every_mouth
async def test_an_unknown_subtype(mouth: str, markers: Markers) -> None:
    async with opened(mouth, "unknown", markers) as session:
        session.prompt("run")
        await wait_for_a_reply(markers)
        assert session.conversation.questions == []

    assert markers.allowed == 0


@every_mouth
async def test_an_input_that_is_nested_too_deeply_to_be_read(mouth: str, markers: Markers) -> None:
    async with opened(mouth, "deep", markers) as session:
        session.prompt("run")
        await wait_for_a_reply(markers)
        assert session.conversation.questions == []
        await reach(session, over)

    assert markers.allowed == 0


@every_mouth
async def test_a_line_that_is_nested_too_deeply_to_be_read_at_all(
    mouth: str, markers: Markers
) -> None:
    allow_all_by_rule("*")
    async with opened(mouth, "deepest", markers) as session:
        session.prompt("run")
        await wait_for_a_reply(markers)
        assert session.conversation.questions == []
        await reach(session, over)
        told = [item for item in session.conversation.items.values() if isinstance(item, Notice)]

    assert [one.notice.code for one in told if "refused" in one.notice.text] == ["refused"]
    assert (markers.allowed, len(markers.replies)) == (0, 1)
    kept = [line.entry for line in lines(Journal(journal_file()))]
    assert [(one.decision, one.by) for one in kept] == [("deny", "fail-closed")]


@every_mouth
async def test_what_the_agent_takes_back_closes_by_itself_and_the_journal_says_so(
    mouth: str, markers: Markers
) -> None:
    async with opened(mouth, "cancelled", markers) as session:
        session.prompt("run")
        await reach(session, lambda now: any(isinstance(one, Ask) for one in now.items.values()))
        await reach(session, lambda now: not now.questions)
        await rules_are_read(session)
        await rules_are_read(session)
        kept = [line.entry for line in lines(Journal(journal_file()))]
        session.interrupt()

    assert markers.allowed == 0
    assert [(one.decision, one.by) for one in kept] == [("withdrawn", "agent")]


@every_mouth
async def test_an_answer_after_the_turn_went_on_without_one(mouth: str, markers: Markers) -> None:
    async with opened(mouth, "overtaken", markers) as session:
        session.prompt("run")
        await reach(session, over)
        await rules_are_read(session)
        await rules_are_read(session)
        (ask,) = [one for one in session.conversation.items.values() if isinstance(one, Ask)]
        assert allow(session, ask.request) != ""
        assert session.conversation.questions == []

    assert markers.allowed == 0


@every_mouth
async def test_the_two_requests_of_one_id_come_in_one_read(mouth: str, markers: Markers) -> None:
    async with opened(mouth, "duplicate", markers) as session:
        updates = session.follow()
        session.prompt("run")
        protocol = session.agent.protocol
        with anyio.fail_after(PATIENCE):
            async for update in updates:
                lines = [json.loads(one.raw) for one in update.arrivals if one.raw.strip()]
                count = sum(is_request(protocol, line) for line in lines)
                if count:
                    break

    assert count == 2


async def wait_for_a_reply(markers: Markers) -> None:
    """Wait until the agent got an answer of any sort."""
    assert await anyio.to_thread.run_sync(until, lambda: markers.replies, PATIENCE)


@every_mouth
async def test_two_requests_of_one_id(mouth: str, markers: Markers) -> None:
    async with opened(mouth, "duplicate", markers) as session:
        session.prompt("run")
        await wait_for_a_reply(markers)
        for request in session.conversation.questions:
            allow(session, request)
        await reach(session, over)

    assert markers.allowed == 0


@every_mouth
async def test_an_allow_for_the_first_of_two_that_comes_before_the_second(
    mouth: str, markers: Markers
) -> None:
    """A rule allows the command; the second request of the id is about another one."""
    async with opened(mouth, "plain", markers) as session:
        command = (await first_request(session)).title
        session.interrupt()
    allow_all_by_rule(command)
    before = markers.allowed
    async with opened(mouth, "duplicate", markers) as session:
        session.prompt("run")
        await wait_for_a_reply(markers)
        await reach(session, over)

    assert markers.allowed == before


@every_mouth
async def test_a_stale_answer(mouth: str, markers: Markers) -> None:
    async with opened(mouth, "plain", markers) as session:
        request = await first_request(session)
        session.interrupt()
        assert allow(session, request) != ""
        await reach(session, answered(1))
        assert allow(session, request) != ""

    assert markers.allowed == 0


@every_mouth
async def test_an_answer_to_what_the_agent_took_back(mouth: str, markers: Markers) -> None:
    async with opened(mouth, "cancelled", markers) as session:
        session.prompt("run")
        await reach(session, lambda now: any(isinstance(one, Ask) for one in now.items.values()))
        for request in tuple(session.conversation.questions):
            allow(session, request)
        session.interrupt()

    assert markers.allowed == 0


@every_mouth
async def test_an_answer_that_was_made_for_something_else(mouth: str, markers: Markers) -> None:
    async with opened(mouth, "plain", markers) as session:
        request = await first_request(session)
        other = replace(request, input={"command": "ls"}, title="ls")
        assert allow(session, other) != ""
        assert session.decide(request.id, Decision(verdict=Verdict.ALLOW)) != ""

    assert markers.allowed == 0


class MistakeError(Exception):
    """A mistake of our own."""


@every_mouth
async def test_a_mistake_of_ours_while_a_rule_is_looked_for(mouth: str, markers: Markers) -> None:
    def make() -> Any:
        raise MistakeError

    async with opened(mouth, "plain", markers, make) as session:
        session.prompt("run")
        with anyio.fail_after(PATIENCE):
            await session.over.wait()

    assert markers.allowed == 0
    assert isinstance(session.fault, MistakeError)


@every_mouth
async def test_a_mistake_of_ours_while_an_answer_is_given(mouth: str, markers: Markers) -> None:
    def blunder(request: PermissionRequest) -> StandingAnswer | None:
        raise MistakeError

    agent = behind(mouth, "plain", markers)
    its = spec(agent, markers.folder.parent)
    make = partial(standing, agent.id, its.cwd)
    async with supervise() as supervisor:
        session = supervisor.open(agent, its, answerer=blunder, standing=make)
        session.prompt("run")
        with anyio.fail_after(PATIENCE):
            await session.over.wait()

    assert markers.allowed == 0
    assert isinstance(session.fault, MistakeError)


@every_mouth
async def test_a_mistake_of_ours_while_the_question_is_shown(mouth: str, markers: Markers) -> None:
    with pytest.raises(ExceptionGroup):
        async with opened(mouth, "plain", markers) as session:
            await first_request(session)
            raise MistakeError

    assert markers.allowed == 0


@every_mouth
async def test_a_full_disk_keeps_rules_from_allowing(mouth: str, markers: Markers) -> None:
    async with opened(mouth, "plain", markers) as session:
        command = (await first_request(session)).title
        session.interrupt()
    allow_all_by_rule(command)
    for file in journal_file().parent.glob("audit*"):
        file.unlink()
    async with opened(mouth, "plain", markers) as session:
        await reach(session, lambda now: now.ready)
        await rules_are_read(session)
        with full_disk():
            request = await first_request(session)
            await reach(session, lambda now: "No rule allows" in str(now.items))
            assert session.conversation.questions == [request]

    assert markers.allowed == 0


@contextmanager
def full_disk() -> Iterator[None]:
    """Let no file of this process grow, as where a disk is full; the agent has its own limits."""
    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    ignored = signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
    resource.setrlimit(resource.RLIMIT_FSIZE, (0, before[1]))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, before)
        signal.signal(signal.SIGXFSZ, ignored)
