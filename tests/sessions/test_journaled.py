"""In every session: rules answer, every answer is on the disk before the agent gets it."""

import fcntl
import os
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from functools import partial
from pathlib import Path

import anyio
import anyio.lowlevel
import pytest

from tests.support.demo import MOUTHS, answered, asked, demo, reach, spec
from tui.config.paths import journal_file, user_policy_file
from tui.config.standing import standing
from tui.conversation.state import Conversation, Notice, ToolCall
from tui.model.permission import Decider, Decision, Verdict
from tui.model.tools import Outcome, ToolKind
from tui.permission.answers import StandingAnswer
from tui.permission.entry import Entry
from tui.permission.journal import Journal
from tui.permission.verify import lines, verify
from tui.sessions.session import Session
from tui.sessions.supervisor import supervise

every_mouth = pytest.mark.parametrize("mouth", MOUTHS)


def entries() -> list[Entry]:
    """Return what the journal says."""
    return [line.entry for line in lines(Journal(journal_file()))]


def rule(decision: str, command: str) -> None:
    """Give the user a rule about a command."""
    user_policy_file().parent.mkdir(parents=True, exist_ok=True)
    text = f'[[rule]]\ndecision = "{decision}"\ntool = "shell"\ncommand = "{command}"\n'
    user_policy_file().write_text(text)


@asynccontextmanager
async def opened(mouth: str, folder: Path) -> AsyncIterator[Session]:
    """Open a session of the demo that has rules and a journal."""
    agent = demo(mouth)
    its = spec(agent, folder)
    async with supervise() as supervisor:
        yield supervisor.open(agent, its, standing=partial(standing, agent.id, its.cwd, "1.0"))


def allow(session: Session) -> str:
    """Allow the oldest open question."""
    request = session.conversation.questions[0]
    return session.decide(request.id, Decision(verdict=Verdict.ALLOW, digest=request.digest))


def ran(session: Session) -> list[ToolCall]:
    """Return the commands that were run after a question."""
    calls = [item for item in session.conversation.items.values() if isinstance(item, ToolCall)]
    return [
        call
        for call in calls
        if call.kind is ToolKind.SHELL and call.decided_by and call.outcome is Outcome.OK
    ]


async def command_of_the_demo(mouth: str, folder: Path) -> str:
    """Return the command that the demo asks about."""
    agent = demo(mouth)
    async with supervise() as supervisor:
        session = supervisor.open(agent, spec(agent, folder))
        session.prompt("run")
        await reach(session, asked)
        title = session.conversation.questions[0].title
        session.interrupt()
        return title


@every_mouth
async def test_an_answer_of_the_user_is_one_line(mouth: str, tmp_path: Path) -> None:
    async with opened(mouth, tmp_path) as session:
        session.prompt("run")
        await reach(session, asked)
        request = session.conversation.questions[0]
        assert allow(session) == ""
        assert session.decide(request.id, Decision(verdict=Verdict.DENY)) != ""
        await reach(session, answered(1))
        assert session.standing is not None

    (entry,) = entries()
    assert (entry.decision, entry.by, entry.digest) == ("allow", "user", request.digest)
    assert entry.dwell_ms is not None
    assert entry.session == session.conversation.session
    assert len(ran(session)) == 1
    assert verify(Journal(journal_file())).damages == ()


@every_mouth
async def test_a_rule_answers_and_says_where_it_stands(mouth: str, tmp_path: Path) -> None:
    rule("deny", "*")
    async with opened(mouth, tmp_path) as session:
        session.prompt("run")
        await reach(session, answered(1))

    assert [(one.decision, one.by) for one in entries()] == [("deny", "rule")]
    assert entries()[0].note == f"{user_policy_file()}:1: a rule says deny"
    assert ran(session) == []


@every_mouth
async def test_a_question_that_is_interrupted_is_written_down(mouth: str, tmp_path: Path) -> None:
    async with opened(mouth, tmp_path) as session:
        session.prompt("run")
        await reach(session, asked)
        session.interrupt()
        await reach(session, answered(1))

    assert [(one.decision, one.by, one.note) for one in entries()] == [
        ("withdrawn", "agent", "interrupted")
    ]


@every_mouth
async def test_a_question_open_at_the_end_is_denied_and_written_down(
    mouth: str, tmp_path: Path
) -> None:
    async with opened(mouth, tmp_path) as session:
        session.prompt("run")
        await reach(session, asked)

    assert ("deny", "fail-closed", "parley was closed") in [
        (one.decision, one.by, one.note) for one in entries()
    ]
    assert ran(session) == []


