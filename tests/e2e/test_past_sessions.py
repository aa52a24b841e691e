"""Past sessions in the app: what a CLI did alone is found, read, continued and forked in parley.

The app runs in a real terminal; what the model was told proves that the history was there. At the
end parley is killed, and the CLI alone goes on with everything.
"""

import json
import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pexpect  # type: ignore[import-untyped]  # it ships no types
import pytest

from tests.e2e.driving import PATIENCE, ROOT, let_a_minute_pass, parley
from tests.e2e.models import heard
from tests.support.clis import CODEX, GEMINI, Cli
from tests.support.processes import until
from tests.support.sandbox import Sandbox
from tests.support.script import Text
from tests.support.stub_server import ModelStub
from tests.ui.terminal import Terminal, put_away

BROWSE, CONTINUE, FORK, DELETE = "\x13", "\x0f", "\x0b", "\x1b[21~"
"""Ctrl+S, Ctrl+O, Ctrl+K, F10."""

ALONE = {
    "claude": ("-p",),
    "codex": ("exec", "--skip-git-repo-check"),
    "gemini": ("-p",),
}
AGAIN = {
    "claude": ("--resume", "ID", "-p"),
    "codex": ("exec", "--skip-git-repo-check", "resume", "ID"),
    "gemini": ("--resume", "ID", "-p"),
}
"""How each CLI takes a prompt by itself, and how it goes on with a session."""


def test_session_of_the_cli_alone_is_found_continued_and_forked(
    cli: Cli, clis: Path, stub: ModelStub, sandbox: Sandbox
) -> None:
    stub.then(Text("The wind of zanzibar is warm."))
    by_itself(cli, clis, sandbox, ALONE, "the word is zanzibar")
    let_a_minute_pass(sandbox)
    first = only_session(sandbox, cli)

    with app(sandbox) as terminal:
        terminal.send(BROWSE)
        terminal.shows("SESSIONS  all 1")
        terminal.send("wind")
        terminal.shows("1 hit in 1 session")
        terminal.send("\r")
        terminal.shows("The wind of zanzibar is warm.")
        terminal.shows("Enter continue this session")
        stub.then(Text("It was that one."))
        terminal.send("which word was it\r")
        answer_trust(terminal, "It was that one.")
        assert terminal.text.count("The wind of zanzibar is warm.") == 1
        assert in_order(stub, "the word is zanzibar", "The wind of", "which word was it")
        if cli.name != "gemini":
            says_it_is_open(sandbox)
            fork_it(terminal, stub)
        os.kill(terminal.child.pid, signal.SIGKILL)
    assert until(lambda: not sandbox.processes(), 10.0)

    told = parley(sandbox, "show", first).stdout
    assert "It was that one." in told and "in the copy" not in told
    let_a_minute_pass(sandbox)
    stub.then(Text("Nothing is lost."))
    by_itself(cli, clis, sandbox, AGAIN, "is all there", first)
    assert in_order(stub, "the word is zanzibar", "which word was it", "It was that one.")


@pytest.mark.parametrize("cli", [GEMINI], ids=str, indirect=True)
def test_gemini_keeps_a_session_over_two_resumes_and_another_start(
    cli: Cli, clis: Path, stub: ModelStub, sandbox: Sandbox
) -> None:
    stub.then(Text("The wind of zanzibar is warm."))
    by_itself(cli, clis, sandbox, ALONE, "the word is zanzibar")
    first = only_session(sandbox, cli)
    for number in ("once", "twice"):
        let_a_minute_pass(sandbox)
        with app(sandbox) as terminal:
            terminal.send(BROWSE)
            terminal.shows("SESSIONS  all")
            stub.then(Text(f"Asked {number}."))
            terminal.send("zanzibar")
            terminal.shows("in 1 session")
            terminal.send(CONTINUE)
            terminal.shows("The wind of zanzibar is warm.")
            terminal.send(f"say it {number}\r")
            answer_trust(terminal, f"Asked {number}.")
            os.kill(terminal.child.pid, signal.SIGKILL)
        assert until(lambda: not sandbox.processes(), 10.0)
    stub.then(Text("Another one."))
    by_itself(cli, clis, sandbox, ALONE, "something else")

    told = parley(sandbox, "show", first).stdout
    assert [word for word in ("warm.", "Asked once.", "Asked twice.") if word not in told] == []
    stub.then(Text("Nothing is lost."))
    by_itself(cli, clis, sandbox, AGAIN, "is all there", first)
    assert in_order(stub, "the word is zanzibar", "Asked once.", "Asked twice.", "is all there")


