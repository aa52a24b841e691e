"""Every conversation recorded with the real Codex goes through its dialect whole."""

from pathlib import Path

import pytest

from tests.agents.codex.scenes import make_spec, processes
from tests.support.player import RECORDINGS, Played, events_of, imbalances, play, read_rows
from tui.agents.codex.dialect import AppServer
from tui.agents.codex.exec_dialect import Exec
from tui.agents.dialect import Dialect
from tui.model.events import Unrecognised

FILES = sorted((RECORDINGS / "codex").glob("*.jsonl"))

pytestmark = pytest.mark.skipif(not FILES, reason=f"no recordings in {RECORDINGS}")

each_way = pytest.mark.parametrize("way", ["app", "exec"])
each_file = pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)


def conversation(path: Path, way: str) -> list[Played]:
    """Play what a recording holds of one way of talking."""
    dialect: Dialect = AppServer(make_spec()) if way == "app" else Exec(make_spec())
    return play(dialect, processes(read_rows(path), way))


@each_file
@each_way
def test_whatever_begins_ends_once(path: Path, way: str) -> None:
    assert imbalances(events_of(conversation(path, way))) == []


@each_file
@each_way
def test_no_line_of_json_puzzles_us(path: Path, way: str) -> None:
    puzzling = [
        (one.row.line, event.label)
        for one in conversation(path, way)
        for event in one.reaction.events
        if isinstance(event, Unrecognised) and one.row.line.startswith("{")
    ]

    assert puzzling == []
