"""What a `.gitignore` says, for folders in which git itself cannot be asked."""

import os
import re
from collections.abc import Sequence
from pathlib import Path

import msgspec

from tui.small_files import read_small
from tui.ui.wildcards import expression


class Rule(msgspec.Struct, frozen=True):
    """One line of a `.gitignore`."""

    wanted: re.Pattern[bytes]
    """What a path below the file's folder looks like."""
    base: str
    """The folder of the file, as a prefix of paths: empty, or ending in a slash."""
    only_folders: bool
    keeps: bool
    """It takes back what a line before it ignores."""


def rules_of(folder: Path, base: str) -> tuple[Rule, ...]:
    """Return the rules a folder's own `.gitignore` gives."""
    try:
        text = read_small(folder / ".gitignore").removeprefix(b"\xef\xbb\xbf")
    except OSError:
        return ()
    lines = (line.removesuffix(b"\r") for line in text.split(b"\n"))
    return tuple(rule for line in lines if (rule := read_rule(line, base)) is not None)


def read_rule(line: bytes, base: str = "") -> Rule | None:
    """Return the rule a line gives; None for an empty one or a comment."""
    pattern = _without_blanks(line)
    keeps = pattern.startswith(b"!")
    pattern = pattern.removeprefix(b"!") if keeps else pattern
    only_folders = pattern.endswith(b"/")
    pattern = pattern[:-1] if only_folders else pattern
    if not pattern or line.startswith(b"#"):
        return None
    return Rule(re.compile(expression(pattern), re.DOTALL), base, only_folders, keeps)


def _without_blanks(line: bytes) -> bytes:
    """Return a line without the blanks at its end; one behind a backslash stays."""
    kept = line.rstrip(b" ")
    backslashes = len(kept) - len(kept.rstrip(b"\\"))
    return line[: len(kept) + backslashes % 2]


def ignored(path: str, is_folder: bool, rules: Sequence[Rule]) -> bool:
    """Tell whether a path is ignored; of the rules that fit it, the last one counts."""
    for rule in reversed(rules):
        if rule.only_folders and not is_folder:
            continue
        name = os.fsencode(path[len(rule.base) :])
        if path.startswith(rule.base) and rule.wanted.fullmatch(name):
            return not rule.keeps
    return False
