"""How the app starts: one frame as early as can be, everything else after it."""

import asyncio
import signal
from contextlib import suppress
from importlib import import_module
from typing import TYPE_CHECKING, cast

from textual.app import App
from textual.events import Ready

from tui.text.visible import visible
from tui.ui import splash

if TYPE_CHECKING:
    from tui.ui.app import ParleyApp

START_AFTER = 0.05
"""Seconds after the first frame; what was typed before it is painted first."""

SETTLE_AFTER = 0.2

TRANSCRIPT = "tui.ui.transcript.view"
"""Loaded before it is needed, so that the first prompt does not wait for it."""


class Starting(App[int]):
    """What `ParleyApp` does at its start, kept apart from what it does later."""

    sheet_theme = ""
    """The theme for which the style sheet was read first."""

    @property
    def _started(self) -> "ParleyApp":
        return cast("ParleyApp", self)

    def on_load(self) -> None:
        """Give the terminal back what the splash took, before Textual looks at it."""
        splash.show_typing()
        self._disable_tooltips = True  # there are none, and each screen would hold a widget for it

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
        for number in (signal.SIGHUP, signal.SIGTERM):
            with suppress(NotImplementedError, RuntimeError):
                asyncio.get_running_loop().add_signal_handler(number, app.leave)
        for warning in app.warnings:
            self.notify(visible(warning), severity="warning", markup=False, timeout=10)
        self.set_timer(START_AFTER, self._start)
        self.set_timer(SETTLE_AFTER, self._settle)

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
        self.run_worker(asyncio.to_thread(import_module, TRANSCRIPT), group="welcome")
        self.run_worker(import_module("tui.ui.welcoming").welcome(app), group="welcome")
        if not self.is_headless:
            app.rest_in_pauses()
