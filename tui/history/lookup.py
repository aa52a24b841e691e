"""Where in a stretch of a session file the words of a query stand."""

import re
from collections.abc import Iterator

import msgspec

from tui.agents.store import Part, SessionStore, SessionSummary
from tui.history.contents import Contents, contents
from tui.history.query import Query, goes_on

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
    """Return the lines in which a word stands; all of them where it has several spellings."""
    if not word or not word.isascii():
        return data
    needle = word.encode()
    small = data.lower()
    found = []
    place = small.find(needle)
    while place >= 0:
        start = data.rfind(b"\n", 0, place) + 1
        end = data.find(b"\n", place)
        end = len(data) if end < 0 else end
        found.append(data[start:end])
        place = small.find(needle, end)
    return b"\n".join(found)


class Matcher:
    """Tells whether a text has the phrases of a query, and shows where.

    A phrase stands for its words with anything but letters and digits between them; the last
    word may go on.
    """

    def __init__(self, query: Query) -> None:
        self._phrases = [_Phrase(phrase) for phrase in query.phrases]
        spelled = "|".join(phrase.pattern.pattern for phrase in self._phrases)
        self._any = re.compile(spelled, re.IGNORECASE)

    def holds(self, text: str) -> bool:
        """Tell whether a text has every phrase."""
        small = text.lower()
        return all(phrase.place(text, small) is not None for phrase in self._phrases)

    def snippet(self, text: str) -> Snippet:
        """Return the words around the first hit, in one line."""
        small = text.lower()
        places = [found for phrase in self._phrases if (found := phrase.place(text, small))]
        place, until = min(places, default=(0, 0))
        start, end = max(0, place - _AROUND), until + _AROUND
        inside = " ".join(text[start:end].split())
        shown = f"{'…' if start else ''}{inside}{'…' if end < len(text) else ''}"
        return Snippet(shown, tuple(match.span() for match in self._any.finditer(shown)))


class _Phrase:
    """Some words in a row."""

    def __init__(self, words: tuple[str, ...]) -> None:
        self._first = words[0]
        spelled = r"[\W_]+".join(map(re.escape, words))
        end = "" if goes_on(words[-1]) else r"(?![^\W_])"
        self.pattern = re.compile(rf"(?<![^\W_]){spelled}{end}", re.IGNORECASE)

    def place(self, text: str, small: str) -> tuple[int, int] | None:
        """Return where the phrase stands first; `small` is the text in small letters."""
        # Looking for the first word as it is written is ten times as fast as the pattern.
        start = small.find(self._first) if len(small) == len(text) else 0
        found = self.pattern.search(text, start) if start >= 0 else None
        return found.span() if found is not None else None
