"""Tree-sitter's grammar of bash, asked only as long as somebody can be kept waiting."""

from functools import cache
from importlib import import_module
from time import thread_time

from tree_sitter import Language, Node, Parser, Point

PATIENCE = 0.03
"""Seconds of processor time for one command line. What is begun may take 10 ms more."""

SHORT = 128
"""Bytes of a line that is read at once: the worst that were found take 7 ms."""

MOST_PIPES = 512
"""Pipes in a line that is read: each takes longer the more there are, and heeds no clock."""

_STEP = 16
"""Bytes of a longer line that are handed over at a time, so that time is looked at often."""


class Patience:
    """How much longer one command line may be thought about, with all the texts inside it.

    Processor time is counted, so that a busy machine does not change what is decided. Asking for
    it takes a tenth of a short line's time; hence the clock starts when it is first looked at.
    """

    def __init__(self, seconds: float = PATIENCE) -> None:
        self._seconds = seconds
        self._end: float | None = None

    @property
    def over(self) -> bool:
        """Tell whether the time is up."""
        now = thread_time()
        if self._end is None:
            self._end = now + self._seconds
        return now > self._end


def parse(line: str, patience: Patience | None = None) -> Node | None:
    """Return the root of what tree-sitter makes of a command line; None if it takes too long."""
    source = line.encode("utf-8", "replace")
    if len(source) > SHORT:
        return _parse_long(source, patience or Patience())
    return _parser().parse(source).root_node


def _parse_long(source: bytes, patience: Patience) -> Node | None:
    """Read a line piece by piece; when the time is up, hand over blanks instead of the rest.

    There is no other way to make it stop: asking for progress ends the process before Python
    3.14, and so does a text that ends earlier than it did before.
    """
    late = False

    def read(start: int, _: Point) -> bytes:
        nonlocal late
        late = late or patience.over
        return b" " * (len(source) - start) if late else source[start : start + _STEP]

    tree = _parser().parse(read)
    return None if late else tree.root_node


@cache
def _parser() -> Parser:
    # Its package loads importlib.resources, which takes longer than Python's own start.
    return Parser(Language(import_module("tree_sitter_bash").language()))
