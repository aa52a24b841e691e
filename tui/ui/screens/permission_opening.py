"""How a request comes up: its first lines in one frame, and all that must be known after it."""

import asyncio
from typing import TYPE_CHECKING, cast

from textual.events import Resize
from textual.screen import Screen

from tui.model.permission import PermissionRequest
from tui.permission import about
from tui.permission.compared import Compared, compared, wants_its_file
from tui.ui.choices import choices
from tui.ui.request_beginning import beginning, is_short
from tui.ui.request_risk import Judged, judge
from tui.ui.request_sheet import Asked, RequestSheet
from tui.ui.room import is_low

if TYPE_CHECKING:
    from tui.ui.screens.permission import PermissionScreen


class PermissionOpening(Screen[object]):
    """The first moments of `PermissionScreen`, kept apart from what it is afterwards."""

    beside: tuple[Compared, ...] = ()
    """The changes beside their files as they are now, once these were looked at."""
    _painting = False
    _looks = 0
    """How often something was shown; what was found out about what is gone counts no more."""

    @property
    def _opened(self) -> "PermissionScreen":
        return cast("PermissionScreen", self)

    def show(self, request: PermissionRequest, edit: tuple[str, str] | None = None) -> None:
        """Show the request as the agent sent it, or as the user changed it.

        Of something long the beginning comes first, so that it is there at once; it can be
        answered when all of it was looked through.
        """
        opened = self._opened
        self._looks += 1
        ours = request is opened.request
        unknown = ours and not self.beside and any(map(wants_its_file, request.changes))
        if is_short(request) and not unknown:
            asked = self._asked_for(request, edit, judge(request, opened.live))
            opened.take(asked, RequestSheet(opened.live, asked))
            return
        opened.judged, opened.text, opened.choices = None, None, ()
        opened.page.write(beginning(request, self.app.size.height))
        opened.refresh_head()
        opened.refresh_foot()
        # A thread that works takes turns with the one that paints: it begins after the first frame.
        looks = self._looks
        self.call_after_refresh(lambda: self.run_worker(self._look_through(looks, request, edit)))

    async def _look_through(
        self, looks: int, request: PermissionRequest, edit: tuple[str, str] | None
    ) -> None:
        opened = self._opened
        judged = await asyncio.to_thread(judge, request, opened.live)
        if request is opened.request:
            self.beside = await asyncio.to_thread(self._compared)
        asked = self._asked_for(request, edit, judged)
        text = await asyncio.to_thread(self._laid_out, asked)
        if looks == self._looks:
            opened.take(asked, text)

    def _asked_for(
        self, request: PermissionRequest, edit: tuple[str, str] | None, judged: Judged
    ) -> Asked:
        opened = self._opened
        offered = opened.answers(choices(request, opened.live, judged))
        beside = self.beside if request is opened.request else ()
        return Asked(request, judged, offered, edit, beside)

    def _compared(self) -> tuple[Compared, ...]:
        """Look at the files that the request is about."""
        opened = self._opened
        folder = about.folder_of(opened.request, str(opened.live.opening.cwd))
        return tuple(compared(change, folder) for change in opened.request.changes)

    def _laid_out(self, asked: Asked) -> RequestSheet:
        """Return the text of a request, folded for the page already."""
        text = RequestSheet(self._opened.live, asked)
        text.sheet(self._opened.view).height_at(self._opened.page.columns)
        return text

    def on_resize(self, event: Resize) -> None:
        """Paint from now on: with the size, everything is known that the first frame shows."""
        if not self._painting:
            self._painting = True
            self._repaint_required = False
            self._exchange_repaint_regions()
            if is_low(self.app.size):
                # Its class came after its styles were found.
                self.update_node_styles()

    def update_node_styles(self, animate: bool = True) -> None:
        """Find every style anew; not before the first frame, when all were just found."""
        if self._painting:
            super().update_node_styles(animate)

    def _compositor_refresh(self) -> None:
        # Textual lays a new screen out twice and paints it three times.
        if self._painting:
            super()._compositor_refresh()
