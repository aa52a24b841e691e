"""Lines of an agent as they must not be: cut short, with flipped bits, with other values."""

import json
import random
from collections.abc import Callable, Iterator
from typing import Any, TypeAlias

Damage: TypeAlias = Callable[[bytes, random.Random], bytes]
"""Does something bad to a line."""

OTHERS: list[Any] = [
    None,
    True,
    0,
    -1,
    1e308,
    10**40,
    "",
    "\x00",
    "x" * 300,
    [],
    [[]],
    {},
    {"a": 1},
]
"""Values of the wrong type or of no sensible size."""


def cut(raw: bytes, chance: random.Random) -> bytes:
    """Return the beginning of a line."""
    return raw[: chance.randrange(len(raw) + 1)]


def flip(raw: bytes, chance: random.Random) -> bytes:
    """Change some bits."""
    flipped = bytearray(raw)
    for _ in range(chance.randint(1, 4)):
        flipped[chance.randrange(len(flipped))] ^= 1 << chance.randrange(8)
    return bytes(flipped).replace(b"\n", b" ")


def swap(raw: bytes, chance: random.Random) -> bytes:
    """Give one value of a line another type."""
    body = json.loads(raw)
    container, key = chance.choice(list(places(body)))
    container[key] = chance.choice(OTHERS)
    return json.dumps(body).encode()


def places(value: Any) -> Iterator[tuple[Any, Any]]:
    """Return every place in a JSON value that holds another."""
    for key, inner in value.items() if isinstance(value, dict) else enumerate(value):
        yield value, key
        if isinstance(inner, dict | list):
            yield from places(inner)
