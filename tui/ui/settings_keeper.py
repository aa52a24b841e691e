"""Keeps changed settings on disk, one change after the other, without holding up the keyboard."""

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor

from tui.config.save import save_changes
from tui.config.settings import Settings
from tui.errors import UsageError


class SettingsKeeper:
    """One thread that writes; what it was given is written even if the app ends meanwhile."""

    def __init__(self, tell: Callable[[str], object]) -> None:
        self._tell = tell
        self._thread = ThreadPoolExecutor(1)

    async def keep(self, before: Settings, after: Settings) -> None:
        """Write what is other now; tell why if it could not be written."""
        loop = asyncio.get_running_loop()
        writing = loop.run_in_executor(self._thread, save_changes, before, after)
        try:
            await asyncio.shield(writing)
        except OSError as error:
            self._tell(f"Settings were not saved: {error.strerror}")
        except UsageError as error:
            self._tell(f"{error.problem} {error.remedy}")
