"""A scrollbar of three shared strips: the stock one costs more than half of a cheap frame."""

from rich.segment import Segment
from rich.style import Style
from textual.geometry import Region
from textual.scrollbar import ScrollBar
from textual.strip import Strip
from textual.widget import Widget


class TranscriptScrollBar(ScrollBar):
    """A vertical scrollbar that paints itself from three strips made once per look."""

    def __init__(self, thickness: int = 1) -> None:
        super().__init__(vertical=True, name="vertical", thickness=thickness)
        self._look: tuple[object, ...] = ()
        self._above = self._thumb = self._below = Strip([])

    def render_lines(self, crop: Region) -> list[Strip]:
        """Return the track above, the thumb and the track below; no thumb where all is seen."""
        self._dress()
        height = max(1, self.size.height)
        total = max(1, self.window_virtual_size)
        if total <= self.window_size:
            return ([self._below] * height)[crop.y : crop.bottom]
        window = min(self.window_size or total, total)
        length = min(height, max(1, round(height * window / total)))
        free = max(1, total - window)
        start = round((height - length) * min(1.0, self.position / free)) if total > window else 0
        column = [self._above] * start + [self._thumb] * length
        column += [self._below] * (height - len(column))
        return column[crop.y : crop.bottom]

    def _dress(self) -> None:
        parent = self.parent
        assert isinstance(parent, Widget)
        styles = parent.styles
        if self.grabbed:
            colour, ground = styles.scrollbar_color_active, styles.scrollbar_background_active
        elif self.mouse_over:
            colour, ground = styles.scrollbar_color_hover, styles.scrollbar_background_hover
        else:
            colour, ground = styles.scrollbar_color, styles.scrollbar_background
        behind, _ = parent.background_colors
        filters = tuple(self.get_line_filters())
        look = (colour, ground, behind, filters, self.thickness)
        if look == self._look:
            return
        self._look = look
        ground = behind + ground
        back = Style(bgcolor=ground.rich_color)
        front = Style(bgcolor=(ground + colour).rich_color)

        def strip(style: Style, action: str) -> Strip:
            cells = Segment(" " * self.thickness, style + Style.from_meta({"@mouse.down": action}))
            painted = Strip([cells], self.thickness)
            for line_filter in filters:
                painted = painted.apply_filter(line_filter, ground)
            return painted

        self._above = strip(back, "scroll_up")
        self._thumb = strip(front, "grab")
        self._below = strip(back, "scroll_down")
