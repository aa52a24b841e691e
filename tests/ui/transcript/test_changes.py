"""How many lines a change adds and removes: one number, in the sidebar and in the conversation."""

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as some

from tests.support.transcripts import happen
from tests.ui.transcript.test_recordings import TRANSCRIPTS, events
from tui.conversation.changes import Change
from tui.conversation.state import Conversation, ToolCall
from tui.model.identity import ItemId
from tui.model.tools import ChangeKind, FileChange, Outcome
from tui.text.diff import counts
from tui.ui import pieces
from tui.ui.changed_files import ChangedFiles
from tui.ui.transcript.blocks import Entry
from tui.ui.transcript.changes import line_counts, rows_of

FILES = sorted(TRANSCRIPTS.glob("*/*.jsonl"))


def rows_say(call: ToolCall, index: int) -> tuple[int, int]:
    """Return what the conversation shows above the difference of a file."""
    return counts(rows_of(Entry(call.id, call), index, call.changes[index]))


@pytest.mark.parametrize("path", FILES, ids=lambda path: f"{path.parent.name}/{path.stem}")
def test_the_sidebar_counts_as_the_conversation_does(path: Path) -> None:
    conversation = Conversation()
    told: list[Change] = []
    for event in events(path):
        told += happen(conversation, event)
    sidebar = ChangedFiles()
    sidebar.take(told)
    calls = [item for item in conversation.items.values() if isinstance(item, ToolCall)]
    for call in calls:
        for index, change in enumerate(call.changes):
            assert line_counts(change) == rows_say(call, index)

    changed = {
        change.path for call in calls if call.outcome is Outcome.OK for change in call.changes
    }
    assert set(sidebar.files) == changed


@given(
    some.sampled_from(ChangeKind),
    some.none() | some.text("ab\n\r\u2028", max_size=20),
    some.none() | some.text("ab\n\r\u2028", max_size=20),
    some.none() | some.text("+-ab @\n", max_size=20),
)
def test_any_change_is_counted_in_one_way(
    kind: ChangeKind, before: str | None, after: str | None, diff: str | None
) -> None:
    change = FileChange(path="a", kind=kind, before=before, after=after, diff=diff)
    entry = Entry(ItemId("a"), None)  # type: ignore[arg-type]  # only its rows are asked for

    assert line_counts(change) == counts(rows_of(entry, 0, change))


@pytest.mark.parametrize(
    ("change", "expected"),
    [
        (FileChange(path="a", kind=ChangeKind.CREATED, after="1\n2\n3\n4\n"), (4, 0)),
        (FileChange(path="a", kind=ChangeKind.CREATED, after="1\n2"), (2, 0)),
        (FileChange(path="a", kind=ChangeKind.CREATED, after=""), (0, 0)),
        (FileChange(path="a", kind=ChangeKind.CREATED, after="x\n" * 9_000), (9_000, 0)),
        (FileChange(path="a", kind=ChangeKind.DELETED, before="1\n2\n"), (0, 2)),
        (
            FileChange(path="a", kind=ChangeKind.MODIFIED, before="a\nb\n", after="a\nc\nd\n"),
            (2, 1),
        ),
        (
            FileChange(
                path="a",
                kind=ChangeKind.MODIFIED,
                diff="--- a\n+++ b\n@@ -1 +1,2 @@\n-x\n+y\n+z\n",
            ),
            (2, 1),
        ),
        (
            FileChange(
                path="a", kind=ChangeKind.MODIFIED, diff="@@ -1,2 +1 @@\n--- sql comment\n x\n"
            ),
            (0, 1),
        ),
    ],
)
def test_lines_of_a_change_are_counted(change: FileChange, expected: tuple[int, int]) -> None:
    assert line_counts(change) == expected


def test_the_home_folder_is_a_tilde() -> None:
    home = Path.home()

    assert pieces.home(home) == "~"
    assert pieces.home(home / "demo") == "~/demo"
    assert pieces.home(Path("/srv")) == "/srv"
    assert pieces.home(None) == ""
