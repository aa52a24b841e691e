"""An interruption works at any time, and ends the turn as the real CLI ends it."""

import pytest

from tests.demo.claude_client import ClaudeClient
from tests.demo.codex_client import CodexClient
from tests.demo.gemini_client import GeminiClient
from tests.demo.process import Json, alive
from tests.demo.talk import (
    ALLOW,
    DENY,
    Client,
    Connect,
    always,
    finish,
    turn,
    until_asked,
    until_said,
)
from tests.support.processes import until


def last(client: Client, **wanted: object) -> Json:
    """Return the last line with these fields."""
    return next(
        line
        for line in client.demo.lines[::-1]
        if all(line.get(key) == value for key, value in wanted.items())
    )


def test_while_text_is_streamed(connect: Connect, speak: str) -> None:
    client = connect(speak, speed="1")

    client.prompt("long")
    until_said(client, "A long answer")
    client.interrupt()
    told = finish(client)

    assert told.end == "interrupted"
    assert "Part 24" not in told.text


def test_while_thinking(connect: Connect, speak: str) -> None:
    client = connect(speak, speed="1")
    turn(client, "hello")

    client.prompt("think")
    client.demo.until(lambda line: "greeting.py" in str(line), "the thought")
    client.interrupt()
    told = finish(client)

    assert told.end == "interrupted"


@pytest.mark.parametrize("word", ["run", "edit"])
def test_while_a_question_is_open(connect: Connect, speak: str, word: str) -> None:
    client = connect(speak)

    ask = until_asked(client, word)
    client.interrupt()
    if isinstance(client, GeminiClient):
        # The real CLI does not withdraw: it wants its answer before it lets go.
        client.respond(ask, {"outcome": "cancelled"})
    told = finish(client)

    assert told.end == "interrupted"
    assert "Helo, " in (client.demo.scratch()[0] / "greeting.py").read_text()


def test_an_open_question_is_withdrawn_in_claudes_way(connect: Connect) -> None:
    client = connect("claude")

    ask = until_asked(client, "run")
    client.interrupt()
    told = finish(client)

    cancel = last(client, type="control_cancel_request")
    receipt = last(client, type="control_response")
    assert cancel["request_id"] == ask.id
    assert client.demo.lines.index(cancel) < client.demo.lines.index(receipt)
    assert told.final["terminal_reason"] == "aborted_tools"
    assert len(told.final["permission_denials"]) == 1


def test_an_open_question_is_withdrawn_in_codexs_way(connect: Connect) -> None:
    client = connect("codex")

    ask = until_asked(client, "run")
    client.interrupt()
    finish(client)
    resolved = client.demo.until(lambda line: line.get("method") == "serverRequest/resolved")

    assert resolved["params"]["requestId"] == ask.id


def test_a_cancelled_gemini_waits_for_its_answer(connect: Connect) -> None:
    client = connect("gemini")
    assert isinstance(client, GeminiClient)

    ask = until_asked(client, "run")
    client.interrupt()
    client.request("session/set_model", sessionId=client.session, modelId="demo-quick")
    waiting = [line for line in client.demo.lines if line.get("id") == client.prompt_id]
    client.respond(ask, {"outcome": "selected", "optionId": "proceed_once"})
    told = finish(client)

    assert [line for line in waiting if "method" not in line] == []
    assert told.end == "interrupted"
    assert told.tools == []


def test_while_a_tool_runs_it_is_killed(connect: Connect, speak: str) -> None:
    client = connect(speak)

    ask = until_asked(client, "wait")
    client.answer(ask, ALLOW)
    pid = running(client)
    client.interrupt()
    told = finish(client)

    assert told.end == "interrupted"
    assert until(lambda: not alive(pid))


def running(client: Client) -> int:
    """Wait until the slow command runs, and return its process id."""
    file = client.demo.scratch()[0] / "wait.pid"
    assert until(lambda: file.exists() and file.read_text().endswith("\n"))
    return int(file.read_text())


def test_a_killed_command_is_told_in_geminis_way(connect: Connect) -> None:
    client = connect("gemini")

    ask = until_asked(client, "wait")
    client.answer(ask, ALLOW)
    running(client)
    client.interrupt()
    told = finish(client)

    assert told.tools == ["run_shell_command completed"]
    assert "Command cancelled by user." in str(client.demo.lines[-2])


def test_a_killed_command_of_codex_can_be_cleaned_up(connect: Connect) -> None:
    client = connect("codex")
    assert isinstance(client, CodexClient)

    ask = until_asked(client, "wait")
    client.answer(ask, ALLOW)
    running(client)
    client.interrupt()
    told = finish(client)
    client.request("thread/backgroundTerminals/clean", threadId=client.session)
    cleaned = client.demo.until(lambda line: line.get("method") == "item/completed")

    assert told.tools == []
    assert cleaned["params"]["item"]["status"] == "failed"
    assert cleaned["params"]["item"]["exitCode"] == -1


def test_while_a_sub_agent_works(connect: Connect) -> None:
    client = connect("claude")

    until_asked(client, "agent")
    client.interrupt()
    told = finish(client)

    stopped = last(client, subtype="task_notification")
    assert told.end == "interrupted"
    assert stopped["status"] == "stopped"
    assert told.tools == ["Bash failed", "Agent failed"]


def test_the_session_lives_on(connect: Connect, speak: str) -> None:
    client = connect(speak, speed="1")

    client.prompt("long")
    until_said(client, "A long answer")
    client.interrupt()
    finish(client)
    told = turn(client, "hello")

    assert told.end == "completed"


def test_at_once_after_the_prompt(connect: Connect, speak: str) -> None:
    client = connect(speak, speed="1")

    client.prompt("hello")
    client.interrupt()
    told = finish(client)

    assert told.end == "interrupted"


def test_while_idle_nothing_happens(connect: Connect, speak: str) -> None:
    client = connect(speak)
    turn(client, "hello")

    client.interrupt()
    told = turn(client, "hello")

    assert told.end == "completed"


def test_a_late_interrupt_of_codex_is_answered_when_the_next_turn_ends(connect: Connect) -> None:
    client = connect("codex")
    assert isinstance(client, CodexClient)
    turn(client, "hello")

    late = client.request_only("turn/interrupt", threadId=client.session, turnId=client.turn)
    told = turn(client, "hello")

    answers = [line for line in client.demo.lines if line.get("id") == late]
    assert told.end == "completed"
    assert answers == [{"id": late, "result": {}}]


def test_an_interrupted_stream_of_claude_keeps_what_was_said(connect: Connect) -> None:
    client = connect("claude", speed="1")
    assert isinstance(client, ClaudeClient)

    client.prompt("long")
    until_said(client, "A long answer")
    client.interrupt()
    told = finish(client)

    kept = last(client, type="assistant")
    assert kept["aborted"] is True
    assert told.final["terminal_reason"] == "aborted_streaming"
    assert client.demo.close() == 1


def test_a_denial_is_no_interruption(connect: Connect, speak: str) -> None:
    told = turn(connect(speak), "run", always(DENY))

    assert told.end == "completed"
