"""Text cut into words: letters and digits, in small letters. The index and the search agree."""

import re

_WORD = re.compile(r"\w+")
_ASCII_WORD = re.compile(r"[a-z0-9]+")


def words(text: str) -> list[str]:
    """Return the words of a text, in order."""
    if text.isascii():
        return _ASCII_WORD.findall(text.lower())
    return [part for word in _WORD.findall(text.lower()) for part in word.split("_") if part]
