"""Every recorded conversation looks the same when it is watched and when it is opened later."""

from pathlib import Path

import pytest

from tests.support.player import RECORDINGS
from tests.support.transcripts import BEGAN, happen
from tui.agents import registry
from tui.conversation.state import Conversation
from tui.model.events import Event
from tui.model.identity import AgentId
from tui.model.spec import SessionSpec
from tui.sessions.replaying import Replay, read
from tui.text.runs import plain
from tui.ui.transcript.document import Document
from tui.ui.transcript.layout import Page, estimate, lay_out

TRANSCRIPTS = Path(__file__).resolve().parents[2] / "transcripts"
FILES = sorted((RECORDINGS if RECORDINGS.is_dir() else TRANSCRIPTS).glob("*/*.jsonl"))

WIDTH = 90


def events(path: Path) -> list[Event]:
    """Return all events of a recording in order."""
    named = registry.agent(AgentId(path.parent.name))
    spec = SessionSpec(agent=named.id, cwd=Path("/"), executable="", state=Path("/"))
    played = Replay(registry.agent, spec, named).play(read(path))
    return [event for happened in played for event in happened.events]


def document(conversation: Conversation) -> Document:
    """Return an empty document of a conversation."""
    return Document(conversation, "Agent", lambda block: estimate(block, WIDTH))


def entries(shown: Document) -> dict[str, list[str]]:
    """Return the lines of every entry that has any, without empty ones around it."""
    page = Page(WIDTH, BEGAN)
    found: dict[str, list[str]] = {}
    for block in shown.column.walk(shown.column.first):
        assert shown.column[block.number] is block
        lines = [plain(line.runs).rstrip() for line in lay_out(block, page)]
        found.setdefault(block.entry.id, []).extend(lines[block.gap :] or [])
    return {name: lines for name, lines in found.items() if lines}


def without_plans(shown: dict[str, list[str]]) -> dict[str, list[str]]:
    """Leave out plans: a conversation knows only its last one."""
    return {name: lines for name, lines in shown.items() if not name.startswith("parley-plan")}


@pytest.mark.parametrize("path", FILES, ids=lambda path: f"{path.parent.name}/{path.stem}")
def test_watched_and_opened_are_the_same(path: Path) -> None:
    conversation = Conversation()
    watched = document(conversation)
    watched.begin()
    for number, event in enumerate(events(path)):
        watched.apply(happen(conversation, event))
        if number % 3 == 0:
            watched.grow()
    watched.grow()

    opened = document(conversation)
    opened.begin()
    opened.build_older(lambda: False)

    seen, later = entries(watched), entries(opened)
    assert without_plans(seen) == without_plans(later)
    assert set(later) <= {*conversation.items, "parley-ended", *seen}
