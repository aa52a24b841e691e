"""What a `.gitignore` says, for folders in which git itself cannot be asked."""

import re
from collections.abc import Sequence
from pathlib import Path

import msgspec

from tui.small_files import read_small


class Rule(msgspec.Struct, frozen=True):
    """One line of a `.gitignore`."""

    wanted: re.Pattern[str]
    """What a path below the file's folder looks like."""
    base: str
    """The folder of the file, as a prefix of paths: empty, or ending in a slash."""
    only_folders: bool
    keeps: bool
    """It takes back what a line before it ignores."""


def rules_of(folder: Path, base: str) -> tuple[Rule, ...]:
    """Return the rules a folder's own `.gitignore` gives."""
    try:
        lines = read_small(folder / ".gitignore").decode("utf-8", "replace").splitlines()
    except OSError:
        return ()
    return tuple(rule for line in lines if (rule := read_rule(line, base)) is not None)


def read_rule(line: str, base: str = "") -> Rule | None:
    """Return the rule a line gives; None for an empty one, a comment, or one git ignores too."""
    pattern = re.sub(r"(?<!\\) +$", "", line)
    keeps = pattern.startswith("!")
    pattern = pattern.removeprefix("!") if keeps else pattern
    if not pattern or line.startswith("#"):
        return None
    only_folders = pattern.endswith("/")
    pattern = pattern[:-1] if only_folders else pattern
    anchored = "/" in pattern
    pattern = pattern.removeprefix("/")
    if not pattern:
        return None
    try:
        wanted = re.compile(("" if anchored else "(?:.*/)?") + _expression(pattern))
    except re.error:
        return None
    return Rule(wanted, base, only_folders, keeps)


def ignored(path: str, is_folder: bool, rules: Sequence[Rule]) -> bool:
    """Tell whether a path is ignored; of the rules that fit it, the last one counts."""
    for rule in reversed(rules):
        if rule.only_folders and not is_folder:
            continue
        if path.startswith(rule.base) and rule.wanted.fullmatch(path, len(rule.base)):
            return not rule.keeps
    return False


_PARTS = re.compile(r"^\*\*/|/\*\*/|/\*\*$|\*+|\?|\[[!^]?\]?[^\]]*\]|\\.|.", re.DOTALL)


def _expression(pattern: str) -> str:
    """Return a pattern of git's as a regular expression; a star does not cross a slash."""
    pattern = re.sub(r"(^|(?<=/))(?:\*\*/)+", "**/", re.sub(r"\*{3,}", "**", pattern))
    if pattern == "**":
        return ".*"
    return "".join(_part(match[0]) for match in _PARTS.finditer(pattern))


def _part(part: str) -> str:
    fixed = {"**/": "(?:.*/)?", "/**/": "/(?:.*/)?", "/**": "/.+", "?": "[^/]"}
    if part in fixed:
        return fixed[part]
    if part.startswith("*"):
        return "[^/]*"
    if part.startswith("[") and len(part) > 1:
        inner = part[1:-1]
        negated = inner[:1] in ("!", "^")
        inside = re.sub(r"([\\\[\]^&~|])", r"\\\1", inner[negated:])
        return f"(?!/)[{'^' * negated}{inside}]"
    return re.escape(part[1:] if part.startswith("\\") and len(part) > 1 else part)
