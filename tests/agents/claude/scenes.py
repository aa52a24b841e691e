"""Recorded scenes for the tests of the Claude dialect, and short ways to play them."""

import json
from collections.abc import Iterable
from pathlib import Path
from typing import Any, TypeVar

from tests.support.player import Played, Row, events_of, play, read_rows
from tui.agents.claude.dialect import ClaudeDialect
from tui.model.events import Event
from tui.model.identity import AgentId, SessionId
from tui.model.spec import SessionSpec

TRANSCRIPTS = Path(__file__).resolve().parents[2] / "transcripts" / "claude"

Told = TypeVar("Told")


def make_spec(**others: Any) -> SessionSpec:
    """Return what a session is to be, as far as a test does not say otherwise."""
    given = {
        "agent": AgentId("claude"),
        "cwd": Path("/home/dev/project"),
        "executable": "/usr/bin/claude",
        "state": Path("/home/dev/state"),
        **others,
    }
    return SessionSpec(**given)


def new_dialect(*, resume: str | None = None, **others: Any) -> ClaudeDialect:
    """Return a dialect that has not heard anything yet."""
    return ClaudeDialect(make_spec(resume=SessionId(resume) if resume else None, **others))


def scene(name: str) -> list[Row]:
    """Return the rows of a recorded scene: `2.1.197/hello`."""
    return read_rows(TRANSCRIPTS / f"{name}.jsonl")


def played(name: str) -> list[Played]:
    """Play a recorded scene to its end."""
    return play(new_dialect(), scene(name))


def told(played: Iterable[Played], *kinds: type[Told]) -> list[Told]:
    """Return the events of some kinds, in order."""
    return [event for event in events_of(played) if isinstance(event, kinds)]


def line(**body: Any) -> bytes:
    """Return one line of JSON."""
    return json.dumps(body).encode()


def heard(dialect: ClaudeDialect, *lines: bytes) -> list[Event]:
    """Let a dialect take lines of the CLI; return all events."""
    return [event for one in lines for event in dialect.receive(one).events]


def ready(dialect: ClaudeDialect) -> ClaudeDialect:
    """Bring a dialect through the handshake."""
    dialect.open()
    answer = {"subtype": "success", "request_id": "parley-1", "response": {"commands": []}}
    dialect.receive(line(type="control_response", response=answer))
    return dialect


def written(writes: Iterable[bytes]) -> list[Any]:
    """Return what lines say."""
    return [json.loads(one) for one in writes]
