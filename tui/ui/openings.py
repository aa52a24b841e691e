"""Screens that were just opened: what is typed meanwhile is for them."""

import asyncio
from collections.abc import Sequence
from contextlib import suppress

from textual.screen import Screen

PATIENCE = 2.0
"""Seconds after which a key is no longer held back, whatever became of the screen."""


class Openings:
    """Holds keys until the screen they were typed for is there."""

    def __init__(self) -> None:
        self._there: Screen[object] | None = None

    async def wait(self, stack: Sequence[Screen[object]]) -> None:
        """Wait until the topmost screen has its parts and the keyboard is in one of them."""
        screen = stack[-1] if len(stack) > 1 else None
        if screen is None or screen is self._there:
            return
        self._there = screen
        there = asyncio.Event()
        if screen.call_later(there.set):
            with suppress(TimeoutError):
                await asyncio.wait_for(there.wait(), PATIENCE)
