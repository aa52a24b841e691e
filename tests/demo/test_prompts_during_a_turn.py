"""Prompts that come while a turn runs: each CLI has its own way with them."""

from tests.demo.claude_client import ClaudeClient
from tests.demo.codex_client import CodexClient
from tests.demo.gemini_client import GeminiClient
from tests.demo.talk import ALLOW, DENY, Connect, finish, next_ask, turn, until_asked, until_said

FIRST = "aaaaaaaa-0000-4000-8000-000000000001"
SECOND = "aaaaaaaa-0000-4000-8000-000000000002"
THIRD = "aaaaaaaa-0000-4000-8000-000000000003"


def test_claude_merges_prompts_sent_while_it_speaks_into_one_turn(connect: Connect) -> None:
    client = connect("claude", speed="0.2")
    assert isinstance(client, ClaudeClient)

    client.prompt("hello hello", FIRST)
    until_said(client, "Hello!")
    client.prompt("read", SECOND)
    client.prompt("think", THIRD)
    first, second = finish(client), finish(client)
    turn(client, "hello")

    results = [line for line in client.demo.lines if line.get("type") == "result"]
    assert first.end == "completed"
    assert "has 11 lines" in second.text and "I thought about it" in second.text
    assert second.final["user_message_uuids"] == [SECOND, THIRD]
    assert len(results) == 3
    assert states(client, SECOND) == ["queued", "started", "completed"]


def states(client: ClaudeClient, prompt: str) -> list[str]:
    """Return what was told of a prompt."""
    lives = [line for line in client.demo.lines if line.get("type") == "command_lifecycle"]
    return [line["state"] for line in lives if line["command_uuid"] == prompt]


def test_claude_folds_a_prompt_sent_while_a_tool_waits_into_the_turn(connect: Connect) -> None:
    client = connect("claude")
    assert isinstance(client, ClaudeClient)

    client.prompt("run", FIRST)
    ask = next_ask(client)
    client.prompt("read", SECOND)
    client.demo.until(lambda line: line.get("command_uuid") == SECOND)
    client.answer(ask, ALLOW)
    told = finish(client)

    assert "(You added: “read”.)" in told.text
    assert "has 11 lines" in told.text
    assert states(client, SECOND) == ["queued", "started", "completed"]


def test_claude_gives_a_queued_prompt_back(connect: Connect) -> None:
    client = connect("claude", speed="1")
    assert isinstance(client, ClaudeClient)

    client.prompt("long", FIRST)
    until_said(client, "A long answer")
    client.prompt("read", SECOND)
    taken = client.control("cancel_async_message", message_uuid=SECOND)
    client.interrupt()
    finish(client)

    assert taken["response"] == {"cancelled": True}
    assert states(client, SECOND) == ["queued", "cancelled"]
    assert states(client, FIRST) == ["queued", "started"]


def test_an_interrupt_leaves_claudes_queue_alone_unless_told_otherwise(connect: Connect) -> None:
    client = connect("claude", speed="1")
    assert isinstance(client, ClaudeClient)

    client.prompt("long", FIRST)
    until_said(client, "A long answer")
    client.prompt("hello", SECOND)
    receipt = client.control("interrupt")
    first, second = finish(client), finish(client)

    assert receipt["response"] == {"still_queued": [SECOND]}
    assert (first.end, second.end) == ("interrupted", "completed")


def test_a_prompt_during_a_codex_turn_steers_it_and_cuts_the_message(connect: Connect) -> None:
    client = connect("codex", speed="1")
    assert isinstance(client, CodexClient)

    client.prompt("long")
    running = client.turn
    until_said(client, "A long answer")
    client.prompt("read")
    told = finish(client)

    users = [line for line in client.demo.lines if "'userMessage'" in str(line)]
    assert client.turn == running
    assert "(You added: “read”.)" in told.text
    assert "Part 24" not in told.text
    assert len(users) == 4


def test_a_codex_turn_is_steered_only_under_its_own_name(connect: Connect) -> None:
    client = connect("codex")
    assert isinstance(client, CodexClient)
    thread, words = client.session, [{"type": "text", "text": "read"}]

    ask = until_asked(client, "run")
    wrong = client.request("turn/steer", threadId=thread, expectedTurnId="wrong", input=words)
    right = client.request("turn/steer", threadId=thread, expectedTurnId=client.turn, input=words)
    client.answer(ask, ALLOW)
    told = finish(client)
    late = client.request("turn/steer", threadId=thread, expectedTurnId=client.turn, input=words)

    assert "expected active turn id `wrong`" in wrong["error"]["message"]
    assert right["result"] == {"turnId": client.turn}
    assert "has 11 lines" in told.text
    assert late["error"]["message"] == "no active turn to steer"


def test_words_without_a_scene_only_steer(connect: Connect) -> None:
    client = connect("codex")
    assert isinstance(client, CodexClient)
    words = [{"type": "text", "text": "be brief"}]

    ask = until_asked(client, "run")
    place = {"threadId": client.session, "expectedTurnId": client.turn}
    client.request("turn/steer", **place, input=words)
    client.answer(ask, ALLOW)
    told = finish(client)

    assert "(You added: “be brief”.)" in told.text
    assert "You asked" not in told.text


def test_words_that_follow_a_refusal_start_no_scene(connect: Connect) -> None:
    client = connect("codex")
    assert isinstance(client, CodexClient)
    words = [{"type": "text", "text": "please do not run or edit anything"}]

    ask = until_asked(client, "run")
    place = {"threadId": client.session, "expectedTurnId": client.turn}
    client.request("turn/steer", **place, input=words)
    client.answer(ask, DENY)
    told = finish(client)

    assert told.asked == []
    assert "(You added: “please do not run or edit anything”.)" in told.text


def test_a_second_prompt_of_gemini_cancels_the_first(connect: Connect) -> None:
    client = connect("gemini", speed="1")
    assert isinstance(client, GeminiClient)

    client.prompt("long")
    first = client.prompt_id
    until_said(client, "A long answer")
    client.prompt("hello")
    told = finish(client)

    cancelled = next(line for line in client.demo.lines if line.get("id") == first)
    assert cancelled["result"] == {"stopReason": "cancelled"}
    assert told.end == "completed"
