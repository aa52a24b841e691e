"""What a command of the user's has printed so far: its beginning and its end, in bounded memory."""

from collections import deque
from itertools import chain

from tui.text.display import display, without_escapes
from tui.ui.pieces import piece
from tui.ui.sheet import Paragraph

KEPT = 500_000
"""Characters kept of the beginning, and as many of the end; more is no help in a prompt."""

SHOWN = 1_000
"""Lines shown of the beginning, and as many of the end."""

ROOM = 32 * 1024
"""Characters in which those lines must fit: folding them must not take longer than a frame."""

PIECE = 4_096
"""Characters up to which pieces are put together: a program may print one at a time."""


class Printed:
    """The output of a command, in bounded memory; what is left out is counted."""

    def __init__(self) -> None:
        self._first = ""
        """The beginning, as far as it may be shown."""
        self._head: deque[str] = deque()
        self._tail: deque[str] = deque()
        self._size = 0
        self._tail_size = 0
        self._lines = 0
        self.left_out = 0
        """Characters that are no longer here, between the beginning and the end."""

    def add(self, text: str) -> None:
        """Keep what was printed, and let go of what is too much."""
        self._lines += text.count("\n")
        self._first += text[: max(0, ROOM - len(self._first))]
        room = max(0, KEPT - self._size)
        self._size += len(text)
        _append(self._head, text[:room])
        _append(self._tail, text[room:])
        self._tail_size += len(text[room:])
        while self._tail and self._tail_size - len(self._tail[0]) >= KEPT:
            gone = len(self._tail.popleft())
            self._tail_size -= gone
            self.left_out += gone

    def text(self) -> str:
        """Return it for a prompt, without escape sequences."""
        head, tail = ("".join(part) for part in (self._head, self._tail))
        missing = f"\n… {self.left_out:,} characters are left out …\n" if self.left_out else ""
        return without_escapes(f"{head}{missing}{tail}").rstrip()

    def paragraphs(self, look: str) -> list[Paragraph]:
        """Return the first and the last lines to be shown, and how many there are between."""
        first = self._first
        if self._size <= ROOM and self._lines <= SHOWN:
            return _shown(first.removesuffix("\n"), look) if first.strip() else []
        whole = first.split("\n")[:-1][:SHOWN]
        first = "\n".join(whole) + "\n" if whole else first
        last = self._ending(self._size - len(first))
        shown = _shown(first.removesuffix("\n"), look)
        if (left := self._size - len(first) - len(last)) > 1:
            between = self._lines - len(whole) - last.count("\n") - 1
            told = f"{between:,} lines" if between > 0 else f"{left:,} characters"
            gone = f" but for {self.left_out:,} characters" if self.left_out else ""
            shown.append([piece(f"… {told} are not shown here; Enter adds them{gone} …", "hint")])
        return shown + _shown(last, look)

    def _ending(self, most: int) -> str:
        """Return the last lines of what is kept, and at most so many characters of them."""
        pieces: list[str] = []
        size = 0
        for one in chain(reversed(self._tail), reversed(self._head)):
            if size > ROOM:
                break
            pieces.append(one)
            size += len(one)
        end = "".join(reversed(pieces))[-most:].removesuffix("\n")
        if len(end) > ROOM:
            end = end[-ROOM:]
            end = end[end.find("\n") + 1 :]
        return "\n".join(end.split("\n")[-SHOWN:])


def _append(pieces: deque[str], text: str) -> None:
    if pieces and len(pieces[-1]) + len(text) <= PIECE:
        pieces[-1] += text
        return
    pieces.extend(text[start : start + KEPT] for start in range(0, len(text), KEPT))


def _shown(text: str, look: str) -> list[Paragraph]:
    return [[piece(line, look)] for line in display(without_escapes(text)).split("\n")]
