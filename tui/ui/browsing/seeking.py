"""A search that runs beside the screen: it fills up, tells so now and then, and can be stopped."""

import re
import time
from collections.abc import Callable
from typing import NamedTuple

from tui.errors import UsageError
from tui.history.library import Hit, Library
from tui.history.query import Query, parse

TELL_EVERY = 0.06
"""Seconds between two tellings while hits come in."""

MOST_HITS = 20_000
"""Hits after which a search ends; whoever sees so many wants another word."""

_CONDITIONS = re.compile(r'\b(?:agent|dir|since):(?:"[^"]*"|\S+)')


class Typed(NamedTuple):
    """What was typed, understood."""

    text: str
    query: Query
    conditions: str
    """The parts that need no look into any file."""
    problem: str = ""
    """Why it cannot be understood; then nothing is looked for."""

    @classmethod
    def empty(cls) -> "Typed":
        """Return what stands in an empty field."""
        return cls("", Query(), "")

    @property
    def seeks(self) -> bool:
        """Tell whether files must be looked into."""
        return bool(self.query.phrases or self.query.traits)

    @property
    def words(self) -> tuple[str, ...]:
        """Return the words to be marked."""
        return tuple(word for phrase in self.query.phrases for word in phrase)


def understood(text: str, now: float) -> Typed:
    """Read what was typed; a condition that makes no sense is told, not passed over."""
    try:
        query = parse(text, now)
    except UsageError as error:
        return Typed(text, Query(), "", f"{error.problem} {error.remedy}")
    return Typed(text, query, " ".join(_CONDITIONS.findall(text)))


class Seeking:
    """One search. `run` is for a thread; everything else may be looked at meanwhile."""

    def __init__(self, text: str, now: Callable[[], float] = time.time) -> None:
        self.text = text
        self._now = now
        self.found: dict[str, list[Hit]] = {}
        """Path of a session → its hits, in the order of the conversation."""
        self.count = 0
        self.seconds = 0.0
        self.done = False
        self.in_words = False
        """Words were found, not only sessions that meet conditions."""
        self.cut = False
        """There is more than is counted."""
        self._stopped = False

    def stop(self) -> None:
        """Let it end soon; nothing more is told."""
        self._stopped = True

    def stopped(self) -> bool:
        """Tell whether nobody waits for it any more."""
        return self._stopped

    def run(self, library: Library, tell: Callable[["Seeking"], None]) -> None:
        """Look through everything."""
        began, told = self._now(), time.monotonic()
        for hit in library.search(self.text, cancelled=self.stopped, now=began):
            if self._stopped:
                return
            self.found.setdefault(hit.session.path, []).append(hit)
            self.count += 1
            self.in_words = self.in_words or bool(hit.item)
            self.cut = self.count >= MOST_HITS
            if self.cut:
                break
            if time.monotonic() - told >= TELL_EVERY:
                told = time.monotonic()
                tell(self)
        self.seconds = self._now() - began
        self.done = True
        if not self._stopped:
            tell(self)

    @property
    def sentence(self) -> str:
        """Return how far it came."""
        more = "more than " if self.cut else ""
        hits = f"{len(self.found):,} session{'s' * (len(self.found) != 1)}"
        if self.in_words or not self.count:
            hits = f"{more}{self.count:,} hit{'s' * (self.count != 1)} in {hits}"
        took = f"{self.seconds * 1000:,.0f} ms"
        return f"{hits} · {took}" if self.done else f"{hits} so far …"
