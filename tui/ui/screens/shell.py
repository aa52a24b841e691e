"""A command of the user's own, run here; its output may go into the draft."""

import asyncio
import signal
from pathlib import Path
from typing import TYPE_CHECKING, ClassVar, cast

from textual.app import ComposeResult
from textual.binding import BindingType
from textual.content import Content
from textual.screen import ModalScreen
from textual.worker import Worker

from tui.config import keys
from tui.errors import ParleyError
from tui.text.visible import visible_line
from tui.ui.bindings import bindings
from tui.ui.pieces import piece
from tui.ui.printed import Printed
from tui.ui.soon import soon
from tui.ui.states import clock
from tui.ui.widgets.page import Page

if TYPE_CHECKING:
    from tui.ui.app import ParleyApp

PAINT_EVERY = 0.1
"""Seconds between two pictures of what a command prints."""


class ShellScreen(ModalScreen[object]):
    """Runs a command line and shows what it prints, while it prints it."""

    DEFAULT_CSS = """
    ShellScreen { align: center bottom; background: $background 60%; }
    ShellScreen Page {
        width: 100%; max-width: 120; height: 70%; margin: 0 1 4 1;
        border: round $warning; background: $background; padding: 0 1;
    }
    """
    BINDINGS: ClassVar[list[BindingType]] = bindings(keys.OUTPUT)

    def __init__(self, command: str, folder: Path) -> None:
        super().__init__()
        self._command = command
        self._folder = folder
        self._printed = Printed()
        self._ending = ""
        """How it ended, in words; nothing while it runs."""
        self._failed = False
        self._began = 0.0
        self._work: Worker[None] | None = None
        self._painting: asyncio.TimerHandle | None = None
        self._page = Page(id="shell")

    def compose(self) -> ComposeResult:
        """One page."""
        self._page.border_title = Content(visible_line(f"$ {self._command}"))
        yield self._page

    def on_mount(self) -> None:
        """Run it; leaving this screen ends it."""
        self._began = self._parley.now()
        self._work = self.run_worker(self._run(), exclusive=True)
        self._tell_time()
        self.set_interval(1.0, self._tell_time)

    def on_unmount(self) -> None:
        """Paint no more."""
        if self._painting is not None:
            self._painting.cancel()

    @property
    def _parley(self) -> "ParleyApp":
        return cast("ParleyApp", self.app)

    @property
    def _took(self) -> str:
        return clock(self._parley.now() - self._began)

    def _tell_time(self) -> None:
        if not self._ending:
            doing = "running for" if self._work is not None else "being ended after"
            end = "Esc ends it" if self._work is not None else "Esc leaves"
            self._page.border_subtitle = f"{doing} {self._took} · {end}"

    async def _run(self) -> None:
        run = self._parley.services.run_shell
        ending, self._failed = "ended by you", True
        try:
            code = await run(self._command, self._folder, self._take)
            ending, self._failed = _told(code), code != 0
        except ParleyError as error:
            self._take(f"{error.problem}\n{error.remedy}\n")
            ending = "could not be run"
        except OSError as error:
            self._take(f"{error}\n")
            ending = "could not be run"
        finally:
            self._ending = ending
            self._paint()

    def _take(self, text: str) -> None:
        self._printed.add(text)
        if self._painting is None:
            self._painting = soon(self, PAINT_EVERY, self._paint)

    def _paint(self) -> None:
        self._painting = None
        if not self.is_attached:
            return
        lines = self._printed.paragraphs("output.error" if self._failed else "output")
        if not lines and self._ending:
            lines = [[piece("it printed nothing", "hint")]]
        self._page.grow(lines)
        if self._ending:
            end = f"{self._ending} after {self._took} · Enter adds it to the draft · Esc leaves"
            self._page.border_subtitle = end

    def action_add(self) -> None:
        """Put command and output into the draft."""
        if self._ending:
            code = f"\n({self._ending})" if self._failed else ""
            self.dismiss(f"$ {self._command}\n{self._printed.text()}{code}")

    def action_leave(self) -> None:
        """End a command that runs; what it has printed stays. Otherwise leave."""
        if self._ending or self._work is None:
            self.dismiss()
            return
        self._work.cancel()
        self._work = None
        self._tell_time()


def _told(code: int) -> str:
    if code >= 0:
        return f"exit code {code}"
    try:
        return f"ended by {signal.Signals(-code).name}"
    except ValueError:
        return f"ended by signal {-code}"
