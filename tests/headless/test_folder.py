"""Agents are started only in folders they can be told of."""

from pathlib import Path

import pytest

from tui.errors import UsageError
from tui.headless.folder import tellable


@pytest.mark.parametrize("name", ["plain", "with  spaces", "new\nline", "ünï", "\x1b[31m"])
def test_any_name_in_utf8_will_do(name: str) -> None:
    assert tellable(Path("/home/x") / name) == Path("/home/x") / name


def test_a_name_in_another_encoding_is_told_before_anything_starts() -> None:
    with pytest.raises(UsageError, match="is not UTF-8"):
        tellable(Path("/home/x/caf\udce9"))
