"""The last gate before the terminal: no foreign escape sequence or link leaves the app.

Text is made visible where it is put into a widget; this filter is the backstop behind that, for
every cell of every widget. Textual itself passes escape sequences on (28 of 33 ways tried).
"""

import re
from functools import lru_cache

from rich.cells import cell_len
from rich.segment import Segment
from rich.style import Style
from textual.color import Color
from textual.filter import LineFilter

_INVISIBLE = (
    "\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b\u200c\u200e\u200f"
    "\u2028-\u202e\u2060-\u206f\u2800\u3164\ufe00-\ufe0e\ufeff\uffa0\ufff0-\ufffb"
    "\U0001d159\U0001d173-\U0001d17a\U000e0000-\U000e0fff"
)

_FOREIGN = re.compile(
    "[\x00-\x1f\x7f-\x9f\ud800-\udfff"
    + _INVISIBLE
    + "]"
    # Joiners and emoji variants make one picture of several; alone they only hide something.
    + "|(?<![\u203c-\u3299\U0001f000-\U0001faff\ufe0f])[\u200d\ufe0f]"
)


def harmless(text: str) -> str:
    """Return text in which nothing acts on a terminal; its width in cells does not change."""
    if text.isascii() and text.isprintable():
        return text
    return _FOREIGN.sub(_substitute, text)


def _substitute(match: re.Match[str]) -> str:
    return "\N{REPLACEMENT CHARACTER}" * cell_len(match[0])


class Egress(LineFilter):
    """Lets through text, colours and our own click targets; nothing else."""

    def __init__(self, *, colourless: bool = False) -> None:
        super().__init__()
        self._colourless = colourless
        """Colours do not pass either: the user said NO_COLOR."""

    def apply(self, segments: list[Segment], background: Color) -> list[Segment]:
        """Return the segments of one line without anything a terminal would obey."""
        if self._colourless:
            segments = [
                Segment(text, _colourless(style, background) if style else style, control)
                for text, style, control in segments
            ]
        for segment in segments:
            text, style, control = segment
            if (
                control is not None
                or (style is not None and style.link is not None)
                or not (text.isascii() and text.isprintable())
            ):
                break
        else:
            return segments
        return [
            Segment(harmless(text), _unlinked(style))
            for text, style, control in segments
            if control is None
        ]


def _unlinked(style: Style | None) -> Style | None:
    return style.update_link(None) if style is not None and style.link is not None else style


STANDS_OUT = 0.3
"""How much lighter or darker a ground is than the page where it means something."""


@lru_cache(maxsize=4096)
def _colourless(style: Style, background: Color) -> Style:
    """Return a style without colours; a ground that stands out is reversed instead."""
    ground = style.bgcolor.triplet if style.bgcolor is not None else None
    reverse = style.reverse
    if ground is not None:
        light = Color(*ground).brightness
        reverse = reverse or abs(light - background.brightness) > STANDS_OUT
    plain = Style(
        bold=style.bold,
        italic=style.italic,
        underline=style.underline,
        strike=style.strike,
        reverse=reverse,
    )
    return plain + Style.from_meta(style.meta) if style.meta else plain
