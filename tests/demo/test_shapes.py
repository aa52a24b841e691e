"""Every line the demo prints has the shape of a line the real CLI printed."""

from functools import cache

import pytest

from tests.demo.claude_client import ClaudeClient
from tests.demo.clients import client_for
from tests.demo.codex_client import CodexClient
from tests.demo.gemini_client import GeminiClient
from tests.demo.shapes import RECORDINGS, Shapes, recorded
from tests.demo.talk import (
    ALLOW,
    DENY,
    SESSION,
    STOP,
    Ask,
    Client,
    Connect,
    Start,
    Told,
    always,
    finish,
    turn,
    until_asked,
    until_said,
)

UUID = "aaaaaaaa-0000-4000-8000-00000000000"

pytestmark = pytest.mark.skipif(
    not RECORDINGS.is_dir(), reason="the recordings of the real CLIs are not beside the project"
)


@cache
def shapes(speak: str) -> Shapes:
    """Learn each CLI's shapes once."""
    return recorded(speak)


def problems(client: Client) -> set[str]:
    """Return what is wrong with the lines a client got."""
    known = shapes(client.name)
    return {problem for line in client.demo.lines for problem in known.problems(line)}


def test_the_comparison_notices_what_is_wrong() -> None:
    known = Shapes(lambda line: str(line["type"]))
    known.learn({"type": "a", "n": 1, "deep": [{"type": "x", "text": "t"}]})
    known.learn({"type": "a", "n": None, "deep": [], "more": True})

    fits = [*known.problems({"type": "a", "n": 2.5, "deep": []})]
    unknown = [*known.problems({"type": "b"})]
    lacking = [*known.problems({"type": "a", "n": 1})]
    unordered = [*known.problems({"n": 1, "type": "a", "deep": []})]
    mixed = [*known.problems({"type": "a", "n": "1", "deep": [{"type": "x", "txt": "t"}]})]

    assert fits == []
    assert unknown == ["b: never recorded"]
    assert lacking == ["a: lacks ['deep']"]
    assert unordered == ["a: no recorded object has ('n', 'type', 'deep') in this order"]
    assert mixed == [
        "a.n: string, recorded ['null', 'number']",
        "a.deep[x]: lacks ['text']",
        "a.deep[x]: no recorded object has ('type', 'txt') in this order",
        "a.deep[x].txt: never recorded",
    ]


@pytest.mark.parametrize("decision", [ALLOW, DENY, SESSION])
def test_a_whole_tour_has_recorded_shapes(connect: Connect, speak: str, decision: str) -> None:
    client = connect(speak)

    turn(client, "tour", always(decision))
    turn(client, "tour", always(decision))

    assert problems(client) == set()


def test_other_ends_of_a_turn_have_recorded_shapes(connect: Connect, speak: str) -> None:
    client = connect(speak)

    turn(client, "error")
    turn(client, "edit", always(STOP))
    until_asked(client, "run")
    client.interrupt()
    if isinstance(client, GeminiClient):
        client.respond(client_ask(client), {"outcome": "cancelled"})
    finish(client)

    assert problems(client) == set()


def client_ask(client: GeminiClient) -> Ask:
    """Return the question that is open."""
    line = next(line for line in client.demo.lines[::-1] if "toolCall" in line.get("params", {}))
    ask = client.take(line, Told())
    assert ask is not None
    return ask


def test_an_interrupted_stream_has_recorded_shapes(connect: Connect, speak: str) -> None:
    client = connect(speak, speed="1")

    client.prompt("long")
    until_said(client, "A long answer")
    client.interrupt()
    finish(client)

    assert problems(client) == set()


def test_state_events_and_named_prompts_have_recorded_shapes(start: Start) -> None:
    demo = start("claude", CLAUDE_CODE_EMIT_SESSION_STATE_EVENTS="1")
    client = ClaudeClient(demo)
    client.open()

    for number, prompt in enumerate(("run", "hello think", "error")):
        client.prompt(prompt, UUID + str(number))
        finish(client)

    assert problems(client) == set()


def test_plan_mode_has_recorded_shapes(connect: Connect) -> None:
    client = connect("claude", "--permission-mode", "plan")

    turn(client, "edit")

    assert problems(client) == set()


def test_answers_to_control_requests_have_recorded_shapes(connect: Connect) -> None:
    client = connect("claude")
    assert isinstance(client, ClaudeClient)

    turn(client, "hello")
    client.control("set_permission_mode", mode="plan")
    client.control("set_permission_mode", mode="bogus")
    client.control("set_permission_mode", mode="bypassPermissions")
    client.control("set_model", model="demo-thorough")
    client.control("set_model", model=5)
    client.control("set_max_thinking_tokens", max_thinking_tokens=5)
    client.control("rename_session", title="A title")
    client.control("get_binary_version")
    client.control("cancel_async_message", message_uuid="nope")
    client.control("stop_task", task_id="nope")
    client.control("mcp_status")
    client.control("list_models")
    client.control("get_plan")
    client.control("interrupt")
    client.control("interrupt", cancel_queued=True)
    client.control("no_such")

    assert problems(client) == set()


def test_answers_to_codex_requests_have_recorded_shapes(connect: Connect) -> None:
    client = connect("codex")
    assert isinstance(client, CodexClient)
    thread = client.session

    turn(client, "hello")
    client.request("model/list")
    client.request("account/read")
    client.request("getAuthStatus")
    client.request("thread/list", limit=5)
    client.request("thread/loaded/list")
    client.request("thread/read", threadId=thread)
    client.request("thread/turns/list", threadId=thread, limit=5)
    client.request("thread/name/set", threadId=thread, name="A name")
    client.request("thread/resume", threadId=thread)
    client.request("thread/fork", threadId=thread)
    client.request("thread/resume", threadId="00000000-0000-7000-8000-000000000000")
    client.request("turn/steer", threadId=thread, expectedTurnId="x", input=[])
    client.request("no/such/method")

    assert problems(client) == set()


def test_answers_to_gemini_requests_have_recorded_shapes(start: Start, tmp_path: str) -> None:
    home = {"PARLEY_DEMO_HOME": str(tmp_path) + "/home"}
    first = client_for(start("gemini", **home), "gemini")
    first.open()
    turn(first, "hello")
    first.demo.close()
    client = GeminiClient(start("gemini", **home), first.session)
    client.open()

    client.request("session/set_mode", sessionId=client.session, modeId="autoEdit")
    client.request("session/set_mode", sessionId=client.session, modeId="bogus")
    client.request("session/set_model", sessionId=client.session, modelId="demo-thorough")
    client.request("session/load", sessionId="nope", cwd="/", mcpServers=[])
    client.request("session/prompt", sessionId="nope", prompt=[])
    client.request("session/prompt", sessionId=client.session)
    client.request("authenticate", methodId="nope")
    client.request("authenticate", methodId="gemini-api-key")
    client.request("no/such")

    assert problems(client) == set()
