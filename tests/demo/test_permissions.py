"""Every change is asked for, and the answer is obeyed."""

import pytest

from tests.demo.claude_client import ClaudeClient
from tests.demo.codex_client import CodexClient
from tests.demo.gemini_client import GeminiClient
from tests.demo.talk import (
    ALLOW,
    DENY,
    REASON,
    SESSION,
    STOP,
    Ask,
    Connect,
    Start,
    always,
    finish,
    greeting,
    turn,
    until_asked,
)


def test_an_allowed_edit_is_made(connect: Connect, speak: str) -> None:
    client = connect(speak)

    told = turn(client, "edit", always(ALLOW))

    assert [ask.kind for ask in told.asked] == ["edit"]
    assert "Hello, " in greeting(client)


def test_nothing_is_changed_before_the_answer(connect: Connect, speak: str) -> None:
    client = connect(speak)

    ask = until_asked(client, "edit")
    before = greeting(client)
    client.answer(ask, ALLOW)
    finish(client)

    assert "Helo, " in before
    assert "Hello, " in greeting(client)


def test_a_denied_edit_is_not_made_and_the_turn_goes_on(connect: Connect, speak: str) -> None:
    client = connect(speak)

    told = turn(client, "edit", always(DENY))

    assert told.end == "completed"
    assert "Helo, " in greeting(client)
    assert "I leave `greeting.py` as it is" in told.text


def test_a_reason_is_taken_up_where_the_protocol_delivers_it(connect: Connect, speak: str) -> None:
    told = turn(connect(speak), "run", always(DENY))

    assert (REASON in told.text) == (speak == "claude")
    assert "I did not run it" in told.text


def test_deny_and_stop_ends_the_turn(connect: Connect, speak: str) -> None:
    client = connect(speak)

    told, after = turn(client, "edit run", always(STOP)), turn(client, "hello")

    assert told.end == "interrupted"
    assert len(told.asked) == 1
    assert "Helo, " in greeting(client)
    assert after.end == "completed"


def test_allowed_for_the_session_is_not_asked_again(connect: Connect, speak: str) -> None:
    client = connect(speak)

    first, second = turn(client, "edit run", always(SESSION)), turn(client, "edit run")

    assert [ask.kind for ask in first.asked] == ["edit", "run"]
    assert second.asked == []
    assert "It printed: Good day, world!" in second.text


def test_allowed_once_is_asked_again(connect: Connect, speak: str) -> None:
    client = connect(speak)

    first, second = turn(client, "run", always(ALLOW)), turn(client, "run", always(ALLOW))

    assert (len(first.asked), len(second.asked)) == (1, 1)


def test_allowed_for_the_session_covers_only_the_same_thing(connect: Connect) -> None:
    client = connect("codex")

    turn(client, "run edit", always(SESSION))
    told = turn(client, "long write")

    assert [ask.kind for ask in told.asked] == ["run", "edit"]


def test_an_edited_command_is_what_runs_and_is_shown(connect: Connect) -> None:
    client = connect("claude")
    assert isinstance(client, ClaudeClient)

    ask = until_asked(client, "run")
    client.respond(
        ask, {"behavior": "allow", "updatedInput": {"command": "python3 greeting.py Ada"}}
    )
    told = finish(client)

    assert "It printed: Helo, Ada!" in told.text
    assert "`python3 greeting.py Ada`" in told.text


def test_an_edited_edit_is_what_is_written(connect: Connect) -> None:
    client = connect("claude")
    assert isinstance(client, ClaudeClient)

    ask = until_asked(client, "edit")
    changed = ask.raw["request"]["input"] | {"new_string": '    return "Ahoy, " + name'}
    client.respond(ask, {"behavior": "allow", "updatedInput": changed})
    told = finish(client)

    assert "Ahoy, " in greeting(client)
    assert "your way" in told.text


