"""Damaged lines never break the dialects, and the next whole line is still understood."""

import json
import random
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from tests.agents.codex.scenes import THREAD, TRANSCRIPTS, TURN, busy, make_spec, processes
from tests.support.chance import both_seeds
from tests.support.player import Row, imbalances, read_rows, wire
from tui.agents.codex.dialect import AppServer
from tui.agents.codex.exec_dialect import Exec
from tui.agents.dialect import Dialect, Exit
from tui.model.events import Event, ProseDone, TurnStarted

SAMPLED = 4_000
SOAKED = 200_000

VALUES: list[Any] = [
    None,
    True,
    -1,
    2**70,
    1.5,
    "",
    "x",
    [],
    {},
    ["x"],
    {"type": "x"},
    "\udcff",
    [[[[]]]],
]


def rows(way: str) -> list[Row]:
    """Return all recorded lines of one way of talking."""
    files = sorted(TRANSCRIPTS.glob("*.jsonl"))
    return [
        row
        for path in files
        for row in processes(read_rows(path), way)
        if row.dir in ("stdin", "stdout")
    ]


def swap(value: Any, chance: random.Random) -> Any:
    """Return JSON in which one value is another."""
    if isinstance(value, dict) and value and chance.random() < 0.85:
        key = chance.choice(sorted(value))
        return {**value, key: swap(value[key], chance)}
    if isinstance(value, list) and value and chance.random() < 0.85:
        place = chance.randrange(len(value))
        return [*value[:place], swap(value[place], chance), *value[place + 1 :]]
    return chance.choice(VALUES)


def damaged(line: bytes, chance: random.Random) -> bytes:
    """Return a line that is cut, flipped, garbled or of other types."""
    match chance.randrange(5):
        case 0:
            return line[: chance.randrange(len(line) + 1)]
        case 1:
            broken = bytearray(line or b" ")
            for _ in range(chance.randrange(1, 4)):
                broken[chance.randrange(len(broken))] ^= 1 << chance.randrange(8)
            return bytes(broken)
        case 2:
            return chance.randbytes(chance.randrange(40))
        case 3:
            return line + line
        case _:
            swapped = swap(json.loads(line), chance) if line.startswith(b"{") else {}
            return json.dumps(swapped).encode()


def shuffled(lines: list[Row], chance: random.Random, count: int) -> Iterator[tuple[str, bytes]]:
    """Return recorded lines in any order, every second one damaged."""
    for _ in range(count):
        row = chance.choice(lines)
        line = wire(row)
        yield row.dir, damaged(line, chance) if chance.random() < 0.5 else line


def torture(dialect: Dialect, lines: list[Row], seed: int, count: int) -> list[Event]:
    """Put a dialect through damaged lines; return all events."""
    chance = random.Random(seed)
    events: list[Event] = []
    for direction, line in shuffled(lines, chance, count):
        take = dialect.overhear if direction == "stdin" else dialect.receive
        events += take(line).events
    return events


def app_says(text: str) -> bytes:
    """Return a whole line of app-server."""
    item = {"type": "agentMessage", "id": "whole", "text": text}
    params = {"threadId": THREAD, "turnId": TURN, "item": item}
    return json.dumps({"method": "item/completed", "params": params}).encode()


def exec_says(text: str) -> bytes:
    """Return a whole line of exec."""
    item = {"id": "whole", "type": "agent_message", "text": text}
    return json.dumps({"type": "item.completed", "item": item}).encode()


class Trial:
    """A dialect, what it said before, and how its CLI says something whole."""

    def __init__(self, way: str, dialect: Dialect, says: Callable[[str], bytes]) -> None:
        self.way, self.dialect, self.says = way, dialect, says
        self.before: list[Event] = []


def overheard() -> Trial:
    """Return a dialect that reads a recording."""
    return Trial("app", AppServer(make_spec()), app_says)


def live() -> Trial:
    """Return a dialect in the middle of a turn of its own."""
    trial = Trial("app", busy(), app_says)
    trial.before = [TurnStarted(TURN)]
    return trial


def by_turns() -> Trial:
    """Return the dialect of `codex exec`."""
    return Trial("exec", Exec(make_spec()), exec_says)


@both_seeds
@pytest.mark.parametrize("make", [overheard, live, by_turns])
@pytest.mark.parametrize(
    "count", [SAMPLED, pytest.param(SOAKED, marks=pytest.mark.soak)], ids=["sample", "soak"]
)
def test_damaged_lines_leave_the_books_balanced(
    make: Callable[[], Trial], count: int, seed: int
) -> None:
    trial = make()
    lines = [row for row in rows(trial.way) if row.dir == "stdout" or make is overheard]

    events = trial.before + torture(trial.dialect, lines, seed=seed, count=count)
    after = trial.dialect.receive(trial.says("still here")).events
    events += [*after, *trial.dialect.closed(Exit(code=0)).events]

    assert [one.text for one in after if isinstance(one, ProseDone)] == ["still here"]
    assert imbalances(events) == []


def test_a_whole_line_after_each_damaged_one_is_understood() -> None:
    chance = random.Random(7)
    dialect = busy()
    for row in rows("app")[:400]:
        dialect.receive(damaged(wire(row), chance))

        said = dialect.receive(app_says("whole")).events

        assert [one.text for one in said if isinstance(one, ProseDone)] == ["whole"]
