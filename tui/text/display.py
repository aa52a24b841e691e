"""Text for reading: as `visible`, but emoji stay whole, tabs are spaces and colours are colours."""

import re

from tui.text.runs import Run
from tui.text.visible import SUSPECT, is_clear, shown, unstacked

_EMOJI = (
    "[\u00a9\u00ae\u203c\u2049\u2122\u2139\u2194-\u21aa\u231a-\u23ff\u24c2\u25aa-\u27bf"
    "\u2934\u2935\u2b05-\u2b55\u3030\u303d\u3297\u3299\U0001f000-\U0001faff]"
)
_ONE = f"{_EMOJI}\ufe0f?[\U0001f3fb-\U0001f3ff]?"
_CLUSTER = re.compile(f"{_ONE}(?:\u200d{_ONE})*|[0-9#*]\ufe0f\u20e3|({SUSPECT.pattern})")

TAB = 4


def display(text: str) -> str:
    """Return the text with hidden characters as tokens, for prose and code.

    Line ends become newlines and tabs spaces. Joiners and selectors stay inside an emoji, where
    they belong; anywhere else they are shown.
    """
    if text.isascii() and text.replace("\n", "").isprintable():
        return text
    if "\r" in text:
        text = text.replace("\r\n", "\n")
    if "\t" in text:
        text = text.expandtabs(TAB)
    if is_clear(text):
        return text
    return unstacked(_CLUSTER.sub(_kept_or_shown, text))


def display_line(text: str) -> str:
    """Return the text as `display` does, on one line: newlines become `⏎`."""
    return display(text).replace("\n", "⏎")


def _kept_or_shown(match: re.Match[str]) -> str:
    if match[1] is not None:
        return shown(match[1])
    # Not every place among the pictures has one already.
    known = match[0].replace("\u200d", "").isprintable()
    return match[0] if known else "".join(map(shown, match[0]))


_SGR = re.compile("\x1b\\[([0-9;:]{0,64})m")
_NAMES = {1: "bold", 2: "dim", 3: "italic", 4: "underline", 7: "reverse", 9: "strike"}
_OFF = {22: ("bold", "dim"), 23: ("italic",), 24: ("underline",), 27: ("reverse",), 29: ("strike",)}


class Colours:
    """Which colours a program's output has switched on so far."""

    def __init__(self) -> None:
        self._ink = ""
        self._ground = ""
        self._marks: dict[str, None] = {}

    def style(self, plain: str) -> str:
        """Return the style's name, `plain` where nothing is switched on.

        A colour on itself would hide the text, so the ground is left out then.
        """
        names = [plain, *(f"sgr.{mark}" for mark in self._marks)]
        if self._ink:
            names.append(f"sgr.ink.{self._ink}")
        if self._ground and self._ground != self._ink:
            names.append(f"sgr.ground.{self._ground}")
        return " ".join(names)

    def take(self, parameters: str) -> None:
        """Switch on or off what one SGR sequence says; what is unknown or conceals is ignored."""
        codes = [int(code) if code else 0 for code in re.split("[;:]", parameters)]
        position = 0
        while position < len(codes):
            code = codes[position]
            if code in (38, 48):
                position += self._extended(code, codes[position + 1 :])
            else:
                self._simple(code)
            position += 1

    def _simple(self, code: int) -> None:
        if code == 0:
            self.__init__()  # type: ignore[misc]  # a reset is a fresh start
        elif code in _NAMES:
            self._marks[_NAMES[code]] = None
        elif code in _OFF:
            for mark in _OFF[code]:
                self._marks.pop(mark, None)
        elif 30 <= code <= 37 or 90 <= code <= 97:
            self._ink = str(code - 30 if code < 90 else code - 82)
        elif 40 <= code <= 47 or 100 <= code <= 107:
            self._ground = str(code - 40 if code < 100 else code - 92)
        elif code == 39:
            self._ink = ""
        elif code == 49:
            self._ground = ""

    def _extended(self, code: int, rest: list[int]) -> int:
        if rest[:1] == [5] and len(rest) >= 2 and rest[1] < 256:
            colour, used = str(rest[1]), 2
        elif rest[:1] == [2] and len(rest) >= 4 and max(rest[1:4]) < 256:
            colour, used = "#{:02x}{:02x}{:02x}".format(*rest[1:4]), 4
        else:
            return len(rest)
        if code == 38:
            self._ink = colour
        else:
            self._ground = colour
        return used


def coloured(text: str, plain: str = "output") -> list[list[Run]]:
    """Return a program's output as lines of runs; of escapes only colours are obeyed.

    A bare carriage return starts a new line: nothing is overwritten, so nothing is hidden.
    """
    text = text.replace("\r\n", "\n").replace("\r", "\n")
    if "\x1b" not in text:
        return [[(line, plain)] for line in display(text).split("\n")]
    lines: list[list[Run]] = [[]]
    colours = Colours()
    pieces = _SGR.split(text)
    for index, piece in enumerate(pieces):
        if index % 2:
            colours.take(piece)
            continue
        style = colours.style(plain)
        first, *others = display(piece).split("\n")
        lines[-1].append((first, style))
        lines.extend([(line, style)] for line in others)
    return lines


def without_colours(text: str) -> str:
    """Return a program's output for copying: colours left out, hidden characters as tokens."""
    text = text.replace("\r\n", "\n").replace("\r", "\n")
    return display(_SGR.sub("", text) if "\x1b" in text else text)


_ESCAPES = re.compile(
    "\x1b\\[[0-?]{0,64}[ -/]{0,8}[@-~]"
    "|\x1b\\][^\x07\x1b\n]{0,4096}(?:\x07|\x1b\\\\)"
    "|\x1b[()*+][0-9A-Za-z]|\x1b[=>78DEHMNOc]"
)


def without_escapes(text: str) -> str:
    """Return a program's output without what only moves or colours: for prompts and pages.

    A bare carriage return starts a new line. What is no whole escape sequence stays as it is.
    """
    if "\r" in text:
        text = text.replace("\r\n", "\n").replace("\r", "\n")
    return _ESCAPES.sub("", text) if "\x1b" in text else text
