"""Requests that are broken on their way from the real CLI: nothing runs, and nobody waits for ever.

Between parley and the CLI stands the messenger of `marker_agent.py`; what it does to a question is
its scenario.
"""

import json
import sys
from pathlib import Path

import pytest
from msgspec.structs import replace

from tests.e2e.driving import ROOT, happens, talk_to
from tests.e2e.models import shell
from tests.support.clis import Cli
from tests.support.marked import MESSENGER
from tests.support.sandbox import Sandbox
from tests.support.script import Text
from tests.support.stub_server import ModelStub
from tui.agents.dialect import Agent, Launch, Way
from tui.model.commands import Prompt
from tui.model.spec import SessionSpec

COMMAND = "echo ran > log.txt"


def behind(agent: Agent, scenario: str, folder: Path) -> Agent:
    """Return the agent with the messenger before it."""

    def carried(way: Way) -> Way:
        def launch(spec: SessionSpec, prompt: Prompt | None) -> Launch:
            plain = way.launch(spec, prompt)
            words = (sys.executable, str(MESSENGER), scenario, agent.protocol, str(folder))
            environment = {**plain.environment, "PYTHONPATH": str(ROOT)}
            return replace(plain, argv=(*words, *plain.argv), environment=environment)

        return replace(way, launch=launch)

    return replace(agent, ways=tuple(map(carried, agent.ways[:1])))


@pytest.mark.parametrize("scenario", ["deepest", "malformed", "unknown", "duplicate"])
async def test_what_cannot_be_asked_does_not_run_and_the_turn_ends(
    agent: Agent, cli: Cli, stub: ModelStub, sandbox: Sandbox, tmp_path: Path, scenario: str
) -> None:
    folder = tmp_path / "markers"
    folder.mkdir()
    stub.then(shell(cli, COMMAND), Text("Then not."))

    async with talk_to(behind(agent, scenario, folder), sandbox) as talk:
        talk.session.prompt("go")
        await talk.turn_end()
        assert await happens((folder / "replies").exists)

    replies = [json.loads(line) for line in (folder / "replies").read_text().splitlines()]
    assert len(replies) == 1
    assert list(folder.glob("allowed-*")) == []
    assert not (sandbox.project / "log.txt").exists()
    assert talk.conversation.questions == []
    assert [ask.decision.verdict for ask in talk.asks if ask.decision is not None] in ([], ["deny"])
