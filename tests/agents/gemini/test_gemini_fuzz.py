"""Damaged lines never raise, and the next good line is understood."""

import random
from collections.abc import Iterator

import pytest

from tests.agents.gemini.scenes import TRANSCRIPTS, chunk, is_acp, line, make_spec
from tests.support.chance import both_seeds
from tests.support.damage import Damage, cut, flip, swap
from tests.support.player import imbalances, read_rows, wire
from tui.agents.dialect import Dialect, Exit
from tui.agents.gemini.dialect import AcpDialect
from tui.agents.gemini.stream_dialect import StreamDialect
from tui.model.events import Event, ProseGrew

SAMPLE = 4_000
SOAK = 200_000

SCENES = [read_rows(path) for path in sorted(TRANSCRIPTS.glob("*.jsonl"))]


def keep(raw: bytes, chance: random.Random) -> bytes:
    """Leave a line as it is, but out of its place."""
    return raw


DAMAGES: tuple[Damage, ...] = (cut, flip, swap, swap, keep)


def damaged(acp: bool, count: int, seed: int) -> Iterator[tuple[str, bytes]]:
    """Return damaged lines of both ends, in no order."""
    chance = random.Random(seed)
    lines = [
        (row.dir, wire(row))
        for rows in SCENES
        if is_acp(rows) is acp
        for row in rows
        if row.dir in ("stdin", "stdout") and row.line.startswith("{")
        if "session/load" not in row.line  # What follows it is rightly not shown.
    ]
    for _ in range(count):
        direction, raw = chance.choice(lines)
        yield direction, chance.choice(DAMAGES)(raw, chance)


def survive(dialect: Dialect, acp: bool, good: bytes, count: int, seed: int) -> list[Event]:
    """Feed a dialect damaged lines; a good line in between must always be understood."""
    events: list[Event] = []
    for number, (direction, raw) in enumerate(damaged(acp, count, seed)):
        take = dialect.receive if direction == "stdout" else dialect.overhear
        events += take(raw).events
        if number % 50 == 0:
            understood = dialect.receive(good).events
            assert any(isinstance(event, ProseGrew) for event in understood)
            events += understood
    return [*events, *dialect.closed(Exit(code=1)).events]


@both_seeds
@pytest.mark.parametrize("count", [SAMPLE, pytest.param(SOAK, marks=pytest.mark.soak)])
def test_damaged_acp_lines_are_survived(count: int, seed: int) -> None:
    events = survive(AcpDialect(make_spec()), True, chunk("good"), count, seed)

    assert imbalances(events) == []


@both_seeds
@pytest.mark.parametrize("count", [SAMPLE, pytest.param(SOAK, marks=pytest.mark.soak)])
def test_damaged_stream_lines_are_survived(count: int, seed: int) -> None:
    good = line(type="message", role="assistant", content="good", delta=True)

    events = survive(StreamDialect(make_spec()), False, good, count, seed)

    assert imbalances(events) == []
