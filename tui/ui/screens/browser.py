"""All sessions, live and past, of every agent: one list, searched while one types."""

import asyncio
from contextlib import suppress
from typing import TYPE_CHECKING, ClassVar, cast

from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Horizontal
from textual.content import Content
from textual.events import Resize
from textual.screen import ModalScreen
from textual.widgets import Input

from tui.config.keys import BROWSER
from tui.history.library import Library
from tui.ui.bindings import bindings
from tui.ui.browsing.arranging import Kept, View, arrange
from tui.ui.browsing.lines import Facts
from tui.ui.browsing.seeking import Seeking, Typed, understood
from tui.ui.live import LiveSession
from tui.ui.screens.browser_actions import BrowserActions
from tui.ui.screens.browser_stock import BrowserStock
from tui.ui.widgets.browser_bars import BrowserFoot, BrowserHead
from tui.ui.widgets.preview import PreviewPane
from tui.ui.widgets.session_list import Chosen, SessionList
from tui.ui.widgets.typing_line import TypingLine

if TYPE_CHECKING:
    from tui.ui.app import ParleyApp

WIDE_ENOUGH = 110
"""Columns from which the preview stands beside the list."""

SEEK_AFTER = 0.05
"""Seconds after a key before files are looked into; the list itself is sifted at once."""

HINT = "words · agent:codex dir:~/x since:7d has:error file:conftest.py tool:shell"


class BrowserScreen(BrowserActions, BrowserStock, ModalScreen[object]):
    """Letters always go to the search field; everything else acts on the row below the cursor."""

    DEFAULT_CSS = """
    BrowserScreen { background: $background; color: $foreground; }
    BrowserScreen > Input {
        height: 3; border: round $line; background: $background; padding: 0 1;
        &:focus { border: round $primary; }
    }
    BrowserScreen #found { height: 1fr; }
    BrowserScreen PreviewPane {
        width: 40%; border-left: solid $line; padding: 0 1; display: none;
    }
    BrowserScreen.-wide PreviewPane { display: block; }
    """
    BINDINGS: ClassVar[list[BindingType]] = bindings(BROWSER, priority=True)

    def __init__(self, text: str = "") -> None:
        super().__init__()
        self.library: Library | None = None
        self.view = View()
        self.seeking: Seeking | None = None
        self.typed = Typed.empty()
        self.kept = Kept()
        self.growing: dict[str, float] = {}
        """Path of a session that grew → when."""
        self._head = BrowserHead()
        self.search = TypingLine(text, placeholder=HINT, id="search")
        self.list = SessionList(self._facts)
        self.pane = PreviewPane(self.parley.now)
        self.foot = BrowserFoot(self.parley.settings.keys)

    @property
    def parley(self) -> "ParleyApp":
        """Return the app, by its own type."""
        return cast("ParleyApp", self.app)

    def compose(self) -> ComposeResult:
        """Counts, the search field, the list with its preview, the keys."""
        yield self._head
        yield self.search
        with Horizontal(id="found"):
            yield self.list
            yield self.pane
        yield self.foot

    def on_mount(self) -> None:
        """Show what was known last time at once, and look at the files meanwhile."""
        self.search.border_title = "search"
        self.set_focus(self.search)
        self.view = self.view._replace(folder=self._folder())
        self.fill(keep=False)
        self.run_worker(self.begin(), group="list")

    def _folder(self) -> str:
        live = self.parley.chat.live
        return str(live.opening.cwd) if live is not None else ""

    def on_resize(self, event: Resize) -> None:
        """Decide whether there is room for the preview."""
        self.set_class(event.size.width >= WIDE_ENOUGH, "-wide")

    def on_input_changed(self, event: Input.Changed) -> None:
        """Sift the list at once, and look into the files a moment later."""
        self.typed = understood(event.value, self.parley.now())
        if self.seeking is not None:
            self.seeking.stop()
            self.seeking = None
        self.view = self.view._replace(typed=self.typed, found=None)
        self.fill(keep=False)
        if self.typed.seeks:
            self.run_worker(self.seek_soon(self.typed.text), group="seek")

    async def seek_soon(self, text: str) -> None:
        """Look into the files, unless another key comes first."""
        await asyncio.sleep(SEEK_AFTER)
        if text == self.typed.text:
            await self.seek(text)

    async def seek(self, text: str, *, again: bool = False) -> None:
        """Look into the files; `again` shows what was found before until all is found anew."""
        if self.library is None:
            return
        seeking = Seeking(text, self.parley.now)
        if not again:
            self.seeking = seeking
        loop = asyncio.get_running_loop()

        def tell(one: Seeking) -> None:
            with suppress(RuntimeError):  # The app has ended meanwhile.
                loop.call_soon_threadsafe(self._found, one)

        await asyncio.to_thread(seeking.run, self.library, tell)

    def _found(self, seeking: Seeking) -> None:
        if seeking.done and seeking.text == self.typed.text:
            self.seeking = seeking
        if seeking is self.seeking and self.is_mounted:
            self.view = self.view._replace(found=seeking.found)
            self.fill(keep=self.list.cursor > 1)

    def on_unmount(self) -> None:
        """Stop looking."""
        if self.seeking is not None:
            self.seeking.stop()

    def session_changed(self, live: LiveSession) -> None:
        """Show the state of a live session as it changes."""
        if live.reading is None:
            self.list.refresh()

    def fill(self, *, keep: bool) -> None:
        """Show the sessions that fit, in their groups."""
        view = self.view._replace(open_here=tuple(self.parley.desk.sessions))
        arranged = arrange(view, self.parley.now(), self.kept)
        self.list.show(arranged.lines, keep=keep)
        self._head.show(arranged, view)
        self.say_found()
        self.preview()

    def say_found(self) -> None:
        """Tell how many hits there are, how long it took, and how much of it is indexed."""
        words = [self.seeking.sentence] if self.seeking is not None else []
        if self.foot.indexed:
            words.append(self.foot.indexed)
        self.search.border_subtitle = Content(" · ".join(words))

    async def say_indexed(self) -> None:
        """Ask how much is indexed."""
        if self.library is not None:
            indexed = await asyncio.to_thread(self.library.indexed)
            self.foot.indexed = f"{indexed.fraction:.0%} indexed"
            self.say_found()

    def _facts(self, session: Chosen) -> Facts:
        row = self.view.stored(session) if isinstance(session, LiveSession) else session
        words = bool(self.typed.words)
        if row is None or self.library is None:
            return Facts(self.parley.now(), searching=words)
        found = self.view.found or {}
        return Facts(
            self.parley.now(),
            self.library.notes.of(row),
            len(found.get(row.path, ())),
            words,
            row.path in self.growing,
        )

    def on_rows_moved(self) -> None:
        """Show the session below the cursor."""
        self.preview()

    def preview(self) -> None:
        """Show what is known of the session below the cursor; more of it a moment later."""
        chosen = self.list.chosen
        row = self.view.stored(chosen) if isinstance(chosen, LiveSession) else chosen
        found = (self.view.found or {}).get(row.path, ()) if row is not None else ()
        self.pane.show(self.library, row, [hit for hit in found if hit.item])

    def on_rows_chosen(self) -> None:
        """Open what was clicked twice."""
        self.action_open()
