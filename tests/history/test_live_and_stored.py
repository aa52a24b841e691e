"""What Codex and Gemini CLI showed live is what their files show, recording by recording."""

from collections.abc import Iterator

import pytest

from tests.agents.codex.scenes import make_spec, processes
from tests.agents.gemini.scenes import fitting
from tests.history.homes import conversation_of, unpacked
from tests.support.player import RECORDINGS, Played, events_of, play, read_rows
from tui.agents.codex.dialect import AppServer
from tui.agents.codex.exec_dialect import Exec
from tui.agents.store import RowKind, SessionSummary
from tui.conversation.reduce import apply
from tui.conversation.state import Conversation, Prose, ToolCall, UserText
from tui.history.stores import Place, places
from tui.model.tools import Outcome

Shown = set[tuple[object, ...]]

NOT_KEPT: dict[str, Shown] = {
    # A prompt that was cancelled at once is dropped from the file when the session goes on.
    "acp_cancel": {("asked", "count")},
}
"""What was seen live and the CLI did not write down."""

SEVERAL = ("v0.96.0_exec_multi_turn",)
"""Recordings of several sessions, of which a live view shows all and a file one."""

LONGER_LIVE = ("exec_command_huge",)
"""Codex keeps the beginning and the end of very long output, and prints all of it."""


@pytest.fixture(scope="module")
def where(tmp_path_factory: pytest.TempPathFactory) -> list[Place]:
    """Return the stores of a real home folder."""
    if not RECORDINGS.exists():
        pytest.skip("the recordings are not beside the project")
    return places({"HOME": str(unpacked(tmp_path_factory.mktemp("dev")))})


def codex_live() -> Iterator[tuple[str, list[Played]]]:
    for path in sorted((RECORDINGS / "codex").glob("*.jsonl")):
        rows = read_rows(path)
        yield path.stem, play(AppServer(make_spec()), processes(rows, "app"))
        yield path.stem, play(Exec(make_spec()), processes(rows, "exec"))


def gemini_live() -> Iterator[tuple[str, list[Played]]]:
    for path in sorted((RECORDINGS / "gemini").glob("*.jsonl")):
        rows = read_rows(path)
        yield path.stem, play(fitting(rows), rows)


@pytest.mark.parametrize(("agent", "least"), [("codex", 15), ("gemini", 25)])
def test_what_was_shown_live_is_what_the_file_shows(
    where: list[Place], agent: str, least: int
) -> None:
    place = next(one for one in where if one.store.agent == agent)
    rows = {row.id: row for row in place.store.list(place.roots) if row.kind is RowKind.SESSION}
    compared = 0
    for name, played in codex_live() if agent == "codex" else gemini_live():
        live = Conversation()
        for event in events_of(played):
            apply(live, event, 0.0, [])
        row: SessionSummary | None = rows.get(live.session or "")
        if row is None or name in SEVERAL:
            continue
        compared += 1
        stored = conversation_of(place.store, row)
        assert words(live) - words(stored) == NOT_KEPT.get(name, set()), name
        assert calls(live) <= calls(stored), name
        if name not in LONGER_LIVE:
            assert outputs(live) <= outputs(stored), name
    assert compared >= least


def words(conversation: Conversation) -> Shown:
    """Return everything that was said: prompts, answers, thoughts."""
    shown: Shown = set()
    for item in conversation.items.values():
        if isinstance(item, Prose) and item.finished and not item.partial:
            shown.add((item.channel, str(item.text).strip()))
        elif isinstance(item, UserText) and item.parent is None:
            shown.add(("asked", item.text))
    return shown


def calls(conversation: Conversation) -> Shown:
    """Return which tools did something; what was cancelled before it ran is not written down."""
    return {
        (item.kind, item.name)
        for item in conversation.items.values()
        if isinstance(item, ToolCall) and item.outcome in (Outcome.OK, Outcome.FAILED)
    }


def outputs(conversation: Conversation) -> Shown:
    """Return what tools printed; live, some ways of talking leave it out."""
    return {
        (item.name, str(item.output).strip())
        for item in conversation.items.values()
        if isinstance(item, ToolCall) and str(item.output).strip()
    }
