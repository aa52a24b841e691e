"""Recorded scenes for the tests of the Gemini dialects, and short ways to play them."""

import json
from collections.abc import Iterable
from pathlib import Path
from typing import Any, TypeVar

from tests.support.player import Played, Row, events_of, play, read_rows
from tui.agents.dialect import Dialect
from tui.agents.gemini.dialect import AcpDialect
from tui.agents.gemini.stream_dialect import StreamDialect
from tui.model.commands import Prompt
from tui.model.events import Event, PermissionAsked
from tui.model.identity import AgentId, ItemId
from tui.model.permission import PermissionRequest
from tui.model.spec import SessionSpec

TRANSCRIPTS = Path(__file__).resolve().parents[2] / "transcripts" / "gemini"
SESSION = "6c611cd6-9d3e-4f1a-8774-6b659df06154"

Told = TypeVar("Told")


def make_spec(**others: Any) -> SessionSpec:
    """Return what a session is to be, as far as a test does not say otherwise."""
    given = {
        "agent": AgentId("gemini"),
        "cwd": Path("/home/dev/gemdemo"),
        "executable": "/usr/bin/gemini",
        "state": Path("/home/dev/state"),
        **others,
    }
    return SessionSpec(**given)


def is_acp(rows: Iterable[Row]) -> bool:
    """Tell which protocol a recording speaks."""
    return any(row.dir == "meta" and "--acp" in row.line for row in rows)


def fitting(rows: list[Row]) -> Dialect:
    """Return a new dialect for a recording."""
    return AcpDialect(make_spec()) if is_acp(rows) else StreamDialect(make_spec())


def played(name: str) -> list[Played]:
    """Play a recorded scene to its end."""
    rows = read_rows(TRANSCRIPTS / f"{name}.jsonl")
    return play(fitting(rows), rows)


def told(played: Iterable[Played], *kinds: type[Told]) -> list[Told]:
    """Return the events of some kinds, in order."""
    return [event for event in events_of(played) if isinstance(event, kinds)]


def line(**body: Any) -> bytes:
    """Return one line of JSON-RPC, or of stream-json where `type` is given."""
    envelope = {} if "type" in body else {"jsonrpc": "2.0"}
    return json.dumps({**envelope, **body}).encode()


def update(name: str, **fields: Any) -> bytes:
    """Return a `session/update` line."""
    params = {"sessionId": SESSION, "update": {"sessionUpdate": name, **fields}}
    return line(method="session/update", params=params)


def chunk(text: str, kind: str = "agent_message_chunk") -> bytes:
    """Return a piece of the answer."""
    return update(kind, content={"type": "text", "text": text})


def heard(dialect: Dialect, *lines: bytes) -> list[Event]:
    """Let a dialect take lines of the CLI; return all events."""
    return [event for one in lines for event in dialect.receive(one).events]


def written(writes: Iterable[bytes]) -> list[Any]:
    """Return what lines say."""
    return [json.loads(one) for one in writes]


def opened() -> bytes:
    """Return the answer to `session/new`, which is our second request."""
    modes = {"availableModes": [], "currentModeId": "default"}
    return line(id=2, result={"sessionId": SESSION, "modes": modes})


def initialized() -> bytes:
    """Return the answer to `initialize`, which is our first request."""
    info = {"name": "gemini-cli", "version": "0.61.0"}
    return line(id=1, result={"protocolVersion": 1, "agentInfo": info})


def ready(**others: Any) -> AcpDialect:
    """Return a dialect after the handshake; its next request is number 3."""
    dialect = AcpDialect(make_spec(**others))
    dialect.open()
    dialect.receive(initialized())
    dialect.receive(opened())
    return dialect


def prompt(text: str, id: str = "p1", **others: Any) -> Prompt:
    """Return a prompt."""
    return Prompt(id=ItemId(id), text=text, **others)


SHELL_OPTIONS = [
    {"optionId": "proceed_always", "name": "Allow for this session", "kind": "allow_always"},
    {"optionId": "proceed_once", "name": "Allow", "kind": "allow_once"},
    {"optionId": "cancel", "name": "Reject", "kind": "reject_once"},
]


def ask(
    id: int | str = 0,
    call: str = "run_shell_command__1",
    title: str = "echo hi",
    kind: str = "execute",
    **others: Any,
) -> bytes:
    """Return a permission request."""
    tool_call = {"toolCallId": call, "status": "pending", "title": title, "kind": kind, **others}
    params = {"sessionId": SESSION, "options": SHELL_OPTIONS, "toolCall": tool_call}
    return line(id=id, method="session/request_permission", params=params)


def question(events: Iterable[Event]) -> PermissionRequest:
    """Return what is asked among some events."""
    return next(event.request for event in events if isinstance(event, PermissionAsked))
