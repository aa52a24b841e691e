"""How the app starts: one frame as early as can be, everything else after it."""

import sys
from functools import cached_property, partial
from importlib import import_module
from typing import TYPE_CHECKING, cast

from textual.app import App
from textual.driver import Driver
from textual.drivers.linux_driver import LinuxDriver
from textual.events import Ready

from tui.text.visible import visible
from tui.ui import splash
from tui.ui.departure import Departure
from tui.ui.driver import TerminalDriver
from tui.ui.soon import soon

if TYPE_CHECKING:
    from tui.ui.app import ParleyApp

START_AFTER = 0.05
"""Seconds after the first frame; what was typed before it is painted first."""

SETTLE_AFTER = 0.2

TRANSCRIPT = "tui.ui.transcript.view"
"""Loaded before it is needed, so that the first prompt does not wait for it."""

DIALOGS_AFTER = 1.5
"""Seconds until what the first request needs is loaded: it takes 60 ms, and can wait longest."""

LOADED = (
    "tui.ui.screens.permission",
    "tui.ui.screens.questions",
    "textual.command",
    "tui.ui.screens.browser",
)
"""What is loaded then; Textual's command palette is not loaded with the rest of it, see `later`."""

TURN = 0.001
"""Seconds for which a working thread keeps the interpreter from the one that paints: with Python's
own 0.005 a key pressed while a long request is read through is painted up to 50 ms later."""


class Starting(App[int]):
    """What `ParleyApp` does at its start, kept apart from what it does later."""

    sheet_theme = ""
    """The theme for which the style sheet was read first."""

    @property
    def _started(self) -> "ParleyApp":
        return cast("ParleyApp", self)

    @cached_property
    def departure(self) -> Departure:
        """Who sees to the end of the app when it is asked for from outside."""
        return Departure(self._started)

    def on_load(self) -> None:
        """Give the terminal back what the splash took, before Textual looks at it."""
        splash.show_typing()
        self._disable_tooltips = True  # there are none, and each screen would hold a widget for it

    def get_driver_class(self) -> type[Driver]:
        """Write to a terminal that may go away, unless another way was asked for."""
        chosen = super().get_driver_class()
        return TerminalDriver if chosen is LinuxDriver else chosen

    def get_css_variables(self) -> dict[str, str]:
        """Return the colours of our theme; those of Textual's own are never used."""
        return super().get_css_variables() if self.theme.startswith("parley-") else {}

    def refresh_css(self, animate: bool = True) -> None:
        """Read the style sheet again; not for the theme with which it was read first."""
        if self.sheet_theme != self.theme:
            self.sheet_theme = ""
            super().refresh_css(animate)

    def on_ready(self, event: Ready) -> None:
        """Paint the first frame after what was typed until now; then start the agent."""
        app = self._started
        app.chat.composer.call_later(app.chat.begin_painting)
        if not self.is_headless:
            app.departure.attend(sys.stdin.fileno())
        # Whoever comes back from the shell, an editor or a pager has to look first.
        self.app_resume_signal.subscribe(self, lambda _: app.guard.shown())
        for warning in app.warnings:
            self.notify(visible(warning), severity="warning", markup=False, timeout=10)
        soon(self, START_AFTER, self._start)
        soon(self, SETTLE_AFTER, self._settle)
        soon(self, DIALOGS_AFTER, self._load_dialogs)

    def _start(self) -> None:
        """Start the agent of the first session, now that typed keys have been painted."""
        app = self._started
        app.chat.place_sidebar(self.size.width)
        live = app.desk.active
        if live is None:
            return
        if live.opening.wanted is not None:
            take_up = import_module("tui.ui.going_on").take_up
            self.run_worker(take_up(app, live), group="reading")
            return
        app.hosting.start(live)
        if not live.queue and not live.draft and app.drafts.restore(live):
            app.chat.composer.put(live.draft)
            app.chat.remark("your draft from last time is back")

    def _settle(self) -> None:
        """Do what can wait until somebody could have typed a key."""
        app = self._started
        self.run_worker(partial(import_module, TRANSCRIPT), thread=True, group="welcome")
        self.run_worker(app.past.all, thread=True, group="welcome")
        self.run_worker(import_module("tui.ui.welcoming").welcome(app), group="welcome")
        if not self.is_headless:
            sys.setswitchinterval(TURN)
            app.rest_in_pauses()

    def _load_dialogs(self) -> None:
        """Let no request wait for its dialog, and nobody for the palette or the browser."""
        self.run_worker(load, thread=True, group="welcome")


def load() -> None:
    """Load what will be needed, and what that loads when it is used for the first time."""
    for name in LOADED:
        import_module(name)
    import_module("tui.permission.grammar").parse("true")
    import_module("tui.ui.request_plan").rendered("a plan")
