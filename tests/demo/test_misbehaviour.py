"""Everything the demo can do wrong, it does when asked to."""

import os
import signal
from pathlib import Path

import pytest

from tests.demo.claude_client import ClaudeClient
from tests.demo.clients import client_for
from tests.demo.process import Demo, alive
from tests.demo.talk import ALLOW, Connect, Start, finish, next_ask, turn, until_asked, until_said


def test_hang_reads_and_never_answers(start: Start, speak: str) -> None:
    demo = start(speak, "--misbehave", "hang")

    demo.send({"type": "control_request", "request_id": "1", "request": {"subtype": "initialize"}})
    demo.send({"id": 1, "method": "initialize", "params": {}})
    demo.send_raw(b"x" * 200_000 + b"\n")
    code = demo.signal(signal.SIGTERM)

    assert demo.raw == []
    # It may be hit before it has a handler, and then dies of the signal itself.
    assert code in (0, 143, -signal.SIGTERM)


def test_silent_exits_at_once(start: Start, speak: str) -> None:
    demo = start(speak, "--misbehave", "silent")

    assert demo.exit() == 0
    assert (demo.raw, demo.stderr) == ([], b"")


def test_crash_dies_in_the_middle_of_a_turn(connect: Connect, speak: str) -> None:
    client = connect(speak, "--misbehave", "crash")

    client.prompt("hello")
    until_said(client, "Something is about to go wrong.")

    assert client.demo.exit() == 3
    assert client.demo.stderr == b"demo: crashed on purpose\n"
    assert client.demo.scratch() == []


def test_midline_dies_in_the_middle_of_a_line(connect: Connect, speak: str) -> None:
    client = connect(speak, "--misbehave", "midline")

    client.prompt("hello")
    client.demo.exit()

    assert client.demo.raw[-1].startswith(b'{"type":"assistant"')
    assert not client.demo.raw[-1].endswith(b"}")


def test_garbage_comes_between_valid_lines(connect: Connect, speak: str) -> None:
    client = connect(speak, "--misbehave", "garbage")

    told = turn(client, "run")

    assert told.end == "completed"
    assert b"this line is not JSON" in client.demo.raw
    assert len(client.demo.raw) >= 2 * len(client.demo.lines)


def test_slow_writes_byte_by_byte_and_loses_nothing(connect: Connect, speak: str) -> None:
    client = connect(speak, "--misbehave", "slow")

    assert turn(client, "hello").end == "completed"


def test_flood_sends_as_many_deltas_as_asked_for(connect: Connect, speak: str) -> None:
    client = connect(speak, "--misbehave", "flood:3000")

    told = turn(client, "hello")

    assert told.text.count("tick ") == 3000
    assert len(client.demo.raw) > 3000


def test_a_flood_can_be_interrupted(connect: Connect, speak: str) -> None:
    client = connect(speak, "--misbehave", "flood")

    client.prompt("hello")
    until_said(client, "tick tick")
    client.interrupt()

    assert finish(client).end == "interrupted"


def test_oversize_prints_one_long_line_and_goes_on(connect: Connect, speak: str) -> None:
    client = connect(speak, "--misbehave", "oversize:3")

    told = turn(client, "hello")

    assert told.end == "completed"
    assert max(map(len, client.demo.raw)) > 3 * 1024 * 1024


def test_noise_on_standard_error_comes_before_each_answer(connect: Connect, speak: str) -> None:
    client = connect(speak, "--misbehave", "stderr-flood:1")

    told = turn(client, "hello")
    client.demo.close()

    assert told.end == "completed"
    assert client.demo.stderr.endswith(b"." * 500 + b"\n")


def test_ignore_term_stays_through_sigterm_and_the_end_of_input(
    connect: Connect, speak: str
) -> None:
    client = connect(speak, "--misbehave", "ignore-term")

    client.demo.process.send_signal(signal.SIGTERM)
    client.demo.process.send_signal(signal.SIGINT)
    told = turn(client, "hello")
    assert client.demo.process.stdin is not None
    client.demo.process.stdin.close()

    assert told.end == "completed"
    assert client.demo.process.poll() is None


@pytest.mark.parametrize("way", ["setsid", "double-fork"])
def test_a_child_gets_away_and_ignores_sigterm(
    connect: Connect, speak: str, way: str, tmp_path: Path
) -> None:
    file = tmp_path / "pid"
    client = connect(speak, "--misbehave", way, PARLEY_DEMO_PIDFILE=str(file))

    turn(client, "hello")
    client.demo.close()
    pid = int(file.read_text())
    os.kill(pid, signal.SIGTERM)
    survived = alive(pid)
    session = os.getsid(pid)
    os.kill(pid, signal.SIGKILL)

    assert survived
    assert session != os.getsid(0)
    assert session != client.demo.process.pid


