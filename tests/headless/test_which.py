"""Which past session `--resume` and `--continue` mean."""

from pathlib import Path

import pytest

from tests.agents.claude.store_lines import answer, said, write
from tests.history.guard import untouched
from tui.arguments import parse
from tui.errors import SessionNotFoundError, UsageError
from tui.headless.which import Which, which

OLD = "11111111-0000-4000-8000-000000000000"
NEW = "11112222-0000-4000-8000-000000000000"


@pytest.fixture
def work(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    """Make a folder with an older and a newer session."""
    store, folder = tmp_path / "claude", tmp_path / "work"
    folder.mkdir()
    monkeypatch.setenv("CLAUDE_CONFIG_DIR", str(store))
    for id, at in ((OLD, "2026-11-16T01:00:00.000Z"), (NEW, "2026-11-16T02:00:00.000Z")):
        lines = [said("1", None, "hello"), answer("2", "1", "Hello!")]
        placed = {"cwd": str(folder), "sessionId": id, "timestamp": at}
        write(store, id, [{**line, **placed} for line in lines])
    return folder


def test_the_newest_session_of_the_folder_is_continued(work: Path) -> None:
    with untouched(work.parent / "claude"):
        assert which(None, str(work), None, True) == Which("claude", str(work), NEW)


def test_a_folder_without_sessions_is_told(work: Path, tmp_path: Path) -> None:
    with pytest.raises(SessionNotFoundError, match="no session in"):
        which(None, str(tmp_path), None, True)
    with pytest.raises(SessionNotFoundError, match="no session of codex in"):
        which("codex", str(work), None, True)


def test_the_beginning_of_an_id_is_enough(work: Path) -> None:
    assert which(None, None, "11112", False) == Which("claude", str(work), NEW)
    assert which("claude", None, "11112", False) == Which("claude", str(work), NEW)


def test_a_beginning_that_two_sessions_share_is_too_short(work: Path) -> None:
    with pytest.raises(UsageError, match="2 sessions begin with '1111'"):
        which(None, None, "1111", False)


def test_an_id_nobody_has_is_told_or_left_to_the_agent_that_was_named(work: Path) -> None:
    with pytest.raises(SessionNotFoundError):
        which(None, None, "f00", False)

    assert which("demo", None, "f00", False) == Which("demo", None, "f00")


def test_a_session_of_another_agent_is_told(work: Path) -> None:
    with pytest.raises(UsageError, match=f"{NEW} is a session of claude"):
        which("codex", None, "11112", False)


def test_an_empty_id_is_told() -> None:
    with pytest.raises(UsageError, match="empty"):
        which(None, None, " ", False)


def test_both_at_once_make_no_sense() -> None:
    with pytest.raises(UsageError, match="not allowed with"):
        parse(["--continue", "--resume", "x"])
