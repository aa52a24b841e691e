"""Files full of small pieces of text, as Claude Code streams them, and agents that print them."""

import os
import sys
import tempfile
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from random import Random
from typing import NamedTuple

import orjson

from tests.support.transcripts import markdown

MARK = "ΩΩΩ"
"""What the last delta of all says."""

SESSION = "e1f2e200-4f74-4824-a622-9b3cf3f85c66"

FEEDER = """
import os, sys, time
before, start, file, rate = sys.argv[1:]
lines = open(file, "rb").readlines()
sys.stdout.buffer.write(open(before, "rb").read()); sys.stdout.flush()
open(start).read()
began, sent = time.perf_counter(), 0
while sent < len(lines):
    due = min(len(lines), int((time.perf_counter() - began) * int(rate)))
    if due > sent:
        data = b"".join(lines[sent:due])
        while data:
            data = data[os.write(1, data):]
        sent = due
    time.sleep(0.002)  # a loop without rest would take a core from what is measured
sys.stdin.buffer.read()
"""
"""Prints one file, waits until somebody opens `start`, prints another at a steady pace.

Then it stays, as an agent does between two turns, until nobody writes to it any more.
"""


def delta_line(text: str, number: int = 0) -> bytes:
    """Return one line that adds a few characters to the answer."""
    delta = {"type": "text_delta", "text": text}
    return _line({"type": "content_block_delta", "index": 0, "delta": delta}, number)


def _line(event: object, number: int) -> bytes:
    uuid = f"89b12ac0-b0d4-4d2a-a9d8-{number:012d}"
    row = {"type": "stream_event", "event": event, "session_id": SESSION}
    return orjson.dumps({**row, "parent_tool_use_id": None, "uuid": uuid}) + b"\n"


def write_opening(path: Path, text: str = "") -> None:
    """Write the beginning of an answer that has some text already."""
    block = {"type": "text", "text": ""}
    start = _line({"type": "message_start", "message": {"id": "msg_1"}}, 0)
    opened = _line({"type": "content_block_start", "index": 0, "content_block": block}, 0)
    path.write_bytes(start + opened + (delta_line(text) if text else b""))


def write_deltas(path: Path, pieces: Iterable[str]) -> None:
    """Write a line for each piece."""
    with path.open("wb") as file:
        for number, piece in enumerate(pieces):
            file.write(delta_line(piece, number))


def cut(text: str, size: int = 4) -> list[str]:
    """Return the text in pieces of so many characters."""
    return [text[start : start + size] for start in range(0, len(text), size)]


def paced(before: Path, start: Path, file: Path, rate: int) -> list[str]:
    """Return an agent that waits for `start` and then prints so many lines a second."""
    return [sys.executable, "-c", FEEDER, str(before), str(start), str(file), str(rate)]


def unpaced(before: Path, start: Path, file: Path) -> list[str]:
    """Return an agent that waits for `start` and then prints as fast as it is read."""
    script = 'cat "$1"; read nothing < "$2"; cat "$3"; exec cat > /dev/null'
    return ["sh", "-c", script, "agent", str(before), str(start), str(file)]


def release(start: Path) -> None:
    """Let an agent that waits for `start` go on; returns when it does."""
    start.open("w").close()


@cache
def prose(size: int) -> str:
    """Return so many characters of Markdown."""
    return (markdown(Random(3), 100_000) * (size // 100_000 + 1))[:size]


class Feed(NamedTuple):
    """The files of one run."""

    folder: Path
    before: Path
    start: Path
    deltas: Path


@contextmanager
def feed(size: int, already: int = 0) -> Iterator[Feed]:
    """Prepare a text of some size that is streamed after so many characters."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        files = Feed(folder, folder / "before", folder / "start", folder / "deltas")
        write_opening(files.before, markdown(Random(5), already) if already else "")
        write_deltas(files.deltas, [*cut(prose(size)), f" {MARK}"])
        os.mkfifo(files.start)
        yield files
