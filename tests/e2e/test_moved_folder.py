"""A session whose folder was moved: continued where the CLI can, and told honestly where not."""

import json
import subprocess
from pathlib import Path

import pytest

from tests.e2e.driving import PATIENCE, let_a_minute_pass, parley
from tests.e2e.models import heard
from tests.e2e.test_past_sessions import (
    ALONE,
    BROWSE,
    CONTINUE,
    answer_trust,
    app,
    by_itself,
    in_order,
)
from tests.support.clis import CLAUDE, CLAUDE_OLD, CODEX, GEMINI, Cli
from tests.support.sandbox import Sandbox
from tests.support.script import Text
from tests.support.stub_server import ModelStub
from tests.ui.terminal import Terminal

HAND_OVER, BEGIN = "\x1bh", "\x13"
"""Alt+H, Ctrl+S."""

REFUSALS = {
    str(CLAUDE_OLD): "Claude Code has no such conversation in this folder.",
    str(GEMINI): "Gemini CLI does not know this session in this folder.",
}
"""What those say that look for a session only below its old folder."""


@pytest.mark.parametrize("cli", [CLAUDE, CODEX], ids=str, indirect=True)
def test_a_session_goes_on_in_the_folder_that_was_moved(
    cli: Cli, clis: Path, stub: ModelStub, sandbox: Sandbox
) -> None:
    moved = after_a_move(cli, clis, stub, sandbox)

    with app(sandbox) as terminal:
        continue_in(terminal, moved)
        stub.then(Text("It was that one."))
        terminal.send("which word was it\r")
        answer_trust(terminal, "It was that one.")

    assert in_order(stub, "the word is zanzibar", "The wind of", "which word was it")


@pytest.mark.parametrize("cli", [CLAUDE_OLD, GEMINI], ids=str, indirect=True)
def test_a_cli_that_cannot_says_so_and_a_brief_goes_on_instead(
    cli: Cli, clis: Path, stub: ModelStub, sandbox: Sandbox
) -> None:
    moved = after_a_move(cli, clis, stub, sandbox)

    with app(sandbox) as terminal:
        continue_in(terminal, moved)
        terminal.send("which word was it\r")
        answer_trust(terminal, REFUSALS[str(cli)])
        terminal.shows("The wind of zanzibar is warm.")
        terminal.shows("which word was it")
        assert len(stub.requests) == 1
        terminal.send(HAND_OVER)
        terminal.shows(f"from {cli.name.capitalize()}")
        stub.then(Text("I go on with it."))
        terminal.send(BEGIN)
        answer_trust(terminal, "I go on with it.")

    assert "The wind of zanzibar is warm." in heard(stub.requests[-1])
    assert nothing_is_lost(cli, clis, stub, sandbox, moved)


def after_a_move(cli: Cli, clis: Path, stub: ModelStub, sandbox: Sandbox) -> Path:
    """Let the CLI talk in a folder that is then moved; return where it is now."""
    old, new = sandbox.home / "old", sandbox.home / "new"
    old.mkdir()
    trusted = sandbox.home / ".gemini" / "trustedFolders.json"
    if trusted.exists():
        trusted.write_text(json.dumps({str(one): "TRUST_FOLDER" for one in (old, new)}))
    stub.then(Text("The wind of zanzibar is warm."))
    there = Sandbox(sandbox.home, old, sandbox.environment)
    by_itself(cli, clis, there, ALONE, "the word is zanzibar")
    let_a_minute_pass(sandbox)
    old.rename(new)
    return new


def continue_in(terminal: Terminal, folder: Path) -> None:
    """Ask for the session to go on, and say where its folder is now."""
    terminal.send(BROWSE)
    terminal.shows("SESSIONS  all 1")
    terminal.send("zanzibar")
    terminal.shows("in 1 session")
    terminal.send(CONTINUE)
    terminal.shows("which is not there any more.")
    terminal.send(f"{folder.name}\r")
    terminal.shows("The wind of zanzibar is warm.")


def nothing_is_lost(cli: Cli, clis: Path, stub: ModelStub, sandbox: Sandbox, moved: Path) -> bool:
    """Start the CLI once more in the new folder; tell whether the old session can be read."""
    stub.then(Text("Another one."))
    subprocess.run(
        [str(cli.executable(clis)), *ALONE[cli.name], "something else"],
        env=sandbox.environment,
        cwd=moved,
        stdin=subprocess.DEVNULL,
        capture_output=True,
        timeout=PATIENCE,
        check=True,
    )
    rows = json.loads(parley(sandbox, "sessions", "--json").stdout)
    (old,) = (row for row in rows if row["title"] == "the word is zanzibar")
    return "The wind of zanzibar is warm." in parley(sandbox, "show", old["id"]).stdout
