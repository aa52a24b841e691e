"""Signs that a text shows something else than it is."""

import re

from tui.text.visible import hidden

_LATIN = re.compile(r"[A-Za-z\u00c0-\u024f]")
_ALIKE = re.compile(r"[\u0370-\u03ff\u0400-\u052f\u0531-\u058f\u13a0-\u13ff\uff21-\uff5a]")
"""Greek, Cyrillic, Armenian, Cherokee and full-width letters: many look like Latin ones."""

_WORD = re.compile(r"[^\W\d]+")
_SPACES = re.compile(r"[ \t]{9,}")
_BLANKS = re.compile(r"\n(?:[ \t]*\n){3,}")


def look_alikes(text: str) -> list[str]:
    """Return the words that mix Latin letters with letters that look like them."""
    if text.isascii():
        return []
    words = _WORD.findall(text)
    return [word for word in words if _LATIN.search(word) and _ALIKE.search(word)]


def deceptions(text: str) -> list[str]:
    """Return in words what makes a text hard to read truly; nothing for an ordinary one."""
    found: list[str] = []
    if text.isascii() and "  " not in text and "\n\n" not in text and text.isprintable():
        return found
    if tokens := sorted(set(hidden(text))):
        found.append(f"contains hidden characters: {' '.join(tokens[:6])}")
    if alike := look_alikes(text):
        found.append(f"mixes alphabets within a word: {alike[0]}")
    if _SPACES.search(text) or _BLANKS.search(text):
        found.append("contains long runs of spaces or empty lines")
    return found
