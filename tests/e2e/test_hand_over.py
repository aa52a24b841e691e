"""Going on with another agent: what one real CLI was told reaches the model of another one."""

import json
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

import pytest

from tests.e2e.driving import parley
from tests.e2e.models import STUBS, heard
from tests.e2e.test_past_sessions import ALONE, BROWSE, answer_trust, app, by_itself
from tests.support.clis import CLAUDE, CLAUDE_OLD, CODEX, GEMINI, Cli
from tests.support.processes import MARK
from tests.support.sandbox import Sandbox, build_sandbox
from tests.support.script import Text
from tests.support.stub_server import ModelStub

HAND_OVER, BEGIN = "\x1b[18~", "\x13"
"""F7, Ctrl+S."""

PAIRS = [(CLAUDE, CODEX), (CODEX, GEMINI), (GEMINI, CLAUDE), (CODEX, CLAUDE_OLD)]


@pytest.mark.parametrize(("giver", "taker"), PAIRS, ids=str)
def test_another_agent_is_given_the_conversation(
    giver: Cli, taker: Cli, clis: Path, tmp_path: Path
) -> None:
    for cli in (giver, taker):
        if not cli.is_installed(clis):
            pytest.skip(f"{cli} is not installed in {clis}")
    with both(giver, taker, clis, tmp_path) as (sandbox, told, asked):
        told.then(Text("The wind of zanzibar is warm."))
        by_itself(giver, clis, sandbox, ALONE, "the word is zanzibar")
        before = files_of(sandbox, giver)

        with app(sandbox) as terminal:
            terminal.send(BROWSE)
            terminal.shows("SESSIONS  all 1")
            terminal.send("zanzibar")
            terminal.shows("in 1 session")
            terminal.send(HAND_OVER)
            terminal.shows(f"from {giver.name} to")
            terminal.shows("The wind of zanzibar is warm.")
            asked.then(Text("I go on with it."))
            terminal.send("keep to the brief")
            terminal.shows("keep to the brief")
            terminal.send(BEGIN)
            answer_trust(terminal, "I go on with it.")

        words = heard(asked.requests[-1])
        places = [words.find(one) for one in ("the word is zanzibar", "The wind of zanzibar")]
        assert -1 not in places and places == sorted(places)
        assert f"begun with {giver.name}" in words and "keep to the brief" in words
        assert files_of(sandbox, giver) == before
        assert len(told.requests) == 1
        rows = json.loads(parley(sandbox, "sessions", "--json").stdout)
        agents = sorted(row["agent"] for row in rows if row["kind"] == "session")
        assert agents == sorted((giver.name, taker.name))


@contextmanager
def both(
    giver: Cli, taker: Cli, clis: Path, folder: Path
) -> Iterator[tuple[Sandbox, ModelStub, ModelStub]]:
    """Make a home in which two CLIs find their models; nothing may be left running in it."""
    with ExitStack() as stack:
        told, asked = (stack.enter_context(STUBS[cli.name]()) for cli in (giver, taker))
        first = build_sandbox(giver, clis, told.url, folder)
        second = build_sandbox(taker, clis, asked.url, folder)
        paths = f"{first.environment['PATH']}:{second.environment['PATH']}"
        environment = {**first.environment, **second.environment, "PATH": paths}
        environment[MARK] = first.environment[MARK]
        sandbox = Sandbox(first.home, first.project, environment)
        yield sandbox, told, asked
        assert sandbox.end_processes() == {}


def files_of(sandbox: Sandbox, cli: Cli) -> dict[str, bytes]:
    """Return the session files of a CLI, whole."""
    kinds = (".claude/projects", ".codex/sessions", ".gemini/tmp")
    folder = next(kind for kind in kinds if cli.name in kind)
    found = (sandbox.home / folder).rglob("*.jsonl")
    return {str(path): path.read_bytes() for path in found}