async def test_without_a_journal_no_rule_allows_but_a_person_can(tmp_path: Path) -> None:
    command = await command_of_the_demo("demo", tmp_path)
    rule("allow", command)
    journal_file().mkdir(parents=True)
    async with opened("demo", tmp_path) as session:
        session.prompt("run")
        await reach(session, warned)
        await reach(session, asked)
        assert allow(session) == ""
        await reach(session, answered(1))
        assert session.standing is not None
        assert session.standing.may_remember != ""

    assert [call.decided_by for call in ran(session)] == ["allowed by you"]


async def test_with_a_journal_the_same_rule_allows(tmp_path: Path) -> None:
    command = await command_of_the_demo("demo", tmp_path)
    rule("allow", command)
    async with opened("demo", tmp_path) as session:
        session.prompt("run")
        await reach(session, answered(1))

    assert [(one.decision, one.by) for one in entries()] == [("allow", "rule")]
    assert len(ran(session)) == 1


def warned(conversation: Conversation) -> object:
    """Tell whether the user was warned."""
    notices = [one.notice.text for one in conversation.items.values() if isinstance(one, Notice)]
    return [text for text in notices if "cannot be written" in text]


async def test_a_malformed_policy_is_told_when_the_session_begins(tmp_path: Path) -> None:
    user_policy_file().parent.mkdir(parents=True)
    user_policy_file().write_text("[[rule]]\ndecision = 3\n")
    async with opened("demo", tmp_path) as session:
        await reach(session, lambda now: any(map(told, now.items.values())))


def told(item: object) -> bool:
    """Tell whether an item names the faulty line."""
    return isinstance(item, Notice) and f"{user_policy_file()}:2:" in item.notice.text


@asynccontextmanager
async def held_lock() -> AsyncIterator[Callable[[], None]]:
    """Hold the journal's lock, as another parley that writes does, until it is let go."""
    journal_file().parent.mkdir(parents=True, exist_ok=True)
    descriptor = os.open(journal_file(), os.O_RDWR | os.O_CREAT, 0o600)
    fcntl.flock(descriptor, fcntl.LOCK_EX)
    try:
        yield lambda: fcntl.flock(descriptor, fcntl.LOCK_UN)
    finally:
        os.close(descriptor)


@every_mouth
async def test_while_the_lock_is_held_the_loop_goes_on_and_nothing_is_sent(
    mouth: str, tmp_path: Path
) -> None:
    async with opened(mouth, tmp_path) as session:
        session.prompt("run")
        await reach(session, asked)
        request = session.conversation.questions[0]
        async with held_lock() as let_go:
            assert allow(session) == ""
            assert session.conversation.questions == []
            assert session.decide(request.id, Decision(verdict=Verdict.DENY)) != ""
            for _ in range(20):
                with anyio.fail_after(30):
                    await anyio.lowlevel.checkpoint()
            assert ran(session) == []
            let_go()
        await reach(session, answered(1))

    assert [(one.decision, one.by) for one in entries()] == [("allow", "user")]
    assert len(ran(session)) == 1


@every_mouth
async def test_an_interrupt_before_the_line_is_written_keeps_the_answer_from_being_sent(
    mouth: str, tmp_path: Path
) -> None:
    async with opened(mouth, tmp_path) as session:
        session.prompt("run")
        await reach(session, asked)
        async with held_lock() as let_go:
            assert allow(session) == ""
            session.interrupt()
            let_go()
        await reach(session, answered(1))

    assert [one.decision for one in entries()] == ["allow", "withdrawn"]
    assert ran(session) == []


async def test_a_lock_that_is_never_let_go_ends_in_an_answer_without_a_line(
    tmp_path: Path,
) -> None:
    async with opened("demo", tmp_path) as session:
        session.prompt("run")
        await reach(session, asked)
        async with held_lock():
            assert allow(session) == ""
            await reach(session, answered(1))
            assert session.standing is not None
            assert "does not let go" in session.standing.journal.problem

    assert len(ran(session)) == 1


async def test_who_decided_by_flag_is_written_down(tmp_path: Path) -> None:
    agent = demo("demo")
    its = spec(agent, tmp_path)
    denial = StandingAnswer(Decision(verdict=Verdict.DENY), Decider.FLAG, "--on-ask deny")
    async with supervise() as supervisor:
        session = supervisor.open(
            agent,
            its,
            answerer=lambda request: denial,
            standing=partial(standing, agent.id, its.cwd, "1.0"),
        )
        session.prompt("run")
        await reach(session, answered(1))

    assert [(one.decision, one.by, one.note) for one in entries()] == [
        ("deny", "flag", "--on-ask deny")
    ]
