"""What parley does with every agent: the real CLI at one end, a scripted model at the other.

Each test looks at what the model was told and at the files on disk, not only at our own events.
"""

from pathlib import Path

import pytest

from tests.e2e.driving import Talk, happens, hung_up, reached, talk_to
from tests.e2e.models import PASSING_TROUBLE, REFUSAL, heard, shell
from tests.support.clis import Cli
from tests.support.sandbox import Sandbox
from tests.support.script import Hold, Text, Thinking, Usage
from tests.support.stub_server import ModelStub
from tui.agents.dialect import Agent
from tui.model.events import TurnOutcome
from tui.model.permission import Decision, Verdict
from tui.model.tools import Outcome, ToolKind

COUNT = "#!/bin/sh\necho ran >> log.txt\necho count is $(wc -l < log.txt)\n"


@pytest.fixture
def project(sandbox: Sandbox) -> Path:
    """Return the project, with two programs that leave a trace in log.txt."""
    for name in ("count.sh", "other.sh"):
        program = sandbox.project / name
        program.write_text(COUNT)
        program.chmod(0o755)
    return sandbox.project


async def test_hello(agent: Agent, cli: Cli, stub: ModelStub, sandbox: Sandbox) -> None:
    thought, words = Thinking("**Greeting**\nI should."), Text("Hello from the model.", piece=5)
    stub.then([thought, words, Usage(90, 7)])

    async with talk_to(agent, sandbox) as talk:
        end = await talk.say("say hello")

    assert end.outcome is TurnOutcome.COMPLETED
    assert talk.answers == ["Hello from the model."]
    assert talk.thoughts == ["**Greeting**\nI should."]
    assert end.usage is not None
    assert (end.usage.input, end.usage.output) == (90, 7)
    assert talk.conversation.version == cli.version
    assert talk.conversation.session is not None
    assert talk.conversation.puzzles == 0
    assert ["say hello" in heard(request) for request in stub.requests] == [True]


async def test_second_turn_knows_the_first(agent: Agent, stub: ModelStub, sandbox: Sandbox) -> None:
    stub.then(Text("Noted."), Text("It was zanzibar."))

    async with talk_to(agent, sandbox) as talk:
        await talk.say("the word is zanzibar")
        first_process = min(sandbox.processes())
        end = await talk.say("which word was it")
        assert min(sandbox.processes()) == first_process

    assert end.outcome is TurnOutcome.COMPLETED
    assert talk.answers == ["Noted.", "It was zanzibar."]
    assert len(talk.conversation.turns) == 2
    told = heard(stub.requests[1])
    assert told.index("the word is zanzibar") < told.index("Noted.") < told.index("which word")


async def test_allowed_command_runs(
    agent: Agent, cli: Cli, stub: ModelStub, sandbox: Sandbox, project: Path
) -> None:
    stub.then([Text("I run it."), shell(cli, "./count.sh")], Text("It ran."))

    async with talk_to(agent, sandbox) as talk:
        talk.session.prompt("count")
        request = await talk.question()
        assert (request.kind, request.title) == (ToolKind.SHELL, "./count.sh")
        assert not (project / "log.txt").exists()
        talk.allow(request)
        end = await talk.turn_end()

    assert end.outcome is TurnOutcome.COMPLETED
    assert (project / "log.txt").read_text() == "ran\n"
    assert "count is 1" in heard(stub.requests[1])
    assert talk.answers == ["I run it.", "It ran."]
    assert [call.outcome for call in talk.calls] == [Outcome.OK]
    assert "count is 1" in str(talk.calls[0].output)


async def test_denied_command_does_not_run_and_the_turn_goes_on(
    agent: Agent, cli: Cli, stub: ModelStub, sandbox: Sandbox, project: Path
) -> None:
    stub.then(shell(cli, "./count.sh"), Text("Then not."))

    async with talk_to(agent, sandbox) as talk:
        talk.session.prompt("count")
        talk.deny(await talk.question(), "use the abacus")
        end = await talk.turn_end()

    assert end.outcome is TurnOutcome.COMPLETED
    assert not (project / "log.txt").exists()
    assert talk.answers == ["Then not."]
    assert [call.outcome for call in talk.calls] == [Outcome.DENIED]
    assert "count is" not in heard(stub.requests[1])
    assert ("use the abacus" in heard(stub.requests[1])) == talk.session.capabilities.deny_reason


