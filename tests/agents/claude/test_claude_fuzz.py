"""Damaged lines never raise, and the next good line is understood."""

import json
import random
from collections.abc import Iterator

import msgspec
import pytest

from tests.agents.claude.scenes import TRANSCRIPTS, line, new_dialect
from tests.support.chance import both_seeds
from tests.support.damage import Damage, cut, flip, swap
from tests.support.player import imbalances, read_rows, wire
from tui.agents.dialect import Exit
from tui.model.events import Event, PermissionAsked, PermissionWithdrawn, ProseDone
from tui.model.identity import ItemId

SAMPLE = 6_000
SOAK = 200_000

LINES = [
    wire(row)
    for path in sorted(TRANSCRIPTS.rglob("*.jsonl"))
    for row in read_rows(path)
    if row.dir == "stdout"
]


def splice(raw: bytes, chance: random.Random) -> bytes:
    """Put the beginning of one line before the end of another."""
    other = chance.choice(LINES)
    return raw[: chance.randrange(len(raw))] + other[chance.randrange(len(other)) :]


def rename(raw: bytes, chance: random.Random) -> bytes:
    """Turn a line into one of another type."""
    body = json.loads(raw)
    other = json.loads(chance.choice(LINES))
    body["type"] = other["type"]
    body["subtype"] = other.get("subtype", body.get("subtype"))
    return json.dumps(body).encode()


DAMAGES: list[Damage] = [cut, flip, splice, swap, swap, rename]


def damaged(count: int, seed: int) -> Iterator[bytes]:
    """Return lines in another order, each with its own damage."""
    chance = random.Random(seed)
    for _ in range(count):
        raw = chance.choice(LINES)
        yield chance.choice(DAMAGES)(raw, chance)


def good_line(number: int) -> tuple[bytes, ProseDone]:
    """Return a line that is as it should be, and what it means."""
    name = f"good-{number}"
    said = {"id": name, "content": [{"type": "text", "text": "good"}]}
    return line(type="assistant", uuid=name, message=said), ProseDone(ItemId(name), "good")


class Trial:
    """One dialect that is fed damaged lines, and the events it made of them."""

    def __init__(self) -> None:
        self._dialect = new_dialect()
        self._open: set[str] = set()
        self.events: list[Event] = []

    def take(self, raw: bytes) -> tuple[Event, ...]:
        """Feed one line, as if the CLI had printed it and a client had written it."""
        events = self._dialect.receive(raw).events
        msgspec.json.encode(events)
        asked = {event.request.id for event in events if isinstance(event, PermissionAsked)}
        if asked & self._open:
            # The broker refuses a second request of the same id and says so itself.
            events = ()
        self._open -= {event.request for event in events if isinstance(event, PermissionWithdrawn)}
        self._open |= asked
        self.events += [*events, *self._dialect.overhear(raw).events]
        return events

    def end(self) -> list[str]:
        """End the process; return what does not balance."""
        self.events += self._dialect.closed(Exit(code=0)).events
        return imbalances(self.events)


def survive(count: int, seed: int) -> list[str]:
    """Feed damaged lines to dialects, a hundred each; return what went wrong."""
    wrong: list[str] = []
    trial = Trial()
    for number, raw in enumerate(damaged(count, seed)):
        trial.take(raw)
        if number % 100 == 99:
            good, meaning = good_line(number)
            if trial.take(good)[-1:] != (meaning,):
                wrong.append(f"line {number}: a good line was not understood")
            wrong += trial.end()
            trial = Trial()
    return wrong


@both_seeds
def test_damaged_lines_never_raise_and_the_books_balance(seed: int) -> None:
    assert survive(SAMPLE, seed) == []


@pytest.mark.soak
@both_seeds
def test_many_damaged_lines_never_raise_and_the_books_balance(seed: int) -> None:
    assert survive(SOAK, seed) == []
