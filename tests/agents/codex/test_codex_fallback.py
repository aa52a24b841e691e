"""When app-server is given up for `codex exec`, and when the trouble is the user's to solve."""

import pytest

from tests.agents.codex.scenes import PROMPT, WELCOME, line, make_spec, ready
from tui.agents.codex.dialect import AppServer
from tui.agents.dialect import Exit, Reaction
from tui.model.events import EndReason, PromptMoved, PromptState, SessionEnded


def opened() -> AppServer:
    """Return a dialect that has introduced itself."""
    dialect = AppServer(make_spec())
    dialect.open()
    return dialect


def refusal(id: int, message: str, code: int = -32600) -> bytes:
    """Return the refusal of a request of ours."""
    return line(id=id, error={"code": code, "message": message})


def test_a_server_that_refuses_to_start_is_given_up() -> None:
    assert opened().receive(refusal(1, "unknown variant `initialize`")).fall_back != ""


@pytest.mark.parametrize(
    ("message", "code"),
    [
        ("Invalid request: unknown variant `read-only`, expected one of `readOnly`", -32600),
        ("Invalid request: missing field `x`", -32600),
        ("method not found", -32601),
        ("invalid params", -32602),
    ],
)
def test_a_server_that_does_not_understand_us_is_given_up(message: str, code: int) -> None:
    dialect = opened()
    dialect.receive(WELCOME)

    reaction = dialect.receive(refusal(3, message, code))

    assert reaction == Reaction(fall_back=f"codex app-server did not understand: {message}")


@pytest.mark.parametrize(
    ("message", "code"),
    [
        ("no rollout found for thread id 00000000-0000-7000-8000-000000000000", "unknown_session"),
        ("invalid session id: invalid character: expected an optional prefix", "unknown_session"),
        ("thread 01a1 already has an active writer", "session_in_use"),
        ("failed to load configuration: Model provider `nope` not found", "bad_configuration"),
        ("failed to load configuration: unknown variant `x`", "bad_configuration"),
        ("the moon is in the wrong phase", ""),
    ],
)
def test_trouble_of_the_user_ends_the_session_with_a_remedy(message: str, code: str) -> None:
    dialect = opened()
    dialect.send(PROMPT)
    dialect.receive(WELCOME)

    reaction = dialect.receive(refusal(3, message))
    dropped, ended = reaction.events

    assert reaction.fall_back == ""
    assert dropped == PromptMoved(PROMPT.id, PromptState.DROPPED)
    assert isinstance(ended, SessionEnded)
    assert (ended.reason, ended.code, ended.error) == (
        EndReason.FAILED,
        code,
        f"Codex: {message}",
    )
    assert ended.remedy != ""
    assert dialect.closed(Exit(code=0)).events == ()


def test_a_process_that_ends_before_it_answers_is_given_up() -> None:
    stderr = "error: unrecognized subcommand 'app-server'\n\nUsage: codex [OPTIONS]\n"

    assert opened().closed(Exit(code=2, stderr=stderr)) == Reaction(
        fall_back="codex app-server ended at once (exit code 2): "
        "unrecognized subcommand 'app-server'"
    )


def test_a_process_that_we_ended_is_not_given_up() -> None:
    assert opened().closed(Exit(code=-15, asked=True)).fall_back == ""


def test_a_process_that_ends_later_is_not_given_up() -> None:
    assert ready().closed(Exit(code=1)).fall_back == ""
