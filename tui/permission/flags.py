"""May these words follow this program? Asked for every command that a rule with `*` would allow.

The tables list what is harmless; every word that begins with a dash must be on them, wherever it
stands: `--` is no help, because an option before it may swallow it.
"""

import re
from collections.abc import Sequence
from functools import cache, lru_cache

import msgspec

from tui.permission.flag_tables import OPTIONS, WORDS
from tui.permission.programs import FILE_PROGRAMS, NEVER, named
from tui.permission.running import stands_for_code

# A slash inside brackets does not end an expression for sed; hence brackets are without slashes.
_SED_EXPRESSION = r"(?:[^/\\\[]|\\[^/]|\[\^?[^\]\[/\\]+\])*"
_SED = rf"(?:(?:\d+|\$)(?:,(?:\d+|\$))?|/{_SED_EXPRESSION}/)?[pdq=]"
_SED_REPLACE = rf"s/{_SED_EXPRESSION}/(?:[^/\\]|\\[^/])*/[gpiI0-9]*"
_SED_SCRIPT = rf"(?:{_SED}|{_SED_REPLACE})(?:; *(?:{_SED}|{_SED_REPLACE}))*"


_MANY = 1_000_000


class _Operands(msgspec.Struct, frozen=True):
    """What words without a dash may be."""

    most: int = _MANY
    least: int = 0
    first: re.Pattern[str] | None = None
    """The first one must fit this."""
    lead: str = ""
    """The first word of all must begin like this."""
    none: re.Pattern[str] | None = None
    """No word, option or not, may contain this."""
    signs: re.Pattern[str] | None = None
    """Where this is not found, `none` need not be looked for, which takes longer."""
    why: str = ""


_REMOTE = _Operands(
    first=re.compile(r"[\w.-]+"),
    none=re.compile(r"::|^[+:]", re.M),
    signs=re.compile("[:+]"),
    why="is not the name of a remote",
)

_SOURCE = _Operands(
    first=re.compile(r"[\w.-]+"),
    none=re.compile(r":|^\+", re.M),
    why="is not the name of a remote, or would change a branch",
)

_OPERANDS: dict[str, _Operands] = {
    "git": _Operands(
        none=re.compile(r"::|^[+:]", re.M),
        signs=re.compile("[:+]"),
        why="could force, delete or start a transport",
    ),
    "git push": _REMOTE,
    "git pull": _SOURCE,
    "git fetch": _SOURCE,
    "git remote": _Operands(most=0, why="could change a remote"),
    "git reflog": _Operands(most=0, why="could delete history"),
    "cargo": _Operands(none=re.compile(r"^\+", re.M), why="chooses another toolchain"),
    "make": _Operands(none=re.compile(r"^[^-].*=|^--?[^j-].*=", re.M), why="sets a variable"),
    "uniq": _Operands(most=1, why="would be written to"),
    "xxd": _Operands(most=1, why="would be written to"),
    "hostname": _Operands(most=0, why="would rename this computer"),
    "date": _Operands(most=1, first=re.compile(r"\+.*"), why="would set the clock"),
    "sed": _Operands(
        least=1, first=re.compile(_SED_SCRIPT), why="does more than print and replace"
    ),
    "jq": _Operands(
        none=re.compile(r"\$ENV|\benv\b|\bimport\b|\binclude\b", re.M),
        why="reads more than its input",
    ),
    "cd": _Operands(most=1, least=1, none=re.compile(r"^-$", re.M), why="would leave the folder"),
    "tar": _Operands(
        lead="-", none=re.compile(":", re.M), why="could name a host or hide an option"
    ),
    # Some shells evaluate the numbers of their printf, and what stands in their subscripts.
    "printf": _Operands(none=re.compile(r"[\[$`(]", re.M), why="could be evaluated"),
}

_PATTERN_FIRST = frozenset({"grep", "egrep", "fgrep", "rg", "git grep", "sed", "jq", "fd"})
_TEXT_ONLY = named("echo printf true false seq sleep basename dirname date tr")
_PATTERN_OPTIONS = ("--regexp", "--file", "--type-list")
_FILE_LISTS = frozenset({"git", "npm", "pnpm", "yarn", *_TEXT_ONLY})
"""Programs for which a word such as `@x` is no file with further options."""


class _Table(msgspec.Struct, frozen=True):
    """The harmless options of one program."""

    letters: frozenset[str]
    with_value: frozenset[str]
    long: frozenset[str]
    numbers: bool


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
    return found.why if found.key is not None else _unknown(words, spelled)


