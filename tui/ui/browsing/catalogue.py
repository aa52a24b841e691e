"""All sessions in the order and the groups of the list, so that a key only has to pick some.

Order, folder and conditions change seldom; letters come many a second. So everything that does not
depend on letters is done once, and each letter goes through texts that stand ready. A word that
only grew looks through what its shorter form had found.
"""

from bisect import bisect_left
from collections.abc import Callable, Sequence
from typing import NamedTuple

from tui.history.library import Note, Row
from tui.history.listing import Listing, Sort, grouped
from tui.history.words import folded


class Frame(NamedTuple):
    """What does not depend on letters."""

    conditions: str
    here: str | None
    sort: Sort
    every: bool
    day: int
    """Groups have other borders on another day."""


class Part(NamedTuple):
    """A group of the list: its name, and where it begins in the order."""

    title: str
    start: int


class Catalogue:
    """The rows of one listing under one frame."""

    def __init__(self, listing: Listing, frame: Frame, now: float) -> None:
        self.frame = frame
        found = listing.filter(
            frame.conditions,
            here=frame.here,
            sort=frame.sort,
            archived=frame.every,
            every=frame.every,
            now=now,
        )
        notes = listing.notes
        self.rows: list[Row] = []
        self.parts: list[Part] = []
        if frame.sort is Sort.RECENT:
            for group in grouped(found, now, notes):
                self.parts.append(Part(group.title, len(self.rows)))
                self.rows += group.rows
        elif found:
            self.parts.append(Part(f"BY {frame.sort.value.upper()}", 0))
            self.rows = found
        self._note: Callable[[Row], Note] | None = notes.of if notes is not None else None
        self._texts: list[str] | None = None
        self._paths: dict[str, int] | None = None
        self._last: tuple[tuple[str, ...], list[int]] = ((), [])

    def named(self, words: Sequence[str]) -> list[int]:
        """Return where the rows stand whose titles, folders and the like have all words."""
        texts = self._texts
        if texts is None:
            texts = self._texts = [self._text(row) for row in self.rows]
        before, among = self._last
        grew = before and all(any(old in word for word in words) for old in before)
        found: Sequence[int] = among if grew else range(len(texts))
        for word in words:
            found = [place for place in found if word in texts[place]]
        self._last = (tuple(words), list(found))
        return self._last[1]

    def places(self, paths: Sequence[str]) -> list[int]:
        """Return where the rows of some files stand."""
        known = self._paths
        if known is None:
            known = self._paths = {row.path: place for place, row in enumerate(self.rows)}
        return [known[path] for path in paths if path in known]

    def split(self, places: Sequence[int]) -> list[tuple[str, list[Row]]]:
        """Return the rows at some places, in ascending order, in their groups."""
        rows = self.rows
        ends = [*(part.start for part in self.parts[1:]), len(rows)][: len(self.parts)]
        groups = []
        for part, end in zip(self.parts, ends, strict=True):
            first, last = bisect_left(places, part.start), bisect_left(places, end)
            if first < last:
                whole = last - first == end - part.start
                some = rows[part.start : end] if whole else [rows[n] for n in places[first:last]]
                groups.append((part.title, some))
        return groups

    def _text(self, row: Row) -> str:
        tags = self._note(row).tags if self._note is not None else ()
        parts = (row.title, row.cwd, row.git_branch, row.id, row.model, row.last_prompt, row.agent)
        return folded("\n".join([part for part in (*parts, *tags) if part]))
