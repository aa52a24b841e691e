"""May these words follow this program? Asked for every command that a rule with `*` would allow.

The tables list what is harmless; every word that begins with a dash must be on them, wherever it
stands: `--` is no help, because an option before it may swallow it.
"""

import re
from collections.abc import Sequence
from functools import cache, lru_cache

import msgspec

from tui.permission import flag_tables
from tui.permission.operands import OPERANDS, RECIPES, first_fitting, odd_operand
from tui.permission.programs import FILE_PROGRAMS, NEVER, named
from tui.permission.running import stands_for_code
from tui.permission.tool_tables import STARTED, TOOL_OPTIONS, TOOL_WORDS

OPTIONS = flag_tables.OPTIONS | TOOL_OPTIONS
WORDS = flag_tables.WORDS | TOOL_WORDS

_PATTERN_FIRST = frozenset({"grep", "egrep", "fgrep", "rg", "git grep", "sed", "jq", "fd", "ag"})
_TEXT_ONLY = named("echo printf true false seq sleep basename dirname date tr")
_PATTERN_OPTIONS = ("--regexp", "--file", "--type-list")
_NO_FILE_LISTS = frozenset({"git", *_TEXT_ONLY})
"""Programs for which a word such as `@x` is no file with further options."""

_PACKAGES = named("ls list outdated view info show why explain")
"""Commands of npm and the like for which it is the name of a package."""

_ADDRESS = re.compile(r"://|[\w.-]@[\w.-]+:")
"""An address, or a folder on another computer: `git@example.org:x`."""

_NO_LETTERS: frozenset[str] = frozenset()


class _Table(msgspec.Struct, frozen=True):
    """The harmless options of one program."""

    letters: frozenset[str]
    with_value: frozenset[str]
    long: frozenset[str]
    numbers: bool
    alone: frozenset[str]
    """Options of one letter to which nothing is glued."""
    spelled: frozenset[str]
    """Options that a rule has to spell: `ruff check --fix *`."""


class Look(msgspec.Struct, frozen=True, gc=False):
    """What the tables say about one command."""

    key: str | None
    """Its table: `ls`, `git log`; None where there is none."""
    why: str
    """What speaks against its words by that table."""
    paths: tuple[str, ...]
    """The words that may be paths: no patterns, no plain text."""


def objection(words: tuple[str, ...], spelled: int) -> str:
    """Return why a rule with * must not allow these words, or nothing.

    `spelled` says how many of them the rule spells out before its *.
    """
    found = look(words)
    if found.key is None:
        return _unknown(words, spelled)
    if found.why and found.key in OPTIONS:
        meant = _table(found.key).spelled
        given = (word for word in words[:spelled] if word not in meant)
        return look((*given, *words[spelled:])).why
    return found.why


def look(words: tuple[str, ...]) -> Look:
    """Look a command up in the tables."""
    program = words[0]
    if words[1:] == ("--version",):
        return Look(program, "", ())
    longest = _LONGEST_KEY.get(program, 0)
    if longest == 1:
        key, rest = program, words[1:]
    elif longest and (found := _longest_key(words, longest)):
        key, rest = found, words[found.count(" ") + 1 :]
    else:
        return Look(None, "", () if program in _TEXT_ONLY else words[1:])
    why = ""
    values: list[str] = []
    for word in rest:
        if word[:1] == "-":
            value = _value(key, word)
            if value is None:
                why = (
                    why or f"{word} is not among the options of {key} that are known to be harmless"
                )
            elif value:
                values.append(value)
        elif word[:1] == "@":
            why = why or _listing(words, rest)
    if not why and (rule := _RULED.get(key)):
        with_value = _table(key).with_value if key in OPTIONS else _NO_LETTERS
        why = odd_operand(program, rest, rule, with_value)
    if key in _PATTERN_FIRST:
        rest = _without_pattern(rest)
    return Look(key, why, () if key in _TEXT_ONLY else (*rest, *values) if values else rest)


def is_tabled(words: tuple[str, ...]) -> bool:
    """Tell whether there is a table for commands that begin like this."""
    if look(words).key is not None:
        return True
    return any(key[: len(words)] == words for key in _KEYS if _KEYS[key] not in STARTED)


def never(words: Sequence[str]) -> str:
    """Return why no rule at all may allow a program, or nothing."""
    if words[0] in NEVER:
        return f"{words[0]} runs or evaluates what its words say; no rule allows it"
    return ""


