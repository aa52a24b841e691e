"""A widget that is a few lines of pieces, and nothing below it."""

from rich.style import Style
from textual.geometry import Region, Size
from textual.strip import Strip
from textual.widget import Widget


class Lines(Widget):
    """Shows what `strips` returns; as high as there are lines."""

    DEFAULT_CSS = "Lines { height: auto; width: 1fr; }"

    def __init__(self, *, id: str | None = None, classes: str | None = None) -> None:
        super().__init__(id=id, classes=classes)
        self._made: tuple[int, list[Strip]] = (-1, [])
        self._ground = Style.null()
        self._wanted = False
        """Somebody has asked for the lines; until then a change needs no layout of its own."""

    def strips(self, width: int) -> list[Strip]:
        """Return the lines for this width."""
        return []

    def changed(self) -> None:
        """Build the lines anew; only those that are other ones are painted."""
        if not self._wanted:
            return
        width, before = self._made
        self._made = (-1, [])
        if width < 0 or len(self._lines_for(width)) != len(before):
            self.refresh(layout=True)
            return
        for row, (old, new) in enumerate(zip(before, self._lines_for(width), strict=True)):
            if old != new:
                self.refresh(Region(0, row, self.size.width, 1))

    def _lines_for(self, width: int) -> list[Strip]:
        self._wanted = True
        if self._made[0] != width:
            self._made = (width, self.strips(width))
        return self._made[1]

    def height_at(self, width: int) -> int:
        """Return the number of lines at a width."""
        return len(self._lines_for(width))

    def get_content_height(self, container: Size, viewport: Size, width: int) -> int:
        """Return the number of lines."""
        return len(self._lines_for(width))

    def render_lines(self, crop: Region) -> list[Strip]:
        """Return some of the lines; what their style is, is found out once for all of them."""
        self._ground = self.rich_style
        return super().render_lines(crop)

    def render_line(self, y: int) -> Strip:
        """Return one line."""
        lines = self._lines_for(self.size.width)
        style = self._ground
        if y >= len(lines):
            return Strip.blank(self.size.width, style)
        return lines[y].apply_style(style)
