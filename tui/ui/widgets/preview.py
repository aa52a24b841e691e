"""The preview beside the list: what is known at once, and a moment later what its file tells."""

import asyncio
from collections.abc import Callable, Sequence

from textual.events import Resize

from tui.history.library import Hit, Holder, Library, Preview, Row
from tui.ui.browsing.preview import Shown, paragraphs
from tui.ui.widgets.page import Page

REST = 0.08
"""Seconds the cursor must rest on a row before its file is read."""

KEPT = 64
"""Previews kept while the browser is open."""


class PreviewPane(Page, can_focus=False):
    """One session in a few paragraphs, and its hits in context."""

    def __init__(self, now: Callable[[], float]) -> None:
        super().__init__(id="preview")
        self._now = now
        self._library: Library | None = None
        self._row: Row | None = None
        self._hits: Sequence[Hit] = ()
        self._at: dict[str, int] = {}
        """Path of a session → which of its hits was chosen."""
        self._known: dict[tuple[str, int, int], tuple[Preview, Holder | None]] = {}

    @property
    def hit(self) -> Hit | None:
        """Return the hit that Enter opens."""
        return self._hits[self._place] if self._hits else None

    @property
    def position(self) -> str:
        """Return which of the hits that is, in words."""
        return f"hit {self._place + 1} of {len(self._hits)}"

    @property
    def _place(self) -> int:
        at = self._at.get(self._row.path, 0) if self._row is not None else 0
        return min(at, len(self._hits) - 1)

    def show(self, library: Library | None, row: Row | None, hits: Sequence[Hit]) -> None:
        """Show a session."""
        self._library, self._row, self._hits = library, row, hits
        if self.display:
            self._paint()
            if row is not None and self._key(row) not in self._known:
                self.run_worker(self._read(row), group="preview")

    def step(self, by: int) -> None:
        """Choose another hit of this session."""
        if self._row is not None and self._hits:
            self._at[self._row.path] = (self._place + by) % len(self._hits)
            self._paint()

    def on_resize(self, event: Resize) -> None:
        """Wrap anew."""
        self.show(self._library, self._row, self._hits)

    def forget(self) -> None:
        """Read everything anew: notes or files may be different."""
        self._known.clear()

    async def _read(self, row: Row) -> None:
        await asyncio.sleep(REST)
        library = self._library
        if library is None or row is not self._row:
            return

        def look() -> tuple[Preview, Holder | None]:
            return library.preview(row), library.held_by(row)

        known = await asyncio.to_thread(look)
        while len(self._known) >= KEPT:
            del self._known[next(iter(self._known))]
        self._known[self._key(row)] = known
        if row is self._row:
            self._paint()

    def _key(self, row: Row) -> tuple[str, int, int]:
        return row.path, row.size, row.mtime_ns

    def _paint(self) -> None:
        row, library = self._row, self._library
        if row is None or library is None:
            self.write([])
            return
        preview, holder = self._known.get(self._key(row), (None, None))
        shown = Shown(
            row, library.notes.of(row), self._now(), preview, holder, self._hits, self._place
        )
        self.write(paragraphs(shown, max(10, self.scrollable_content_region.width)))
