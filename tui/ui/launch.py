"""Starts the app on a terminal that can show it, and ends it in order."""

import asyncio
import gc
import os
import sys
from collections.abc import Callable
from importlib import import_module
from typing import TYPE_CHECKING

from tui.config.load import load_settings
from tui.errors import UsageError
from tui.ui import splash
from tui.ui.app import ParleyApp
from tui.ui.departure import INTERRUPTED
from tui.ui.services import Opening, Services
from tui.ui.splash import SMALLEST

if TYPE_CHECKING:
    from tui.sessions.supervisor import Supervisor


def main(
    *,
    services: Services,
    opening: Opening,
    fallback: Callable[[], int],
    prompt: str | None = None,
) -> int:
    """Run the app and return its exit code; `fallback` is used where lines are all there is."""
    if (refusal := unfit()) is not None:
        raise refusal
    if why := splash.lines_only():
        sys.stderr.write(f"parley: this terminal {why}, so this is the line mode.\n")
        gc.enable()
        return fallback()
    return asyncio.run(_run(services, opening, prompt))


async def _run(services: Services, opening: Opening, prompt: str | None) -> int:
    loaded = load_settings()
    house = House()
    app = ParleyApp(
        house.supervisor,
        services,
        settings=loaded.settings,
        opening=opening,
        prompt=prompt,
        warnings=(loaded.problem,) if loaded.problem else (),
        front=splash.painted(),
    )
    async with asyncio.TaskGroup() as tasks:
        tasks.create_task(house.keep())
        try:
            await app.run_async()
        finally:
            house.leave(hurried=app.departure.hurried)
    return _ended(app)


class House:
    """Owns every process around the app; it is built when the first session is opened.

    Textual does not wait for its workers when it ends, so no process may belong to one. What
    sessions are made of is imported after the first frame: it takes a tenth of the start.
    """

    def __init__(self) -> None:
        self._wanted = asyncio.Event()
        self._ready = asyncio.Event()
        self._left = asyncio.Event()
        self._supervisor: Supervisor | None = None
        self._hurried = False

    async def supervisor(self) -> "Supervisor":
        """Return the owner of all sessions."""
        self._wanted.set()
        await self._ready.wait()
        assert self._supervisor is not None
        return self._supervisor

    async def keep(self) -> None:
        """Own sessions from when one is wanted until the app has left; then end them all."""
        await self._wanted.wait()
        if self._left.is_set():
            return
        supervise = (await asyncio.to_thread(import_module, "tui.sessions.supervisor")).supervise
        async with supervise() as supervisor:
            self._supervisor = supervisor
            self._ready.set()
            await self._left.wait()
            supervisor.hurried = self._hurried

    def leave(self, *, hurried: bool = False) -> None:
        """The app is gone."""
        self._hurried = hurried
        self._left.set()
        self._wanted.set()


def unfit() -> UsageError | None:
    """Return why the app cannot be shown here, if it cannot."""
    if not sys.stdin.isatty() or not sys.stdout.isatty() or not sys.stderr.isatty():
        return UsageError(
            "parley needs a terminal for a conversation.", 'Try: parley run "say hello"'
        )
    columns, rows = os.get_terminal_size(sys.stdout.fileno())
    if (columns, rows) != (0, 0) and (columns < SMALLEST[0] or rows < SMALLEST[1]):
        return UsageError(
            f"This terminal has {columns}×{rows} cells, too few to read anything.",
            f"Make it at least {SMALLEST[0]}×{SMALLEST[1]}, or use `parley run`.",
        )
    return None


def _ended(app: ParleyApp) -> int:
    if app.crash:
        sys.stderr.write(
            "parley: it made a mistake and had to end; your draft is kept.\n"
            f"        What happened is written in {app.crash}\n"
        )
        return 1
    return INTERRUPTED if app.departure.hurried else app.return_code or 0
