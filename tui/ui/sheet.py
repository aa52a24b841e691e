"""Long text in parts: how high it is is known at once, its lines are made when they are seen."""

from bisect import bisect_right
from collections.abc import Iterable, Sequence
from functools import lru_cache
from itertools import accumulate, chain
from typing import Protocol, TypeAlias, overload

from rich.cells import cell_len, chop_cells
from rich.segment import Segment

from tui.ui.seen import Seen

Paragraph: TypeAlias = Sequence[Segment]
"""One line of the source; it may take several lines of the screen."""

Line: TypeAlias = list[Segment]

LONG = 4_096
"""Characters from which a paragraph is folded with care: it may have a million."""

FEW = 16
"""Pieces of a paragraph that can be looked through for every line."""

KEPT = 256
"""Paragraphs whose lines are kept after they were made: a few screens."""


class Part(Protocol):
    """Some paragraphs of a sheet."""

    def heights(self, width: int) -> Sequence[int]:
        """Return how many lines each paragraph takes."""

    def lines(self, index: int, width: int) -> Sequence[Line]:
        """Return the lines of one paragraph."""


class Ready:
    """Paragraphs that are made already; sentences are cut between words, all else at the edge."""

    def __init__(
        self, paragraphs: Sequence[Paragraph], hang: int = 0, *, sentences: bool = False
    ) -> None:
        self._paragraphs = paragraphs
        self._hang = hang
        self._sentences = sentences

    def heights(self, width: int) -> Sequence[int]:
        """Return how many lines each paragraph takes."""
        if self._sentences:
            return [len(folded_words(one, width, self._hang)) for one in self._paragraphs]
        return [_height(one, width, self._hang) for one in self._paragraphs]

    def lines(self, index: int, width: int) -> Sequence[Line]:
        """Return the lines of one paragraph."""
        fold = folded_words if self._sentences else folded
        return fold(self._paragraphs[index], width, self._hang)


class _Layout:
    """Where everything stands at one width."""

    def __init__(self, parts: Sequence[Part], width: int) -> None:
        heights = [part.heights(width) for part in parts]
        self.width = width
        self.ends = list(accumulate(chain.from_iterable(heights)))
        """The line after each paragraph."""
        self.firsts = list(accumulate(map(len, heights), initial=0))
        """The first paragraph of each part."""
        self.made: dict[int, Sequence[Line]] = {}

    @property
    def total(self) -> int:
        """Return the number of lines."""
        return self.ends[-1] if self.ends else 0


class Sheet:
    """Parts below each other, laid out for one width at a time."""

    def __init__(self, parts: Iterable[Part]) -> None:
        self._parts = tuple(parts)
        self._layout = _Layout((), -1)
        self._other = self._layout
        """Another width that was asked for lately."""
        self.seen = Seen()
        """The lines that were on the screen; folded anew they stay so, paragraph by paragraph."""

    def lay_out(self, width: int) -> int:
        """Take a width from now on; return the number of lines."""
        if width != self._layout.width:
            layout = self._at(width)
            self.seen = self.seen.folded_anew(self._layout.ends, layout.ends)
            self._layout, self._other = layout, self._layout
        return self._layout.total

    def height_at(self, width: int) -> int:
        """Return the number of lines at a width that is not taken yet."""
        if width == self._layout.width:
            return self._layout.total
        self._other = self._at(width)
        return self._other.total

    def _at(self, width: int) -> _Layout:
        return self._other if width == self._other.width else _Layout(self._parts, width)

    @property
    def total(self) -> int:
        """Return the number of lines at the present width."""
        return self._layout.total

    def go_on_from(self, before: "Sheet", same: int) -> None:
        """Count as seen what was seen of another sheet whose first paragraphs are the same."""
        self.lay_out(before._layout.width)
        self.seen = before.seen.folded_anew(before._layout.ends, self._layout.ends, same)

    def line(self, number: int) -> Line:
        """Return one line of the screen."""
        layout = self._layout
        paragraph = bisect_right(layout.ends, number)
        made = layout.made.get(paragraph)
        if made is None:
            if len(layout.made) >= KEPT:
                layout.made.clear()
            part = bisect_right(layout.firsts, paragraph) - 1
            index = paragraph - layout.firsts[part]
            made = layout.made[paragraph] = self._parts[part].lines(index, layout.width)
        return made[number - (layout.ends[paragraph - 1] if paragraph else 0)]

    def place(self, part: int, index: int = 0) -> int:
        """Return the first line of a paragraph of a part."""
        paragraph = self._layout.firsts[part] + index
        return self._layout.ends[paragraph - 1] if paragraph else 0


