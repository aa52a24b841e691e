"""Lines in and lines out: standard input and output of the demo."""

import asyncio
import json
import os
import sys
import threading
from collections.abc import Callable, Iterable, Iterator

CHUNK = 1 << 20


class Outlet:
    """Writes one JSON object per line to standard output."""

    def __init__(self, gone: Callable[[], None]) -> None:
        self._gone = gone
        self.distort: Callable[[bytes], Iterable[bytes]] | None = None
        """Misbehaviour: makes other bytes of a line before they are written."""

    def line(self, value: object, times: int = 1) -> None:
        """Write one line, or the same line several times."""
        data = (encoded(value) + b"\n") * times
        for part in self.distort(data) if self.distort else (data,):
            self.raw(part)

    def raw(self, data: bytes) -> None:
        """Write bytes as they are, however long the reader takes."""
        rest = memoryview(data)
        while rest:
            try:
                rest = rest[os.write(1, rest) :]
            except BrokenPipeError:
                self._gone()
                return


def encoded(value: object) -> bytes:
    """Return a value as JSON in the CLIs' spelling: compact, and beyond ASCII as it is."""
    text = json.dumps(value, ensure_ascii=False, separators=(",", ":"))
    try:
        return text.encode()
    except UnicodeEncodeError:
        # A lone surrogate has no UTF-8; like Node, we then write it as an escape.
        return json.dumps(value, separators=(",", ":")).encode()


def complain(text: str) -> None:
    """Write a line to standard error."""
    print(text, file=sys.stderr, flush=True)


class Inlet:
    """Reads standard input in a thread, and hands each line to the event loop."""

    def __init__(self) -> None:
        self._deaf = threading.Event()

    def listen(self, heard: Callable[[bytes], None], ended: Callable[[], None]) -> None:
        """Call `heard` with every line that comes, and `ended` after the last."""
        loop = asyncio.get_running_loop()

        def read() -> None:
            for line in self._lines():
                loop.call_soon_threadsafe(heard, line)
            if not self._deaf.is_set():
                loop.call_soon_threadsafe(ended)

        threading.Thread(target=read, daemon=True).start()

    def stop(self) -> None:
        """Leave what comes from now on in the pipe."""
        self._deaf.set()

    def _lines(self) -> Iterator[bytes]:
        buffer = bytearray()
        while not self._deaf.is_set() and (chunk := os.read(0, CHUNK)):
            start = len(buffer)
            buffer += chunk
            begin = 0
            while (end := buffer.find(b"\n", start)) >= 0:
                yield bytes(buffer[begin:end])
                begin = start = end + 1
            del buffer[:begin]
        if buffer:
            yield bytes(buffer)
