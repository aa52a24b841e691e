"""Which files hold a word, whoever looks fastest: ripgrep, grep, or we ourselves."""

import os
import re
import shutil
import subprocess
from collections.abc import Callable, Iterator, Sequence
from functools import cache
from pathlib import Path

from tui.agents.store_files import opened
from tui.history.spelling import byte_expression, expression, quick_expression, spelled

_CHUNK = 1024 * 1024
_FIRST = 128
"""Files in the first batch, so that the newest hits come at once; each further one is larger."""

_ROOM = 900_000
"""Bytes of names that every system takes for one program."""

_LOOK = 0.1
"""Seconds after which it is asked whether somebody still waits."""

_LONGEST = 128
"""Bytes of a spelling at most: of a longer word its beginning says enough."""

_PROGRAMS = {
    "rg": ("-l", "-0", "-a", "-i", "--no-config", "--no-messages", "--no-unicode", "--no-ignore"),
    "grep": ("-l", "-Z", "-a", "-i", "-s", "-E"),
}
"""Program → how to have it name files."""

_VERSION = re.compile(rb"ripgrep (\d+)")
_QUICK = 14
"""The version of ripgrep from which on a quick expression is quick."""


def files_holding(
    word: str, paths: Sequence[str], cancelled: Callable[[], bool] = lambda: False
) -> Iterator[str]:
    """Return the files that may hold a word, in the order given, as they are found."""
    if not paths:
        return
    word = word[:_LONGEST]
    argv = _program(word)
    batches = list(_batches(paths))
    running = _asked(argv, batches[0])
    try:
        for number, batch in enumerate(batches, 1):
            found = _told(running, argv, batch, cancelled)
            if cancelled():
                return
            # The next files are looked through while somebody reads the hits of these.
            running = _asked(argv, batches[number]) if number < len(batches) else None
            for path in batch:
                if holds(path, word) if found is None else path in found:
                    yield path
                elif found is None and cancelled():
                    return
    finally:
        _ended(running)


def _batches(paths: Sequence[str]) -> Iterator[Sequence[str]]:
    start, count = 0, _FIRST
    while start < len(paths):
        batch = paths[start : start + count]
        while len(batch) > 1 and sum(map(len, batch)) + 9 * len(batch) > _ROOM:
            batch = batch[: len(batch) // 2]
        yield batch
        start += len(batch)
        count *= 16


def _program(word: str) -> list[str] | None:
    """Return how to ask the fastest program there is; a relative one may be anybody's."""
    for name, options in _PROGRAMS.items():
        program = shutil.which(name)
        if program is not None and Path(program).is_absolute():
            told = expression if name == "grep" else _spelling_for(program)
            return [program, *options, "-e", told(word), "--"]
    return None


@cache
def _spelling_for(program: str) -> Callable[[str], str]:
    """Return how to tell a word to ripgrep, which depends on its version."""
    running = _asked([program, "--version"], ())
    found = _VERSION.search(running.communicate()[0]) if running is not None else None
    return quick_expression if found and int(found[1]) >= _QUICK else byte_expression


def _asked(argv: list[str] | None, paths: Sequence[str]) -> subprocess.Popen[bytes] | None:
    """Ask a program; None where there is none that could answer."""
    if argv is None:
        return None
    try:
        return subprocess.Popen(
            [*argv, *paths],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            env={"LC_ALL": "C"},
        )
    except (OSError, ValueError):
        return None


def _told(
    running: subprocess.Popen[bytes] | None,
    argv: list[str] | None,
    paths: Sequence[str],
    cancelled: Callable[[], bool],
) -> set[str] | None:
    """Return which files a program names; None where it did not look into all of them."""
    if running is None:
        return None
    found = set(os.fsdecode(_output(running, cancelled)).split("\0"))
    if running.returncode in (0, 1) or cancelled():
        return found
    # Some file may be gone or not ours to read; without those it has to end well.
    readable = [path for path in paths if os.access(path, os.R_OK)]
    if len(readable) == len(paths):
        return None
    return _told(_asked(argv, readable), argv, readable, cancelled)


def _output(running: subprocess.Popen[bytes], cancelled: Callable[[], bool]) -> bytes:
    """Return what a program prints, until nobody wants it any more."""
    while True:
        try:
            return running.communicate(timeout=_LOOK)[0]
        except subprocess.TimeoutExpired:
            if cancelled():
                running.kill()


def _ended(running: subprocess.Popen[bytes] | None) -> None:
    if running is None:
        return
    if running.poll() is None:
        running.kill()
        running.wait()
    if running.stdout is not None:
        running.stdout.close()


def holds(path: str, word: str) -> bool:
    """Look for a word in the raw bytes of a file, in any spelling."""
    needle = word.encode()
    pattern = None if word.isascii() else spelled(word)
    overlap = 24 * len(word)
    try:
        with opened(path) as file:
            position = 0
            while chunk := os.pread(file, _CHUNK, position):
                found = needle in chunk.lower() if pattern is None else pattern.search(chunk)
                if found:
                    return True
                # A word may lie across the border of two chunks.
                position += len(chunk) - (overlap if len(chunk) == _CHUNK else 0)
    except OSError:
        return False
    return False
