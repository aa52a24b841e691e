"""Flags, mistakes, the end of input and signals."""

import signal

import pytest

from tests.demo.claude_client import ClaudeClient
from tests.demo.clients import client_for
from tests.demo.process import DEADLINE
from tests.demo.talk import ALLOW, Connect, Start, finish, next_ask, turn, until_asked, until_said

REMEDY = "Start it with: python -m tui.demo --speak claude|codex|gemini"


@pytest.mark.parametrize(
    ("flags", "problem"),
    [
        (("--speak", "klingon"), "invalid choice: 'klingon'"),
        (("--speak", "claude", "--no-such-flag"), "unrecognized arguments: --no-such-flag"),
        (("--speak", "claude", "--misbehave", "politely"), "no misbehaviour 'politely'"),
        (("--speak", "claude", "--misbehave", "flood:many"), "'flood:many' is not a number"),
        (("--speak", "claude", "--permission-mode", "delegate"), "invalid choice: 'delegate'"),
        (("--speak", "claude", "--speed", "fast"), "'fast' is not a number from 0 to 100"),
        (("--speak", "gemini", "--misbehave", "cancelled-request"), "no way to withdraw"),
        (("--speak", "codex", "--misbehave", "setsid"), "PARLEY_DEMO_PIDFILE"),
    ],
)
def test_a_mistake_is_two_lines_and_exit_code_2(
    start: Start, flags: tuple[str, ...], problem: str
) -> None:
    demo = start("claude", *flags)

    code = demo.exit()

    told, remedy = demo.stderr.decode().splitlines()
    assert code == 2
    assert problem in told
    assert remedy == REMEDY
    assert demo.raw == []
    assert demo.scratch() == []


@pytest.mark.parametrize(
    ("speak", "version"),
    [("claude", b"2.1.325 (Claude Code)"), ("codex", b"codex-cli 0.166.0"), ("gemini", b"0.61.0")],
)
def test_the_version_is_that_of_the_cli_it_plays(start: Start, speak: str, version: bytes) -> None:
    demo = start(speak, "--version")

    assert demo.exit() == 0
    assert demo.raw == [version]


def test_the_flags_of_the_real_clis_are_accepted(start: Start, speak: str) -> None:
    flags = {
        "claude": (
            "-p --output-format stream-json --input-format stream-json --verbose "
            "--include-partial-messages --permission-prompt-tool stdio --setting-sources user "
            "--strict-mcp-config --permission-mode default --model demo-quick"
        ),
        "codex": "-c features.plugins=false app-server",
        "gemini": "--acp --skip-trust --approval-mode default -m auto",
    }
    client = client_for(start(speak, *flags[speak].split()), speak)
    client.open()

    assert turn(client, "hello").end == "completed"


def test_the_end_of_input_ends_an_idle_demo(connect: Connect, speak: str) -> None:
    client = connect(speak)

    code = client.demo.close()

    assert code == 0
    assert client.demo.scratch() == []


def test_the_end_of_input_lets_claude_finish_and_denies_its_question(connect: Connect) -> None:
    client = connect("claude")

    until_asked(client, "run")
    code = client.demo.close()

    assert code == 0
    assert client.demo.lines[-1]["type"] == "result"
    assert "Tool permission stream closed" in str(client.demo.lines)


@pytest.mark.parametrize("speak", ["codex", "gemini"])
def test_the_end_of_input_ends_the_others_in_the_middle_of_a_tool(
    connect: Connect, speak: str
) -> None:
    client = connect(speak)
    client.answer(until_asked(client, "wait"), ALLOW)

    code = client.demo.close()

    assert code == 0
    assert client.demo.scratch() == []


