"""Our own names, pins and tags."""

from pathlib import Path

import pytest

from tui.agents.store import SessionSummary
from tui.errors import ParleyError
from tui.history.notes import Note, Notes
from tui.model.identity import AgentId

ROW = SessionSummary(id="s", agent=AgentId("claude"), path="/s.jsonl", title="theirs")


def test_notes_are_kept_and_named_rows_carry_our_name(tmp_path: Path) -> None:
    path = tmp_path / "state" / "notes.json"
    Notes(path).change(ROW, name="ours", pinned=True)
    Notes(path).change(ROW, tags=["b", "a", "b"], archived=True)

    notes = Notes(path)

    assert notes.of(ROW) == Note(name="ours", pinned=True, archived=True, tags=("b", "a"))
    assert [(row.title, row.archived) for row in notes.applied([ROW])] == [("ours", True)]
    assert path.stat().st_mode & 0o777 == 0o600


def test_an_empty_name_takes_the_name_back(tmp_path: Path) -> None:
    notes = Notes(tmp_path / "notes.json")
    notes.change(ROW, name="ours")
    notes.change(ROW, name=" ")

    assert notes.applied([ROW]) == [ROW]
    assert (tmp_path / "notes.json").read_text() == "{}\n"


def test_a_damaged_file_is_set_aside(tmp_path: Path) -> None:
    path = tmp_path / "notes.json"
    path.write_text("{broken")

    Notes(path).change(ROW, pinned=True)

    assert Notes(path).of(ROW).pinned
    assert path.with_suffix(".damaged").read_text() == "{broken"


def test_a_note_that_cannot_be_kept_is_told(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")

    with pytest.raises(ParleyError, match="could not be kept"):
        Notes(tmp_path / "file" / "notes.json").change(ROW, pinned=True)
