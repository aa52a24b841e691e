"""What is special about Gemini CLI: its store, the ordinary user, and stream-json."""

import os
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.e2e.driving import ROOT, let_a_minute_pass, parley, refuse_arguments, talk_to
from tests.e2e.models import heard, shell
from tests.support.clis import GEMINI, Cli
from tests.support.sandbox import Sandbox, build_sandbox
from tests.support.script import Text, ToolCall
from tests.support.stub_server import ModelStub
from tui.agents.dialect import Agent
from tui.model.events import TurnOutcome
from tui.model.tools import ChangeKind, Outcome

pytestmark = pytest.mark.parametrize("cli", [GEMINI], ids=str, indirect=True)

ORDINARY_USER = 1000
"""Gemini obeys our defaults file only if it belongs to root, so being root hides faults."""


@pytest.fixture
def open_folder() -> Iterator[Path]:
    """Return a folder that any user can reach; pytest's own are closed to others."""
    with tempfile.TemporaryDirectory(prefix="parley-e2e-") as folder:
        Path(folder).chmod(0o755)
        yield Path(folder)


@pytest.fixture
def ordinary_sandbox(cli: Cli, clis: Path, stub: ModelStub, open_folder: Path) -> Iterator[Sandbox]:
    """Return a sandbox that belongs to an ordinary user."""
    sandbox = build_sandbox(cli, clis, stub.url, open_folder)
    probe = (sys.executable, "-c", f"import os, tui; assert os.access({str(clis)!r}, os.X_OK)")
    try:
        for path in (open_folder, *open_folder.rglob("*")):
            os.chown(path, ORDINARY_USER, ORDINARY_USER)
        subprocess.run(
            probe,
            user=ORDINARY_USER,
            group=ORDINARY_USER,
            extra_groups=[],
            env=sandbox.environment | {"PYTHONPATH": str(ROOT)},
            check=True,
            capture_output=True,
        )
    except (OSError, subprocess.SubprocessError) as error:
        pytest.skip(f"nothing can be run here as user {ORDINARY_USER}: {error}")
    yield sandbox
    assert sandbox.end_processes() == {}


async def test_file_is_shown_before_it_is_written(
    agent: Agent, stub: ModelStub, sandbox: Sandbox
) -> None:
    poem = {"file_path": "poem.txt", "content": "roses are red\n"}
    stub.then(ToolCall("write_file", poem), Text("Written."))

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


async def test_stream_json_is_used_where_acp_does_not_start(
    agent: Agent, cli: Cli, clis: Path, stub: ModelStub, sandbox: Sandbox
) -> None:
    refuse_arguments(cli, clis, sandbox, "--acp", "--experimental-acp")
    (sandbox.project / "poem.txt").write_text("roses are red\n")
    look = ToolCall("read_file", {"file_path": "poem.txt"})
    stub.then([Text("I look."), look], Text("Noted."), Text("It was zanzibar."))

    async with talk_to(agent, sandbox, trusted=True) as talk:
        end = await talk.say("the word is zanzibar")
        after = await talk.say("which word was it")

    assert [end.outcome, after.outcome] == [TurnOutcome.COMPLETED, TurnOutcome.COMPLETED]
    assert talk.answers == ["I look.", "Noted.", "It was zanzibar."]
    assert [call.outcome for call in talk.calls] == [Outcome.OK]
    assert "roses are red" in heard(stub.requests[1])
    assert not talk.session.capabilities.ask
    assert any(notice.notice.code == "fallback" for notice in talk.notices)
    told = heard(stub.requests[2])
    assert told.index("the word is zanzibar") < told.index("Noted.") < told.index("which word")


def test_resumed_conversation_survives_the_next_start(
    cli: Cli, clis: Path, stub: ModelStub, sandbox: Sandbox
) -> None:
    resume_and_start_gemini_again(cli, clis, stub, sandbox, None)


def test_ordinary_user_keeps_a_resumed_conversation_too(
    cli: Cli, clis: Path, stub: ModelStub, ordinary_sandbox: Sandbox
) -> None:
    resume_and_start_gemini_again(cli, clis, stub, ordinary_sandbox, ORDINARY_USER)


def test_ordinary_user_sees_what_a_command_printed(
    cli: Cli, stub: ModelStub, ordinary_sandbox: Sandbox
) -> None:
    stub.then(shell(cli, "echo seen > made.txt; cat made.txt"), Text("Made."))
    arguments = ("run", "--agent", "gemini", "--on-ask", "allow", "--json", "make the file")

    run = parley(ordinary_sandbox, *arguments, user=ORDINARY_USER)

    assert run.code == 0, run.stderr
    assert (ordinary_sandbox.project / "made.txt").stat().st_uid == ORDINARY_USER
    assert "seen" in heard(stub.requests[1])
    assert "seen" in str(run.of_type("toolCompleted")[0])
    assert ordinary_sandbox.processes() == {}


def resume_and_start_gemini_again(
    cli: Cli, clis: Path, stub: ModelStub, sandbox: Sandbox, user: int | None
) -> None:
    """Resume a conversation of an earlier minute, run Gemini without parley, and resume again.

    Gemini leaves an empty twin of a resumed chat and takes it, at its next start, for a reason to
    delete the conversation.
    """
    stub.then(Text("Noted."), Text("Zanzibar."), Text("By itself."), Text("Zanzibar still."))
    first = parley(sandbox, "run", "--agent", "gemini", "--json", "the word is zanzibar", user=user)
    let_a_minute_pass(sandbox)

    resumed = parley(
        sandbox, "run", "--agent", "gemini", "--resume", first.session, "which word", user=user
    )
    subprocess.run(
        (cli.executable(clis), "-p", "something else"),
        cwd=sandbox.project,
        env=sandbox.environment,
        stdin=subprocess.DEVNULL,
        capture_output=True,
        check=True,
        user=user,
        group=user,
        extra_groups=None if user is None else [],
    )
    again = parley(
        sandbox, "run", "--agent", "gemini", "--resume", first.session, "which word", user=user
    )

    assert (resumed.code, resumed.stdout) == (0, "Zanzibar.\n")
    assert (again.code, again.stdout) == (0, "Zanzibar still.\n")
    assert "the word is zanzibar" in heard(stub.requests[3])