@pytest.mark.parametrize(("speak", "code"), [("claude", 143), ("codex", 0), ("gemini", 0)])
def test_sigterm_ends_it_promptly_and_leaves_nothing(
    connect: Connect, speak: str, code: int
) -> None:
    client = connect(speak, speed="1")
    client.prompt("long")
    until_said(client, "A long answer")

    assert client.demo.signal(signal.SIGTERM) == code
    assert client.demo.scratch() == []


def test_sigterm_ends_it_even_if_nobody_reads(start: Start, speak: str) -> None:
    demo = start(speak, "--misbehave", "flood")
    client = client_for(demo, speak)
    client.open()
    client.prompt("hello")
    until_said(client, "tick tick")
    demo.stop_reading()

    demo.process.send_signal(signal.SIGTERM)

    assert demo.process.wait(DEADLINE) in (0, 143)
    assert demo.scratch() == []


@pytest.mark.parametrize(("speak", "code"), [("claude", 0), ("codex", -2), ("gemini", 0)])
def test_ctrl_c_ends_it_as_it_ends_the_real_one(connect: Connect, speak: str, code: int) -> None:
    client = connect(speak, speed="1")
    client.prompt("long")
    until_said(client, "A long answer")

    assert client.demo.signal(signal.SIGINT) == code
    assert client.demo.scratch() == []


def test_claude_dies_of_a_line_that_is_not_json(connect: Connect) -> None:
    client = connect("claude")

    client.demo.send_raw(b"this is not json\n")

    assert client.demo.exit() == 1
    assert b"Error parsing streaming input line" in client.demo.stderr


@pytest.mark.parametrize("line", [b"{}", b"[]", b"42", b'{"type":"user"}', b"\xff\xfe"])
def test_claude_dies_of_lines_without_sense(connect: Connect, line: bytes) -> None:
    client = connect("claude")

    client.demo.send_raw(line + b"\n")

    assert client.demo.exit() == 1


@pytest.mark.parametrize("line", [b"", b"  ", b'{"type":"message","role":"user"}'])
def test_claude_ignores_blank_lines_and_unknown_types(connect: Connect, line: bytes) -> None:
    client = connect("claude")

    client.demo.send_raw(line + b"\n")

    assert turn(client, "hello").end == "completed"


@pytest.mark.parametrize("speak", ["codex", "gemini"])
def test_the_others_survive_garbage(connect: Connect, speak: str) -> None:
    client = connect(speak)

    for line in (b"not json", b"{}", b"[]", b"42", b"null", b'{"id":{}}', b"\xff\xfe", b"[" * 9999):
        client.demo.send_raw(line + b"\n")

    assert turn(client, "hello").end == "completed"


def test_a_request_before_initialize_is_refused_by_codex(start: Start) -> None:
    demo = start("codex")

    demo.send({"id": 1, "method": "thread/list", "params": {}})
    line = demo.until(lambda line: line.get("id") == 1)

    assert line["error"] == {"code": -32600, "message": "Not initialized"}


def test_prompts_are_echoed_when_taken_up_if_wanted(start: Start) -> None:
    client = ClaudeClient(start("claude", "--replay-user-messages"))
    client.open()

    client.prompt("run", "aaaaaaaa-0000-4000-8000-000000000001")
    client.answer(next_ask(client), ALLOW)
    finish(client)

    echoes = [line for line in client.demo.lines if line.get("isReplay")]
    answers = [line for line in client.demo.lines if "behavior" in str(line.get("response"))]
    assert [echo["message"]["content"] for echo in echoes] == ["run"]
    assert len(answers) == 1


def test_a_lone_surrogate_and_a_null_survive(connect: Connect, speak: str) -> None:
    told = turn(connect(speak), "odd \ud800 and \x00 characters")

    assert "odd \ud800 and \x00 characters" in told.text


def test_a_home_that_cannot_be_written_is_two_lines(start: Start) -> None:
    demo = start("claude", PARLEY_DEMO_HOME="/proc/nowhere")

    code = demo.exit()

    assert code == 2
    assert len(demo.stderr.splitlines()) == 2
