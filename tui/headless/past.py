"""What the commands about past sessions share: the rows, the index, one conversation."""

import os
from pathlib import Path

from tui.agents.store import RowKind, SessionSummary
from tui.config.paths import state_folder
from tui.conversation.state import Conversation
from tui.headless.output import remark
from tui.headless.settled import settled
from tui.history.index import ROWS, Index
from tui.history.notes import Notes
from tui.history.opened import told
from tui.history.stores import Place, configured, find, places, store
from tui.history.text_index import WORDS, TextIndex
from tui.model.identity import AgentId


def notes_file() -> Path:
    """Return where our own notes are kept."""
    return state_folder() / "notes.json"


class Past:
    """All sessions on this machine, as the index and the files tell them."""

    def __init__(self, agent: str | None = None) -> None:
        self.index = Index(state_folder() / ROWS)
        self.words = TextIndex(state_folder() / WORDS)
        self.places: list[Place] = places(
            os.environ,
            AgentId(agent) if agent else None,
            configured(settled().history.roots),
        )
        self.rows = Notes(notes_file()).applied(self.index.refresh(self.places))

    def close(self) -> None:
        """Close the index; say so where it could not be kept."""
        if trouble := self.index.trouble or self.words.trouble:
            remark(f"parley: {trouble}")
            remark("        Everything was read anew; see `parley doctor`.")
        self.words.close()
        self.index.close()


def named(id: str) -> SessionSummary:
    """Return the session of an id or of the beginning of one, of whichever agent."""
    past = Past()
    try:
        row = find(past.rows, id)
    finally:
        past.close()
    if row.kind is RowKind.BROKEN:
        remark(f"parley: {row.path}")
        remark(f"        {row.reason or 'It is damaged.'} What can be read of it follows.")
    return row


def conversation_of(row: SessionSummary) -> Conversation:
    """Read a stored conversation whole."""
    return told(store(row.agent), row)
