"""Stored sessions on the screen: opened in parts, older ones later, growing with their files."""

import asyncio
from collections.abc import Sequence
from pathlib import Path
from threading import Lock
from typing import TYPE_CHECKING, NamedTuple

from tui.conversation.changes import Added
from tui.errors import ParleyError
from tui.model.identity import ItemId
from tui.ui.live import LiveSession
from tui.ui.messages import SessionChanged

if TYPE_CHECKING:
    from tui.history.library import Grown, Library, Opened, Row
    from tui.ui.app import ParleyApp

LOOK_EVERY = 1.0
"""Seconds between two looks at files whose conversations are on the screen."""


class Spot(NamedTuple):
    """Where to open a conversation, and what to mark there."""

    item: str
    words: Sequence[str] = ()


class Reading:
    """One stored session in a tab, until it is continued."""

    def __init__(self, row: "Row", spot: Spot | None = None) -> None:
        self.row = row
        self.spot = spot
        self.opened: Opened | None = None
        """None until its newest part was read."""
        self.ready = asyncio.Event()
        """Set when that was done, or could not be."""
        self.reading_on = asyncio.Lock()
        self.leaving = False
        """It is about to be continued; the user may have been asked something."""

    @property
    def older(self) -> int:
        """Return how many bytes at the beginning of the file are not read yet."""
        return self.opened.older if self.opened is not None else 0


class ReadingRoom:
    """The library, opened when somebody asks for it, and the stored sessions taken from it."""

    def __init__(self, app: "ParleyApp") -> None:
        self._app = app
        self._library: Library | None = None
        self._door = asyncio.Lock()
        self._leaving = Lock()
        self._looking = False

    async def library(self) -> "Library":
        """Return the library; raises `ParleyError` where the app has none."""
        async with self._door:
            if self._library is None:
                enter = self._app.services.library
                if enter is None:
                    raise ParleyError("Past sessions cannot be read here.", "Start parley anew.")
                self._library = await asyncio.to_thread(enter, self._app.settings)
            return self._library

    def index(self) -> None:
        """Let everything be indexed in a process of its own; for a thread."""
        with self._leaving:
            if self._library is not None:
                self._library.start_indexing()

    def close(self) -> None:
        """Let go of the library. Its index closes when the last thread is done with it."""
        with self._leaving:
            library, self._library = self._library, None
            if library is not None:
                library.stop_indexing()

    async def open(self, live: LiveSession) -> None:
        """Show a stored session from its end or its spot, then read what is older."""
        reading = live.reading
        if reading is None:
            return
        try:
            await self._show(live, reading)
        finally:
            reading.ready.set()
        await self.read_older(live)
        self._watch()

    async def _show(self, live: LiveSession, reading: Reading) -> None:
        spot = reading.spot.item if reading.spot is not None else ""
        try:
            library = await self.library()
            reading.opened = await asyncio.to_thread(library.open, reading.row, spot)
        except (ParleyError, OSError) as error:
            live.failure = _told(error, reading)
            self._tell(live)
            return
        live.conversation = reading.opened.conversation
        if not live.conversation.title and reading.row.title:
            live.conversation.title = reading.row.title
        self._note_files(live)
        if live is self._app.desk.active:
            self._app.chat.show(live)
            if reading.spot is not None:
                self._app.chat.transcript.open_at(ItemId(spot), reading.spot.words)
        self._tell(live)

    async def read_older(self, live: LiveSession) -> None:
        """Put what stands before the part that was read in front of it."""
        reading = live.reading
        if reading is None or reading.opened is None:
            return
        async with reading.reading_on:
            if not reading.older or live.reading is None:
                return
            older = await asyncio.to_thread(reading.opened.load_older)
            if older is None:
                return
            older.conversation.title = live.conversation.title
            live.conversation = older.conversation
            self._note_files(live)
            if live is self._app.desk.active:
                self._app.chat.transcript.put_before(older.conversation, older.seam)
        self._tell(live)

    def _note_files(self, live: LiveSession) -> None:
        live.files.take([Added(item) for item in live.conversation.items.values()])

    def _watch(self) -> None:
        if not self._looking:
            self._looking = True
            self._app.run_worker(self._look(), group="reading")

    async def _look(self) -> None:
        """Take up what is written to the files on the screen, while there are any."""
        try:
            while readings := [live for live in self._app.desk.sessions if live.reading]:
                await asyncio.sleep(LOOK_EVERY)
                for live in readings:
                    await self._grow(live)
        finally:
            self._looking = False

    async def _grow(self, live: LiveSession) -> None:
        reading = live.reading
        if reading is None or reading.opened is None:
            return
        async with reading.reading_on:
            told = await asyncio.to_thread(_grown, reading.opened)
            if told and live.reading is reading:
                live.grew(reading.opened.take(told))
                self._tell(live)

    def _tell(self, live: LiveSession) -> None:
        self._app.post_message(SessionChanged(live))


def _grown(opened: "Opened") -> "Grown | None":
    """Return what a file gained; what is on the screen stays when its file goes away."""
    return opened.poll() if Path(opened.row.path).exists() else None


def _told(error: ParleyError | OSError, reading: Reading) -> ParleyError:
    if isinstance(error, ParleyError):
        return error
    return ParleyError(f"{reading.row.path} cannot be read: {error.strerror}.", "Check the file.")
