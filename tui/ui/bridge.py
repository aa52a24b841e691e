"""The way from a running session to the screen: followed all the time, told once per frame."""

import asyncio
from collections.abc import AsyncIterator, Callable
from typing import TYPE_CHECKING

from tui.conversation.changes import Grew
from tui.ui.live import LiveSession

if TYPE_CHECKING:
    from tui.sessions.updates import Update

FRAME = 1 / 30
"""Seconds between two tellings while the session is on the screen: 20 % less work than 1/60 and
no visible difference. The first change after a pause is told at once."""

SLOWEST = 0.07
"""Seconds between two tellings where there is too much to do: what surrounds the conversation is
painted anew each time."""

BACKGROUND = 0.25
"""Seconds between two tellings while another session is on the screen."""

FLOODED = 0.25
"""The same while nothing but text comes, more of it than the machine has time for: the transcript
sees a text grow without being told. Anything else, a request above all, is told as ever."""


class Bridge:
    """Follows one session until it is over; the app runs one in a worker for each."""

    def __init__(
        self,
        live: LiveSession,
        updates: "AsyncIterator[Update]",
        tell: Callable[[LiveSession], object],
        on_screen: Callable[[LiveSession], bool],
    ) -> None:
        self._live = live
        self._updates = updates
        self._tell = tell
        self._on_screen = on_screen
        self._armed: asyncio.TimerHandle | None = None
        self._told_at = 0.0
        self._due = 0.0
        self._late = 0.0
        """Seconds by which the last telling came too late."""

    async def follow(self) -> None:
        """Carry everything the session tells from now on to the screen."""
        try:
            async for update in self._updates:
                self._live.take(update)
                self._arm(FLOODED if all(type(one) is Grew for one in update.changes) else SLOWEST)
        finally:
            self._flush()

    def _arm(self, slowest: float) -> None:
        loop = asyncio.get_running_loop()
        pace = min(slowest, FRAME + 4 * self._late)
        if not self._on_screen(self._live):
            pace = BACKGROUND
        due = max(loop.time(), self._told_at + pace)
        if self._armed is not None:
            if due >= self._due:
                return
            self._armed.cancel()
        self._due = due
        self._armed = loop.call_at(due, self._flush)

    def _flush(self) -> None:
        if self._armed is not None:
            self._armed.cancel()
            self._armed = None
        self._told_at = asyncio.get_running_loop().time()
        self._late = max(0.0, self._told_at - self._due)
        self._tell(self._live)
