"""What is special about Codex: patches, and `codex exec` where the app-server does not answer."""

from pathlib import Path

import pytest

from tests.e2e.driving import parley, refuse_arguments, talk_to
from tests.e2e.models import heard
from tests.support.clis import CODEX, Cli
from tests.support.sandbox import Sandbox
from tests.support.script import Text, ToolCall
from tests.support.stub_server import ModelStub
from tui.agents.dialect import Agent
from tui.model.events import TurnOutcome
from tui.model.tools import ChangeKind, Outcome

pytestmark = pytest.mark.parametrize("cli", [CODEX], ids=str, indirect=True)

PATCH = "*** Begin Patch\n*** Add File: poem.txt\n+roses are red\n*** End Patch\n"


async def test_patch_is_shown_before_it_is_applied(
    agent: Agent, stub: ModelStub, sandbox: Sandbox
) -> None:
    stub.then(ToolCall("apply_patch", PATCH), Text("Written."))

    async with talk_to(agent, sandbox) as talk:
        talk.session.prompt("write a poem")
        request = await talk.question()
        assert [(Path(c.path).name, c.kind, c.after) for c in request.changes] == [
            ("poem.txt", ChangeKind.CREATED, "roses are red\n")
        ]
        assert not (sandbox.project / "poem.txt").exists()
        talk.allow(request)
        end = await talk.turn_end()

    assert end.outcome is TurnOutcome.COMPLETED
    assert (sandbox.project / "poem.txt").read_text() == "roses are red\n"
    assert [call.outcome for call in talk.calls] == [Outcome.OK]


async def test_exec_is_used_where_the_app_server_does_not_answer(
    agent: Agent, cli: Cli, clis: Path, stub: ModelStub, sandbox: Sandbox
) -> None:
    refuse_arguments(cli, clis, sandbox, "app-server")
    look = ToolCall("exec_command", {"cmd": "echo seen"})
    stub.then([Text("I look."), look], Text("Noted."), Text("It was zanzibar."))

    async with talk_to(agent, sandbox) as talk:
        end = await talk.say("the word is zanzibar")
        after = await talk.say("which word was it")

    assert [end.outcome, after.outcome] == [TurnOutcome.COMPLETED, TurnOutcome.COMPLETED]
    assert talk.answers == ["I look.", "Noted.", "It was zanzibar."]
    assert [(call.title, str(call.output)) for call in talk.calls] == [("echo seen", "seen\n")]
    assert not talk.session.capabilities.ask
    assert any(notice.notice.code == "fallback" for notice in talk.notices)
    told = heard(stub.requests[2])
    assert told.index("the word is zanzibar") < told.index("Noted.") < told.index("which word")


def test_run_falls_back_and_resumes_by_itself(
    cli: Cli, clis: Path, stub: ModelStub, sandbox: Sandbox
) -> None:
    refuse_arguments(cli, clis, sandbox, "app-server")
    stub.then(Text("Noted."), Text("It was zanzibar."))

    first = parley(sandbox, "run", "--agent", "codex", "--json", "the word is zanzibar")
    second = parley(
        sandbox, "run", "--agent", "codex", "--resume", first.session, "which word was it"
    )

    assert first.code == 0
    assert (second.code, second.stdout) == (0, "It was zanzibar.\n")
    assert "the word is zanzibar" in heard(stub.requests[1])