def test_an_edit_outside_the_scratch_folder_is_refused(connect: Connect) -> None:
    client = connect("claude")
    assert isinstance(client, ClaudeClient)
    outside = client.demo.work / "victim.txt"
    outside.write_text("untouched")

    ask = until_asked(client, "write")
    given = {"file_path": str(outside), "content": "overwritten"}
    client.respond(ask, {"behavior": "allow", "updatedInput": given})
    told = finish(client)

    assert told.tools == ["Write failed"]
    assert outside.read_text() == "untouched"


@pytest.mark.parametrize(
    "answer",
    [
        {"behavior": "allowAlways"},
        {"behavior": "deny"},
        {"behavior": "allow", "updatedInput": "python3 greeting.py"},
        {},
        None,
    ],
)
def test_an_answer_claude_cannot_read_is_a_denial(connect: Connect, answer: object) -> None:
    client = connect("claude")
    assert isinstance(client, ClaudeClient)

    ask = until_asked(client, "run")
    client.respond(ask, answer)  # type: ignore[arg-type]  # on purpose
    told = finish(client)

    assert told.tools == ["Bash failed"]
    assert "I did not run it" in told.text


def test_an_answer_codex_cannot_read_fails_the_call(connect: Connect) -> None:
    client = connect("codex")

    ask = until_asked(client, "run")
    client.demo.send({"id": ask.id, "result": {"decision": "perhaps"}})
    told = finish(client)

    assert told.tools == ["commandExecution failed"]


def test_an_unknown_option_fails_the_call(connect: Connect) -> None:
    client = connect("gemini")
    assert isinstance(client, GeminiClient)

    ask = until_asked(client, "run")
    client.respond(ask, {"outcome": "selected", "optionId": "nonsense"})
    told = finish(client)

    assert told.tools == ["run_shell_command failed"]


def test_a_refused_call_of_gemini_gets_no_update(connect: Connect) -> None:
    told = turn(connect("gemini"), "run", always(DENY))

    assert told.tools == []


def test_an_answer_nobody_waits_for_is_ignored(connect: Connect, speak: str) -> None:
    client = connect(speak)
    ask = until_asked(client, "run")
    client.answer(ask, DENY)
    finish(client)

    client.answer(ask, ALLOW)
    told = turn(client, "hello")

    assert told.end == "completed"
    assert told.tools == []


def test_an_untrusting_codex_asks_even_before_reading(start: Start) -> None:
    demo = start("codex")
    client = CodexClient(demo, sandbox="workspace-write", approvalPolicy="untrusted")
    client.open()

    told = turn(client, "read", always(SESSION))
    again = turn(client, "read")

    assert [ask.kind for ask in told.asked] == ["read"]
    assert "reason" not in told.asked[0].raw["params"]
    assert again.asked == []


def test_a_codex_rule_covers_what_begins_with_its_words(connect: Connect) -> None:
    client = connect("codex")

    ask = until_asked(client, "run")
    rule = ask.raw["params"]["availableDecisions"][1]
    client.demo.send({"id": ask.id, "result": {"decision": rule}})
    finish(client)
    told = turn(client, "run")

    assert told.asked == []


def test_a_sub_agent_asks_in_its_own_name(connect: Connect) -> None:
    told = turn(connect("claude"), "agent")

    assert [ask.kind for ask in told.asked] == ["run"]
    assert told.asked[0].raw["request"]["agent_id"]
    assert told.tools == ["Read completed", "Bash completed", "Agent completed"]


def test_a_request_carries_the_difference(connect: Connect, speak: str) -> None:
    client = connect(speak)

    ask = until_asked(client, "edit")

    assert "Helo" in difference(client.demo.lines, ask)
    assert "Hello" in difference(client.demo.lines, ask)


def difference(lines: list[dict[str, object]], ask: Ask) -> str:
    """Return what a client would show of a change: in Codex, the item before the request."""
    if ask.raw.get("method") == "item/fileChange/requestApproval":
        started = [line for line in lines if line.get("method") == "item/started"]
        return str(started[-1])
    return str(ask.raw)
