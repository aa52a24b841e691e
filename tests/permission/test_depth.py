"""How deep a value may be nested before nobody is asked about it."""

from typing import Any

import pytest

from tui.permission.depth import DEEPEST, nested_too_deeply


def nested(levels: int, *, key: str | None) -> Any:
    """Return a value of so many objects, or lists, inside each other."""
    value: Any = {} if key else []
    for _ in range(levels - 1):
        value = {key: value} if key else [value]
    return value


@pytest.mark.parametrize("key", ["input", None])
def test_a_value_of_200_levels_is_read_and_one_of_more_is_not(key: str | None) -> None:
    assert DEEPEST == 200
    assert not nested_too_deeply(nested(200, key=key))
    assert nested_too_deeply(nested(201, key=key))


@pytest.mark.parametrize("value", [{}, [], "text", 5, None, {"a": 1, "b": [1, {"c": "d"}]}])
def test_ordinary_values_are_not_deep(value: Any) -> None:
    assert not nested_too_deeply(value)


def test_one_deep_place_among_flat_ones_is_found() -> None:
    deep = nested(220, key="x")

    assert nested_too_deeply({"a": 1, "b": ["flat", {"c": 2}, deep], "d": []})
    assert nested_too_deeply([{"a": deep}])
    assert nested_too_deeply({"last": {"mixed": [{"in": nested(220, key=None)}]}})
