"""Lines of a bar or a list, built from pieces of text that are safe to show."""

import os
from collections.abc import Iterable, Sequence

from rich.cells import cell_len, set_cell_size
from rich.segment import Segment
from textual.strip import Strip

from tui.text.visible import visible_line
from tui.ui.theme import style_of


def piece(text: str, look: str = "prose") -> Segment:
    """Return text in the style of a meaning, with every hidden character shown."""
    return Segment(visible_line(text), style_of(look))


def shown(text: str, look: str = "prose") -> Segment:
    """Return text that was made visible before in the style of a meaning; twice would be wrong."""
    return Segment(text, style_of(look))


def home(path: str | os.PathLike[str] | None) -> str:
    """Return a path as people write it, with ~ for their home; nothing where there is none."""
    if path is None:
        return ""
    path = os.fspath(path)
    root = os.path.expanduser("~")  # noqa: PTH111 (ten times as fast, for every line)
    return f"~{path[len(root) :]}" if path == root or path.startswith(f"{root}/") else path


def width_of(pieces: Iterable[Segment]) -> int:
    """Return how many cells the pieces take."""
    return sum(cell_len(one.text) for one in pieces)


def shortened(text: str, width: int) -> str:
    """Return the text in at most so many cells, with a mark where some of it is missing."""
    text = _beginning(text, width)
    if cell_len(text) <= width:
        return text
    return set_cell_size(text, max(0, width - 1)).rstrip() + "…" if width > 0 else ""


def _beginning(text: str, width: int) -> str:
    """Return what can matter of a text in so many cells: to measure 10,000 lines takes 0.3 s."""
    most = _most(width)
    return text if len(text) <= most else f"{text[:most]}…"


def _most(width: int) -> int:
    return 8 * max(0, width) + 64


def fit(pieces: Sequence[Segment], width: int) -> Strip:
    """Return a line of exactly this width; what does not fit ends in `…`."""
    if sum(len(text) for text, _, _ in pieces) > _most(width):
        pieces = [Segment(_beginning(text, width), style) for text, style, _ in pieces]
    taken = width_of(pieces)
    if taken <= width:
        blank = [Segment(" " * (width - taken))] if taken < width else []
        return Strip([*pieces, *blank], width)
    kept: list[Segment] = []
    room = width - 1
    for one in pieces:
        cells = cell_len(one.text)
        if cells > room:
            kept.append(Segment(set_cell_size(one.text, room) + "…", one.style))
            break
        kept.append(one)
        room -= cells
    return Strip(kept).adjust_cell_length(width)


def spread(left: Sequence[Segment], right: Sequence[Segment], width: int) -> Strip:
    """Return a line with one part at each end; the left part gives way."""
    space = width - width_of(right)
    if space < 8 or not right:
        return fit(left, width)
    return Strip([*fit(left, space - 1), Segment(" "), *right], width)
