"""The theme, tried while one looks for it."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, cast

from msgspec.structs import replace
from rich.segment import Segment

from tui.config.themes import ThemeFile, load_theme, theme_names
from tui.errors import UsageError
from tui.ui.pieces import piece
from tui.ui.screens.picker import Picker
from tui.ui.widgets.rows import Rows

if TYPE_CHECKING:
    from tui.ui.app import ParleyApp


class SettingsScreen(Picker):
    """Shows each theme as soon as the cursor is on it; Enter keeps it, Esc goes back."""

    def __init__(self) -> None:
        super().__init__("theme")
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
        """Show the themes, the present one below the cursor."""
        names = [theme.name for theme in self._themes]
        now = self._parley.settings.theme
        self.fill(len(names), self._row, names.index(now) if now in names else 0)

    def _row(self, index: int, width: int) -> Sequence[Segment]:
        theme = self._themes[index]
        mark = "●" if theme.name == self._parley.settings.theme else " "
        return [piece(f"{mark} {theme.name:<14}", "value"), piece(f"  {theme.label}", "hint")]

    def on_rows_moved(self, message: Rows.Moved) -> None:
        """Try the theme."""
        self._try(self._themes[message.index].name)

    def on_rows_chosen(self, message: Rows.Chosen) -> None:
        """Keep the theme."""
        chosen = replace(self._parley.settings, theme=self._themes[message.index].name)
        self._parley.change_settings(chosen)
        self.dismiss(None)

    async def action_dismiss(self, result: object = None) -> None:
        """Go back to the theme from before."""
        self._try(self._parley.settings.theme)
        self.dismiss(None)

    def _try(self, name: str) -> None:
        self._parley.use_theme_named(name)
        self._parley.chat.redraw()
        self.rows.refresh()
