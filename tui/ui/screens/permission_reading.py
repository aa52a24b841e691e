"""How a request is read: scrolling, files and changes, the ways of showing it."""

from bisect import bisect_right
from typing import TYPE_CHECKING, cast

from textual.screen import Screen

from tui.config import request_keys
from tui.ui.request_sheet import RequestSheet, View

if TYPE_CHECKING:
    from tui.ui.screens.permission import PermissionScreen

_READING = ("move", "page", "edge", "hunk", "file", "full", "split", "raw")

MOVES = frozenset(
    key.id for key in request_keys.REQUEST if key.action.partition("(")[0] in _READING
)
"""Keys that answer nothing."""

_OF_CHANGES = frozenset(
    key.id
    for key in request_keys.REQUEST
    if key.action.partition("(")[0] in ("hunk", "file", "split")
)


class PermissionReading(Screen[object]):
    """The reading half of `PermissionScreen`, kept apart from what answers."""

    text: RequestSheet | None = None
    """What is shown; None until it was looked at."""
    view = View()

    @property
    def _read(self) -> "PermissionScreen":
        return cast("PermissionScreen", self)

    @property
    def ways(self) -> str:
        """Return in which other ways it can be shown, for the foot."""
        if self._read.edit is not None:
            return ""
        if self._read.request.changes:
            other = "below each other" if self.view.split else "side by side"
            hunks = sum(len(file.hunks) for file in self.text.files) if self.text else 0
            return f"d {other} · [ ] change" if hunks > 1 else f"d {other}"
        if self.text is not None and self.text.is_rendered:
            return "r as Markdown" if self.view.raw else "r as written"
        return ""

    def does_nothing(self, key: str | None) -> bool:
        """Tell of a key, by its id, whether there is nothing here that it could show."""
        if key == "request.raw":
            return self.text is None or not self.text.is_rendered
        return key in _OF_CHANGES and not self._read.request.changes

    def _tops(self) -> list[int]:
        files = self.text.files if self.text is not None else ()
        return [self._read.page.sheet.place(file.part) for file in files]

    def mark_file(self) -> None:
        """Show which of the files is on the screen."""
        page = self._read.page
        files = self.text.files if self.text is not None else []
        tops = self._tops() if page.sheet.total else []
        current = max(0, bisect_right(tops, page.scroll_offset.y) - 1)
        self._read.files.show([file.words for file in files], current)

    def action_file(self, by: int) -> None:
        """Go to another file."""
        tops = self._tops()
        here = bisect_right(tops, self._read.page.scroll_offset.y) - 1
        if tops:
            self._go_to(tops[max(0, min(here + by, len(tops) - 1))])

    def action_hunk(self, by: int) -> None:
        """Go to another change."""
        sheet, here = self._read.page.sheet, self._read.page.scroll_offset.y
        files = self.text.files if self.text is not None else []
        places = [sheet.place(file.part + 1, row) for file in files for row in file.hunks]
        wanted = [place for place in places if (place > here if by > 0 else place < here)]
        if wanted:
            self._go_to(wanted[0] if by > 0 else wanted[-1])

    def _go_to(self, line: int) -> None:
        self._read.page.scroll_to(y=line, animate=False, immediate=True)

    def action_split(self) -> None:
        """Show differences side by side, or below each other, from the same change on."""
        if self._read.request.changes:
            index = bisect_right(self._marks(), self._read.page.scroll_offset.y) - 1
            self.view = self.view._replace(split=not self.view.split)
            self._read.write()
            if index >= 0:
                self._go_to(self._marks()[index])

    def _marks(self) -> list[int]:
        """Return the lines at which files and their further changes begin, in their order."""
        sheet = self._read.page.sheet
        files = self.text.files if self.text is not None else ()
        return [
            line
            for file in files
            for line in (
                sheet.place(file.part),
                *(sheet.place(file.part + 1, n) for n in file.hunks[1:]),
            )
        ]

    def action_raw(self) -> None:
        """Show a plan as it was written, or as Markdown."""
        if self.text is not None and self.text.is_rendered:
            self.view = self.view._replace(raw=not self.view.raw)
            self._read.write()

    def action_full(self) -> None:
        """Use the whole screen, or not."""
        self.toggle_class("-full")
        self._read.fit()

    def action_move(self, by: int) -> None:
        """Scroll by a line."""
        self._read.page.scroll_relative(y=by, animate=False, immediate=True)

    def action_page(self, by: int) -> None:
        """Scroll by a page."""
        self._read.page.turn(by)

    def action_edge(self, side: int) -> None:
        """Scroll to the first or the last line."""
        if side > 0:
            self._read.page.scroll_end(animate=False, immediate=True)
        else:
            self._read.page.scroll_home(animate=False, immediate=True)