def test_deaf_stops_reading(connect: Connect, speak: str) -> None:
    client = connect(speak, "--misbehave", "deaf")

    told = turn(client, "hello")
    fill(client.demo)

    assert told.end == "completed"
    assert client.demo.signal(signal.SIGTERM) in (0, 143)


def fill(demo: Demo) -> None:
    """Write until the pipe is full, which it only ever is if nobody reads."""
    assert demo.process.stdin is not None
    pipe = demo.process.stdin.fileno()
    os.set_blocking(pipe, False)
    line = b"x" * 1023 + b"\n"
    for _ in range(64 * 1024):
        try:
            os.write(pipe, line)
        except BlockingIOError:
            return
    raise AssertionError("64 MB went into the pipe: somebody reads")


def test_duplicate_request_asks_twice_under_one_id(connect: Connect, speak: str) -> None:
    client = connect(speak, "--misbehave", "duplicate-request")

    first = until_asked(client, "run")
    second = next_ask(client)
    client.answer(first, ALLOW)
    told = finish(client)

    assert first.raw == second.raw
    assert told.end == "completed"


def test_late_request_asks_after_the_end_of_the_turn(connect: Connect, speak: str) -> None:
    client = connect(speak, "--misbehave", "late-request")

    told = turn(client, "hello")
    ask = next_ask(client)
    client.answer(ask, ALLOW)
    again = turn(client, "hello", lambda ask: ALLOW)

    assert (told.end, ask.kind, again.end) == ("completed", "run", "completed")


@pytest.mark.parametrize("speak", ["claude", "codex"])
def test_cancelled_request_is_withdrawn_at_once(connect: Connect, speak: str) -> None:
    client = connect(speak, "--misbehave", "cancelled-request")

    until_asked(client, "run")
    told = finish(client)

    withdrawn = {"claude": "control_cancel_request", "codex": "serverRequest/resolved"}
    assert withdrawn[speak] in str(client.demo.lines)
    assert told.end == "completed"
    assert "It printed" not in told.text


def test_unknown_request_waits_for_its_refusal(connect: Connect, speak: str) -> None:
    client = connect(speak, "--misbehave", "unknown-request")

    client.prompt("hello")
    asked = client.demo.until(lambda line: "riddle" in str(line), "the riddle")
    if isinstance(client, ClaudeClient):
        refusal = {"subtype": "error", "request_id": asked["request_id"], "error": "unknown"}
        client.demo.send({"type": "control_response", "response": refusal})
    else:
        refusal = {"code": -32601, "message": "unknown"}
        client.demo.send({"jsonrpc": "2.0", "id": asked["id"], "error": refusal})
    told = finish(client)

    assert "The unknown request was answered." in told.text


def test_bad_version_refuses_to_initialize(start: Start, speak: str) -> None:
    demo = start(speak, "--misbehave", "bad-version")

    demo.send(
        {
            "type": "control_request",
            "request_id": "1",
            "request": {"subtype": "initialize"},
            "id": 1,
            "method": "initialize",
        }
    )
    line = demo.until(lambda line: bool(line))

    assert "error" in line or line["response"]["subtype"] == "error"


def test_not_signed_in_fails_the_turn_in_claudes_way(connect: Connect) -> None:
    client = connect("claude", "--misbehave", "not-signed-in")

    told = turn(client, "hello")
    code = client.demo.close()

    assert told.end == "failed"
    assert told.text == "Not logged in · Please run /login"
    assert "authentication_failed" in str(client.demo.lines)
    assert code == 1


def test_not_signed_in_fails_the_turn_in_codexs_way(connect: Connect) -> None:
    client = connect("codex", "--misbehave", "not-signed-in")

    told = turn(client, "hello")

    assert told.end == "failed"
    assert "401 Unauthorized" in told.final["params"]["turn"]["error"]["message"]


def test_not_signed_in_refuses_the_session_in_geminis_way(start: Start) -> None:
    client = client_for(start("gemini", "--misbehave", "not-signed-in"), "gemini")

    client.open()

    message = "Gemini API key is missing or not configured."
    assert client.demo.lines[-1]["error"] == {"code": -32000, "message": message}
