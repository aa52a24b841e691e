"""What was used: tokens, and cost where it is known, with plots."""

import asyncio
from contextlib import suppress
from typing import TYPE_CHECKING, ClassVar, cast

from textual.app import ComposeResult
from textual.binding import BindingType
from textual.events import Resize
from textual.screen import ModalScreen

from tui.config.keys import SPEND
from tui.errors import ParleyError
from tui.history.spend import Spend
from tui.ui.bindings import bindings
from tui.ui.browsing.spending import paragraphs
from tui.ui.pieces import piece
from tui.ui.widgets.page import Page

if TYPE_CHECKING:
    from tui.ui.app import ParleyApp


class SpendScreen(ModalScreen[object]):
    """Bars per agent, day and project."""

    DEFAULT_CSS = """
    SpendScreen { align: center middle; background: $background 60%; }
    SpendScreen Page {
        width: 94%; max-width: 120; height: 94%;
        border: round $primary; background: $background; padding: 0 1;
    }
    """
    BINDINGS: ClassVar[list[BindingType]] = bindings(SPEND)

    def __init__(self) -> None:
        super().__init__()
        self._page = Page(id="spend")
        self._spend: Spend | None = None

    def compose(self) -> ComposeResult:
        """One page."""
        self._page.border_title = "spend"
        self._page.border_subtitle = "Esc closes"
        yield self._page

    def on_mount(self) -> None:
        """Count; that takes a moment."""
        self._page.write([[piece("counting …", "hint")]])
        self.set_focus(self._page)
        self.run_worker(self._count(), exclusive=True)

    async def _count(self) -> None:
        app = cast("ParleyApp", self.app)
        try:
            library = await app.reading.library()
        except ParleyError as error:
            self._page.write([[piece(f"{error.problem} {error.remedy}", "error")]])
            return
        prices = app.settings.history.prices
        loop = asyncio.get_running_loop()

        def reached(done: int, files: int) -> None:
            # Nobody waits here for the screen: it may be closed meanwhile, and the app with it.
            with suppress(RuntimeError):
                loop.call_soon_threadsafe(self._say_reached, done, files)

        self._spend = await asyncio.to_thread(library.spend, prices, reached)
        self._show()

    def _say_reached(self, done: int, files: int) -> None:
        """Say how far the counting has come."""
        if self.is_attached and self._spend is None:
            self._page.write([[piece(f"counting … {done:,} of {files:,} files", "hint")]])

    def on_resize(self, event: Resize) -> None:
        """Draw the bars in the new width."""
        self.call_after_refresh(self._show)

    def _show(self) -> None:
        if self._spend is not None:
            width = self._page.scrollable_content_region.width
            self._page.write(paragraphs(self._spend, max(40, width)))
