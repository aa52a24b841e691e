"""Names of styles → Rich styles on the view's ground; the same name is always the same object."""

from rich.color import Color
from rich.style import Style
from textual.color import Color as Shade

from tui.ui.theme import style_of

MARKS = {
    "bold": Style(bold=True),
    "dim": Style(dim=True),
    "italic": Style(italic=True),
    "underline": Style(underline=True),
    "reverse": Style(reverse=True),
    "strike": Style(strike=True),
}
FAINT = 0.12
"""A program's colour this close to the ground would hide its text, so it is not used."""


class Styles:
    """The styles of one theme on one ground."""

    def __init__(self, ground: Style) -> None:
        self.ground = ground
        self._known: dict[str, Style] = {}

    def __getitem__(self, names: str) -> Style:
        style = self._known.get(names)
        if style is None:
            style = self.ground
            for name in names.split():
                style += self._program(name) if name.startswith("sgr.") else style_of(name)
            self._known[names] = style
        return style

    def _program(self, name: str) -> Style:
        """Return a style that a program's output asked for."""
        kind, _, colour = name.removeprefix("sgr.").partition(".")
        if kind in MARKS:
            return MARKS[kind]
        found = Color.parse(colour) if colour.startswith("#") else Color.from_ansi(int(colour))
        if kind == "ground":
            return Style(bgcolor=found)
        return Style() if self._hides(found) else Style(color=found)

    def _hides(self, colour: Color) -> bool:
        ground = self.ground.bgcolor
        if ground is None or ground.is_default:
            return False
        shade, behind = Shade.from_rich_color(colour), Shade.from_rich_color(ground)
        return abs(shade.brightness - behind.brightness) < FAINT
