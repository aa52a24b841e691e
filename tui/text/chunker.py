"""Markdown cut into chunks while it arrives.

Finished chunks never change again; what is left is a short tail, so showing a stream costs the
same however long it has become. Accepted losses: link definitions and loose lists do not reach
over a chunk.
"""

import re
from textwrap import dedent
from typing import NamedTuple

CODE_LINES = 24
"""An open fence is cut after so many lines, so that an endless one never makes the tail grow."""
PARAGRAPH = 3_000
TABLE = 12_000
"""Characters after which a paragraph or a table is cut at a line's end."""
CODE_LINE = 16_000

_FENCE = re.compile(r"^ {0,3}(`{3,}|~{3,})[ \t]*([^`\n]*)$")
_PERHAPS_FENCE = re.compile(r"^ {0,3}(`+|~+)[^`\s]*$")
_SENTENCE = re.compile(r"[.!?。!?]['\")\]]?\s")


class Chunk(NamedTuple):
    """A piece of Markdown that can be shown without knowing its neighbours."""

    text: str
    code: bool = False
    language: str = ""
    gap: bool = False
    """An empty line belongs before it."""
    fence: int = 0
    """Which fence of the text it is part of, counted from 1; 0 for prose."""
    closed: bool = False
    """It is the last piece of its fence."""


class Chunker:
    """Takes text as it comes and gives back whole chunks."""

    def __init__(self) -> None:
        self._lines: list[str] = []
        self._size = 0
        self._partial = ""
        self._marker = ""
        """What opened the fence we are in; empty outside."""
        self._language = ""
        self._fences = 0
        self._blank = False
        self._gap = False
        self._cut = False
        """The last chunk ended in the middle of something."""
        self._done: list[Chunk] = []

    def feed(self, text: str) -> list[Chunk]:
        """Take more text; return the chunks it finished."""
        *lines, rest = (self._partial + text).split("\n")
        for line in lines:
            self._begin(line.removesuffix("\r"))
            self._take(self._partial)
        self._begin(rest)
        done, self._done = self._done, []
        return done

    def finish(self) -> list[Chunk]:
        """Return what is left: no more text will come."""
        if self._partial:
            self._take(self._partial.removesuffix("\r"))
            self._partial = ""
        if self._marker:
            self._emit_code(closed=True)
        else:
            self._emit_prose()
        done, self._done = self._done, []
        return done

    @property
    def tail(self) -> Chunk | None:
        """Return what is not finished yet, as it can be shown now."""
        partial = self._partial.removesuffix("\r")
        if self._marker:
            if partial.strip() and not partial.strip().strip(self._marker[0]):
                partial = ""
            text = "\n".join([*self._lines, partial])
            return self._code(text, closed=False) if text else None
        if _PERHAPS_FENCE.match(partial):
            partial = ""
        lines = [*self._lines, *([""] if self._blank and partial else []), partial]
        text = "\n".join(lines).rstrip()
        if not text:
            return None
        return Chunk(dedent(text) if self._cut else text, gap=self._gap)

    def _take(self, line: str) -> None:
        if self._marker:
            self._take_code(line)
            return
        if not line.strip():
            self._blank = True
            return
        fence = _FENCE.match(line)
        if fence is not None:
            self._emit_prose()
            self._marker = fence[1]
            self._language = fence[2].strip()
            self._fences += 1
            self._gap = True
            self._blank = False
            return
        if self._blank:
            self._after_blank(line)
        self._lines.append(line)
        self._size += len(line) + 1
        limit = TABLE if line.lstrip().startswith("|") else PARAGRAPH
        if self._size > limit:
            self._emit_prose()
            self._cut = True

    def _after_blank(self, line: str) -> None:
        if self._lines and line[0] in " \t":
            self._lines.append("")
        else:
            self._emit_prose()
            self._gap = True
        self._blank = False

    def _take_code(self, line: str) -> None:
        marker = line.strip()
        indent = len(line) - len(line.lstrip(" "))
        if indent <= 3 and len(marker) >= len(self._marker) and not marker.strip(self._marker[0]):
            self._emit_code(closed=True)
            return
        self._lines.append(line)
        if len(self._lines) >= CODE_LINES:
            self._emit_code(closed=False)

    def _begin(self, line: str) -> None:
        """Take a line of which more may come; all but the end of one that is too long."""
        self._partial = line
        if len(line) > PARAGRAPH:
            self._cut_partial()

    def _cut_partial(self) -> None:
        if self._marker:
            while len(self._partial) > CODE_LINE:
                self._take(self._partial[:CODE_LINE])
                self._partial = self._partial[CODE_LINE:]
            return
        while len(self._partial) > PARAGRAPH:
            head = self._partial[:PARAGRAPH]
            ends = [match.end() for match in _SENTENCE.finditer(head, PARAGRAPH // 2)]
            cut = ends[-1] if ends else head.rfind(" ", PARAGRAPH // 2) + 1 or PARAGRAPH
            self._take(self._partial[:cut])
            self._emit_prose()
            self._cut = True
            self._partial = self._partial[cut:]

    def _emit_prose(self) -> None:
        if self._lines:
            text = "\n".join(self._lines)
            self._done.append(Chunk(dedent(text) if self._cut else text, gap=self._gap))
            self._lines = []
            self._gap = False
            self._cut = False
        self._size = 0

    def _emit_code(self, *, closed: bool) -> None:
        self._done.append(self._code("\n".join(self._lines), closed=closed))
        self._lines = []
        self._gap = closed
        if closed:
            self._marker = ""

    def _code(self, text: str, *, closed: bool) -> Chunk:
        return Chunk(
            text,
            code=True,
            language=self._language,
            gap=self._gap,
            fence=self._fences,
            closed=closed,
        )


def chunks(text: str) -> list[Chunk]:
    """Cut a whole text into chunks."""
    chunker = Chunker()
    return [*chunker.feed(text), *chunker.finish()]
