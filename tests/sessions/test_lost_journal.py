"""The journal's place taken away while parley runs: nothing by rule, a person still can, and back.

What only a disk of its own can show is skipped where none can be mounted.
"""

import shutil
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.sessions.test_fail_closed import (
    Markers,
    allow,
    allow_all_by_rule,
    first_request,
    opened,
    rules_are_read,
)
from tests.support.demo import MOUTHS, answered, reach
from tests.support.processes import until
from tests.support.tiny_disk import tiny_disk
from tui.config.paths import journal_file, user_policy_file
from tui.conversation.state import Conversation, Notice
from tui.model.permission import Decision, Verdict
from tui.permission.answers import Scope
from tui.permission.journal import Journal
from tui.permission.rules import Choice, Rule
from tui.permission.verify import lines, verify
from tui.sessions.session import Session

LS = Rule(decision=Choice.ALLOW, tool="shell", command="ls")


@pytest.fixture
def markers(tmp_path: Path) -> Markers:
    """Return the place of the markers."""
    return Markers(tmp_path / "markers")


def replaced_by_a_file(folder: Path) -> Callable[[], None]:
    """Put a file where the journal's folder was; return what mends it."""
    aside = folder.with_name("aside")
    folder.rename(aside)
    folder.write_text("in the way")

    def mend() -> None:
        folder.unlink()
        aside.rename(folder)

    return mend


def a_folder_in_its_place(folder: Path) -> Callable[[], None]:
    """Put a folder where the journal was; return what mends it."""
    aside = folder / "aside"
    journal_file().rename(aside)
    journal_file().mkdir()

    def mend() -> None:
        journal_file().rmdir()
        aside.rename(journal_file())

    return mend


def a_link_in_its_place(folder: Path) -> Callable[[], None]:
    """Put a link where the journal was; return what mends it."""
    aside = folder / "aside"
    journal_file().rename(aside)
    journal_file().symlink_to(aside)

    def mend() -> None:
        journal_file().unlink()
        aside.rename(journal_file())

    return mend


SPOILED = [
    *((mouth, replaced_by_a_file) for mouth in MOUTHS),
    ("demo", a_folder_in_its_place),
    ("demo", a_link_in_its_place),
]


@pytest.mark.parametrize(("mouth", "spoil"), SPOILED)
async def test_no_rule_allows_until_it_is_mended(
    mouth: str, markers: Markers, spoil: Callable[[Path], Callable[[], None]]
) -> None:
    async with opened(mouth, "plain", markers) as session:
        await goes_on_without(session, markers, spoil)

    kept = [line.entry for line in lines(Journal(journal_file()))]
    assert [(one.decision, one.by) for one in kept] == [("deny", "user"), ("allow", "rule")]
    assert verify(Journal(journal_file())).damages == ()


async def goes_on_without(
    session: Session, markers: Markers, spoil: Callable[[Path], Callable[[], None]]
) -> None:
    """Ask four times: in order, spoiled (twice), and mended."""
    request = await first_request(session)
    allow_all_by_rule(request.title)
    assert session.standing is not None
    session.decide(request.id, denial())
    await reach(session, answered(1))
    await rules_are_read(session)

    mend = spoil(journal_file().parent)
    request = await first_request(session)
    await reach(session, told("No rule allows anything"))
    assert (session.conversation.questions, markers.allowed) == ([request], 0)
    assert "journal cannot be written" in session.standing.remember(LS, Scope.SESSION)
    assert allow(session, request) == ""
    await reach(session, answered(2))
    assert until(lambda: markers.allowed == 1)

    mend()
    session.prompt("run")
    await reach(session, answered(3))
    await reach(session, told("in order again"))
    assert until(lambda: markers.allowed == 2)
    assert session.standing.remember(LS, Scope.SESSION) == ""


def denial() -> Decision:
    """Return a no."""
    return Decision(verdict=Verdict.DENY)


def told(words: str) -> Callable[[Conversation], object]:
    """Return what tells whether the transcript says so."""
    return lambda now: any(
        words in item.notice.text for item in now.items.values() if isinstance(item, Notice)
    )


async def test_each_trouble_is_told_once(markers: Markers) -> None:
    user_policy_file().parent.mkdir(parents=True)
    user_policy_file().write_text("x = ")
    async with opened("demo", "plain", markers) as session:
        request = await first_request(session)
        session.decide(request.id, denial())
        await reach(session, answered(1))
        await rules_are_read(session)

        a_folder_in_its_place(journal_file().parent)
        await first_request(session)
        await reach(session, told("No rule allows anything"))

    notices = [one.notice for one in session.conversation.items.values() if isinstance(one, Notice)]
    troubles = [notice.text.partition(":")[0] for notice in notices if notice.code == "policy"]
    assert troubles == ["Everything is asked until this is mended", "No rule allows anything"]


@pytest.mark.parametrize("mouth", MOUTHS)
async def test_a_folder_that_was_removed_is_made_again(mouth: str, markers: Markers) -> None:
    async with opened(mouth, "plain", markers) as session:
        request = await first_request(session)
        await rules_are_read(session)
        shutil.rmtree(journal_file().parent)
        assert allow(session, request) == ""
        await reach(session, answered(1))

    assert markers.allowed == 1
    (line,) = lines(Journal(journal_file()))
    assert (line.entry.decision, line.entry.by) == ("allow", "user")
    assert journal_file().stat().st_mode & 0o777 == 0o600


@pytest.mark.skipif(shutil.which("nsenter") is None, reason="there is no `nsenter`")
async def test_a_disk_that_may_only_be_read_is_known_before_the_first_answer(
    markers: Markers, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with tiny_disk(tmp_path / "disk") as disk:
        monkeypatch.setenv("XDG_STATE_HOME", str(disk.folder / "state"))

        def read_only(folder: Path) -> Callable[[], None]:
            remount(disk.folder, "ro")
            return lambda: remount(disk.folder, "rw")

        async with opened("demo", "plain", markers) as session:
            await goes_on_without(session, markers, read_only)
        assert verify(Journal(journal_file())).damages == ()


def remount(folder: Path, how: str) -> None:
    """Change what may be done on a disk, in the world of the process that mounted it."""
    process = folder.parts[2]
    place = Path("/", *folder.parts[4:])
    world = f"--mount=/proc/{process}/ns/mnt"
    subprocess.run(["nsenter", world, "mount", "-o", f"remount,{how}", str(place)], check=True)
