"""Runs cut into lines of a width."""

from collections.abc import Iterator
from enum import IntEnum

from rich.cells import cell_len, split_graphemes

from tui.text.runs import Run, plain


class Join(IntEnum):
    """What stood between a line and the next one before they were cut apart."""

    NEWLINE = 0
    SPACE = 1
    NOTHING = 2


def wrap(runs: list[Run], width: int, *, words: bool = True) -> Iterator[tuple[list[Run], Join]]:
    """Return lines of at most so many cells, cut at spaces or, for code, at the edge."""
    width = max(1, width)
    for paragraph in paragraphs(runs):
        text = plain(paragraph)
        if text.isascii():
            if len(text) <= width:
                yield paragraph, Join.NEWLINE
                continue
            cuts = _ascii_cuts(text, width) if words else _edge_cuts(text, width)
        else:
            if cell_len(text) <= width:
                yield paragraph, Join.NEWLINE
                continue
            cuts = _wide_cuts(text, width, words=words)
        for start, end, join in cuts:
            yield part(paragraph, start, end), join


def paragraphs(runs: list[Run]) -> Iterator[list[Run]]:
    """Split runs at their newlines."""
    current: list[Run] = []
    for text, style in runs:
        if "\n" not in text:
            current.append((text, style))
            continue
        first, *others = text.split("\n")
        current.append((first, style))
        for line in others:
            yield current
            current = [(line, style)]
    yield current


def part(runs: list[Run], start: int, end: int) -> list[Run]:
    """Return the characters from `start` to `end`, with their styles."""
    found: list[Run] = []
    position = 0
    for text, style in runs:
        size = len(text)
        if position + size > start and position < end:
            found.append((text[max(0, start - position) : end - position], style))
        position += size
        if position >= end:
            break
    return found


def shorten(text: str, width: int) -> str:
    """Return the text in at most so many cells; an ellipsis says that something is missing."""
    if cell_len(text) <= width:
        return text
    if width < 1:
        return ""
    kept = 0
    cells = 1
    for _, end, size in split_graphemes(text[: width + 1])[0]:
        cells += size
        if cells > width:
            break
        kept = end
    return text[:kept] + "…"


Cut = tuple[int, int, Join]


def _ascii_cuts(text: str, width: int) -> Iterator[Cut]:
    start, size = 0, len(text)
    while size - start > width:
        cut = text.rfind(" ", start, start + width + 1)
        if cut <= start:
            yield start, start + width, Join.NOTHING
            start += width
            continue
        yield start, cut, Join.SPACE
        start = cut + 1
        while start < size and text[start] == " ":
            start += 1
    yield start, size, Join.NEWLINE


def _edge_cuts(text: str, width: int) -> Iterator[Cut]:
    size = len(text)
    for start in range(0, size, width):
        end = min(size, start + width)
        yield start, end, Join.NOTHING if end < size else Join.NEWLINE


def _wide_cuts(text: str, width: int, *, words: bool) -> Iterator[Cut]:
    """Cut text with wide characters; such may be cut apart anywhere, as they are written so."""
    start = cells = 0
    space = since = 0
    for begin, end, size in split_graphemes(text)[0]:
        if cells + size > width and end > start + 1:
            if words and text[begin] == " ":
                yield start, begin, Join.SPACE
                start, cells, space = end, 0, 0
                continue
            if words and space > start and size < 2:
                yield start, space - 1, Join.SPACE
                start, cells, space = space, since, 0
            else:
                yield start, begin, Join.NOTHING
                start, cells, space = begin, 0, 0
        cells += size
        since += size
        if text[begin:end] == " ":
            space, since = end, 0
    yield start, len(text), Join.NEWLINE
