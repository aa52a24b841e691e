"""Recorded scenes for the tests of the Codex dialects, and short ways to play them."""

import json
from collections.abc import Iterable
from pathlib import Path
from typing import Any, TypeVar

from tests.support.player import Played, Row, events_of, play, read_rows
from tui.agents.codex.dialect import AppServer
from tui.agents.codex.exec_dialect import Exec
from tui.agents.dialect import Dialect
from tui.model.commands import Prompt
from tui.model.events import Event
from tui.model.identity import AgentId, ItemId
from tui.model.spec import SessionSpec

TRANSCRIPTS = Path(__file__).resolve().parents[2] / "transcripts" / "codex"

THREAD = "01a1e2a5-6ae2-7342-8687-b83f7aa21e30"
TURN = "01a1e2a5-6b29-7860-a2a5-13a580ecf470"

PROMPT = Prompt(id=ItemId("aaaaaaaa-0000-4000-8000-000000000001"), text="-p hello")
LATER = Prompt(id=ItemId("aaaaaaaa-0000-4000-8000-000000000002"), text="later")

Told = TypeVar("Told")


def make_spec(**others: Any) -> SessionSpec:
    """Return what a session is to be, as far as a test does not say otherwise."""
    given = {
        "agent": AgentId("codex"),
        "cwd": Path("/home/dev/demo"),
        "executable": "/usr/bin/codex",
        "state": Path("/home/dev/state"),
        **others,
    }
    return SessionSpec(**given)


def scene(name: str) -> list[Row]:
    """Return the rows of a recorded scene; of an old one only the app-server's part."""
    return processes(read_rows(TRANSCRIPTS / f"{name}.jsonl"), "exec" if "exec" in name else "app")


def processes(rows: list[Row], way: str) -> list[Row]:
    """Return the rows of those processes in a recording that talk one way."""
    kept, current = [], way
    for row in rows:
        if row.dir == "meta" and '"argv"' in row.line:
            current = "app" if "app-server" in row.line else "exec"
        if current == way:
            kept.append(row)
    return kept


def played(name: str) -> list[Played]:
    """Play a recorded scene to its end."""
    dialect: Dialect = Exec(make_spec()) if "exec" in name else AppServer(make_spec())
    return play(dialect, scene(name))


def told(played: Iterable[Played], *kinds: type[Told]) -> list[Told]:
    """Return the events of some kinds, in order."""
    return [event for event in events_of(played) if isinstance(event, kinds)]


def line(**body: Any) -> bytes:
    """Return one line of JSON."""
    return json.dumps(body).encode()


def notify(method: str, **params: Any) -> bytes:
    """Return a notification about our own thread."""
    return line(method=method, params={"threadId": THREAD, "turnId": TURN, **params})


def item(stage: str, type: str, id: str, **fields: Any) -> bytes:
    """Return the start or the end of an item."""
    return notify(f"item/{stage}", item={"type": type, "id": id, **fields})


def heard(dialect: Dialect, *lines: bytes) -> list[Event]:
    """Let a dialect take lines of the CLI; return all events."""
    return [event for one in lines for event in dialect.receive(one).events]


def written(writes: Iterable[bytes]) -> list[Any]:
    """Return lines we wrote as JSON."""
    assert all(write.endswith(b"\n") and write.count(b"\n") == 1 for write in writes)
    return [json.loads(write) for write in writes]


WELCOME = line(id=1, result={"userAgent": "parley/0.166.0 (Debian 12.0.0; x86_64) xterm"})
OPENED = line(id=3, result={"thread": {"id": THREAD}, "model": "gpt-5.5", "cwd": "/home/dev/demo"})


def ready(**others: Any) -> AppServer:
    """Return a dialect whose thread is open."""
    dialect = AppServer(make_spec(**others))
    dialect.open()
    dialect.receive(WELCOME)
    dialect.receive(OPENED)
    return dialect


def busy(**others: Any) -> AppServer:
    """Return a dialect whose turn runs."""
    dialect = ready(**others)
    dialect.send(PROMPT)
    dialect.receive(line(id=5, result={"turn": {"id": TURN, "status": "inProgress"}}))
    dialect.receive(notify("turn/started", turn={"id": TURN, "status": "inProgress"}))
    return dialect


def turn_over(status: str = "completed", **turn: Any) -> bytes:
    """Return the end of the turn."""
    return notify("turn/completed", turn={"id": TURN, "status": status, **turn})
