"""Markdown source → paragraphs and tables of styled runs.

Only chunks come here, so a source is short; what nests too deep or has too many columns is shown as
it was written. Character references become characters after the source was made safe, so every
run is made safe again.
"""

import re
from collections.abc import Iterator, Sequence
from functools import cache
from importlib import import_module
from typing import Any, TypeAlias

from tui.text.display import display, display_line
from tui.text.runs import Bar, Flow, Gap, Grid, Piece, Run

DEPTH = 24
"""Quotes and lists inside each other; more is shown as written."""
INDENTS = 8
"""From here on, further levels are not indented any more."""
COLUMNS = 40
LONGEST = 16_000

_MARKERS = re.compile(r"^(?:[ \t]*(?:>|[-*+][ \t]|\d{1,9}[.)][ \t]))+")
_MARKER = re.compile(r">|[-*+][ \t]|\d[.)]")
_TASK = re.compile(r"^\[([ xX])\]\s")

Token: TypeAlias = Any
"""A token of markdown-it, which is imported on first use only: it costs as much as ten frames."""


def pieces(source: str, base: str = "prose") -> list[Piece]:
    """Return the Markdown as paragraphs, tables and gaps, in the base style."""
    source = display(source)
    if _unfit(source):
        return [as_written(source, base)]
    try:
        tokens = parser().parse(source)
    except RecursionError:
        return [as_written(source, base)]
    writer = _Writer(base)
    writer.write(tokens)
    return writer.pieces


def as_written(source: str, base: str) -> Flow:
    """Return text that is not looked into."""
    return Flow([(source, base)], wrap=False)


@cache
def parser() -> Any:
    """Return the one Markdown parser."""
    markdown_it = import_module("markdown_it")
    options = {"html": False, "maxNesting": 100}
    rules = markdown_it.MarkdownIt("commonmark", options).enable(["table", "strikethrough"])
    # A reference rarely stands in the chunk of its link; its address would be shown nowhere.
    return rules.disable("reference")


def prepare() -> None:
    """Load the parser, which takes as long as three frames, before the first text needs it."""
    parser().parse("*")


def _unfit(source: str) -> bool:
    if len(source) > LONGEST:
        return True
    for line in source.split("\n"):
        if len(line) - len(line.lstrip()) > DEPTH * 4:
            return True
        markers = _MARKERS.match(line)
        if markers is not None and len(_MARKER.findall(markers[0])) > DEPTH:
            return True
        if line.count("|") > COLUMNS:
            return True
    return False


