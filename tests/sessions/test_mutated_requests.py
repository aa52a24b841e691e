"""Recorded requests, bent and broken: one reply each, and no allow but for what was shown."""

import json
import random
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from tests.sessions.talking import WIRES, Reply, Talk, asked_id
from tests.support.chance import both_seeds
from tests.support.damage import OTHERS, Damage, cut, flip, places, swap
from tui.model.permission import PermissionRequest, Subject

TRANSCRIPTS = Path(__file__).resolve().parents[1] / "transcripts"
TAKING_BACK = (b"control_cancel_request", b"serverRequest/resolved")
ODD: list[Any] = [*OTHERS, "\ud800", "\u202erm", [None], [{}], {"": {}}, 1.5, float("nan")]
DEPTHS = (50, 199, 201, 400, 900, 980, 1_100, 10_000)


@cache
def recorded(wire: str) -> list[bytes]:
    """Return every line of the recordings that asks something or takes it back."""
    rows = [
        read(row)
        for path in sorted((TRANSCRIPTS / wire).rglob("*.jsonl"))
        for row in path.read_bytes().splitlines()
    ]
    said = [row["line"].encode("utf-8", "replace") for row in rows if row.get("dir") == "stdout"]
    return [
        raw for raw in said if asked_id(wire, read(raw)) or any(one in raw for one in TAKING_BACK)
    ]


def read(raw: bytes) -> Any:
    """Return what a line of JSON says; None where it is none."""
    try:
        return json.loads(raw.decode("utf-8", "replace"), parse_constant=int)
    except (ValueError, RecursionError):
        return None


def bend(raw: bytes, chance: random.Random) -> bytes:
    """Take members away, or give them other values."""
    body = json.loads(raw)
    for _ in range(chance.randint(1, 3)):
        if found := list(places(body)):
            holder, key = chance.choice(found)
            if isinstance(holder, dict) and chance.random() < 0.25:
                del holder[key]
            else:
                holder[key] = json.loads(json.dumps(chance.choice(ODD)))
    return json.dumps(body).encode()


def deepen(raw: bytes, chance: random.Random) -> bytes:
    """Nest one value."""
    body = json.loads(raw)
    holder, key = chance.choice(list(places(body)))
    holder[key] = "…"
    depth = chance.choice(DEPTHS)
    first, last = chance.choice(((b"[", b"]"), (b'{"a":', b"}")))
    return json.dumps(body).encode().replace(rb'"\u2026"', first * depth + b"1" + last * depth)


def double(raw: bytes, chance: random.Random) -> bytes:
    """Say one member twice, with two values."""
    body = json.loads(raw)
    holder, key = chance.choice([one for one in places(body) if isinstance(one[0], dict)])
    holder["…"] = holder.pop(key)
    name, other = json.dumps(key).encode(), json.dumps(chance.choice(ODD)).encode()
    return (
        json.dumps(body).encode().replace(rb'"\u2026":', name + b": " + other + b", " + name + b":")
    )


def keep(raw: bytes, chance: random.Random) -> bytes:
    """Leave a line as it is."""
    return raw


DAMAGES: tuple[Damage, ...] = (cut, flip, swap, bend, bend, deepen, double, keep)


def story(wire: str, lines: list[bytes], chance: random.Random) -> list[bytes]:
    """Return a few damaged lines; now and then two of them have one id."""
    told = []
    for number in range(chance.randint(1, 4)):
        body = json.loads(chance.choice(lines))
        plain = number if chance.random() < 0.85 else 0
        id: str | int = str(plain) if wire == "claude" else plain
        body["request_id" if wire == "claude" else "id"] = id
        if "method" in body and body["method"] == "serverRequest/resolved":
            del body["id"]
        raw = chance.choice(DAMAGES)(json.dumps(body).encode(), chance)
        told.append(raw.replace(b"\n", b" "))
    return told


class Account:
    """Counts requests and replies by id."""

    def __init__(self, wire: str) -> None:
        self._wire = wire
        self._asked: dict[str, int] = {}
        self._perhaps = 0
        """Lines that no reader understands, and that may have asked under any id."""
        self._answered: dict[str, int] = {}
        self._taken_back = False

    def hear(self, raw: bytes) -> None:
        """Note a line of the agent."""
        self._taken_back |= any(one in raw for one in TAKING_BACK)
        frame = read(raw)
        asked = asked_id(self._wire, frame)
        if frame is None:
            self._perhaps += 1
        elif asked is not None and asked.isascii() and "ud800" not in asked:
            _count(self._asked, asked)

    def reply(self, replies: list[Reply]) -> None:
        """Note what the agent got."""
        for one in replies:
            _count(self._answered, one.id)

    def faults(self) -> Iterator[str]:
        """Return whose requests got too many replies, or too few."""
        for id, asked in self._asked.items():
            answered = self._answered.get(id, 0)
            if answered > asked + self._perhaps:
                yield f"{id}: {answered} replies to {asked} requests"
            if not answered and not self._taken_back:
                yield f"{id}: no reply"


def _count(counts: dict[str, int], id: str) -> None:
    counts[id] = counts.get(id, 0) + 1


def live(wire: str, lines: list[bytes], chance: random.Random) -> bool:
    """Go through a story, allowing some of what is shown; tell whether anything was allowed."""
    talk, account = Talk(wire), Account(wire)
    allowed = False
    for raw in lines:
        account.hear(raw)
        at_once = talk.say(raw)
        assert not any(reply.allows for reply in at_once), "allowed without a person"
        account.reply(at_once)
        if talk.shown and chance.random() < 0.5:
            request = chance.choice(talk.shown)
            chosen = chance.sample(request.options, min(1, len(request.options)))
            options = tuple(one.id for one in chosen) if chance.random() < 0.3 else ()
            replies = talk.allow(request, options=options)
            check(wire, request, replies)
            allowed |= any(reply.allows for reply in replies)
            account.reply(replies)
    account.reply(talk.close())
    assert list(account.faults()) == []
    return allowed


def check(wire: str, request: PermissionRequest, replies: list[Reply]) -> None:
    """See that a reply is for what was shown, and carries nothing else."""
    for reply in replies:
        assert json.loads(reply.id) == (request.id if wire == "claude" else json.loads(request.id))
        if reply.allows and wire == "claude" and request.subject is not Subject.QUESTIONS:
            assert reply.input == request.input


@both_seeds
@pytest.mark.parametrize("count", [200, pytest.param(20_000, marks=pytest.mark.soak)])
@pytest.mark.parametrize("wire", WIRES)
def test_whatever_is_asked_gets_one_reply_and_no_allow_that_was_not_given(
    wire: str, count: int, seed: int
) -> None:
    allowed = 0
    for number in range(count):
        chance = random.Random(f"{seed}-{number}")
        told = story(wire, recorded(wire), chance)
        try:
            allowed += live(wire, told, chance)
        except BaseException as error:
            error.add_note(f"story {number} of seed {seed}: {told}"[:4_000])
            raise

    assert allowed > count / 20


def test_there_is_something_to_damage() -> None:
    assert [wire for wire in WIRES if len(recorded(wire)) < 10] == []
