"""Theme files made into Textual themes and into styles by meaning."""

from rich.color import Color
from rich.style import Style
from textual.theme import Theme

from tui.config.themes import ATTRIBUTES, ThemeFile
from tui.ui.looks import LOOKS


class Palette:
    """The styles of one theme, by what they mean."""

    def __init__(self, theme: ThemeFile) -> None:
        self.theme = theme
        self._words = {**LOOKS, **theme.styles}
        self._styles: dict[str, Style] = {}

    def style(self, name: str) -> Style:
        """Return the style of a meaning; `a.b.c` is as `a.b` where nothing else is said.

        Several meanings, separated by spaces, are laid over each other.
        """
        found = self._styles.get(name)
        if found is None:
            words = name.split()
            found = Style.combine(self._parse(self._look(word)) for word in words)
            self._styles[name] = found
        return found

    def _look(self, name: str) -> str:
        while name not in self._words and "." in name:
            name = name.rpartition(".")[0]
        return self._words.get(name, "")

    def _parse(self, look: str) -> Style:
        on = False
        colour: Color | None = None
        ground: Color | None = None
        attributes: dict[str, bool] = {}
        for word in look.split():
            if word == "on":
                on = True
            elif word in ATTRIBUTES:
                attributes[word] = True
            elif on:
                ground = self._colour(word)
            else:
                colour = self._colour(word)
        return Style(
            color=colour,
            bgcolor=ground,
            bold=attributes.get("bold"),
            italic=attributes.get("italic"),
            underline=attributes.get("underline"),
            dim=attributes.get("dim"),
            reverse=attributes.get("reverse"),
            strike=attributes.get("strike"),
        )

    def _colour(self, word: str) -> Color | None:
        value = word if word.startswith("#") else self.theme.colours.get(word)
        return Color.parse(value) if value is not None else None


_PLAIN = ThemeFile(name="plain", colours={})
_current = [Palette(_PLAIN)]


def use_theme(theme: ThemeFile) -> None:
    """Let `style_of` speak of this theme from now on."""
    _current[0] = Palette(theme)


def style_of(name: str) -> Style:
    """Return the style of a meaning in the theme that is in use: "heading", "diff.added"."""
    return _current[0].style(name)


def textual_theme(theme: ThemeFile) -> Theme:
    """Return the theme in Textual's words, for style sheets."""
    colours = theme.colours
    return Theme(
        name=f"parley-{theme.name}",
        primary=colours["primary"],
        secondary=colours["secondary"],
        accent=colours["accent"],
        success=colours["success"],
        warning=colours["warning"],
        error=colours["error"],
        foreground=colours["foreground"],
        background=colours["background"],
        surface=colours["surface"],
        panel=colours["panel"],
        dark=theme.dark,
        variables={
            "muted": colours["muted"],
            "faint": colours["faint"],
            "line": colours["line"],
            "block-cursor-background": colours["primary"],
            "block-cursor-foreground": colours["background"],
            "border": colours["line"],
            "scrollbar": colours["line"],
            "scrollbar-background": colours["background"],
            "scrollbar-corner-color": colours["background"],
            "input-selection-background": f"{colours['primary']} 35%",
        },
    )
