"""Every conversation recorded with the real CLI replays, and what begins in it ends."""

from pathlib import Path

import pytest

from tests.agents.gemini.scenes import TRANSCRIPTS, fitting, is_acp
from tests.support.player import RECORDINGS, events_of, imbalances, play, read_rows
from tui.model.events import SessionEnded, TurnEnded, Unrecognised

FOLDER = RECORDINGS / "gemini"
FILES = sorted(FOLDER.glob("*.jsonl"))
NOT_STREAMED = {
    "sj_json_format",
    "sj_list_sessions",
    "sj_list_sessions_after",
    "sj_list_sessions_json",
    "sj_text_format",
    "mitig_5",
}
"""Runs whose output is text for people."""


def test_recordings_are_at_hand() -> None:
    if not FILES:
        pytest.skip(f"no recordings in {FOLDER}: only the scenes kept with the project are played")
    assert len(FILES) > 90


@pytest.mark.parametrize(
    "path", [*FILES, *sorted(TRANSCRIPTS.glob("*.jsonl"))], ids=lambda path: path.stem
)
def test_recording_replays_and_balances(path: Path) -> None:
    rows = read_rows(path)

    events = list(events_of(play(fitting(rows), rows)))

    assert imbalances(events) == []
    if path.stem not in NOT_STREAMED:
        assert [event for event in events if isinstance(event, Unrecognised)] == []
    if is_acp(rows):
        prompts = [row for row in rows if row.dir == "stdin" and '"session/prompt"' in row.line]
        assert len([event for event in events if isinstance(event, TurnEnded)]) == len(prompts)
        assert any(isinstance(event, SessionEnded) for event in events)