def _height(paragraph: Paragraph, width: int, hang: int) -> int:
    size = 0
    for text, _, _ in paragraph:
        if not text.isascii():
            return len(folded(paragraph, width, hang))
        size += len(text)
    return lines_for(size, width, hang)


def lines_for(size: int, width: int, hang: int = 0) -> int:
    """Return how many lines so many narrow characters take."""
    if size <= width or width <= 0:
        return 1
    hang = hang if hang < width // 2 else 0
    return 1 - (width - size) // (width - hang)


class _Cut(Sequence[Line]):
    """The lines of a long paragraph of narrow characters, each made when it is asked for."""

    def __init__(self, paragraph: Paragraph, width: int, hang: int) -> None:
        self._paragraph = paragraph
        self._size = sum(len(one.text) for one in paragraph)
        self._cuts = range(width, self._size, width - hang)
        self._margin = [Segment(" " * hang)] if hang else []

    def __len__(self) -> int:
        return len(self._cuts) + 1

    @overload
    def __getitem__(self, number: int) -> Line: ...

    @overload
    def __getitem__(self, number: slice) -> list[Line]: ...

    def __getitem__(self, number: int | slice) -> Line | list[Line]:
        if isinstance(number, slice):
            return [self[one] for one in range(*number.indices(len(self)))]
        number = range(len(self))[number]
        end = self._cuts[number] if number < len(self._cuts) else self._size
        if not number:
            return _between(self._paragraph, 0, end)
        return self._margin + _between(self._paragraph, self._cuts[number - 1], end)


def folded(paragraph: Paragraph, width: int, hang: int = 0) -> Sequence[Line]:
    """Return a paragraph in lines of at most `width` cells; later lines are moved in by `hang`."""
    if sum(len(text) for text, _, _ in paragraph) > LONG:
        return _folded_once(tuple(paragraph), width, hang)
    return _folded(paragraph, width, hang)


@lru_cache(maxsize=4)
def _folded_once(paragraph: tuple[Segment, ...], width: int, hang: int) -> Sequence[Line]:
    """Fold a long paragraph; a thread that counts its lines leaves them for the next frame."""
    narrow = len(paragraph) <= FEW and all(one.text.isascii() for one in paragraph)
    if narrow and width > 0:
        return _Cut(paragraph, width, hang if hang < width // 2 else 0)
    return _folded(paragraph, width, hang)


def _folded(paragraph: Paragraph, width: int, hang: int) -> list[Line]:
    hang = hang if hang < width // 2 else 0
    lines: list[Line] = [[]]
    room = width
    for text, style, _ in paragraph:
        start = 0
        while len(head := _head(text, start, room)) < len(text) - start:
            if not head and room >= width - hang:
                head = text[start]
            if head:
                lines[-1].append(Segment(head, style))
                start += len(head)
            lines.append([Segment(" " * hang)] if hang else [])
            room = width - hang
        lines[-1].append(Segment(head, style))
        room -= cell_len(head)
    return lines


def _head(text: str, start: int, room: int) -> str:
    """Return what of a text fits into so many cells, without looking at the rest of it."""
    if room <= 0:
        return ""
    size = room + 8
    while True:
        window = text[start : start + size]
        if window.isascii():
            return window[:room]
        head = next(iter(chop_cells(window, room)), window)
        if len(head) < len(window) or start + size >= len(text):
            return head
        size *= 2


def folded_words(paragraph: Paragraph, width: int, hang: int = 0) -> list[Line]:
    """Return a sentence in lines of at most `width` cells, cut at spaces where that can be."""
    hang = hang if hang < width // 2 else 0
    text = "".join(one.text for one in paragraph)
    lines: list[Line] = []
    start = 0
    while start < len(text) or not lines:
        margin = [Segment(" " * hang)] if lines and hang else []
        end, following = _cut(text, start, width - hang * bool(margin))
        lines.append(margin + _between(paragraph, start, end))
        start = following
    return lines


def _cut(text: str, start: int, room: int) -> tuple[int, int]:
    """Return where a line ends that begins at a place, and where the next one begins."""
    end = start + len(_head(text, start, room))
    if room <= 0 or end >= len(text):
        return len(text), len(text)
    edge = max(start + 1, end)
    space = text.rfind(" ", start, edge + 1)
    if space > start and not text[start:space].isspace():
        return space, space + 1
    return edge, edge


def _between(paragraph: Paragraph, start: int, end: int) -> Line:
    found: Line = []
    for text, style, _ in paragraph:
        part = text[max(0, start) : max(0, end)]
        if part:
            found.append(Segment(part, style))
        start, end = start - len(text), end - len(text)
    return found
