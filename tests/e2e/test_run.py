"""`parley run` from the outside: a new process each time, judged by its exit code and output."""

import json
import os
import signal
from base64 import b64decode

import pytest

from tests.e2e.driving import PATIENCE, Finished, let_a_minute_pass, parley, started
from tests.e2e.models import heard, shell
from tests.support.clis import Cli
from tests.support.processes import until
from tests.support.sandbox import Sandbox
from tests.support.schemas import published_schema, validator
from tests.support.script import Hold, Text, Thinking
from tests.support.stub_server import ModelStub

DOT = (
    "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJg"
    "gg=="
)
"""A picture of one pixel."""

LINGER = """#!/bin/sh
trap '' TERM HUP INT
if [ "$1" != away ]; then
    setsid "$0" away &
    echo started > started.txt
fi
while :; do sleep 1; done
"""
"""A program that no polite signal ends, with a child in a session of its own."""


def test_answer_is_printed_and_the_session_goes_on_in_a_new_process(
    cli: Cli, stub: ModelStub, sandbox: Sandbox
) -> None:
    stub.then(Text("Noted."), Text("It was zanzibar."))

    first = parley(sandbox, "run", "--agent", cli.name, "--json", "the word is zanzibar")
    assert (first.code, first.stderr) == (0, "")
    let_a_minute_pass(sandbox)
    second = parley(
        sandbox, "run", "--agent", cli.name, "--resume", first.session, "which word was it"
    )

    said = [event for event in first.of_type("textChunk") if event["role"] == "assistant"]
    assert [event["content"] for event in said if not event["isPartial"]] == ["Noted."]
    assert (second.code, second.stdout) == (0, "It was zanzibar.\n"), second.stderr
    told = heard(stub.requests[1])
    assert told.index("the word is zanzibar") < told.index("Noted.") < told.index("which word")
    assert sandbox.processes() == {}


def test_what_nobody_can_allow_is_denied(cli: Cli, stub: ModelStub, sandbox: Sandbox) -> None:
    stub.then(shell(cli, "touch made.txt"), Text("Then not."))

    run = parley(sandbox, "run", "--agent", cli.name, "make the file")

    assert (run.code, run.stdout) == (4, "Then not.\n"), run.stderr
    assert not (sandbox.project / "made.txt").exists()


def test_what_a_flag_allows_is_done(cli: Cli, stub: ModelStub, sandbox: Sandbox) -> None:
    stub.then(shell(cli, "touch made.txt"), Text("Made."))

    run = parley(sandbox, "run", "--agent", cli.name, "--on-ask", "allow", "make the file")

    assert (run.code, run.stdout) == (0, "Made.\n"), run.stderr
    assert (sandbox.project / "made.txt").exists()


def test_events_fit_the_schemas_and_can_be_replayed(
    cli: Cli, stub: ModelStub, sandbox: Sandbox
) -> None:
    stub.then([Thinking("hm"), Text("I make it."), shell(cli, "touch made.txt")], Text("Made."))
    record = str(sandbox.home / "record.jsonl")
    arguments = ("--agent", cli.name, "--json", "--on-ask", "allow", "--record", record)

    run = parley(sandbox, "run", *arguments, "make the file")
    replay = parley(sandbox, "replay", "--json", record)

    schema = validator(json.loads(parley(sandbox, "schema").stdout))
    for event in run.events + replay.events:
        schema.validate(event)
        published_schema().check(event)
    assert run.of_type("unrecognised") == []
    assert [story(run), story(replay)] == [["I make it.", "ok", "Made."]] * 2
    assert run.of_type("thinkingChunk") != []


def story(run: Finished) -> list[str]:
    """Return what the agent said and how its tools ended, in order."""
    told = []
    for event in run.events:
        if event["type"] == "textChunk" and event["role"] == "assistant" and not event["isPartial"]:
            told.append(event["content"])
        if event["type"] == "toolCompleted":
            told.append(event["outcome"])
    return told


def test_picture_reaches_the_model(cli: Cli, stub: ModelStub, sandbox: Sandbox) -> None:
    picture = sandbox.project / "dot.png"
    picture.write_bytes(b64decode(DOT))
    stub.then(Text("A dot."))

    run = parley(sandbox, "run", "--agent", cli.name, "--image", str(picture), "what is this")

    assert (run.code, run.stdout) == (0, "A dot.\n"), run.stderr
    assert "iVBORw0KGgo" in heard(stub.requests[0])


def test_control_c_interrupts_the_turn(cli: Cli, stub: ModelStub, sandbox: Sandbox) -> None:
    hold = Hold()
    stub.then(Text("I count: one, two", hold=hold))

    with started(sandbox, "run", "--agent", cli.name, "count without end") as running:
        assert until(lambda: hold.reached.is_set() or running.poll() is not None, PATIENCE)
        running.send_signal(signal.SIGINT)
        code = running.wait(PATIENCE)

    assert code == 130
    assert hold.client_left.wait(5)
    assert sandbox.processes() == {}


@pytest.mark.parametrize("number", [signal.SIGKILL, signal.SIGTERM, signal.SIGHUP])
def test_nothing_is_left_two_seconds_after_parley_is_gone(
    number: signal.Signals, cli: Cli, stub: ModelStub, sandbox: Sandbox
) -> None:
    linger = sandbox.project / "linger.sh"
    linger.write_text(LINGER)
    linger.chmod(0o755)
    stub.then(shell(cli, "./linger.sh"))

    with started(
        sandbox, "run", "--agent", cli.name, "--on-ask", "allow", "run it for ever"
    ) as running:
        trace = sandbox.project / "started.txt"
        assert until(lambda: trace.exists() or running.poll() is not None, PATIENCE)
        assert until(lambda: "linger.sh away" in str(sandbox.processes()))
        os.kill(running.pid, number)
        running.wait(2)

    assert until(lambda: sandbox.processes() == {}, 2.0), sandbox.processes()
