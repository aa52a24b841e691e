"""A command of the user's own, run here; its output may go into the draft."""

import time
from pathlib import Path
from typing import TYPE_CHECKING, ClassVar, cast

from rich.segment import Segment
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.content import Content
from textual.screen import ModalScreen

from tui.config import keys
from tui.errors import ParleyError
from tui.text.display import without_colours
from tui.text.visible import visible_line
from tui.ui.bindings import bindings
from tui.ui.pieces import piece
from tui.ui.services import ShellResult
from tui.ui.states import clock
from tui.ui.widgets.page import Page

if TYPE_CHECKING:
    from tui.ui.app import ParleyApp


MOST_LINES = 5_000
"""Lines of output shown; all of them go into the draft."""


class ShellScreen(ModalScreen[object]):
    """Runs a command line and shows what it printed."""

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
        self._result: ShellResult | None = None
        self._began = 0.0
        self._page = Page(id="shell")

    def compose(self) -> ComposeResult:
        """One page."""
        self._page.border_title = Content(visible_line(f"$ {self._command}"))
        self._page.border_subtitle = "running · Esc stops it"
        yield self._page

    def on_mount(self) -> None:
        """Run it; leaving this screen ends it."""
        self._began = time.monotonic()
        self.set_interval(1.0, self._tell_time)
        self.run_worker(self._run(), exclusive=True)

    def _tell_time(self) -> None:
        if self._result is None:
            took = clock(time.monotonic() - self._began)
            self._page.border_subtitle = f"running for {took} · Esc stops it"

    async def _run(self) -> None:
        run = cast("ParleyApp", self.app).services.run_shell
        try:
            self._result = await run(self._command, self._folder)
        except ParleyError as error:
            self._result = ShellResult(error.problem, 1)
        self._page.write(_lines(self._result))
        code = self._result.code
        self._page.border_subtitle = f"exit code {code} · Enter adds it to the draft · Esc leaves"

    def action_add(self) -> None:
        """Put command and output into the draft."""
        if self._result is not None:
            said = f"$ {self._command}\n{self._result.output.rstrip()}"
            code = f"\n(exit code {self._result.code})" if self._result.code else ""
            self.dismiss(said + code)


def _lines(result: ShellResult) -> list[list[Segment]]:
    lines = without_colours(result.output.rstrip("\n")).split("\n")
    look = "output.error" if result.code else "output"
    shown = [[piece(line.expandtabs(), look)] for line in lines[:MOST_LINES]]
    if len(lines) > MOST_LINES:
        left = len(lines) - MOST_LINES
        shown.append([piece(f"{left:,} more lines; Enter adds them too", "hint")])
    return shown if result.output.strip() else [[piece("it printed nothing", "hint")]]
