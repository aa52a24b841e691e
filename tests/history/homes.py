"""Home folders of the three CLIs: a real one that lies beside the project, and excerpts of it."""

import tarfile
from pathlib import Path

import pytest

from tui.agents.store import SessionStore, SessionSummary
from tui.conversation.reduce import apply
from tui.conversation.state import Conversation
from tui.model.events import Event

ARCHIVE = Path(__file__).resolve().parents[3] / "shared" / "homes" / "dev.tar.gz"
EXCERPTS = Path(__file__).resolve().parents[1] / "transcripts" / "stores" / "home"


def unpacked(folder: Path) -> Path:
    """Unpack the real home folder, or skip the test and say why."""
    if not ARCHIVE.exists():
        pytest.skip(f"{ARCHIVE.name} is not beside the project: the real home is not read")
    with tarfile.open(ARCHIVE) as archive:
        archive.extractall(folder, filter="data")
    return folder


def events_of(store: SessionStore, row: SessionSummary) -> list[Event]:
    """Return every event of a stored session."""
    return [event for told in store.read(row) for event in told.events]


def conversation_of(store: SessionStore, row: SessionSummary) -> Conversation:
    """Return a stored session as a conversation."""
    conversation = Conversation()
    for told in store.read(row):
        for event in told.events:
            apply(conversation, event, told.at, [])
    return conversation


def row_of(store: SessionStore, root: Path, id: str) -> SessionSummary:
    """Return the row of a session by the beginning of its id."""
    return next(row for row in store.list([root]) if row.id.startswith(id))