def _without_pattern(words: tuple[str, ...]) -> tuple[str, ...]:
    """Leave out the first operand, unless an option says that the pattern is elsewhere."""
    operand = -1
    for index, word in enumerate(words):
        if word[:1] != "-":
            operand = index if operand < 0 else operand
        elif word.startswith(_PATTERN_OPTIONS) or (word[1:2] != "-" and {"e", "f"} & set(word)):
            return words
    return words if operand < 0 else words[:operand] + words[operand + 1 :]


def _longest_key(words: tuple[str, ...], longest: int) -> str | None:
    for count in range(min(longest, len(words)), 0, -1):
        if key := _KEYS.get(words[:count]):
            return key
    return None


def _unknown(words: Sequence[str], spelled: int) -> str:
    """Return why a rule must not allow a command that no table is about, or nothing."""
    program = words[0]
    first = words[1] if len(words) > 1 else ""
    tabled = first[:1] == "-" and program in _LONGEST_KEY
    if first and program not in FILE_PROGRAMS and (spelled < 2 or tabled):
        return f"parley has no table for {program} {first}; a rule must spell the command out"
    if why := stands_for_code(words, spelled):
        return why
    rest = words[spelled:]
    if odd := next(
        (one for one in rest if one[:1] in ("-", "+") and not _is_mild(program, one)), ""
    ):
        return f"parley has no table for {program}; a rule must spell {odd} out"
    if odd := next(filter(_ADDRESS.search, rest), ""):
        return f"a rule must spell the address {odd} out"
    rule = OPERANDS.get(program)
    if rule is not None and rule.none and (odd := first_fitting(rule.none, rest)):
        return f"{odd} {rule.why}"
    return _listing(words, rest)


def _is_mild(program: str, option: str) -> bool:
    """Tell whether an option changes nothing about which files a program touches."""
    return (
        program in flag_tables.FILE_OPTIONS and option[:1] == "-" and _value(program, option) == ""
    )


def _listing(words: Sequence[str], rest: Sequence[str]) -> str:
    """Return which word may be a file with further options, or nothing."""
    program = words[0]
    if program in _NO_FILE_LISTS or (program in RECIPES and not _PACKAGES.isdisjoint(words[1:2])):
        return ""
    for word in rest:
        if word[:1] == "@" and len(word) > 1:
            return f"{word} could be a file with further options"
    return ""


@lru_cache(maxsize=2048)
def _value(key: str, option: str) -> str | None:
    """Return the value that is glued to the letter of an option, as in `-fname`, or nothing.

    None says that a word which begins with a dash is not on a program's table.
    """
    if key == "echo" and option[:2] == "--":
        return ""  # a line of dashes, which is printed as it is
    if key in WORDS:
        known = WORDS[key]
        return "" if option == "--" or option in known or _name(option) in known else None
    table = _table(key)
    if option[:2] == "--":
        exact = option in table.long or option == "--"
        return "" if exact or f"{_name(option)}=" in table.long else None
    if option in table.alone or (table.numbers and option[1:].isdigit()):
        return ""
    for at, letter in enumerate(option[1:], 2):
        if letter in table.with_value:
            return option[at:]
        if letter not in table.letters:
            return None
    return ""


def _name(option: str) -> str:
    return option.partition("=")[0]


@cache
def _table(key: str) -> _Table:
    letters: set[str] = set()
    with_value: set[str] = set()
    long: set[str] = set()
    alone: set[str] = set()
    spelled: set[str] = set()
    tokens = (OPTIONS | flag_tables.FILE_OPTIONS)[key].split()
    for token in tokens:
        if token[0] in "!=":
            (spelled if token[0] == "!" else alone).add(token[1:])
        elif token.startswith("--"):
            long.add(token)
        elif token.endswith(":"):
            with_value.add(token[1])
        elif token != "-#":
            letters.update(token[1:])
    return _Table(
        frozenset(letters),
        frozenset(with_value),
        frozenset(long),
        "-#" in tokens,
        frozenset(alone),
        frozenset(spelled),
    )


_KEYS = {tuple(key.split()): key for key in (*OPTIONS, *WORDS)}
_LONGEST_KEY = {
    key.partition(" ")[0]: key.count(" ") + 1
    for key in sorted((*OPTIONS, *WORDS), key=lambda key: key.count(" "))
}
"""Program → how many words the longest key of its tables has."""

_RULED = {
    key: rule
    for key in (*OPTIONS, *WORDS)
    if (rule := OPERANDS.get(key) or OPERANDS.get(key.partition(" ")[0]))
}
"""Key of a table → what its words without a dash may be."""
