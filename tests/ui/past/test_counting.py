"""The page of what was used says how far it has come while it counts many files."""

from pathlib import Path

import pytest

from tests.ui.past.browsing import browsing
from tests.ui.past.home import talk, write_claude
from tui.history.library import Library


def test_the_library_tells_how_many_files_were_counted(tmp_path: Path) -> None:
    for number in range(600):
        id = f"4f1c0000-0000-4000-8000-{number:012d}"
        write_claude(tmp_path, id, talk(str(number), "hello", "Hi."), tmp_path, 60.0)
    library = Library.at(tmp_path / "state", {"HOME": str(tmp_path)})
    reached: list[tuple[int, int]] = []

    found = library.spend(None, lambda done, files: reached.append((done, files)))

    assert (found.total.sessions, reached) == (600, [(500, 600)])
    library.close()


async def test_the_page_is_shown_when_the_counting_is_over(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with browsing(tmp_path, monkeypatch) as stage:
        for number in range(600):
            id = f"4f1c0000-0000-4000-8000-{number + 100:012d}"
            home = tmp_path / "home"
            write_claude(home, id, talk(str(number), "hello", "Hi."), home, 60.0)
        await stage.shows("all 606")
        await stage.press("f4")
        await stage.shows("BY AGENT")

        assert "in 605 sessions" in stage.text()
