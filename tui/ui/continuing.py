"""Going on with a stored session: in its folder or another one, in a copy where it is taken."""

import asyncio
from pathlib import Path
from typing import TYPE_CHECKING

from msgspec.structs import replace

from tui.errors import ParleyError
from tui.model.identity import SessionId
from tui.small_files import written_path
from tui.ui.browsing.answers import elsewhere, moved
from tui.ui.live import LiveSession
from tui.ui.pieces import home
from tui.ui.reading import Reading

if TYPE_CHECKING:
    from tui.ui.app import ParleyApp


class Continuing:
    """Asks what must be asked before an agent takes up a stored session."""

    def __init__(self, app: "ParleyApp") -> None:
        self._app = app

    async def go_on(self, live: LiveSession, *, fork: bool = False) -> None:
        """Let the agent take up the session in this tab, or a copy of it."""
        reading = live.reading
        if reading is None or reading.leaving:
            return
        reading.leaving = True
        try:
            await self._go_on(live, reading, fork=fork)
        finally:
            reading.leaving = False

    async def _go_on(self, live: LiveSession, reading: Reading, *, fork: bool) -> None:
        row = reading.row
        able = self._app.services.capabilities(row.agent)
        if fork and not able.fork:
            self._stay(live, f"{row.agent} cannot continue a copy of a session")
            return
        folder = await self._folder(live)
        if folder is None:
            self._stay(live, "it was not continued")
            return
        library = await self._app.reading.library()
        holder = await asyncio.to_thread(library.held_by, row) if not fork else None
        if holder is not None:
            said = await self._app.push_screen_wait(
                self._app.dialog("choice", *elsewhere(holder.what, can_fork=able.fork))
            )
            if said != "fork":
                self._stay(live, f"it is open in {holder.what}; this is for reading")
                return
            fork = True
        await reading.ready.wait()
        await self._app.reading.read_older(live)
        if live.reading is None or live not in self._app.desk.sessions:
            return
        left = reading.older
        live.opening = replace(
            live.opening, cwd=folder, resume=SessionId(row.id), fork=fork, agent=row.agent
        )
        live.reading = None
        self._app.hosting.start_anew(live)
        if left:
            self._app.chat.remark(f"{left:,} bytes of older history were not read")

    async def _folder(self, live: LiveSession) -> Path | None:
        """Return where to go on; where the folder is gone, the user says where it is now."""
        folder = live.opening.cwd
        title, about = moved(home(folder))
        while not await asyncio.to_thread(_is_folder, folder):
            said = await self._app.push_screen_wait(
                self._app.dialog("line", title, about, await asyncio.to_thread(_nearest, folder))
            )
            if not isinstance(said, str) or not said.strip():
                return None
            folder = written_path(said.strip())
            title = f"{home(folder)} is not a folder"
        return folder

    def _stay(self, live: LiveSession, why: str) -> None:
        """Go on reading; what was to be sent comes back into the draft."""
        chat = self._app.chat
        waiting, live.queue = live.queue, []
        said = "\n\n".join(one.text for one in waiting)
        if said and chat.live is live:
            draft = chat.composer.text
            chat.composer.put(f"{said}\n{draft}" if draft else said)
        elif said:
            live.draft = f"{said}\n{live.draft}" if live.draft else said
        chat.remark(why)
        chat.refresh_bars()

    async def at_once(self, live: LiveSession, *, fork: bool = False) -> None:
        """Read a session and go on with it."""
        try:
            await self._app.reading.open(live)
            await self.go_on(live, fork=fork)
        except ParleyError as error:
            live.failure = error
            self._app.chat.session_changed(live)


def _nearest(folder: Path) -> str:
    """Return the nearest folder above a missing one that is there, to be completed."""
    there = next((above for above in folder.parents if _is_folder(above)), Path("/"))
    return f"{home(there).rstrip('/')}/"


def _is_folder(path: Path) -> bool:
    try:
        return path.is_dir()
    except (OSError, ValueError):
        return False
