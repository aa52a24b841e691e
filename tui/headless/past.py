"""What the commands about past sessions share: the rows, the index, one conversation."""

import os
from pathlib import Path

from tui.agents.store import SessionSummary
from tui.config.paths import state_folder
from tui.conversation.changes import Change
from tui.conversation.reduce import apply
from tui.conversation.state import Conversation
from tui.headless.output import remark
from tui.history.index import Index
from tui.history.notes import Notes
from tui.history.stores import Place, find, places, store
from tui.model.identity import AgentId


def index_file() -> Path:
    """Return where the index is kept."""
    return state_folder() / "history.sqlite"


def notes_file() -> Path:
    """Return where our own notes are kept."""
    return state_folder() / "notes.json"


class Past:
    """All sessions on this machine, as the index and the files tell them."""

    def __init__(self, agent: str | None = None) -> None:
        self.index = Index(index_file())
        self.places: list[Place] = places(os.environ, AgentId(agent) if agent else None)
        self.rows = Notes(notes_file()).applied(self.index.refresh(self.places))

    def close(self) -> None:
        """Close the index; say so where it could not be kept."""
        if self.index.trouble:
            remark(self.index.trouble)
        self.index.close()


def named(id: str) -> SessionSummary:
    """Return the session of an id or of the beginning of one, of whichever agent."""
    past = Past()
    try:
        return find(past.rows, id)
    finally:
        past.close()


def conversation_of(row: SessionSummary) -> Conversation:
    """Read a stored conversation whole."""
    conversation = Conversation()
    changes: list[Change] = []
    for told in store(row.agent).read(row):
        for event in told.events:
            apply(conversation, event, told.at, changes)
        changes.clear()
    if row.title and not conversation.title:
        conversation.title = row.title
    return conversation
