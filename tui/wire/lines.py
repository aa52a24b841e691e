"""Chunks of bytes in, whole lines out, with bounded memory."""

import msgspec

LIMIT = 16 * 1024 * 1024
"""A longer line is cut: agents were seen to print 1.5 MB, pictures may make it ten times that."""

KEPT = 64 * 1024
"""How much of an over-long line is kept, to show what it was."""


class CutLine(msgspec.Struct, frozen=True, gc=False):
    """A line that was longer than the limit: its beginning, and how much is missing."""

    head: bytes
    dropped: int


class LineFramer:
    """Splits a byte stream at newlines, and only there.

    CR, NUL, U+2028 and invalid UTF-8 are ordinary content. The pieces of an unfinished line are
    kept in a list, so a long line costs linear time.
    """

    def __init__(self, limit: int = LIMIT, kept: int = KEPT) -> None:
        self._limit = limit
        self._kept = min(kept, limit)
        self._pieces: list[bytes] = []
        self._size = 0
        self._dropped = 0

    def feed(self, chunk: bytes) -> list[bytes | CutLine]:
        """Return the lines that `chunk` completes, without their newlines."""
        lines: list[bytes | CutLine] = chunk.split(b"\n")  # type: ignore[assignment]  # widening
        rest: bytes = lines.pop()  # type: ignore[assignment]  # split gives bytes only
        if lines and self._pieces:
            self._hold(lines[0])  # type: ignore[arg-type]  # bytes, as above
            lines[0] = self._release()
        if lines and len(chunk) > self._limit:
            lines = [self._cut(line) for line in lines]
        if rest:
            self._hold(rest)
        return lines

    def finish(self) -> list[bytes | CutLine]:
        """Return the unfinished last line, if there is one."""
        return [self._release()] if self._pieces else []

    def _hold(self, piece: bytes) -> None:
        if not piece and self._pieces:
            return
        if self._dropped:
            self._dropped += len(piece)
            return
        self._pieces.append(piece)
        self._size += len(piece)
        if self._size > self._limit:
            head = b"".join(self._pieces)[: self._kept]
            self._dropped = self._size - len(head)
            self._pieces = [head]

    def _release(self) -> bytes | CutLine:
        line = b"".join(self._pieces)
        dropped = self._dropped
        self._pieces = []
        self._size = self._dropped = 0
        return CutLine(line, dropped) if dropped else line

    def _cut(self, line: bytes | CutLine) -> bytes | CutLine:
        if isinstance(line, CutLine) or len(line) <= self._limit:
            return line
        return CutLine(line[: self._kept], len(line) - self._kept)
