"""A widget that is a few lines of pieces, and nothing below it."""

from textual.geometry import Size
from textual.strip import Strip
from textual.widget import Widget


class Lines(Widget):
    """Shows what `strips` returns; as high as there are lines."""

    DEFAULT_CSS = "Lines { height: auto; width: 1fr; }"

    def __init__(self, *, id: str | None = None, classes: str | None = None) -> None:
        super().__init__(id=id, classes=classes)
        self._made: tuple[int, list[Strip]] = (-1, [])

    def strips(self, width: int) -> list[Strip]:
        """Return the lines for this width."""
        return []

    def changed(self) -> None:
        """Build the lines anew; lay out again only where their number is another one."""
        width, before = self._made
        self._made = (-1, [])
        if width < 0 or len(self._lines_for(width)) != len(before):
            self.refresh(layout=True)
        else:
            self.refresh()

    def _lines_for(self, width: int) -> list[Strip]:
        if self._made[0] != width:
            self._made = (width, self.strips(width))
        return self._made[1]

    def get_content_height(self, container: Size, viewport: Size, width: int) -> int:
        """Return the number of lines."""
        return len(self._lines_for(width))

    def render_line(self, y: int) -> Strip:
        """Return one line."""
        lines = self._lines_for(self.size.width)
        style = self.rich_style
        if y >= len(lines):
            return Strip.blank(self.size.width, style)
        return lines[y].apply_style(style)
