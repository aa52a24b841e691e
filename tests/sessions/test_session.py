"""A session with a well-behaved agent, in each of the three protocols."""

from pathlib import Path

import pytest

from tests.support.demo import MOUTHS, answer, answered, asked, demo, reach, spec
from tui.conversation.state import Ask, ToolCall, UserText
from tui.model.capabilities import Mode
from tui.model.events import EndReason, PromptState, TurnOutcome
from tui.model.permission import Decider, Decision, Effect, Verdict
from tui.model.tools import Outcome, ToolKind
from tui.permission.answers import StandingAnswer
from tui.sessions.session import Session
from tui.sessions.supervisor import supervise

every_mouth = pytest.mark.parametrize("mouth", MOUTHS)


def tools(session: Session, kind: ToolKind) -> list[ToolCall]:
    """Return the tool calls of one kind."""
    items = session.conversation.items.values()
    return [item for item in items if isinstance(item, ToolCall) and item.kind is kind]


def allow_first(session: Session, **more: object) -> str:
    """Allow the oldest open question."""
    request = session.conversation.questions[0]
    decision = Decision(verdict=Verdict.ALLOW, digest=request.digest, **more)  # type: ignore[arg-type]  # test data
    return session.decide(request.id, decision)


@every_mouth
async def test_a_prompt_sent_before_the_agent_is_up_is_answered(mouth: str, tmp_path: Path) -> None:
    agent = demo(mouth)
    async with supervise() as supervisor:
        session = supervisor.open(agent, spec(agent, tmp_path))
        prompt = session.prompt("hello")
        said = session.conversation.items[prompt]
        assert isinstance(said, UserText)
        assert said.text == "hello"
        await reach(session, answered(1))

    turn = session.conversation.turns[0]
    assert turn.end is not None
    assert turn.end.outcome is TurnOutcome.COMPLETED
    assert "demo" in answer(session.conversation).lower()
    assert session.conversation.session is not None
    assert session.conversation.ended is not None
    assert session.conversation.ended.reason is EndReason.COMPLETED


@every_mouth
async def test_a_prompt_can_be_called_off_while_the_agent_starts(
    mouth: str, tmp_path: Path
) -> None:
    agent = demo(mouth)
    async with supervise() as supervisor:
        session = supervisor.open(agent, spec(agent, tmp_path))
        prompt = session.prompt("hello")
        called_off = session.call_off()
        await session.over.wait()

    said = session.conversation.items[prompt]
    assert [one.text for one in called_off] == ["hello"]
    assert isinstance(said, UserText)
    assert said.state is PromptState.DROPPED
    assert session.conversation.turns == []
    assert session.conversation.ended is not None


@every_mouth
async def test_an_allowed_command_runs_and_its_output_is_shown(mouth: str, tmp_path: Path) -> None:
    agent = demo(mouth)
    async with supervise() as supervisor:
        session = supervisor.open(agent, spec(agent, tmp_path))
        session.prompt("run")
        await reach(session, asked)
        assert allow_first(session) == ""
        await reach(session, answered(1))

    (call,) = [call for call in tools(session, ToolKind.SHELL) if call.decided_by]
    assert call.outcome is Outcome.OK
    assert call.decided_by == "allowed by you"
    assert str(call.output).strip()


@every_mouth
async def test_a_denied_command_does_not_run_and_the_turn_goes_on(
    mouth: str, tmp_path: Path
) -> None:
    agent = demo(mouth)
    async with supervise() as supervisor:
        session = supervisor.open(agent, spec(agent, tmp_path))
        session.prompt("run")
        await reach(session, asked)
        request = session.conversation.questions[0]
        session.decide(request.id, Decision(verdict=Verdict.DENY, message="not today"))
        await reach(session, answered(1))

    denied = [call for call in tools(session, ToolKind.SHELL) if call.outcome is Outcome.DENIED]
    assert len(denied) == 1
    assert denied[0].decided_by == "denied by you"


@every_mouth
async def test_for_the_session_means_not_asked_again(mouth: str, tmp_path: Path) -> None:
    agent = demo(mouth)
    async with supervise() as supervisor:
        session = supervisor.open(agent, spec(agent, tmp_path))
        session.prompt("run")
        await reach(session, asked)
        options = session.conversation.questions[0].options
        (for_session, *_) = [one for one in options if one.effect is Effect.ALLOW_SESSION]
        allow_first(session, options=(for_session.id,))
        await reach(session, answered(1))
        session.prompt("run")
        await reach(session, answered(2))

    asks = [item for item in session.conversation.items.values() if isinstance(item, Ask)]
    assert len(asks) == 1


