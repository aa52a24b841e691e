"""Moves through the conversation in the real app, and what each costs."""

import asyncio
import gc
import resource
import time
from collections.abc import Callable
from pathlib import Path
from statistics import median

from tui.conversation.state import Conversation
from tui.ui.app import ParleyApp

SHOWN = 0.06
"""Seconds within which everything is painted, and before which nothing is begun in idle time."""

MEMORY: dict[str, float] = {}
"""Megabytes in use before the session was opened, and how many its texts take."""


class Moves:
    """Processor time from an action until it is painted; a busy neighbour does not count."""

    def __init__(self, app: ParleyApp) -> None:
        self.app = app
        self.view = app.chat.transcript

    async def settled(self, *, exact: bool = False) -> None:
        """Wait until a session is there as a whole, and if need be all its heights."""
        view = self.view
        await asyncio.sleep(1.0)
        done = False
        while not done:
            await asyncio.sleep(0.2)
            done = not (view.document.older or view.document.newer or (exact and view.inexact))

    async def measure(self) -> dict[str, float]:
        """Scroll, jump and wrap anew."""
        await self.settled()
        self._quiet()
        view = self.view
        moves = []
        for _ in range(12):
            for move in (
                lambda: view.action_scroll_pages(-1),
                view.action_to_start,
                lambda: view.scroll_to(y=view.max_scroll_y // 2, animate=False),
                view.action_to_end,
            ):
                moves.append(await self.timed(move))
        wraps = [await self.timed(self.app.chat.action_sidebar) for _ in range(10)]
        grown = memory() - MEMORY["before"] - MEMORY["texts"]
        return {"move": median(moves), "wrap": median(wraps), "grown": grown}

    async def measure_opening(self, conversation: Conversation) -> dict[str, float]:
        """Show a conversation instead of an empty one, several times."""
        await self.settled()
        self._quiet()
        times = []
        for _ in range(9):
            self.view.show(Conversation())
            await self.painted()
            times.append(await self.timed(lambda: self.view.show(conversation)))
        return {"open": median(times)}

    async def timed(self, action: Callable[[], object]) -> float:
        """Return what an action costs until it is painted."""
        began = time.process_time()
        action()
        await self.painted()
        return time.process_time() - began

    async def painted(self) -> None:
        """Wait for the frame that shows what was done, and not for what is done after it."""
        await asyncio.sleep(SHOWN)

    def _quiet(self) -> None:
        gc.collect()
        gc.freeze()


def memory() -> float:
    """Return the megabytes in use now."""
    pages = int(Path("/proc/self/statm").read_text().split()[1])
    return pages * resource.getpagesize() / 1024**2