def look(words: tuple[str, ...]) -> Look:
    """Look a command up in the tables."""
    program = words[0]
    longest = _LONGEST_KEY.get(program, 0)
    if longest == 1:
        key, rest = program, words[1:]
    elif longest and (found := _longest_key(words, longest)):
        key, rest = found, words[found.count(" ") + 1 :]
    else:
        return Look(None, "", () if program in _TEXT_ONLY else words[1:])
    why = ""
    for word in rest:
        if word[:1] == "-":
            if not _harmless(key, word):
                why = f"{word} is not among the options of {key} that are known to be harmless"
                break
        elif word[:1] == "@":
            why = why or _listing(program, rest)
    if not why and (rule := _RULED.get(key)):
        why = _odd_operand(program, rest, rule)
    if key in _PATTERN_FIRST:
        rest = _without_pattern(rest)
    return Look(key, why, () if key in _TEXT_ONLY else rest)


def is_tabled(words: tuple[str, ...]) -> bool:
    """Tell whether there is a table for commands that begin like this."""
    return look(words).key is not None or any(key[: len(words)] == words for key in _KEYS)


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
    if odd := next((word for word in rest if word[:1] in ("-", "+")), ""):
        return f"parley has no table for {program}; a rule must spell {odd} out"
    if odd := next((word for word in rest if "://" in word), ""):
        return f"a rule must spell the address {odd} out"
    rule = _OPERANDS.get(program)
    if rule is not None and rule.none and (odd := _first_fitting(rule.none, rest)):
        return f"{odd} {rule.why}"
    return _listing(program, rest)


def _listing(program: str, rest: Sequence[str]) -> str:
    """Return which word may be a file with further options, or nothing."""
    for word in rest:
        if word[:1] == "@" and len(word) > 1 and program not in _FILE_LISTS:
            return f"{word} could be a file with further options"
    return ""


def _first_fitting(pattern: re.Pattern[str], words: Sequence[str]) -> str:
    return next((word for word in words if pattern.search(word)), "")


def _odd_operand(program: str, rest: Sequence[str], rule: _Operands) -> str:
    if rule.lead and rest and not rest[0].startswith(rule.lead):
        return f"{rest[0]} {rule.why}"
    if rule.none is not None:
        text = "\n".join(rest)
        if (rule.signs is None or rule.signs.search(text)) and rule.none.search(text):
            return f"{_first_fitting(rule.none, rest) or 'a line break'} {rule.why}"
    if rule.first is None and rule.least == 0 and rule.most == _MANY:
        return ""
    operands = [word for word in rest if word[:1] != "-" or word == "-"]
    if len(operands) < rule.least:
        return f"{program} needs a word; without one it {rule.why}"
    if len(operands) > rule.most:
        return f"{operands[rule.most]} {rule.why}"
    if rule.first and operands and not rule.first.fullmatch(operands[0]):
        return f"{operands[0]} {rule.why}"
    return ""


@lru_cache(maxsize=2048)
def _harmless(key: str, option: str) -> bool:
    """Tell whether a word that begins with a dash is on a program's table."""
    if key in WORDS:
        known = WORDS[key]
        return option == "--" or option in known or option.partition("=")[0] in known
    return _listed(option, _table(key))


def _listed(word: str, table: _Table) -> bool:
    if word in ("-", "--"):
        return True
    if word.startswith("--"):
        name, equals, _ = word.partition("=")
        return (name + "=" in table.long) if equals else bool({name, name + "="} & table.long)
    if table.numbers and word[1:].isdigit():
        return True
    for letter in word[1:]:
        if letter in table.with_value:
            return True
        if letter not in table.letters:
            return False
    return True


@cache
def _table(key: str) -> _Table:
    letters: set[str] = set()
    with_value: set[str] = set()
    long: set[str] = set()
    for token in OPTIONS[key].split():
        if token.startswith("--"):
            long.add(token)
        elif token.endswith(":"):
            with_value.add(token[1])
        elif token != "-#":
            letters.update(token[1:])
    numbers = "-#" in OPTIONS[key].split()
    return _Table(frozenset(letters), frozenset(with_value), frozenset(long), numbers)


_KEYS = {tuple(key.split()): key for key in (*OPTIONS, *WORDS)}
_LONGEST_KEY = {
    key.partition(" ")[0]: key.count(" ") + 1
    for key in sorted((*OPTIONS, *WORDS), key=lambda key: key.count(" "))
}
"""Program → how many words the longest key of its tables has."""

_RULED = {
    key: rule
    for key in (*OPTIONS, *WORDS)
    if (rule := _OPERANDS.get(key) or _OPERANDS.get(key.partition(" ")[0]))
}
"""Key of a table → what its words without a dash may be."""