def fork_it(terminal: Terminal, stub: ModelStub) -> None:
    """Go on in a copy of the session."""
    terminal.send(BROWSE)
    terminal.shows("SESSIONS")
    terminal.send("zanzibar")
    terminal.shows("hits in 1 session")
    terminal.send(FORK)
    terminal.shows("ready")
    stub.then(Text("The copy knows it, too."))
    terminal.send("and in the copy\r")
    answer_trust(terminal, "The copy knows it, too.")
    assert in_order(stub, "the word is zanzibar", "It was that one.", "and in the copy")


def says_it_is_open(sandbox: Sandbox) -> None:
    """Try to go on with the session in a second parley."""
    with app(sandbox) as second:
        second.send(BROWSE)
        second.shows("SESSIONS  all 1")
        second.send("zanzibar")
        second.shows("in 1 session")
        second.send(CONTINUE)
        second.shows("Read only")
        second.send("\r")
        second.shows("this is for reading")


@pytest.mark.parametrize("cli", [CODEX], ids=str, indirect=True)
def test_codex_deletes_its_session_when_told_by_a_typed_word(
    cli: Cli, clis: Path, stub: ModelStub, sandbox: Sandbox
) -> None:
    stub.then(Text("The wind of zanzibar is warm."))
    by_itself(cli, clis, sandbox, ALONE, "the word is zanzibar")

    with app(sandbox) as terminal:
        terminal.send(BROWSE)
        terminal.shows("SESSIONS  all 1")
        terminal.send("zanzibar")
        terminal.shows("in 1 session")
        terminal.send(DELETE)
        terminal.shows("Type delete to confirm.")
        terminal.send("delete\r")
        terminal.shows("SESSIONS  all 0")
    assert json.loads(parley(sandbox, "sessions", "--json").stdout) == []


def answer_trust(terminal: Terminal, text: str) -> None:
    """Wait for an answer; say yes where parley asks first whether the folder is trusted."""
    asked = "Do you trust this folder?"
    terminal.until(lambda: asked in terminal.text or text in terminal.text, text)
    if asked in terminal.text:
        terminal.quiet()
        terminal.send("y")
    terminal.shows(text)


def in_order(stub: ModelStub, *words: str) -> bool:
    """Tell whether the model was told all of this, in this order, in its last request."""
    told = heard(stub.requests[-1])
    places = [told.find(word) for word in words]
    return -1 not in places and places == sorted(places)


def by_itself(
    cli: Cli,
    clis: Path,
    sandbox: Sandbox,
    words: dict[str, tuple[str, ...]],
    prompt: str,
    session: str = "",
) -> None:
    """Let the CLI answer a prompt without parley."""
    given = [session if word == "ID" else word for word in words[cli.name]]
    subprocess.run(
        [str(cli.executable(clis)), *given, prompt],
        env=sandbox.environment,
        cwd=sandbox.project,
        stdin=subprocess.DEVNULL,
        capture_output=True,
        timeout=PATIENCE,
        check=True,
    )


def only_session(sandbox: Sandbox, cli: Cli) -> str:
    """Return the id of the one session there is."""
    listed = json.loads(parley(sandbox, "sessions", "--json").stdout)
    rows = [row for row in listed if row["kind"] == "session"]
    assert [row["agent"] for row in rows] == [cli.name]
    return str(rows[0]["id"])


@contextmanager
def app(sandbox: Sandbox) -> Iterator[Terminal]:
    """Run the app in a terminal, with the demo in its first tab; it is gone when the block ends."""
    variables = sandbox.environment | {
        "PYTHONPATH": str(ROOT),
        "TERM": "xterm-256color",
        "COLORTERM": "truecolor",
        "PARLEY_DEMO_SPEED": "0",
    }
    child = pexpect.spawn(
        sys.executable,
        ["-P", "-m", "tui", "--agent", "demo"],
        dimensions=(40, 120),
        env=variables,
        cwd=str(sandbox.project),
        timeout=PATIENCE,
    )
    terminal = Terminal(child, 120, 40)
    try:
        terminal.shows("Enter send")
        yield terminal
    finally:
        put_away(child)
