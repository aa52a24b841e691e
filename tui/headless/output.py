"""What headless commands print, safe for a terminal and exact for a pipe."""

import sys
from typing import TextIO

from tui.errors import ParleyError
from tui.text.visible import visible


def say(text: str, stream: TextIO | None = None, end: str = "\n") -> None:
    """Print text for people. On a terminal every hidden character is shown; a pipe gets it raw."""
    stream = sys.stdout if stream is None else stream
    shown = visible(text) if stream.isatty() else text
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


def data(line: bytes) -> None:
    """Print one line of JSON."""
    sys.stdout.buffer.write(line + b"\n")


def flush() -> None:
    """Hand over what was printed so far."""
    sys.stdout.flush()
    sys.stdout.buffer.flush()


def _writable(text: str, stream: TextIO) -> str:
    # Lone surrogates, and whatever the terminal's encoding lacks, are spelled out.
    encoding = stream.encoding or "utf-8"
    return text.encode(encoding, "backslashreplace").decode(encoding)
