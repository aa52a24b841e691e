"""On which lines of a policy file its rules and their fields stand; tomllib does not tell."""

import re

_HEADER = re.compile(r"""^\s*\[\[\s*(?:rule|"rule"|'rule')\s*\]\]""")
_STRING = re.compile(
    r"""#[^\n]*|\"{3}(?:\\.|[^\\])*?\"{3,5}|'{3}.*?'{3,5}|"(?:\\.|[^"\\\n])*"|'[^'\n]*'""",
    re.DOTALL,
)
"""A comment or a text. What looks like a rule within one that has several lines is none."""


class PolicyLines:
    """The lines of a file that is TOML."""

    def __init__(self, text: str) -> None:
        self._lines = _STRING.sub(_without_lines, text).split("\n")
        self._starts: set[int] = set()

    def starts(self, count: int) -> list[int]:
        """Return the line on which each of so many rules begins, counted from 0."""
        found = [number for number, line in enumerate(self._lines) if _HEADER.match(line)]
        if not found:
            found = [
                number
                for number, line in enumerate(self._lines)
                for _ in range(_STRING.sub("", line).count("{"))
            ]
        if len(found) != count:
            found = [0] * count
        self._starts = set(found)
        return found

    def line_of(self, key: str, start: int) -> int:
        """Return the line on which a field of a rule is given, counted from 1."""
        name = rf"""["']?{re.escape(key)}["']?\s*"""
        pattern = re.compile(rf"""(?:^\s*|[{{,]\s*){name}[=.]|^\s*\[+[^\]=]*{name}\]""")
        for number in range(start, len(self._lines)):
            if number > start and number in self._starts:
                break
            if pattern.search(self._lines[number]):
                return number + 1
        return start + 1


def _without_lines(found: re.Match[str]) -> str:
    """Return as many lines as a text has; one that stands in a single line may be a key."""
    text = found[0]
    if text.startswith("#"):
        return ""
    return text if "\n" not in text else '""' + "\n" * text.count("\n")
