"""parley killed, hung up on or closed while a question waits: the agent is allowed nothing."""

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from tests.support.line_mode import ENDS, PATIENCE, Waiting, waiting
from tests.support.marked import VERSIONS, allowed, install
from tests.support.processes import until


@contextmanager
def asking(name: str, folder: Path) -> Iterator[Waiting]:
    """Start parley with an agent that leaves markers, and wait until it asks."""
    environment = install(name, folder)
    with waiting(environment, folder / "work", name, "run") as one:
        assert b"python3 greeting.py" in one.shown, one.shown.decode("utf-8", "replace")
        yield one


@pytest.mark.parametrize("how", ENDS)
@pytest.mark.parametrize("name", VERSIONS)
def test_nothing_is_allowed_and_nothing_is_left(name: str, how: str, tmp_path: Path) -> None:
    with asking(name, tmp_path) as one:
        ENDS[how](one)
        assert one.gone()
        assert allowed(tmp_path) == []


@pytest.mark.parametrize("name", VERSIONS)
def test_the_marker_is_left_when_it_is_allowed(name: str, tmp_path: Path) -> None:
    with asking(name, tmp_path) as one:
        os.write(one.terminal, b"y\n")
        assert until(lambda: allowed(tmp_path), PATIENCE)
