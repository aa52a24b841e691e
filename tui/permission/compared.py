"""What a change would do to the file as it is now: an agent tells only its own side of it."""

from pathlib import Path
from typing import NamedTuple

from msgspec.structs import replace

from tui.model.tools import ChangeKind, FileChange
from tui.small_files import read_small

PLACES = 6
"""Lines that are named where a passage stands in several places."""

NEIGHBOURS = 3
"""Lines above and below a passage that are shown with it."""

MOST_AROUND = 2_000
"""Characters around a passage that are shown with it; in minified files a line has a million."""


class Compared(NamedTuple):
    """One change beside the file that it is about."""

    change: FileChange
    """With the text that would be replaced, and with what stands around it."""
    words: str = ""
    """What the file says about it."""
    line: int | None = None
    """Where a passage begins, with the lines that are shown above it."""
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
    lines = _lines_of(wanted, text)
    if not lines:
        # A file with other line ends is searched as the agents read it.
        text = text.replace("\r\n", "\n")
        lines = _lines_of(wanted, text)
    if not lines:
        return Compared(change, "not in the file as it is now")
    if len(lines) == 1:
        shown, above = _with_neighbours(change, wanted, text)
        return Compared(shown, f"line {lines[0]:,} of the file as it is now", lines[0] - above)
    named = ", ".join(f"{line:,}" for line in lines[:PLACES])
    more = " …" if len(lines) > PLACES else ""
    return Compared(change, f"in {len(lines):,} places of the file as it is now: {named}{more}")


def _with_neighbours(change: FileChange, wanted: str, text: str) -> tuple[FileChange, int]:
    """Return a change of whole lines with a few around them, and how many of these stand above.

    A word by itself does not say what it means to change it. Around a very long line nothing is
    added.
    """
    head, _, behind = text.partition(wanted)
    above = head.rsplit("\n", NEIGHBOURS + 1)[-NEIGHBOURS - 1 :]
    count = NEIGHBOURS + (not wanted.endswith("\n"))
    below = behind.split("\n", count)
    rest = below[count] if len(below) > count else ""
    head, tail = "\n".join(above), behind[: len(behind) - len(rest)]
    if len(head) + len(tail) > MOST_AROUND:
        return change, 0
    before, after = (f"{head}{own}{tail}" for own in (wanted, change.after))
    return replace(change, before=before, after=after), len(above) - 1


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
