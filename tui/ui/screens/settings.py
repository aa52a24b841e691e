"""Settings: the theme, tried while one looks for it, and how parley calls you back."""

import os
from collections.abc import Sequence
from typing import TYPE_CHECKING, cast

from msgspec.structs import replace
from rich.segment import Segment

from tui.config.themes import ThemeFile, load_theme, theme_names
from tui.errors import UsageError
from tui.ui.attention import notification_form
from tui.ui.closing import close
from tui.ui.pieces import piece
from tui.ui.screens.picker import Picker
from tui.ui.widgets.rows import Rows

if TYPE_CHECKING:
    from tui.ui.app import ParleyApp

CALLS = {
    "bell": "the terminal's bell",
    "desktop": "a notification by the terminal",
    "title": "a mark in the terminal's title",
}
"""Ways to call somebody back → what they do."""

LABELS = 9


class SettingsScreen(Picker):
    """Shows each theme as soon as the cursor is on it; Enter keeps it, or switches what can be."""

    def __init__(self) -> None:
        super().__init__("settings")
        self._themes: list[ThemeFile] = []
        for name in theme_names():
            try:
                self._themes.append(load_theme(name))
            except UsageError:
                continue

    @property
    def _parley(self) -> "ParleyApp":
        return cast("ParleyApp", self.app)

    def on_mount(self) -> None:
        """Show what can be chosen, the present theme below the cursor."""
        names = [theme.name for theme in self._themes]
        now = self._parley.settings.theme
        cursor = names.index(now) if now in names else 0
        self.fill(len(names) + len(CALLS), self._row, cursor)
        self._say(cursor)

    def _way(self, index: int) -> str:
        """Return which way to call back a row is about; nothing for a theme."""
        after = index - len(self._themes)
        return list(CALLS)[after] if after >= 0 else ""

    def _row(self, index: int, width: int) -> Sequence[Segment]:
        way = self._way(index)
        if not way:
            theme = self._themes[index]
            label = "" if index else "theme"
            mark = "●" if theme.name == self._parley.settings.theme else " "
            return [
                piece(f" {label:<{LABELS}}", "label"),
                piece(f"{mark} {theme.name:<14}", "value"),
                piece(f"  {theme.label.partition(': ')[2] or theme.label}", "hint"),
            ]
        label = "" if index > len(self._themes) else "call me"
        on = getattr(self._parley.settings.notify, way)
        words = CALLS[way]
        if way == "desktop" and not notification_form(os.environ):
            words = "a notification; none in this terminal"
        return [
            piece(f" {label:<{LABELS}}", "label"),
            piece(f"[{'x' if on else ' '}] {way:<12}", "value"),
            piece(f"  {words}", "hint"),
        ]

    def _say(self, index: int) -> None:
        if self._way(index):
            self.note("when it waits and nobody looks · Enter switches · Esc closes")
        else:
            self.note("Enter keeps the theme · Esc goes back to the one before")

    def on_rows_moved(self, message: Rows.Moved) -> None:
        """Try the theme; elsewhere the one that is kept is shown."""
        self._say(message.index)
        tried = not self._way(message.index)
        self._try(self._themes[message.index].name if tried else self._parley.settings.theme)

    def on_rows_chosen(self, message: Rows.Chosen) -> None:
        """Keep the theme, or switch a way to call back."""
        settings = self._parley.settings
        way = self._way(message.index)
        if way:
            notify = replace(settings.notify, **{way: not getattr(settings.notify, way)})
            self._parley.change_settings(replace(settings, notify=notify))
            self.rows.refresh()
        elif close(self):
            theme = self._themes[message.index].name
            self._parley.change_settings(replace(settings, theme=theme))

    async def action_dismiss(self, result: object = None) -> None:
        """Go back to the theme from before."""
        self._try(self._parley.settings.theme)
        close(self)

    def _try(self, name: str) -> None:
        self._parley.use_theme_named(name)
        self._parley.chat.redraw()
        self.rows.refresh()
