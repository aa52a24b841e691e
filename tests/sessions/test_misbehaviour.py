"""Agents that hang, flood, lie or die: the session survives, tells, and leaves nothing running."""

from pathlib import Path

import anyio
import pytest
from msgspec.structs import replace

from tests.support.demo import MOUTHS, PATIENCE, answered, asked, demo, reach, spec
from tests.support.processes import MARK, alive, new_mark, until
from tui.agents.dialect import Agent
from tui.conversation.state import Ask, Notice
from tui.model.events import EndReason
from tui.model.permission import Decision, Verdict
from tui.sessions.session import Session
from tui.sessions.supervisor import supervise

every_mouth = pytest.mark.parametrize("mouth", MOUTHS)


async def ended(agent: Agent, folder: Path, prompt: str = "hello") -> Session:
    """Run a session until it is over by itself."""
    async with supervise() as supervisor:
        session = supervisor.open(agent, spec(agent, folder))
        session.prompt(prompt)
        with anyio.fail_after(PATIENCE):
            await session.over.wait()
    return session


@every_mouth
async def test_an_agent_that_leaves_at_once_is_told(mouth: str, tmp_path: Path) -> None:
    session = await ended(demo(mouth, "--misbehave", "silent"), tmp_path)

    end = session.conversation.ended
    assert end is not None
    assert end.reason is EndReason.FAILED
    assert end.error
    assert end.remedy


@every_mouth
async def test_a_crash_in_the_middle_keeps_what_was_said(mouth: str, tmp_path: Path) -> None:
    session = await ended(demo(mouth, "--misbehave", "crash"), tmp_path, "think")

    end = session.conversation.ended
    assert end is not None
    assert (end.reason, end.exit_code) == (EndReason.FAILED, 3)
    assert "crashed on purpose" in end.stderr
    assert session.conversation.turn is None
    assert session.conversation.questions == []


@every_mouth
async def test_death_in_the_middle_of_a_line_keeps_the_half_line(
    mouth: str, tmp_path: Path
) -> None:
    session = await ended(demo(mouth, "--misbehave", "midline"), tmp_path)

    assert session.conversation.puzzles == 1
    assert session.conversation.ended is not None


@every_mouth
async def test_garbage_is_counted_and_the_turn_goes_on(mouth: str, tmp_path: Path) -> None:
    agent = demo(mouth, "--misbehave", "garbage")
    async with supervise() as supervisor:
        session = supervisor.open(agent, spec(agent, tmp_path))
        session.prompt("hello")
        await reach(session, answered(1))

    assert session.conversation.puzzles >= 3


@every_mouth
async def test_an_over_long_line_is_told_and_the_turn_goes_on(mouth: str, tmp_path: Path) -> None:
    agent = demo(mouth, "--misbehave", "oversize:20")
    async with supervise() as supervisor:
        session = supervisor.open(agent, spec(agent, tmp_path))
        session.prompt("hello")
        await reach(session, answered(1))

    notices = [item for item in session.conversation.items.values() if isinstance(item, Notice)]
    assert [item.notice.code for item in notices if item.notice.code == "oversize"] == ["oversize"]


@every_mouth
async def test_two_requests_with_one_id_get_one_denial(mouth: str, tmp_path: Path) -> None:
    agent = demo(mouth, "--misbehave", "duplicate-request")
    async with supervise() as supervisor:
        session = supervisor.open(agent, spec(agent, tmp_path))
        session.prompt("run")
        await reach(session, lambda conversation: len(_asks(session)) >= 2)
        first = _asks(session)[0].request
        allow = Decision(verdict=Verdict.ALLOW, digest=first.digest)

        assert session.decide(first.id, allow) == "the request is not open"
        assert session.conversation.questions == []
        assert [ask.open for ask in _asks(session)] == [False, False]


def _asks(session: Session) -> list[Ask]:
    return [item for item in session.conversation.items.values() if isinstance(item, Ask)]


@pytest.mark.parametrize("mouth", ["demo", "demo-codex"])
async def test_a_question_the_agent_takes_back_closes(mouth: str, tmp_path: Path) -> None:
    agent = demo(mouth, "--misbehave", "cancelled-request")
    async with supervise() as supervisor:
        session = supervisor.open(agent, spec(agent, tmp_path))
        session.prompt("run")
        await reach(session, lambda _: _asks(session) and not _asks(session)[0].open)

    assert _asks(session)[0].withdrawn is not None


@every_mouth
async def test_an_unknown_request_is_refused_and_the_turn_goes_on(
    mouth: str, tmp_path: Path
) -> None:
    agent = demo(mouth, "--misbehave", "unknown-request")
    async with supervise() as supervisor:
        session = supervisor.open(agent, spec(agent, tmp_path))
        session.prompt("hello")
        await reach(session, answered(1))

    assert _asks(session) == []


@every_mouth
async def test_an_agent_that_is_not_signed_in_says_how_to(mouth: str, tmp_path: Path) -> None:
    agent = demo(mouth, "--misbehave", "not-signed-in")
    async with supervise() as supervisor:
        session = supervisor.open(agent, spec(agent, tmp_path))
        session.prompt("hello")
        updates = session.follow()
        with anyio.fail_after(PATIENCE):
            while not (_codes(session) & {"not_signed_in", "authentication_failed"}):
                assert await anext(updates, None) is not None


def _codes(session: Session) -> set[str]:
    items = session.conversation.items.values()
    codes = {item.notice.code for item in items if isinstance(item, Notice)}
    end = session.conversation.ended
    return codes | ({end.code} if end is not None else set())


@every_mouth
@pytest.mark.parametrize("trick", ["ignore-term", "setsid", "double-fork", "deaf", "hang"])
async def test_closing_leaves_nobody_whatever_the_agent_does(
    mouth: str, trick: str, tmp_path: Path
) -> None:
    mark = new_mark()
    environment = {MARK: mark, "PARLEY_DEMO_PIDFILE": str(tmp_path / "pid")}
    agent = demo(mouth, "--misbehave", trick, environment=environment)
    async with supervise() as supervisor:
        session = supervisor.open(agent, spec(agent, tmp_path))
        session.prompt("run")
        if trick not in ("hang", "deaf"):
            await reach(session, asked)
        assert await anyio.to_thread.run_sync(until, lambda: alive(mark))

    assert until(lambda: not alive(mark))


@every_mouth
async def test_an_agent_that_never_answers_is_given_up(mouth: str, tmp_path: Path) -> None:
    agent = demo(mouth, "--misbehave", "hang")
    (way,) = agent.ways
    impatient = replace(agent, ways=(replace(way, ready_within=0.5),))
    session = await ended(impatient, tmp_path)

    end = session.conversation.ended
    assert end is not None
    assert end.code == "unavailable"
    assert "did not answer within 0.5 seconds" in end.error


async def test_a_folder_that_is_gone_is_told(tmp_path: Path) -> None:
    agent = demo("demo")
    gone = spec(agent, tmp_path)
    gone.cwd.rmdir()
    async with supervise() as supervisor:
        session = supervisor.open(agent, gone)
        await session.over.wait()

    end = session.conversation.ended
    assert end is not None
    assert end.code == "unavailable"
    assert "could not be started" in end.error
