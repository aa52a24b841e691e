"""What only Claude Code can do, in both versions that must work."""

import pytest

from tests.e2e.driving import talk_to
from tests.e2e.models import heard, shell
from tests.support.clis import CLAUDE, CLAUDE_OLD, Cli
from tests.support.sandbox import Sandbox
from tests.support.script import Text, ToolCall
from tests.support.stub_server import ModelStub
from tui.agents.dialect import Agent
from tui.model.events import TurnOutcome
from tui.model.permission import Subject
from tui.model.tools import ChangeKind, Outcome

pytestmark = pytest.mark.parametrize("cli", [CLAUDE, CLAUDE_OLD], ids=str, indirect=True)


async def test_edited_command_runs_instead_of_the_original(
    agent: Agent, cli: Cli, stub: ModelStub, sandbox: Sandbox
) -> None:
    stub.then(shell(cli, "touch original.txt"), Text("Done."))

    async with talk_to(agent, sandbox) as talk:
        talk.session.prompt("make the file")
        request = await talk.question()
        talk.allow(request, input=request.input | {"command": "touch edited.txt"})
        end = await talk.turn_end()

    assert end.outcome is TurnOutcome.COMPLETED
    assert [path.name for path in sandbox.project.glob("*.txt")] == ["edited.txt"]


async def test_two_questions_open_at_once_are_answered_in_any_order(
    agent: Agent, stub: ModelStub, sandbox: Sandbox
) -> None:
    secrets = [sandbox.home / name for name in ("one.txt", "two.txt")]
    for secret in secrets:
        secret.write_text(f"content of {secret.name}")
    stub.then(
        [ToolCall("Read", {"file_path": str(secret)}) for secret in secrets], Text("I see one.")
    )

    async with talk_to(agent, sandbox) as talk:
        talk.session.prompt("read both")
        await talk.until(lambda: len(talk.conversation.questions) == 2)
        first, second = talk.conversation.questions
        talk.deny(second)
        talk.allow(first)
        await talk.turn_end()

    told = heard(stub.requests[1])
    assert "content of one.txt" in told
    assert "content of two.txt" not in told
    assert {call.title: call.outcome for call in talk.calls} == {
        str(secrets[0]): Outcome.OK,
        str(secrets[1]): Outcome.DENIED,
    }


async def test_question_to_the_user_gets_the_chosen_answer(
    agent: Agent, stub: ModelStub, sandbox: Sandbox
) -> None:
    options = [{"label": name, "description": ""} for name in ("Red", "Blue")]
    asked = {
        "question": "Which colour?",
        "header": "Colour",
        "multiSelect": False,
        "options": options,
    }
    stub.then(ToolCall("AskUserQuestion", {"questions": [asked]}), Text("Blue it is."))

    async with talk_to(agent, sandbox) as talk:
        talk.session.prompt("paint it")
        request = await talk.question()
        question = request.questions[0]
        talk.allow(request, answers={question.id: ("Blue",)})
        await talk.turn_end()

    assert (request.subject, question.text) == (Subject.QUESTIONS, "Which colour?")
    assert [answer.label for answer in question.answers] == ["Red", "Blue"]
    assert r"\"Which colour?\"=\"Blue\"" in heard(stub.requests[1])
    assert talk.answers == ["Blue it is."]


async def test_edit_shows_what_it_changes_before_and_after(
    agent: Agent, stub: ModelStub, sandbox: Sandbox
) -> None:
    file = sandbox.project / "poem.txt"
    file.write_text("roses are red\nviolets are blue\n")
    edit = {"file_path": str(file), "old_string": "blue", "new_string": "violet"}
    stub.then(
        ToolCall("Read", {"file_path": str(file)}), ToolCall("Edit", edit), Text("Corrected.")
    )

    async with talk_to(agent, sandbox) as talk:
        talk.session.prompt("correct the poem")
        request = await talk.question()
        assert [(change.path, change.kind) for change in request.changes] == [
            (str(file), ChangeKind.MODIFIED)
        ]
        talk.allow(request)
        await talk.turn_end()

    assert file.read_text() == "roses are red\nviolets are violet\n"
    change = talk.calls[-1].changes[0]
    assert (change.path, change.kind) == (str(file), ChangeKind.MODIFIED)
    assert "+violets are violet" in (change.diff or "")
