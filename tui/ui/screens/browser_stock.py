"""Where the browser's rows come from: known ones at once, all of them soon, grown ones later."""

import asyncio
import time
from typing import TYPE_CHECKING, cast

from textual.screen import ModalScreen

from tui.errors import ParleyError
from tui.history.library import Row
from tui.ui.browsing.arranging import Stock
from tui.ui.pieces import home

if TYPE_CHECKING:
    from tui.ui.screens.browser import BrowserScreen

LOOK_EVERY = 1.5
"""Seconds between two looks at the folders of the agents."""

GROWING_FOR = 10.0
"""Seconds for which a session that grew is marked."""

COUNTED_AT_ONCE = 64 * 1024 * 1024
"""Bytes of long sessions that are read at each look to count their messages."""


class BrowserStock(ModalScreen[object]):
    """How `BrowserScreen` gets its rows, kept apart from its layout."""

    _taken: list[Row]
    """The rows that were shown last."""

    @property
    def _browser(self) -> "BrowserScreen":
        return cast("BrowserScreen", self)

    async def begin(self) -> None:
        """Show the rows that are known, look at all files, then watch them."""
        browser = self._browser
        try:
            library = browser.library = await browser.parley.reading.library()
        except ParleyError as error:
            browser.foot.say(f"{error.problem} {error.remedy}", "error")
            return
        places = (str(root) for roots in library.roots.values() for root in roots)
        browser.view = browser.view._replace(places=tuple(home(place) for place in places))
        await self._take(library.recent(), checked=False)
        await self.look_again()
        if browser.typed.seeks and browser.seeking is None:
            self.run_worker(browser.seek_soon(browser.typed.text), group="seek")
        await asyncio.to_thread(browser.parley.reading.index)
        await browser.say_indexed()
        await self._watch()

    async def look_again(self) -> None:
        """Look at every file."""
        browser = self._browser
        if browser.library is not None:
            await self._take(await asyncio.to_thread(browser.library.refresh), checked=True)
            if browser.library.trouble:
                browser.foot.say(browser.library.trouble, "warning")

    async def _watch(self) -> None:
        """Take up what grows, here and elsewhere, as often as it costs little."""
        took = 0.0
        while True:
            await asyncio.sleep(max(LOOK_EVERY, 10 * took))
            began = time.monotonic()
            await asyncio.to_thread(self._count, self._browser.list.seen)
            await self._poll()
            took = time.monotonic() - began

    def _count(self, rows: list[Row]) -> None:
        """Count long sessions that are on the screen, some at a time; the next look shows it."""
        library = self._browser.library
        left = COUNTED_AT_ONCE
        for row in rows:
            if library is not None and not row.whole and row.size < left:
                left -= row.size
                library.counted(row)

    async def _poll(self) -> None:
        browser = self._browser
        if browser.library is None:
            return
        growth = await asyncio.to_thread(browser.library.poll, self._taken)
        now = time.monotonic()
        stale = [path for path, at in browser.growing.items() if now - at > GROWING_FOR]
        for path in stale:
            del browser.growing[path]
        if growth is not None:
            known = browser.view.stock.sizes if browser.view.stock is not None else {}
            grew = [row.path for row in growth.changed if known.get(row.path) != row.size]
            browser.growing |= dict.fromkeys(grew, now)
            await self._take(growth.rows, checked=True)
            if grew and browser.typed.seeks:
                self.run_worker(browser.seek(browser.typed.text, again=True), group="seek")
        elif stale:
            browser.list.refresh()
        await browser.say_indexed()

    async def _take(self, rows: list[Row], *, checked: bool) -> None:
        """Show these rows; what takes time with thousands of them is done in a thread."""
        browser = self._browser
        self._taken = rows
        library = browser.library
        if library is None:
            return
        now = browser.parley.now()

        def prepared() -> Stock:
            stock = Stock(rows, library.notes, checked=checked)
            browser.kept.prepare(stock.listing, browser.view, now)
            return stock

        stock = await asyncio.to_thread(prepared)
        browser.view = browser.view._replace(stock=stock)
        browser.fill(keep=True)
