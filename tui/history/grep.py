"""Which files hold a word, whoever looks fastest: ripgrep, grep, or we ourselves."""

import os
import shutil
import subprocess
from collections.abc import Callable, Iterator, Sequence

from tui.agents.store_files import opened

_CHUNK = 1024 * 1024
_FIRST = 128
"""Files in the first batch, so that the newest hits come at once; each further one is larger."""

_MOST = 4096
_LOOK = 0.1
"""Seconds after which it is asked whether somebody still waits."""

_PROGRAMS = (
    ("rg", ("-l", "-F", "-a", "-i", "--no-config", "--no-messages", "--no-unicode")),
    ("grep", ("-l", "-F", "-a", "-i", "-s")),
)


def files_holding(
    word: str, paths: Sequence[str], cancelled: Callable[[], bool] = lambda: False
) -> Iterator[str]:
    """Return the files that may hold a word, in the order given, as they are found.

    A word beyond ASCII may be written in several ways, so every file may hold it.
    """
    if not word.isascii():
        yield from paths
        return
    start, count = 0, _FIRST
    while start < len(paths) and not cancelled():
        batch = paths[start : start + count]
        found = _told(word, batch, cancelled)
        if found is not None:
            yield from (path for path in batch if path in found)
        else:
            yield from (path for path in batch if holds(path, word))
        start += count
        count = min(4 * count, _MOST)


def _told(word: str, paths: Sequence[str], cancelled: Callable[[], bool]) -> set[str] | None:
    """Ask a program; None where there is none that could answer."""
    for name, options in _PROGRAMS:
        if (program := shutil.which(name)) is None:
            continue
        try:
            running = subprocess.Popen(
                [program, *options, "-e", word, "--", *paths],
                stdin=subprocess.DEVNULL,
                stdout=subprocess.PIPE,
                stderr=subprocess.DEVNULL,
                env={"LC_ALL": "C"},
            )
        except OSError:
            return None
        return set(os.fsdecode(_output(running, cancelled)).split("\n"))
    return None


def _output(running: subprocess.Popen[bytes], cancelled: Callable[[], bool]) -> bytes:
    """Return what a program prints, until nobody wants it any more."""
    while True:
        try:
            return running.communicate(timeout=_LOOK)[0]
        except subprocess.TimeoutExpired:
            if cancelled():
                running.kill()


def holds(path: str, word: str) -> bool:
    """Look for a word in the raw bytes of a file, in small or large letters."""
    needle = word.encode()
    try:
        with opened(path) as file:
            position = 0
            while chunk := os.pread(file, _CHUNK, position):
                if needle in chunk.lower():
                    return True
                # A word may lie across the border of two chunks.
                position += len(chunk) - (len(needle) - 1 if len(chunk) == _CHUNK else 0)
    except OSError:
        return False
    return False
