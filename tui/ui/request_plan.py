"""A plan as Markdown to read: headings, lists, tables, code. Only where nothing gets lost by it.

Markdown drops what it takes for notation: the titles of links, for one. A plan that
holds words which the rendering would not show is shown as it was written.
"""

import re
from collections import Counter
from collections.abc import Iterator, Sequence

from rich.segment import Segment

from tui.text.chunker import Chunk, chunks
from tui.text.markdown import pieces
from tui.text.runs import Flow, Gap, Grid, Piece, Run, plain
from tui.ui.sheet import Line, folded
from tui.ui.shown import marked, shown_line
from tui.ui.theme import style_of
from tui.ui.transcript.layout import PROSE, piece_lines

TAB = 4

_NOTATION = re.compile(
    r"^[ \t>]*(?:[-*+]|\d{1,9}[.)])[ \t]+(?:\[[ xX]\](?=\s))?"
    r"|^[ \t>]*(?:`{3,}|~{3,})[ \t]*[\w+#.-]{0,20}[ \t]*$",
    re.MULTILINE,
)
"""What stands for a bullet, a number, a box to tick, or the language of some code."""

_WORD = re.compile(r"[^\W_]+")


class PlanText:
    """The pieces of a rendered plan as a part of a sheet."""

    def __init__(self, found: Sequence[Piece]) -> None:
        self._pieces = found

    def heights(self, width: int) -> Sequence[int]:
        """Return how many lines each piece takes."""
        return [len(self.lines(index, width)) for index in range(len(self._pieces))]

    def lines(self, index: int, width: int) -> list[Line]:
        """Return the lines of one piece; deep margins may need more room than there is."""
        found = piece_lines(self._pieces[index], max(1, min(width, PROSE)))
        return [part for line in found for part in folded(_segments(line.runs), width)]


def rendered(plan: str) -> PlanText | None:
    """Return a plan as Markdown; None where words of it would not be shown."""
    source = shown_line(plan.expandtabs(TAB))
    found = list(_pieces(source))
    return None if left_out(source, found) else PlanText(found)


def left_out(source: str, found: Sequence[Piece]) -> int:
    """Return how many words of a source do not come up in its pieces."""
    shown = " ".join(text for piece in found for text in _texts(piece))
    wanted = Counter(_WORD.findall(_NOTATION.sub(" ", source)))
    return (wanted - Counter(_WORD.findall(shown))).total()


def _pieces(source: str) -> Iterator[Piece]:
    for number, chunk in enumerate(chunks(source)):
        if chunk.gap and number:
            yield Gap()
        yield from _chunk(chunk)


def _chunk(chunk: Chunk) -> Iterator[Piece]:
    if chunk.code:
        edge = (("  ", "code"),)
        yield Flow([(chunk.text, "code")], edge, edge, wrap=False)
    else:
        yield from pieces(chunk.text)


def _texts(piece: Piece) -> Iterator[str]:
    match piece:
        case Flow():
            yield plain(piece.runs)
        case Grid():
            yield from (plain(cell) for row in piece.rows for cell in row)
        case _:
            return


def _segments(runs: Sequence[Run]) -> Line:
    line: Line = []
    for text, look in runs:
        if "›" in text or "×" in text:
            line += marked(text, look)
        elif text:
            line.append(Segment(text, style_of(look)))
    return line
