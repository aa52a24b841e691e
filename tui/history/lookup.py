"""Where in a stretch of a session file the words of a query stand."""

import re
from collections.abc import Iterator
from itertools import pairwise

import msgspec

from tui.agents.store import Part, SessionStore, SessionSummary
from tui.history.contents import Contents, contents
from tui.history.query import Query, goes_on
from tui.history.spelling import spelled
from tui.history.words import BETWEEN, LETTER, composed, folded, is_lone

_BLOCK = 4 * 1024 * 1024
_AROUND = 70
"""Letters shown on either side of a hit."""


class Snippet(msgspec.Struct, frozen=True):
    """Some words in one line, and where in it the wanted ones stand."""

    text: str
    marks: tuple[tuple[int, int], ...]


def told_in(
    store: SessionStore, row: SessionSummary, query: Query, part: Part, *, whole: bool
) -> Iterator[Contents]:
    """Return what the lines of a stretch say that may hold the words; raises OSError.

    Of a file that is only understood `whole`, every line is told.
    """
    start = part.start
    end = row.size if part.end is None else part.end
    if whole:
        yield contents(store.told(row, store.data(row, Part(0, row.size))))
        return
    while start < end:
        data = store.data(row, Part(start, min(start + _BLOCK, end)))
        if not data:
            return
        full = data.rfind(b"\n") + 1 if start + len(data) < end else len(data)
        data = data[: full or len(data)]
        start += len(data)
        found = lines_with(data, query.needle)
        if found:
            yield contents(store.told(row, found))


def lines_with(data: bytes, word: str) -> bytes:
    """Return the lines in which a word stands, in any spelling; all of them for no word."""
    if not word:
        return data
    places = _places(data.lower(), word.encode()) if word.isascii() else _spelled(data, word)
    found = []
    end = -1
    for place in places:
        if place < end:
            continue
        start = data.rfind(b"\n", 0, place) + 1
        end = data.find(b"\n", place)
        end = len(data) if end < 0 else end
        found.append(data[start:end])
    return b"\n".join(found)


def _places(small: bytes, needle: bytes) -> Iterator[int]:
    place = small.find(needle)
    while place >= 0:
        yield place
        end = small.find(b"\n", place)
        place = small.find(needle, end) if end >= 0 else -1


def _spelled(data: bytes, word: str) -> Iterator[int]:
    return (match.start() for match in spelled(word).finditer(data))


class Matcher:
    """Tells whether a text has the phrases of a query, and shows where.

    A phrase stands for its words with anything but letters and digits between them; the last
    word may go on.
    """

    def __init__(self, query: Query) -> None:
        self._phrases = [_Phrase(phrase) for phrase in query.phrases]
        self._any = re.compile("|".join(phrase.pattern.pattern for phrase in self._phrases))

    def holds(self, text: str) -> bool:
        """Tell whether a text has every phrase."""
        small = folded(composed(text))
        return all(phrase.place(small) is not None for phrase in self._phrases)

    def places(self, small: str) -> Iterator[int]:
        """Return where the first phrase stands in a text in small letters."""
        place = self._phrases[0].place(small)
        while place is not None:
            yield place[0]
            place = self._phrases[0].place(small, place[0] + 1)

    def snippet(self, text: str) -> Snippet:
        """Return the words around the first hit, in one line."""
        text = composed(text)
        small = folded(text)
        places = [found for phrase in self._phrases if (found := phrase.place(small))]
        place, until = min(places, default=(0, 0))
        start, end = max(0, place - _AROUND), until + _AROUND
        inside = " ".join(text[start:end].split())
        shown = f"{'…' if start else ''}{inside}{'…' if end < len(text) else ''}"
        return Snippet(shown, tuple(match.span() for match in self._any.finditer(folded(shown))))


class _Phrase:
    """Some words in a row."""

    def __init__(self, words: tuple[str, ...]) -> None:
        self._first = words[0]
        spelled = re.escape(words[0])
        for before, word in pairwise(words):
            # Where words are single letters nothing has to stand between them.
            spelled += f"{BETWEEN}{'*' if is_lone(before) or is_lone(word) else '+'}"
            spelled += re.escape(word)
        begin = "" if is_lone(words[0]) else f"(?<!{LETTER})"
        free = goes_on(words[-1]) or is_lone(words[-1])
        end = "" if free else f"(?!{LETTER})"
        self.pattern = re.compile(f"{begin}{spelled}{end}")

    def place(self, small: str, start: int = 0) -> tuple[int, int] | None:
        """Return where the phrase stands first in a text in small letters."""
        # Looking for the first word as it is written is ten times as fast as the pattern.
        start = small.find(self._first, start)
        while start >= 0:
            if found := self.pattern.match(small, start):
                return found.span()
            start = small.find(self._first, start + 1)
        return None
