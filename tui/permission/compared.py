"""What a change would do to the file as it is now: an agent tells only its own side of it."""

from pathlib import Path
from typing import NamedTuple

from msgspec.structs import replace

from tui.model.tools import ChangeKind, FileChange
from tui.small_files import read_small

PLACES = 6
"""Lines that are named where a passage stands in several places."""


class Compared(NamedTuple):
    """One change beside the file that it is about."""

    change: FileChange
    """With the text that would be replaced, where the agent did not tell it."""
    words: str = ""
    """What the file says about it."""
    line: int | None = None
    """Where a passage begins."""
    is_whole: bool = False
    """The text before is all of the file as it is now, so that what stays is known to stay."""


def wants_its_file(change: FileChange) -> bool:
    """Tell whether the file itself says what would be replaced, where, or what stays."""
    return change.diff is None and change.kind is ChangeKind.MODIFIED and change.after is not None


def compared(change: FileChange, folder: str) -> Compared:
    """Look at the file, as it is now; whoever asks for this may have to wait for a disk."""
    if not wants_its_file(change):
        return Compared(change)
    try:
        text = read_small(Path(folder, change.path)).decode()
    except FileNotFoundError:
        return _without_file(change)
    except UnicodeDecodeError:
        return Compared(change, "the file there now is no text")
    except (OSError, ValueError) as problem:
        reason = getattr(problem, "strerror", None) or str(problem)
        return Compared(change, f"the file there now cannot be read: {reason}")
    return _passage(change, text) if change.passage else _rewritten(change, text)


def _without_file(change: FileChange) -> Compared:
    if change.before:
        return Compared(change, "there is no such file now")
    return Compared(replace(change, kind=ChangeKind.CREATED, passage=False))


def _rewritten(change: FileChange, text: str) -> Compared:
    count = text.count("\n") + (not text.endswith("\n")) if text else 0
    words = f"replaces the whole file, {count:,} line{'s' * (count != 1)} now"
    if change.before is None:
        return Compared(replace(change, before=text), words, is_whole=True)
    if change.before in (text, text.replace("\r\n", "\n")):
        return Compared(change, is_whole=True)
    return Compared(change, "the file is another now than the agent says")


def _passage(change: FileChange, text: str) -> Compared:
    wanted = change.before
    if not wanted:
        return Compared(change)
    # A file with other line ends is searched as the agents read it.
    lines = _lines_of(wanted, text) or _lines_of(wanted, text.replace("\r\n", "\n"))
    if not lines:
        return Compared(change, "not in the file as it is now")
    if len(lines) == 1:
        return Compared(change, f"line {lines[0]:,} of the file as it is now", lines[0])
    named = ", ".join(f"{line:,}" for line in lines[:PLACES])
    more = " …" if len(lines) > PLACES else ""
    return Compared(change, f"in {len(lines):,} places of the file as it is now: {named}{more}")


def _lines_of(wanted: str, text: str) -> list[int]:
    """Return the lines at which a passage begins, one after the other."""
    found: list[int] = []
    line, position = 1, 0
    at = text.find(wanted)
    while at >= 0:
        line += text.count("\n", position, at)
        found.append(line)
        position, at = at, text.find(wanted, at + len(wanted))
    return found
