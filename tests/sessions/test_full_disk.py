"""A disk that is really full: no rule allows, single answers are possible, nothing is lost.

Run as root only, since a small disk has to be mounted; otherwise skipped, with the reason.
"""

import json
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.permission.test_journal import made
from tests.sessions.test_fail_closed import (
    Markers,
    allow,
    allow_all_by_rule,
    every_mouth,
    first_request,
    opened,
    rules_are_read,
)
from tests.support.demo import answered, reach
from tests.support.processes import until
from tests.support.tiny_disk import TinyDisk, tiny_disk
from tui.config.drafts import Draft, DraftFile, abandoned, drafts_folder
from tui.config.load import load_settings, settings_file
from tui.config.paths import journal_file
from tui.config.save import change_setting
from tui.permission.answers import Scope
from tui.permission.journal import Journal, JournalError
from tui.permission.rules import Choice, Rule
from tui.permission.verify import verify

pytestmark = pytest.mark.skipif(shutil.which("unshare") is None, reason="there is no `unshare`")


@pytest.fixture
def markers(tmp_path: Path) -> Markers:
    """Return the place of the markers, which is on another disk."""
    return Markers(tmp_path / "markers")


@pytest.fixture
def disk(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[TinyDisk]:
    """Return the disk that holds everything of parley's own."""
    with tiny_disk(tmp_path / "disk") as disk:
        for name in ("XDG_STATE_HOME", "XDG_CONFIG_HOME"):
            monkeypatch.setenv(name, str(disk.folder / name.lower()))
        yield disk


@every_mouth
async def test_no_rule_allows_and_a_person_still_can(
    mouth: str, markers: Markers, disk: TinyDisk
) -> None:
    async with opened(mouth, "plain", markers) as session:
        command = (await first_request(session)).title
        session.interrupt()
    allow_all_by_rule(command)
    async with opened(mouth, "plain", markers) as session:
        await reach(session, lambda now: now.ready)
        await rules_are_read(session)
        disk.fill()
        before = write_until_full()
        request = await first_request(session)
        await reach(session, lambda now: "No rule allows" in str(now.items))
        assert session.conversation.questions == [request]
        assert markers.allowed == 0
        standing = session.standing
        assert standing is not None
        rule = Rule(decision=Choice.ALLOW, tool="shell", command="ls")
        assert "journal cannot be written" in standing.remember(rule, Scope.SESSION)
        assert allow(session, request) == ""
        await reach(session, answered(1))
        assert until(lambda: markers.allowed == 1)
        disk.free()

    journal = Journal(journal_file())
    journal.record(made("after"))
    after = verify(journal)
    assert (after.damages, after.lines > before) == ((), True)


def write_until_full() -> int:
    """Fill what the journal has room for in its last block; return how many lines it has."""
    journal = Journal(journal_file())
    with pytest.raises(JournalError):
        while True:
            journal.record(made("before"))
    return verify(journal).lines


@pytest.mark.parametrize("room", [0, 100, 4096])
def test_a_draft_is_whole_or_as_it_was_and_is_kept_once_there_is_room(
    disk: TinyDisk, room: int
) -> None:
    file = DraftFile()
    file.save(Draft(text="before"))
    disk.fill(room)
    long = Draft(text="after " * 2_000)

    with pytest.raises(OSError, match="No space left"):
        file.save(long)
    assert on_disk() == ["before"]

    disk.free()
    file.save(long)
    assert on_disk() == ["before", long.text]
    file.close()
    assert [draft.text for _, draft in abandoned()] == [long.text]


def on_disk() -> list[str]:
    """Return the rows of the only file, each of them whole."""
    (file,) = drafts_folder().iterdir()
    return [json.loads(line)["text"] for line in file.read_text().splitlines()]


def test_settings_are_the_old_ones_whole_and_nothing_is_left_behind(disk: TinyDisk) -> None:
    change_setting("theme", "paper")
    before = settings_file().read_bytes()
    disk.fill()

    with pytest.raises(OSError, match="No space left"):
        change_setting("theme", "ink")

    assert settings_file().read_bytes() == before
    assert load_settings().settings.theme == "paper"
    assert [path.name for path in settings_file().parent.iterdir()] == [settings_file().name]
