"""How a word may be written in a session file: in small or large letters, plain or escaped.

Letters beyond ASCII stand in JSON as they are or as `\\u00fc`, and those with a mark as one or as a
letter and a mark. Letters and digits of ASCII are
never escaped by any of the writers, so a word of them only has its two cases.
"""

import re
from collections.abc import Iterator
from functools import cache
from itertools import permutations
from unicodedata import normalize

from tui.history.words import folded

_COMMON = "etaoinsrhldcumfpgwybvkxjqz"
"""Letters by how often they come; digits come all the time in the lines of a session."""

_NEVER = r"\x00-\x08\x0b\x0c\x0e-\x1f"
"""Bytes that JSON escapes: they stand in no line."""

_RARE = 34
"""From how rare a pair of letters on two of them are looked for, else three."""

_CASED = (
    *((0x80, 0x590), (0x10A0, 0x1400), (0x1C80, 0x2E80), (0xA640, 0xABC0), (0xFF21, 0xFF3B)),
    *((0x10400, 0x105C0), (0x10C80, 0x10D70), (0x118A0, 0x118E0), (0x16E40, 0x16EC0)),
    (0x1E900, 0x1E944),
)
"""Where letters stand that have a small and a large form."""


@cache
def spelled(word: str) -> re.Pattern[bytes]:
    """Return a pattern that finds a word in the bytes of a file."""
    return re.compile(expression(word).encode(), re.IGNORECASE)


@cache
def expression(word: str) -> str:
    """Return an expression, for any case of letters, that ripgrep and grep understand alike."""
    if word.isascii():
        return word
    return "".join(one if one.isascii() else f"({'|'.join(_written(one))})" for one in word)


def byte_expression(word: str) -> str:
    """Return an expression for ripgrep where it is told to leave Unicode alone."""
    # Version 13 takes letters beyond ASCII for Unicode all the same.
    return "".join(map(_escaped, expression(word)))


def quick_expression(word: str) -> str:
    """Return an expression for ripgrep that files with a word fit, and hardly any other.

    Without regard to case ripgrep looks for the beginnings of what is asked. From version 14 on
    two or three letters are checked fastest, so the next one is written as a set that is too large
    to be spelled out; and the beginning is where the rarest letters are. Version 13 takes up to
    twice as long that way.
    """
    if not word.isascii():
        return byte_expression(word)
    for length, least in ((2, _RARE), (3, 0)):
        starts = range(len(word) - length)
        start = max(starts, key=lambda at: _rareness(word[at : at + length]), default=-1)
        if start >= 0 and _rareness(word[start : start + length]) >= least:
            end = start + length
            return f"{word[start:end]}[{word[end]}{_NEVER}]{word[end + 1 :]}"
    return word


def _escaped(letter: str) -> str:
    return letter if letter.isascii() else "".join(f"\\x{byte:02x}" for byte in letter.encode())


def _rareness(letters: str) -> int:
    return sum(max(_COMMON.find(letter), 0) for letter in letters)


def _written(letter: str) -> list[str]:
    """Return every spelling of a letter beyond ASCII."""
    found = []
    for one in sorted({letter, *_large().get(letter, ())}):
        for form in (one, *_apart(one)):
            found += [form, "".join(map(_in_json, form))]
    return list(dict.fromkeys(found))


def _apart(letter: str) -> Iterator[str]:
    """Return a letter and its marks as several, in any order and with some of them joined."""
    first, *marks = list(normalize("NFD", letter))
    for order in permutations(marks):
        for joined in range(len(order)):
            yield normalize("NFC", first + "".join(order[:joined])) + "".join(order[joined:])


def _in_json(letter: str) -> str:
    """Return a letter as an expression for how JSON may escape it."""
    if letter.isascii():
        return letter
    units = letter.encode("utf-16-be").hex()
    return "".join(rf"\\u{units[place : place + 4]}" for place in range(0, len(units), 4))


@cache
def _large() -> dict[str, list[str]]:
    """Return small letter → letters that are taken for it; made when first asked, in a moment."""
    found: dict[str, list[str]] = {}
    for letter in (chr(code) for start, end in _CASED for code in range(start, end)):
        if (small := folded(letter)) != letter:
            found.setdefault(small, []).append(letter)
    return found
