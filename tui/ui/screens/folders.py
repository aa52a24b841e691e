"""The folders the user was asked about, and what was said; what was said can be taken back."""

import asyncio
import time
from collections.abc import Sequence
from importlib import import_module
from typing import TYPE_CHECKING

from rich.segment import Segment

from tui.config.paths import trust_file
from tui.errors import ParleyError
from tui.ui.pieces import home, piece
from tui.ui.screens.picker import Picker
from tui.ui.widgets.rows import Rows

if TYPE_CHECKING:
    from tui.permission.trust import TrustedFolder


class FoldersScreen(Picker):
    """A row per folder; Enter forgets it, so that it is asked about again."""

    def __init__(self) -> None:
        super().__init__("folders whose own configuration may run")
        self._folders: Sequence[TrustedFolder] = ()
        self._trust = import_module("tui.permission.trust").Trust(trust_file())

    def on_mount(self) -> None:
        """Read the file in a thread."""
        self.run_worker(self._load(), exclusive=True)

    async def _load(self) -> None:
        self._folders = await asyncio.to_thread(self._trust.folders)
        self.fill(max(1, len(self._folders)), self._row)
        self.note(self._trust.problem or "Enter forgets a folder: it is asked about again · Esc")

    def _row(self, index: int, width: int) -> Sequence[Segment]:
        if not self._folders:
            return [piece("no folder was asked about yet", "hint")]
        one = self._folders[index]
        words, look = ("✓ trusted ", "success") if one.trusted else ("✕ kept off", "warning")
        when = time.strftime("%Y-%m-%d", time.localtime(one.at))
        place = home(one.path)
        return [piece(f"{words} ", look), piece(f"{when}  ", "muted"), piece(place, "value")]

    def on_rows_chosen(self, message: Rows.Chosen) -> None:
        """Forget it."""
        if self._folders:
            self.run_worker(self._forget(self._folders[message.index].path), exclusive=True)

    async def _forget(self, path: str) -> None:
        try:
            await asyncio.to_thread(self._trust.revoke, path)
        except ParleyError as error:
            self.note(f"{error.problem} {error.remedy}")
        else:
            await self._load()
