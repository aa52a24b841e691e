"""Work that touches the disk, done away from the event loop, one piece after the other."""

from collections import deque
from collections.abc import Callable
from functools import partial
from typing import TypeVar

import anyio
import anyio.to_thread

Result = TypeVar("Result")


class Clerk:
    """Does each piece in a thread and then, on the event loop, what depends on it.

    One that is `absent` has no disk to wait for: everything is done at once.
    """

    def __init__(self, *, absent: bool) -> None:
        self._absent = absent
        self._pieces: deque[Callable[[], Callable[[], None]]] = deque()
        self._due = 0
        """Pieces whose result was not told yet."""
        self._bell = anyio.Event()

    def do(self, work: Callable[[], Result], then: Callable[[Result], None]) -> None:
        """Do `work` after all that is due already; then tell its result."""
        if self._absent:
            then(work())
            return
        self._due += 1
        self._pieces.append(lambda: partial(then, work()))
        self._bell.set()

    def after_all(self, act: Callable[[], None]) -> None:
        """Act once everything that is due is done; at once if nothing is."""
        if self._due:
            self.do(lambda: None, lambda _: act())
        else:
            act()

    async def work(self) -> None:
        """Do what comes, for ever."""
        while True:
            await self.finish()
            self._bell = anyio.Event()
            await self._bell.wait()

    async def finish(self) -> None:
        """Do what is due. A piece that fails is not tried again: its failure ends the session."""
        while self._pieces:
            tell = await anyio.to_thread.run_sync(lambda: self._pieces.popleft()())
            tell()
            self._due -= 1
