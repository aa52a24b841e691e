"""What the user said about a folder before, and what happens where nobody can be asked."""

import json
from pathlib import Path

import pytest

from tui.agents.registry import agent
from tui.config.paths import trust_file
from tui.errors import TrustNeededError
from tui.headless.trusting import known_trust, trust_without_asking
from tui.model.identity import AgentId
from tui.permission.trust import Trust

CLAUDE, DEMO = agent(AgentId("claude")), agent(AgentId("demo"))


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Return a folder with a server of its own."""
    servers = {"mcpServers": {"one": {"command": "touch"}}}
    (tmp_path / ".mcp.json").write_text(json.dumps(servers))
    return tmp_path


def test_a_new_folder_needs_an_answer_which_is_then_known(folder: Path) -> None:
    with pytest.raises(TrustNeededError, match="new"):
        known_trust(CLAUDE, folder)
    Trust(trust_file()).grant(folder)
    assert known_trust(CLAUDE, folder)
    Trust(trust_file()).decline(folder)
    assert not known_trust(CLAUDE, folder)
    (folder / ".mcp.json").write_text("{}")
    with pytest.raises(TrustNeededError, match="changed"):
        known_trust(CLAUDE, folder)


def test_the_demo_obeys_no_configuration_so_nobody_is_asked(folder: Path) -> None:
    assert not known_trust(DEMO, folder)
    assert not trust_without_asking(DEMO, folder, given=True)


def test_where_nobody_can_be_asked_it_stays_off_and_that_is_told(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert not trust_without_asking(CLAUDE, folder)
    assert capsys.readouterr().err.splitlines() == [
        f"parley: {folder} is not trusted: one setting of its own stays off.",
        "        It is new here. Look at them with `parley`, or add --trust.",
    ]
    assert trust_without_asking(CLAUDE, folder, given=True)
    Trust(trust_file()).decline(folder)
    assert not trust_without_asking(CLAUDE, folder)
    assert capsys.readouterr().err == ""


def test_a_folder_without_configuration_is_not_talked_about(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert not trust_without_asking(CLAUDE, tmp_path)
    assert capsys.readouterr().err == ""
