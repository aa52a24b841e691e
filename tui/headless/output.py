"""What headless commands print, safe for a terminal and exact for a pipe."""

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from json import dumps
from typing import TextIO

from tui.errors import OutputError, ParleyError
from tui.text.visible import visible


def say(text: str, stream: TextIO | None = None, end: str = "\n") -> None:
    """Print text for people. On a terminal every hidden character is shown; a pipe gets it raw."""
    stream = sys.stdout if stream is None else stream
    shown = visible(text) if stream.isatty() else text
    with _handed_over():
        stream.write(_writable(shown, stream) + end)
        stream.flush()


def remark(text: str) -> None:
    """Print a remark for people to standard error; foreign text in it is always made visible."""
    sys.stderr.write(_writable(visible(text), sys.stderr) + "\n")
    sys.stderr.flush()


def explain(error: ParleyError) -> None:
    """Print an error in two lines: what happened, what to do."""
    remark(f"parley: {error.problem}")
    if error.remedy:
        remark(f"        {error.remedy}")


def whole(document: str) -> None:
    """Print a document: UTF-8 for a file whatever the locale, made visible on a terminal."""
    if sys.stdout.isatty():
        say(document, end="")
        return
    with _handed_over():
        sys.stdout.buffer.write(document.encode("utf-8", "replace"))


def data(line: bytes) -> None:
    """Print one line of JSON; on a terminal, characters that could drive it are spelled out."""
    if sys.stdout.isatty():
        line = "".join(map(_spelled_out, line.decode())).encode()
    with _handed_over():
        sys.stdout.buffer.write(line + b"\n")


def _spelled_out(character: str) -> str:
    harmless = character.isprintable() or character == "\n"
    return character if harmless else dumps(character)[1:-1]


def flush() -> None:
    """Hand over what was printed so far."""
    with _handed_over():
        sys.stdout.flush()
        sys.stdout.buffer.flush()


@contextmanager
def _handed_over() -> Iterator[None]:
    """Tell a disk that is full from a mistake of ours; a reader who left is nobody's mistake."""
    try:
        yield
    except BrokenPipeError:
        raise
    except OSError as error:
        raise OutputError(
            f"Standard output cannot be written: {error.strerror}.",
            "Send it to a file or a program that takes it.",
        ) from error


def _writable(text: str, stream: TextIO) -> str:
    # Lone surrogates, and whatever the terminal's encoding lacks, are spelled out.
    encoding = stream.encoding or "utf-8"
    return text.encode(encoding, "backslashreplace").decode(encoding)
