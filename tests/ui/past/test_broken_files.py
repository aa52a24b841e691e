"""Broken files are rows, are opened, and never take the app down."""

from pathlib import Path

import pytest

from tests.history import zoo
from tests.ui.past.browsing import browser, browsing
from tests.ui.past.home import Past, app_on
from tui.history.library import RowKind


async def test_every_file_of_the_zoo_is_listed_and_opened(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    home = tmp_path / "home"
    (home / "demo").mkdir(parents=True)
    monkeypatch.setenv("HOME", str(home))
    held = list(zoo.fill(home))
    stage = Past(tmp_path, home)
    async with app_on(stage, home / "demo").run_test(size=(120, 40)) as pilot:
        stage.pilot = pilot
        await stage.until(lambda: stage.sessions)
        await stage.press("ctrl+s", "f8")
        await stage.until(lambda: getattr(browser(stage).view.stock, "checked", False))
        stock = browser(stage).view.stock
        assert stock is not None
        rows = [row for row in stock.listing.rows if row.kind is not RowKind.PART]
        await stage.press("escape")
        for row in rows:
            live = stage.app.hosting.read(row)
            assert live.reading is not None
            await stage.until(live.reading.ready.is_set)
            await stage.app.hosting.close(live)

        assert len(rows) >= len({path for path, good in held if good})


async def test_a_file_that_vanishes_while_it_is_read_is_no_trouble(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with browsing(tmp_path, monkeypatch) as stage:
        await stage.press("down", "enter")
        await stage.shows("Pin the timezone in the fixture")
        live = stage.app.chat.live
        assert live is not None and live.reading is not None
        remove(live.reading.row.path)
        await stage.app.reading._grow(live)
        await stage.press("ctrl+s")
        await stage.shows("all 5")
        await stage.press("escape")

        await stage.shows("Pin the timezone in the fixture")


async def test_without_an_index_everything_else_works_and_a_line_says_so(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "state").write_text("a file where a folder should be")
    async with browsing(tmp_path, monkeypatch) as stage:
        await stage.shows("The index of past sessions cannot be kept")
        await stage.press(*"timezone")

        await stage.shows("3 hits in 2 sessions")


def remove(path: str) -> None:
    """Let a file vanish."""
    Path(path).unlink()
