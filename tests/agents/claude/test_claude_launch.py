"""How the CLI is started."""

from pathlib import Path

import pytest

from tests.agents.claude.scenes import make_spec
from tui.agents.claude.agent import CLAUDE
from tui.agents.claude.launch import launch
from tui.agents.dialect import Lifetime
from tui.errors import UsageError
from tui.model.capabilities import Mode
from tui.model.identity import SessionId

ALWAYS = (
    "/usr/bin/claude -p --output-format stream-json --input-format stream-json --verbose"
    " --include-partial-messages --permission-prompt-tool stdio --replay-user-messages"
)
UNTRUSTED = "--setting-sources user --strict-mcp-config"


def test_new_session_in_a_folder_nobody_trusts() -> None:
    started = launch(make_spec(new_id=SessionId("0b0b-1")))

    assert " ".join(started.argv) == (
        f"{ALWAYS} --permission-mode default --session-id 0b0b-1 {UNTRUSTED}"
    )
    assert started.cwd == Path("/home/dev/project")
    assert started.environment == {
        "CLAUDE_CODE_DISABLE_CRON": "1",
        "CLAUDE_CODE_EMIT_SESSION_STATE_EVENTS": "1",
        "CLAUDE_CODE_ENABLE_TODO_TOOLS": "1",
        "DISABLE_AUTOUPDATER": "1",
    }
    assert "CLAUDE_CODE_DISABLE_CRON" not in launch(make_spec(trusted=True)).environment


def test_resumed_session_in_a_trusted_folder() -> None:
    spec = make_spec(
        resume=SessionId("0a0a-1"),
        new_id=SessionId("0b0b-1"),
        model="opus[1m]",
        mode=Mode.EDITS,
        trusted=True,
    )

    assert " ".join(launch(spec).argv) == (
        f"{ALWAYS} --permission-mode acceptEdits --resume 0a0a-1 --model opus[1m]"
    )


def test_fork_gets_the_new_id() -> None:
    spec = make_spec(
        resume=SessionId("0a0a-1"), fork=True, new_id=SessionId("0b0b-1"), trusted=True
    )

    assert " ".join(launch(spec).argv) == (
        f"{ALWAYS} --permission-mode default --resume 0a0a-1 --fork-session --session-id 0b0b-1"
    )


@pytest.mark.parametrize("mode", list(Mode))
def test_mode_is_always_given(mode: Mode) -> None:
    assert "--permission-mode" in launch(make_spec(mode=mode)).argv


@pytest.mark.parametrize("id", ["--dangerously-skip-permissions", "-x", "", "a b", "../x", "a\n"])
def test_session_id_cannot_be_a_flag_or_a_path(id: str) -> None:
    with pytest.raises(UsageError):
        launch(make_spec(resume=SessionId(id)))


@pytest.mark.parametrize("model", ["--help", "-m", "a b", "a\n"])
def test_model_cannot_be_a_flag(model: str) -> None:
    with pytest.raises(UsageError):
        launch(make_spec(model=model))


def test_agent_talks_in_one_way_for_a_whole_session() -> None:
    [way] = CLAUDE.ways

    assert (way.name, way.lifetime) == ("stream-json", Lifetime.SESSION)
    assert way.dialect(make_spec()).capabilities == CLAUDE.capabilities
