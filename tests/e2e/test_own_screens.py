"""Sessions that people had in a CLI's own screen, typed by hand, are listed and read in full."""

import json
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pexpect  # type: ignore[import-untyped]  # it ships no types
import pytest

from tests.e2e.driving import PATIENCE, parley
from tests.support.clis import CLAUDE, CLAUDE_OLD, Cli
from tests.support.processes import until
from tests.support.sandbox import Sandbox
from tests.support.script import Text
from tests.support.stub_server import ModelStub
from tests.ui.terminal import Terminal, put_away

QUIET = 0.5
"""Seconds after which the CLIs no longer take what comes for part of a paste."""


@pytest.mark.parametrize("cli", [CLAUDE, CLAUDE_OLD], ids=str, indirect=True)
def test_what_was_typed_in_the_cli_s_own_screen_is_listed_and_read(
    cli: Cli, clis: Path, stub: ModelStub, sandbox: Sandbox
) -> None:
    meet_claude(sandbox)
    stub.then(Text("The wind of zanzibar is warm."), Text("It was that one."))

    with own_screen(cli, clis, sandbox) as terminal:
        terminal.shows("\u276f")
        for said, answer in (
            ("the word is zanzibar", "The wind of zanzibar is warm."),
            ("which word was it", "It was that one."),
        ):
            terminal.send(said)
            terminal.shows(said)
            terminal.pause(QUIET)
            terminal.send("\r")
            terminal.shows(answer)
        assert until(lambda: [row["message_count"] for row in sessions(sandbox)] == [4], PATIENCE)

    (row,) = sessions(sandbox)
    told = parley(sandbox, "show", row["id"]).stdout
    assert (row["agent"], row["title"]) == (cli.name, "the word is zanzibar")
    assert (row["message_count"], row["cwd"]) == (4, str(sandbox.project))
    places = [
        told.find(words)
        for words in ("the word is", "The wind of", "which word was it", "It was that one.")
    ]
    assert -1 not in places and places == sorted(places)
    found = parley(sandbox, "search", "which word was", "--json").stdout
    assert row["id"] in found


def sessions(sandbox: Sandbox) -> list[dict[str, Any]]:
    """Return the sessions that parley lists."""
    rows = json.loads(parley(sandbox, "sessions", "--json").stdout)
    return [row for row in rows if row["kind"] == "session"]


def meet_claude(sandbox: Sandbox) -> None:
    """Let Claude Code believe that its user has met it and trusts the folder."""
    met = {
        "hasCompletedOnboarding": True,
        "theme": "dark",
        "projects": {str(sandbox.project): {"hasTrustDialogAccepted": True}},
        "customApiKeyResponses": {"approved": ["no-key"], "rejected": []},
    }
    (sandbox.home / ".claude.json").write_text(json.dumps(met))


@contextmanager
def own_screen(cli: Cli, clis: Path, sandbox: Sandbox) -> Iterator[Terminal]:
    """Run a CLI as a person does; it is gone when the block ends."""
    child = pexpect.spawn(
        str(cli.executable(clis)),
        [],
        dimensions=(40, 120),
        env={**sandbox.environment, "TERM": "xterm-256color"},
        cwd=str(sandbox.project),
        timeout=PATIENCE,
    )
    try:
        yield Terminal(child, 120, 40)
    finally:
        put_away(child)
