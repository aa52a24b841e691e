"""What the keys of the session browser do."""

import asyncio
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, cast

from textual.screen import ModalScreen

from tui.errors import ParleyError
from tui.history.library import Row, RowKind
from tui.history.listing import Sort
from tui.ui.live import LiveSession
from tui.ui.reading import Spot

if TYPE_CHECKING:
    from tui.ui.screens.browser import BrowserScreen


class BrowserActions(ModalScreen[object]):
    """Actions of `BrowserScreen`, kept apart from its layout."""

    @property
    def _browser(self) -> "BrowserScreen":
        return cast("BrowserScreen", self)

    @property
    def _row(self) -> Row | None:
        """Return the stored session below the cursor; say so where there is none."""
        browser = self._browser
        chosen = browser.list.chosen
        row = browser.view.stored(chosen) if isinstance(chosen, LiveSession) else chosen
        if row is None:
            browser.foot.say("nothing of it is stored yet" if chosen else "no session is chosen")
        return row

    def action_move(self, by: int) -> None:
        """Go up or down."""
        self._browser.list.action_move(by)

    def action_page(self, by: int) -> None:
        """Go up or down by screens."""
        self._browser.list.action_page(by)

    def action_edge(self, side: int) -> None:
        """Go to the first or the last session."""
        self._browser.list.action_edge(side)

    def action_hit(self, by: int) -> None:
        """Choose another hit of the session below the cursor."""
        pane = self._browser.pane
        pane.step(by)
        if pane.hit is not None and not pane.display:
            self._browser.foot.say(f"{pane.position}: {pane.hit.snippet}")

    def action_open(self) -> None:
        """Go to a live session; open a stored one at the hit, to read."""
        browser = self._browser
        chosen = browser.list.chosen
        hit = browser.pane.hit
        if not browser.is_active:
            return
        spot = Spot(hit.item, browser.typed.words) if hit is not None and hit.item else None
        if isinstance(chosen, LiveSession):
            self.dismiss(None)
            browser.parley.chat.show(chosen)
            if spot is not None:
                browser.parley.chat.transcript.find(" ".join(spot.words[:1]))
        elif chosen is not None and chosen.kind is RowKind.BROKEN:
            browser.foot.say(chosen.reason or "nothing in it can be read", "warning")
        elif chosen is not None:
            self.dismiss(None)
            browser.parley.hosting.read(chosen, spot)

    def action_resume(self) -> None:
        """Continue the session below the cursor."""
        self._go_on(self._browser.parley.hosting.resume)

    def action_fork(self) -> None:
        """Continue a copy of the session below the cursor."""
        row = self._row
        if row is None:
            return
        if not self._browser.parley.services.capabilities(row.agent).fork:
            self._browser.foot.say(f"{row.agent} cannot continue a copy of a session", "warning")
            return
        self._go_on(self._browser.parley.hosting.fork)

    def _go_on(self, way: Callable[[Row], LiveSession]) -> None:
        chosen = self._browser.list.chosen
        if isinstance(chosen, LiveSession) and way == self._browser.parley.hosting.resume:
            self.action_open()
            return
        row = self._row
        if row is None:
            return
        if row.kind is not RowKind.SESSION:
            self._browser.foot.say(row.reason or "it cannot be continued", "warning")
            return
        self.dismiss(None)
        way(row)

    def action_hand_over(self) -> None:
        """Continue the session below the cursor with another agent."""
        row = self._row
        if row is not None:
            self.app.push_screen(self._browser.parley.dialog("hand_over", row))

    def action_here(self) -> None:
        """Show the sessions of this folder, or of all."""
        browser = self._browser
        browser.view = browser.view._replace(here=not browser.view.here)
        browser.fill(keep=True)

    def action_sort(self) -> None:
        """Take another order."""
        browser = self._browser
        sorts = list(Sort)
        following = sorts[(sorts.index(browser.view.sort) + 1) % len(sorts)]
        browser.view = browser.view._replace(sort=following)
        browser.fill(keep=False)

    def action_every(self) -> None:
        """Show archived sessions and files that are no sessions, or hide them again."""
        browser = self._browser
        browser.view = browser.view._replace(every=not browser.view.every)
        browser.fill(keep=True)

    def action_spend(self) -> None:
        """Show what was used."""
        self.app.push_screen(self._browser.parley.dialog("spend"))

    def action_rescan(self) -> None:
        """Look at all files again."""
        self._browser.pane.forget()
        self._browser.foot.say("looking at all files again …")
        self.run_worker(self._rescan(), group="rescan", exclusive=True)

    async def _rescan(self) -> None:
        await self._browser.look_again()
        self._browser.foot.say("")

    def action_rename(self) -> None:
        """Give the session a name of the user's own."""
        row = self._row
        if row is not None:
            about = ("An empty line takes the name back. It is kept in parley's own file.",)
            self._ask("rename", about, row.title or "", lambda text: self._note(row, name=text))

    def action_tag(self) -> None:
        """Change the tags of the session."""
        row, library = self._row, self._browser.library
        if row is not None and library is not None:
            about = ("Words, separated by spaces. They are kept in parley's own file.",)
            now = " ".join(library.notes.of(row).tags)
            self._ask("tags", about, now, lambda text: self._tag(row, text))

    def _tag(self, row: Row, text: str) -> None:
        self._note(row, tags=[word.lstrip("#") for word in text.split() if word.strip("#")])

    def action_pin(self) -> None:
        """Pin the session to the top, or let it go."""
        row, library = self._row, self._browser.library
        if row is not None and library is not None:
            self._note(row, pinned=not library.notes.of(row).pinned)

    def action_archive(self) -> None:
        """Put the session away, or take it back."""
        row, library = self._row, self._browser.library
        if row is not None and library is not None:
            away = not library.notes.of(row).archived
            self._note(row, archived=away)
            said = "archived; F8 shows archived sessions" if away else "taken back"
            self._browser.foot.say(said)

    def _note(self, row: Row, **note: object) -> None:
        self.run_worker(self._keep(row, note), group="notes")

    async def _keep(self, row: Row, note: dict[str, object]) -> None:
        """Write a note in a thread, then show the list as it is now."""
        browser = self._browser
        library = browser.library
        if library is None:
            return
        change: Callable[..., object] = library.notes.change
        try:
            await asyncio.to_thread(lambda: change(row, **note))
        except ParleyError as error:
            browser.foot.say(f"{error.problem} {error.remedy}", "error")
            return
        await browser.look_again()

    def action_delete(self) -> None:
        """Delete a session by the agent's own command, after the user typed a word."""
        row = self._row
        if row is None:
            return
        if not self._browser.parley.services.capabilities(row.agent).delete:
            said = f"{row.agent} has no command that deletes one session; Ctrl+X archives it"
            self._browser.foot.say(said, "warning")
            return
        about = (
            f"“{row.title or row.id}” is deleted by `{row.agent} delete`, for good.",
            "Type delete to confirm.",
        )
        self._ask("delete", about, "", lambda text: self._delete(row, text))

    def _delete(self, row: Row, text: str) -> None:
        if text.strip().casefold() != "delete":
            self._browser.foot.say("nothing was deleted")
            return
        self.run_worker(self._deleted(row), group="notes")

    async def _deleted(self, row: Row) -> None:
        browser = self._browser
        delete = browser.parley.services.delete_session
        if delete is None:
            return
        browser.foot.say("deleting …")
        folder = Path(row.cwd) if row.cwd and not row.folder_gone else Path.home()
        said = await delete(row.agent, row.id, folder)
        await browser.look_again()
        browser.foot.say(said or "deleted", "warning" if said else "accent")

    def _ask(
        self, title: str, about: tuple[str, ...], value: str, then: Callable[[str], object]
    ) -> None:
        def answered(said: object) -> None:
            if isinstance(said, str):
                then(said)

        self.app.push_screen(self._browser.parley.dialog("line", title, about, value), answered)
