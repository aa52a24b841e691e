"""Text of a request as it is shown: nothing hidden, and no room to hide something far away.

No two texts look the same: what only pretends to be a token or a count becomes a token.
"""

import re
from functools import lru_cache

from rich.segment import Segment

from tui.text.visible import visible
from tui.ui.theme import style_of

RUN = 8
"""Spaces in a row that a command may have before they are shown as a count."""

LONG = 65_536
"""Characters from which what was made of a text is kept."""

INDENT = 64
"""Spaces in a row that a line of a file may have: code is indented and lined up."""

_BLANKS = re.compile(r"\n{4,}")
_RUNS = {run: re.compile(rf" {{{run + 1},}}") for run in (RUN, INDENT)}
_COUNT = re.compile(r"(?<=[·⏎])×")
_TOKENS = re.compile(r"(‹U\+[0-9A-F]+›|·×\d+|⏎×\d+)")


def shown(text: str) -> str:
    """Return text with hidden characters as tokens and long runs as counts."""
    text = shown_line(text, RUN)
    return _BLANKS.sub(lambda match: f"\n⏎×{len(match[0]) - 1}\n", text)


def shown_line(text: str, run: int = INDENT) -> str:
    """Return one line of a file, or of something else with shorter runs of spaces."""
    return _shown_once(text, run) if len(text) > LONG else _shown(text, run)


def _shown(text: str, run: int) -> str:
    text = visible(text)
    if "×" in text:
        text = _COUNT.sub("‹U+00D7›", text)
    if len(text) > run:
        text = _RUNS[run].sub(lambda match: f" ·×{len(match[0])} ", text)
    return text


_shown_once = lru_cache(maxsize=4)(_shown)
"""A million characters take 25 ms, and the frames that show them ask for them again."""


def one_line(text: str, look: str) -> list[Segment]:
    """Return foreign text on one line."""
    return marked(_joined(shown_line(text, RUN)), look)


def told(text: str, look: str) -> list[Segment]:
    """Return a sentence of ours about foreign text; tokens that it has already stay."""
    parts = _TOKENS.split(text)
    safe = (part if n % 2 else _joined(shown_line(part, RUN)) for n, part in enumerate(parts))
    return marked("".join(safe), look)


def _joined(text: str) -> str:
    return text.replace("⏎", "‹U+23CE›").replace("\n", "⏎")


def marked(line: str, look: str) -> list[Segment]:
    """Return shown text in a look, its tokens in a look of their own."""
    if "›" not in line and "×" not in line:
        return [Segment(line, style_of(look))] if line else []
    parts = _TOKENS.split(line)
    return [
        Segment(part, style_of("hidden" if index % 2 else look))
        for index, part in enumerate(parts)
        if part
    ]
