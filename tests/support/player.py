"""Feeds a recorded conversation to a dialect, and checks that the books balance afterwards."""

import re
from collections.abc import Iterable, Iterator
from pathlib import Path

import msgspec

from tui.agents.dialect import Dialect, Exit, Reaction
from tui.model.events import (
    Event,
    PermissionAsked,
    PermissionDecided,
    PermissionWithdrawn,
    ToolFinished,
    ToolStarted,
    TurnEnded,
    TurnStarted,
)

RECORDINGS = Path(__file__).resolve().parents[3] / "shared" / "recordings"
"""418 conversations with the real CLIs, beside the project; absent on a user's machine."""


class Row(msgspec.Struct, frozen=True):
    """One row of a recording."""

    dir: str
    line: str
    t_ms: float = 0


class Played(msgspec.Struct, frozen=True):
    """What a dialect made of one row."""

    row: Row
    reaction: Reaction


def read_rows(path: Path) -> list[Row]:
    """Return the rows of a recording."""
    decoder = msgspec.json.Decoder(Row)
    return [decoder.decode(line) for line in path.read_bytes().splitlines() if line.strip()]


def wire(row: Row) -> bytes:
    """Return the bytes of a recorded line; recorders wrote lone surrogates for bad UTF-8."""
    return row.line.encode("utf-8", "surrogatepass")


def play(dialect: Dialect, rows: Iterable[Row]) -> list[Played]:
    """Replay a recording: what the client wrote is overheard, what the CLI printed received."""
    played = []
    last = Row("note", "exit code 0")
    for row in rows:
        if row.dir == "stdout":
            played.append(Played(row, dialect.receive(wire(row))))
        elif row.dir == "stdin":
            played.append(Played(row, dialect.overhear(wire(row))))
        elif "exit" in row.line:
            last = row
    code = re.search(r'exit[ _a-z"]*:? ?(-?\d+)', last.line)
    closed = dialect.closed(Exit(code=int(code[1]) if code else 0))
    return [*played, Played(last, closed)]


def events_of(played: Iterable[Played]) -> Iterator[Event]:
    """Return all events in order."""
    for one in played:
        yield from one.reaction.events


def imbalances(events: Iterable[Event]) -> list[str]:
    """Return what does not balance: finishes without starts, open questions, turns ended twice."""
    wrong: list[str] = []
    calls: set[str] = set()
    finished: set[str] = set()
    questions: set[str] = set()
    turn_open = False
    for event in events:
        match event:
            case ToolStarted():
                calls.add(event.call)
            case ToolFinished():
                if event.call not in calls:
                    wrong.append(f"{event.call} finished without a start")
                if event.call in finished:
                    wrong.append(f"{event.call} finished twice")
                finished.add(event.call)
            case PermissionAsked():
                questions.add(event.request.id)
            case PermissionDecided() | PermissionWithdrawn():
                if event.request not in questions:
                    wrong.append(f"{event.request} closed but not open")
                questions.discard(event.request)
            case TurnStarted():
                if turn_open:
                    wrong.append("a turn started within a turn")
                turn_open = True
            case TurnEnded():
                if not turn_open:
                    wrong.append("a turn ended that was not open")
                turn_open = False
            case _:
                pass
    wrong += [f"{call} never finished" for call in sorted(calls - finished)]
    wrong += [f"{question} left open" for question in sorted(questions)]
    if turn_open:
        wrong.append("a turn left open")
    return wrong