async def test_allowed_for_the_session_is_not_asked_again(
    agent: Agent, cli: Cli, stub: ModelStub, sandbox: Sandbox, project: Path
) -> None:
    count, other = shell(cli, "./count.sh"), shell(cli, "./other.sh")
    stub.then(count, count, other, Text("Done."))

    async with talk_to(agent, sandbox) as talk:
        talk.session.prompt("count twice, then the other")
        talk.allow_for_session(await talk.question())
        another = await talk.question()
        assert (project / "log.txt").read_text() == "ran\nran\n"
        talk.deny(another)
        await talk.turn_end()

    assert [ask.request.title for ask in talk.asks] == ["./count.sh", "./other.sh"]
    assert "count is 2" in heard(stub.requests[2])
    assert (project / "log.txt").read_text() == "ran\nran\n"


async def test_interrupt_while_the_model_speaks(
    agent: Agent, stub: ModelStub, sandbox: Sandbox
) -> None:
    hold = Hold()
    stub.then(Text("I count: one, two", hold=hold), Text("Here again."))

    async with talk_to(agent, sandbox) as talk:
        talk.session.prompt("count without end")
        await reached(hold)
        await talk.until(lambda: "".join(talk.answers).endswith("two"))
        talk.session.interrupt()
        end = await talk.turn_end()
        assert await hung_up(hold)
        after = await talk.say("still there?")

    assert end.outcome is TurnOutcome.INTERRUPTED
    assert after.outcome is TurnOutcome.COMPLETED
    assert talk.answers == ["I count: one, two", "Here again."]


async def test_interrupt_while_a_question_is_open(
    agent: Agent, cli: Cli, stub: ModelStub, sandbox: Sandbox, project: Path
) -> None:
    stub.then(shell(cli, "./count.sh"), Text("Here again."))

    async with talk_to(agent, sandbox) as talk:
        talk.session.prompt("count")
        request = await talk.question()
        talk.session.interrupt()
        end = await talk.turn_end()
        assert talk.conversation.questions == []
        assert _late_allow(talk) == "the request is not open"
        after = await talk.say("still there?")

    assert end.outcome is TurnOutcome.INTERRUPTED
    assert after.outcome is TurnOutcome.COMPLETED
    assert [(ask.request.id, ask.decision) for ask in talk.asks] == [(request.id, None)]
    assert not (project / "log.txt").exists()
    assert talk.answers == ["Here again."]


async def test_interrupt_while_a_command_runs_ends_the_command(
    agent: Agent, cli: Cli, stub: ModelStub, sandbox: Sandbox
) -> None:
    linger = sandbox.project / "linger.sh"
    linger.write_text("#!/bin/sh\necho started > started.txt\nwhile :; do sleep 1; done\n")
    linger.chmod(0o755)
    stub.then(shell(cli, "./linger.sh"), Text("Here again."))

    async with talk_to(agent, sandbox) as talk:
        talk.session.prompt("run it for ever")
        talk.allow(await talk.question())
        assert await happens((sandbox.project / "started.txt").exists)
        talk.session.interrupt()
        end = await talk.turn_end()
        assert await happens(lambda: "linger.sh" not in str(sandbox.processes()), within=5)
        after = await talk.say("still there?")

    assert end.outcome is TurnOutcome.INTERRUPTED
    assert after.outcome is TurnOutcome.COMPLETED


async def test_passing_trouble_of_the_model_is_tried_again(
    agent: Agent, cli: Cli, stub: ModelStub, sandbox: Sandbox
) -> None:
    trouble = PASSING_TROUBLE[cli.name]
    stub.then(trouble, Text("Here at last."))

    async with talk_to(agent, sandbox) as talk:
        end = await talk.say("are you there")

    assert end.outcome is TurnOutcome.COMPLETED
    assert talk.answers == ["Here at last."]
    assert len(stub.requests) == trouble.times + 1
    if cli.name != "gemini":  # Its ACP mode is silent about retries.
        assert any(notice.notice.retry for notice in talk.notices)


async def test_refusal_of_the_model_fails_the_turn_and_not_the_session(
    agent: Agent, cli: Cli, stub: ModelStub, sandbox: Sandbox
) -> None:
    stub.then(REFUSAL[cli.name], Text("Better now."))

    async with talk_to(agent, sandbox) as talk:
        end = await talk.say("first")
        after = await talk.say("second")

    assert end.outcome is TurnOutcome.FAILED
    assert "not for you, says the stub" in end.error
    assert after.outcome is TurnOutcome.COMPLETED


def _late_allow(talk: Talk) -> str:
    """Answer a question that no longer waits; return why it was ignored."""
    request = talk.asks[0].request
    late = Decision(verdict=Verdict.ALLOW, digest=request.digest)
    return talk.session.decide(request.id, late)
