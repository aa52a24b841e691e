"""How much is done without asking depends on the mode."""

from tests.demo.clients import client_for
from tests.demo.codex_client import CodexClient
from tests.demo.talk import ALLOW, DENY, Connect, Start, always, greeting, turn


def test_edits_mode_edits_unasked_and_still_asks_for_commands(start: Start, speak: str) -> None:
    flags = {
        "claude": ("--permission-mode", "acceptEdits"),
        "codex": (),
        "gemini": ("--approval-mode", "auto_edit"),
    }
    client = client_for(start(speak, *flags[speak]), speak)
    if isinstance(client, CodexClient):
        client.settings = {"sandbox": "workspace-write", "approvalPolicy": "on-request"}
    client.open()

    told = turn(client, "edit run")

    assert [ask.kind for ask in told.asked] == ["run"]
    assert "Hello, " in greeting(client)


def test_auto_mode_asks_nothing(start: Start, speak: str) -> None:
    flags = {
        "claude": ("--permission-mode", "auto"),
        "codex": (),
        "gemini": ("--approval-mode", "yolo"),
    }
    client = client_for(start(speak, *flags[speak]), speak)
    if isinstance(client, CodexClient):
        client.settings = {"sandbox": "workspace-write", "approvalPolicy": "never"}
    client.open()

    told = turn(client, "edit write run")

    assert told.asked == []
    assert "It printed: Hello, world!" in told.text


def test_plan_mode_changes_nothing_until_the_plan_is_agreed_on(start: Start, speak: str) -> None:
    flags = {
        "claude": ("--permission-mode", "plan"),
        "codex": (),
        "gemini": ("--approval-mode", "plan"),
    }
    client = client_for(start(speak, *flags[speak]), speak)
    if isinstance(client, CodexClient):
        client.settings = {"sandbox": "read-only", "approvalPolicy": "never"}
    client.open()

    refused = turn(client, "edit", always(DENY))
    before = greeting(client)
    agreed = turn(client, "edit", always(ALLOW))

    assert "In plan mode I change nothing" in refused.text
    assert "Helo, " in before
    if speak == "codex":
        assert "Leave plan mode" in agreed.text
        assert "Helo, " in greeting(client)
    else:
        assert [ask.kind for ask in agreed.asked] == ["plan", "edit"]
        assert "Hello, " in greeting(client)


def test_a_mode_without_asking_denies_in_claudes_way(connect: Connect) -> None:
    client = connect("claude", "--permission-mode", "dontAsk")

    told = turn(client, "run")

    denials = [line for line in client.demo.lines if line.get("subtype") == "permission_denied"]
    assert told.asked == []
    assert told.tools == ["Bash failed"]
    assert len(denials) == 1
