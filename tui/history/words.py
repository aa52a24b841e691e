"""Text cut into words, in small letters: the index, the search and the marks agree on them.

A word is letters and digits in a row. Scripts that put no spaces between words, and emoji, are
words letter by letter, so that a part of a sentence is found in them too. A letter and its mark are
one letter, whether they are written as one or as two.
"""

import re
from unicodedata import normalize

_LONE = (
    "\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff"  # Thai, Lao, Burmese, Khmer
    "\u2600-\u27bf\u2b00-\u2bff"  # older emoji
    "\u2e80-\u2fff\u3005-\u3007\u3031-\u30fa\u30fc-\u31ff\u3400-\u4dbf\u4e00-\u9fff"
    "\uf900-\ufaff\uff66-\uff9f"  # Chinese and Japanese
    "\U0001b000-\U0001b2ff\U0001f000-\U0001faff\U00020000-\U0003ffff"
)
"""Letters that are words by themselves, as ranges for a pattern."""

LETTER = rf"[^\W_{_LONE}]"
"""A pattern for a letter of a word that has several."""

BETWEEN = rf"(?:[^\w{_LONE}]|_)"
"""A pattern for whatever stands between words."""

_WORD = re.compile(rf"[{_LONE}]|{LETTER}+")
_ASCII_WORD = re.compile(r"[a-z0-9]+")
_IS_LONE = re.compile(f"[{_LONE}]")
_ODD = "\u0130\u212a"
"""Letters whose small form is longer, or plain ASCII that nobody would find in the file."""

_MARKS = (
    "\u0300-\u036f\u0653-\u0655\u093c\u09be\u09d7\u0b3e\u0b56\u0b57\u0bbe\u0bd7\u0c56\u0cc2\u0cd5\u0cd6"
    "\u0d3e\u0d57\u0dca\u0dcf\u0ddf\u102e\u1161-\u1175\u11a8-\u11c2\u1b35\u3099\u309a"
)
"""What is put behind a letter and makes another of it, as ranges: accents, parts of Hangul."""

_IS_MARK = re.compile(f"[{_MARKS}]")
_MARKED = re.compile(f"[^{_MARKS}][{_MARKS}]+")
_ASCII = bytes(range(128))
_FEW = 40
"""Letters up to which replacing one after the other is faster than going through the text."""


def words(text: str) -> list[str]:
    """Return the words of a text, in order."""
    small = folded(composed(text))
    return (_ASCII_WORD if small.isascii() else _WORD).findall(small)


def is_lone(word: str) -> bool:
    """Tell whether a word is one letter of a script without spaces, or an emoji."""
    return _IS_LONE.match(word) is not None


def composed(text: str) -> str:
    """Return a text in which a letter and its marks are one; macOS writes names as two."""
    if text.isascii() or not _IS_MARK.search(_beyond(text)):
        return text
    marked = set(_MARKED.findall(text))
    if len(marked) > _FEW:
        return _MARKED.sub(lambda found: normalize("NFC", found[0]), text)
    for one in sorted(marked, key=len, reverse=True):
        text = text.replace(one, normalize("NFC", one))
    return text


def _beyond(text: str) -> str:
    """Return all of a text that is not ASCII; this takes a tenth of looking at every letter."""
    return text.encode("utf-8", "replace").translate(None, _ASCII).decode()


def folded(text: str) -> str:
    """Return a text in small letters; every letter stays at its place.

    The two small sigmas of Greek are one: which of them is meant depends on what follows.
    """
    if text.isascii():
        return text.lower()
    if any(odd in text for odd in _ODD):
        return "".join(letter if letter in _ODD else folded(letter) for letter in text)
    return text.lower().replace("\u03c2", "\u03c3")


def indexable(text: str) -> str:
    """Return a text in which the index finds our words: it takes all but ASCII for letters.

    The index folds ASCII itself, so only what is beyond it is touched.
    """
    if text.isascii():
        return text
    text = composed(text)
    beyond = set(_beyond(text))
    changed = [letter for letter in beyond if _INDEXED[letter] != letter]
    # SQLite refuses half letters.
    text = text.encode("utf-8", "replace").decode()
    if len(changed) > _FEW:
        return "".join(map(_INDEXED.__getitem__, text))
    for letter in changed:
        text = text.replace(letter, _INDEXED[letter])
    return text


class _Indexed(dict[str, str]):
    """Letter → what the index gets for it, worked out when it is first met."""

    def __missing__(self, letter: str) -> str:
        small = folded(letter)
        if letter.isascii() or (_WORD.match(small) and not is_lone(small)):
            shown = letter if letter.isascii() else small
        else:
            shown = f" {small} " if is_lone(small) else " "
        self[letter] = shown
        return shown


_INDEXED = _Indexed()
