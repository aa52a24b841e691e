"""Every conversation recorded from the real CLIs goes through parley whole."""

from functools import cache
from pathlib import Path

import msgspec
import pytest

from tests.support.player import RECORDINGS, imbalances
from tests.support.schemas import published_schema, validator
from tui.agents import registry
from tui.conversation.changes import Change
from tui.conversation.reduce import apply
from tui.conversation.state import Conversation
from tui.model.arrival import Arrival
from tui.model.codec import Encoder
from tui.model.events import Event, Unrecognised
from tui.model.identity import AgentId
from tui.model.spec import SessionSpec
from tui.model.unified import UnifiedLine, schema
from tui.sessions.replaying import Replay, Said, read

TRANSCRIPTS = Path(__file__).resolve().parents[1] / "transcripts"
FILES = sorted((RECORDINGS if RECORDINGS.is_dir() else TRANSCRIPTS).glob("*/*.jsonl"))
"""All recordings where they are at hand, else the ones kept with the project."""

SCHEMA = validator(schema())

files = pytest.mark.parametrize("path", FILES, ids=lambda path: f"{path.parent.name}/{path.stem}")


@cache
def play(path: Path) -> tuple[Arrival | Said, ...]:
    """Play a recording of the agent its folder is named after."""
    named = registry.agent(AgentId(path.parent.name))
    spec = SessionSpec(agent=named.id, cwd=Path("/"), executable="", state=Path("/"))
    return tuple(Replay(registry.agent, spec, named).play(read(path)))


def events(path: Path) -> list[Event]:
    """Return all events of a recording in order."""
    return [event for happened in play(path) for event in happened.events]


def stdout(path: Path) -> list[bytes]:
    """Return all lines the CLI printed, as recorded."""
    return [row.wire for row in read(path) if row.dir == "stdout"]


@files
def test_every_printed_byte_is_accounted_for_in_order(path: Path) -> None:
    arrivals = [happened for happened in play(path) if isinstance(happened, Arrival)]

    assert [arrival.raw for arrival in arrivals] == stdout(path)
    assert [arrival.seq for arrival in arrivals] == list(range(len(arrivals)))


@files
def test_whatever_begins_ends_once(path: Path) -> None:
    assert imbalances(events(path)) == []


@files
def test_no_documented_line_puzzles_us(path: Path) -> None:
    puzzles = [
        (event.label, happened.raw[:200])
        for happened in play(path)
        if isinstance(happened, Arrival) and is_object(happened.raw)
        for event in happened.events
        if isinstance(event, Unrecognised)
    ]

    assert puzzles == []


def is_object(line: bytes) -> bool:
    """Tell whether a line is a JSON object; the CLIs' plain text output is recorded too."""
    try:
        return isinstance(msgspec.json.decode(line), dict)
    except (msgspec.DecodeError, UnicodeDecodeError):
        return False


@files
def test_the_conversation_is_built_and_told_change_by_change(path: Path) -> None:
    conversation = Conversation()
    changes: list[Change] = []
    for event in events(path):
        apply(conversation, event, 0.0, changes)

    assert conversation.questions == []
    assert conversation.turn is None


@files
def test_every_line_of_json_is_what_the_schema_says(path: Path) -> None:
    agent = registry.agent(AgentId(path.parent.name))
    encoder = Encoder(agent.id, agent.protocol, raw=True)
    decoder = msgspec.json.Decoder(UnifiedLine)
    published = published_schema()
    seen: set[str] = set()
    for happened in play(path):
        if isinstance(happened, Arrival):
            lines = encoder.arrival(happened)
        else:
            lines = [line for event in happened.events for line in encoder.own(event, 0.0)]
        for line in lines:
            kind = type(decoder.decode(line)).__name__
            if kind in seen:
                continue
            seen.add(kind)
            SCHEMA.validate(msgspec.json.decode(line))
            published.check(msgspec.json.decode(line))
