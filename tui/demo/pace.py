"""How fast the demo talks."""

import asyncio
from collections.abc import AsyncIterator, Iterator

from tui.demo.steps import Say

BEAT = 0.02
"""Seconds between two pieces of streamed text: fast enough to read, slow enough to see."""

BATCH = 500
"""How many lines of a flood are written at once."""


class Pace:
    """Pauses, all multiplied by one factor; 0 makes every pause disappear."""

    def __init__(self, factor: float) -> None:
        self._factor = factor

    async def beat(self) -> None:
        """Wait between two pieces of text."""
        await asyncio.sleep(BEAT * self._factor)

    async def stream(self, step: Say) -> AsyncIterator[tuple[str, int]]:
        """Yield the pieces of a text and how often each comes, with pauses in between.

        A hurried text is one piece over and over, so that many lines can be written at once.
        """
        if step.hurried:
            rest = len(step.text) // step.piece
            while rest:
                times = min(rest, BATCH)
                yield step.text[: step.piece], times
                rest -= times
                await asyncio.sleep(0)
            return
        for piece in pieces(step.text, step.piece):
            yield piece, 1
            await self.beat()

    async def pause(self, seconds: float) -> None:
        """Wait for a while."""
        await asyncio.sleep(seconds * self._factor)


def pieces(text: str, size: int) -> Iterator[str]:
    """Cut a text into pieces of a size; together they are the text."""
    for start in range(0, len(text), size):
        yield text[start : start + size]