class _Writer:
    def __init__(self, base: str) -> None:
        self.pieces: list[Piece] = []
        self._base = base
        self._margins: list[tuple[Run, Run]] = []
        """Per open list item or quote: what stands before its first and its further lines."""
        self._fresh: set[int] = set()
        """Levels whose first line has not been written yet."""
        self._numbers: list[int] = []
        """Per open list: the next item's number, or -1 for bullets."""
        self._heading = ""

    def write(self, tokens: Sequence[Token]) -> None:
        position = 0
        while position < len(tokens):
            token = tokens[position]
            if token.type == "table_open":
                end = next(
                    i for i in range(position, len(tokens)) if tokens[i].type == "table_close"
                )
                self._table(tokens[position:end])
                position = end
            else:
                self._token(token)
            position += 1

    def _token(self, token: Token) -> None:
        match token.type:
            case "heading_open":
                self._heading = f"heading heading.{token.tag[1:]}"
            case "heading_close":
                self._heading = ""
            case "inline":
                self._paragraph(token)
            case "bullet_list_open" | "ordered_list_open":
                start = int(token.attrs.get("start", 1))
                self._numbers.append(start if token.type == "ordered_list_open" else -1)
                self._space(tight=len(self._numbers) > 1)
            case "bullet_list_close" | "ordered_list_close":
                self._numbers.pop()
            case "list_item_open":
                self._item(token)
            case "list_item_close" | "blockquote_close":
                self._leave()
            case "blockquote_open":
                self._space()
                self._enter("▎ ", "▎ ", "quote.bar")
            case "fence" | "code_block":
                self._space()
                lines = display(token.content).rstrip("\n")
                self._put(Flow([(lines, "code")], wrap=False))
            case "hr":
                self._space()
                self._put(Bar())
            case _:
                pass

    def _paragraph(self, token: Token) -> None:
        style = self._heading or self._base
        if any(margin[0][1] == "quote.bar" for margin in self._margins):
            style = f"{style} quote"
        if not self._fresh:
            self._space(tight=token.level > 1 and bool(self._numbers) and not self._heading)
        runs = list(_inline(token.children or (), style))
        if self._numbers and (task := _TASK.match("".join(text for text, _ in runs[:1]))):
            mark = ("☐ ", "list.task") if task[1] == " " else ("☑ ", "list.task.done")
            if self._margins and len(self._margins) - 1 in self._fresh:
                self._margins[-1] = (mark, ("  ", "list"))
                runs = [(runs[0][0][task.end() :], runs[0][1]), *runs[1:]]
        self._put(Flow(runs))

    def _item(self, token: Token) -> None:
        number = self._numbers[-1] if self._numbers else -1
        if number >= 0:
            self._numbers[-1] += 1
            bullet = f"{number}{token.markup or '.'} "
        else:
            bullet = "•◦▪"[(len(self._numbers) - 1) % 3] + " "
        self._enter(bullet, " " * len(bullet), "list")

    def _enter(self, first: str, rest: str, style: str) -> None:
        if len(self._margins) >= INDENTS:
            first, rest = first if style == "list" else "", ""
        self._fresh.add(len(self._margins))
        self._margins.append(((first, style), (rest, style)))

    def _leave(self) -> None:
        if len(self._margins) - 1 in self._fresh:
            self._put(Flow([]))
        self._margins.pop()

    def _space(self, *, tight: bool = False) -> None:
        if self.pieces and not tight and not self._fresh:
            rest = tuple(margin[1] for margin in self._margins)
            self.pieces.append(Gap(rest, rest))

    def _put(self, piece: Piece) -> None:
        first = tuple(
            margin[0] if level in self._fresh else margin[1]
            for level, margin in enumerate(self._margins)
        )
        rest = tuple(margin[1] for margin in self._margins)
        self._fresh.clear()
        self.pieces.append(piece._replace(first=first, rest=rest))

    def _table(self, tokens: Sequence[Token]) -> None:
        rows: list[list[list[Run]]] = []
        aligned: list[str] = []
        style = f"{self._base} table"
        for token in tokens:
            if token.type == "tr_open":
                rows.append([])
            elif token.type == "th_open":
                words = str(token.attrs.get("style", "")).rpartition(":")[2]
                aligned.append(words or "left")
            elif token.type == "inline":
                name = f"{style} table.header" if len(rows) == 1 else style
                rows[-1].append(list(_inline(token.children or (), name)))
        self._space()
        self._put(Grid(rows, tuple(aligned)))


_ADDED = {"strong_open": "strong", "em_open": "emphasis", "s_open": "strike", "link_open": "link"}
_ENDED = {"strong_close", "em_close", "s_close"}


def _inline(tokens: Sequence[Token], base: str) -> Iterator[Run]:
    names = [base]
    addresses: list[tuple[str, list[str]]] = []
    for token in tokens:
        kind = token.type
        if kind in _ADDED:
            names.append(_ADDED[kind])
            if kind == "link_open":
                addresses.append((str(token.attrs.get("href", "")), []))
        elif kind in _ENDED:
            names.pop()
        elif kind == "link_close":
            names.pop()
            yield from _address(*addresses.pop(), " ".join(names))
        else:
            text, style = _text(token, " ".join(names))
            for _, seen in addresses:
                seen.append(text)
            yield text, style


def _address(address: str, seen: list[str], style: str) -> Iterator[Run]:
    """Name where a link leads: its words may say something else."""
    shown = "".join(seen)
    bare = address.removeprefix("mailto:").rstrip("/")
    if address and shown.rstrip("/") not in (address.rstrip("/"), bare):
        yield f" ({display_line(address)})", f"{style} link"


def _text(token: Token, style: str) -> Run:
    match token.type:
        case "softbreak":
            return " ", style
        case "hardbreak":
            return "\n", style
        case "code_inline":
            return display_line(token.content), f"{style} code.inline"
        case "image":
            source = str(token.attrs.get("src", ""))
            return display_line(f"image: {token.content} ({source})"), f"{style} link"
        case _:
            return display_line(token.content), style
