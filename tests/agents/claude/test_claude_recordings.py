"""Every recorded conversation with the real CLI plays without a hitch."""

from pathlib import Path

import pytest

from tests.agents.claude.scenes import TRANSCRIPTS, new_dialect
from tests.support.player import RECORDINGS, events_of, imbalances, play, read_rows, wire
from tui.model.events import SessionEnded, Unrecognised, UserSaid

SCENES = sorted(TRANSCRIPTS.rglob("*.jsonl"))
ALL = sorted((RECORDINGS / "claude").glob("*.jsonl"))

PLAIN_TEXT = {"x10d_text.jsonl"}
"""Recorded without `--output-format`: what is printed is no JSON, and said to be none."""


def name_of(path: Path) -> str:
    """Return how a test over a recording is called."""
    return f"{path.parent.name}/{path.stem}"


def test_the_recordings_are_there() -> None:
    if not ALL:
        pytest.skip(f"no recordings in {RECORDINGS.name}: only the copied scenes were played")


@pytest.mark.parametrize("path", [*SCENES, *ALL], ids=name_of)
def test_recording_is_understood_and_the_books_balance(path: Path) -> None:
    rows = read_rows(path)

    events = list(events_of(play(new_dialect(), rows)))

    unknown = [event for event in events if isinstance(event, Unrecognised)]
    assert imbalances(events) == []
    assert unknown == ([Unrecognised("not JSON")] if path.name in PLAIN_TEXT else [])
    assert [event for event in events if isinstance(event, SessionEnded)] == events[-1:]


@pytest.mark.parametrize("path", SCENES, ids=name_of)
def test_lines_of_a_client_are_not_taken_for_those_of_the_cli(path: Path) -> None:
    """What the CLI echoes of our own words is what the user said, or is not understood."""
    dialect = new_dialect()
    echoed = set()

    for row in read_rows(path):
        if row.dir == "stdin":
            echoed |= {type(event) for event in dialect.receive(wire(row)).events}
            dialect.overhear(wire(row))
        elif row.dir == "stdout":
            dialect.receive(wire(row))

    assert echoed <= {UserSaid, Unrecognised}
