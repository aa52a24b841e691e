"""Goes on with past sessions: the one of the command line, or one of the welcome page."""

import asyncio
from typing import TYPE_CHECKING

from msgspec.structs import replace

from tui.errors import ParleyError, SessionNotFoundError, UsageError
from tui.model.identity import SessionId
from tui.ui.live import LiveSession
from tui.ui.messages import SessionChanged
from tui.ui.services import Opening

if TYPE_CHECKING:
    from tui.history.library import Row
    from tui.ui.app import ParleyApp


async def take_up(app: "ParleyApp", live: LiveSession) -> None:
    """Put the past session in place of one that was opened only to be that session."""
    opening = live.opening
    try:
        row = await _find(app, opening)
    except ParleyError as error:
        if isinstance(error, SessionNotFoundError) and opening.agent and opening.wanted:
            # The agent may know sessions that are in none of the stores.
            live.opening = replace(opening, resume=SessionId(opening.wanted), wanted=None)
            app.hosting.start(live)
            return
        live.opening = replace(opening, wanted=None)
        live.failure = ParleyError(error.problem, "Ctrl+S shows all sessions; type to begin one.")
        app.post_message(SessionChanged(live))
        return
    draft = app.chat.composer.text
    app.desk.remove(live)
    found = app.hosting.resume(row, opening.cwd if opening.elsewhere else None)
    found.opening = replace(
        found.opening, mode=opening.mode, model=opening.model, record=opening.record
    )
    found.queue = live.queue
    found.draft = draft
    app.chat.composer.put(draft)


async def go_on(app: "ParleyApp", id: str) -> None:
    """Show a past session in a tab of its own and let its agent go on with it."""
    try:
        library = await app.reading.library()
        row = await asyncio.to_thread(library.find, id)
    except ParleyError as error:
        app.chat.remark(f"{error.problem} {error.remedy}")
        return
    app.hosting.resume(row)


async def _find(app: "ParleyApp", opening: Opening) -> "Row":
    library = await app.reading.library()
    if opening.wanted:
        row = await asyncio.to_thread(library.find, opening.wanted)
        if opening.agent not in (None, row.agent):
            raise UsageError(f"{row.id} is a session of {row.agent}.", "Leave --agent out.")
        return row
    newest = await asyncio.to_thread(library.newest_in, opening.cwd, opening.agent)
    if newest is None:
        raise ParleyError(f"There is no session in {opening.cwd} yet.", "Type to begin one.")
    return newest
