"""Signs that a text shows something else than it is."""

import re

from tui.text.visible import hidden, is_clear

MOST = 262_144
"""Characters of one request that are searched; a request with more says so."""

_LATIN = r"[A-Za-z\u00c0-\u024f]"
_ALIKE = r"[\u0370-\u03ff\u0400-\u052f\u0531-\u058f\u13a0-\u13ff\uff21-\uff5a]"
"""Greek, Cyrillic, Armenian, Cherokee and full-width letters: many look like Latin ones."""

_ONE_ALIKE = re.compile(_ALIKE)
_LETTER = r"[^\W\d]"
_MIXED = re.compile(rf"(?<!{_LETTER})(?={_LETTER}*?{_LATIN})(?={_LETTER}*?{_ALIKE}){_LETTER}+")
_SPACES = re.compile(r"[ \t]{9,}")
_BLANKS = re.compile(r"\n(?:[ \t]*+\n){3}")
_CHUNK = 1024
_LONGEST_SIGN = 16
_SHOWN = 6


def look_alikes(text: str) -> list[str]:
    """Return the words that mix Latin letters with letters that look like them."""
    # The second look takes twenty times as long, and most foreign texts need none.
    return _MIXED.findall(text) if not text.isascii() and _ONE_ALIKE.search(text) else []


def is_plain(text: str) -> bool:
    """Tell at a glance that a text is made of ordinary letters and lines, as most texts are."""
    if not text.isascii() or "         " in text:
        return False
    if "\n" not in text:
        return text.isprintable()
    return text.replace("\n", "").isprintable() and not _BLANKS.search(text)


def deceptions(text: str) -> list[str]:
    """Return in words what makes a text hard to read truly; nothing for an ordinary one."""
    if is_plain(text):
        return []
    found = disguises(text)
    if _SPACES.search(text) or _BLANKS.search(text):
        found.append("contains long runs of spaces or empty lines")
    return found


def disguises_in_file(text: str) -> list[str]:
    """Return the same of a file, whose spaces are many and whose lines may end in CRLF."""
    return disguises(text.replace("\r\n", "\n") if "\r" in text else text)


def disguises(text: str) -> list[str]:
    """Return which of its characters hide or look like others."""
    found: list[str] = []
    if tokens := _first_hidden(text):
        found.append(f"contains hidden characters: {' '.join(tokens)}")
    if alike := look_alikes(text):
        found.append(f"mixes alphabets within a word: {alike[0]}")
    return found


def _first_hidden(text: str) -> list[str]:
    """Return the first few kinds of hidden characters, without looking at every letter."""
    tokens: set[str] = set()
    looks = 0
    for start in range(0, len(text), _CHUNK):
        # Some signs take more than one character; a chunk goes on into the next one.
        chunk = text[start : start + _CHUNK + _LONGEST_SIGN]
        if not is_clear(chunk):
            tokens.update(hidden(chunk))
            looks += 1
        if looks == _SHOWN:
            break
    return sorted(tokens)[:_SHOWN]
