"""How deep a value of JSON is nested: what nobody could read to its ground is not asked about."""

from typing import Any

DEEPEST = 200
"""Levels; Python gives up at about a thousand, and what shows a value takes two for each."""


def nested_too_deeply(value: Any) -> bool:
    """Tell whether objects and lists stand inside each other more often than anybody reads."""
    level = [value]
    for _ in range(DEEPEST):
        level = [inner for one in level for inner in _inside(one)]
        if not level:
            return False
    return True


def _inside(value: Any) -> list[Any]:
    """Return the objects and lists right in another one."""
    if isinstance(value, dict):
        value = list(value.values())
    if not isinstance(value, list):
        return []
    return [one for one in value if isinstance(one, dict | list)]