async def test_edited_input_is_what_runs(tmp_path: Path) -> None:
    agent = demo("demo")
    async with supervise() as supervisor:
        session = supervisor.open(agent, spec(agent, tmp_path))
        session.prompt("run")
        await reach(session, asked)
        allow_first(session, input={"command": "echo edited by hand"})
        await reach(session, answered(1))

    outputs = [str(call.output) for call in tools(session, ToolKind.SHELL)]
    assert any("edited by hand" in output for output in outputs)


@every_mouth
async def test_interrupting_an_open_question_withdraws_it(mouth: str, tmp_path: Path) -> None:
    agent = demo(mouth)
    async with supervise() as supervisor:
        session = supervisor.open(agent, spec(agent, tmp_path))
        session.prompt("run")
        await reach(session, asked)
        request = session.conversation.questions[0]
        session.interrupt()
        assert session.conversation.questions == []
        late = Decision(verdict=Verdict.ALLOW, digest=request.digest)
        assert session.decide(request.id, late) == "the request is not open"
        await reach(session, answered(1))

        assert session.conversation.turns[0].end is not None
        assert session.conversation.turns[0].end.outcome is TurnOutcome.INTERRUPTED
        session.prompt("hello")
        await reach(session, answered(2))

    assert not [call for call in tools(session, ToolKind.SHELL) if call.outcome is Outcome.OK]


@every_mouth
async def test_interrupting_a_running_tool_ends_it(mouth: str, tmp_path: Path) -> None:
    agent = demo(mouth, "--speed", "1")
    async with supervise() as supervisor:
        session = supervisor.open(agent, spec(agent, tmp_path, mode=Mode.AUTO))
        session.prompt("wait")
        await reach(session, lambda _: tools(session, ToolKind.SHELL))
        session.interrupt()
        await reach(session, answered(1))

    (call,) = tools(session, ToolKind.SHELL)
    assert call.outcome is not None
    assert call.outcome is not Outcome.DETACHED


@every_mouth
async def test_a_session_goes_on_in_a_new_process(mouth: str, tmp_path: Path) -> None:
    agent = demo(mouth)
    async with supervise() as supervisor:
        session = supervisor.open(agent, spec(agent, tmp_path))
        session.prompt("hello")
        await reach(session, answered(1))
    id = session.conversation.session
    assert id is not None

    async with supervise() as supervisor:
        resumed = supervisor.open(agent, spec(agent, tmp_path, id))
        resumed.prompt("think")
        await reach(resumed, answered(1))

    assert resumed.conversation.session == id


@every_mouth
async def test_an_unknown_session_is_told_with_a_remedy(mouth: str, tmp_path: Path) -> None:
    agent = demo(mouth)
    nobody = spec(agent, tmp_path).new_id
    async with supervise() as supervisor:
        session = supervisor.open(agent, spec(agent, tmp_path, nobody))
        session.prompt("hello")
        await session.over.wait()

    end = session.conversation.ended
    assert end is not None
    assert (end.reason, end.code) == (EndReason.FAILED, "unknown_session")
    assert end.error
    assert end.remedy


@every_mouth
async def test_a_prompt_during_a_turn_is_never_lost(mouth: str, tmp_path: Path) -> None:
    agent = demo(mouth, "--speed", "1")
    async with supervise() as supervisor:
        session = supervisor.open(agent, spec(agent, tmp_path, mode=Mode.AUTO))
        session.prompt("think")
        await reach(session, lambda conversation: conversation.turn is not None)
        second = session.prompt("hello again")
        await reach(session, lambda c: c.turn is None and c.turns and _state(session, second))

    assert _state(session, second) in (PromptState.TAKEN, PromptState.SENT)


def _state(session: Session, prompt: str) -> PromptState | None:
    item = {str(id): item for id, item in session.conversation.items.items()}[prompt]
    assert isinstance(item, UserText)
    return item.state if item.state is not PromptState.QUEUED else None


async def test_a_standing_answer_needs_nobody(tmp_path: Path) -> None:
    agent = demo("demo")
    standing = StandingAnswer(Decision(verdict=Verdict.DENY), Decider.RULE, "policy.toml:3")
    async with supervise() as supervisor:
        session = supervisor.open(agent, spec(agent, tmp_path), answerer=lambda request: standing)
        session.prompt("run")
        await reach(session, answered(1))

    asks = [item for item in session.conversation.items.values() if isinstance(item, Ask)]
    assert asks
    assert {(ask.decided_by, ask.note) for ask in asks} == {(Decider.RULE, "policy.toml:3")}
