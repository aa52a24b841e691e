"""May these words follow this program? Asked for every command that a rule with `*` would allow.

The tables list what is harmless; every word that begins with a dash must be on them, wherever it
stands: `--` is no help, because an option before it may swallow it.
"""

import re
from collections.abc import Sequence
from functools import cache, lru_cache

import msgspec

from tui.permission.flag_tables import OPTIONS, WORDS
from tui.permission.programs import NEVER, named

_SED = r"(?:(?:\d+|\$)(?:,(?:\d+|\$))?|/(?:[^/\\]|\\[^/])*/)?[pdq=]"
_SED_REPLACE = r"s/(?:[^/\\]|\\[^/])*/(?:[^/\\]|\\[^/])*/[gpiI0-9]*"
_SED_SCRIPT = rf"(?:{_SED}|{_SED_REPLACE})(?:; *(?:{_SED}|{_SED_REPLACE}))*"


class _Operands(msgspec.Struct, frozen=True):
    """What words without a dash may be."""

    most: int = 1_000_000
    least: int = 0
    first: str = ""
    """The first one must fit this."""
    lead: str = ""
    """The first word of all must begin like this."""
    none: str = ""
    """No word, option or not, may contain this."""
    why: str = ""


_REMOTE = _Operands(first=r"[\w.-]+", none=r"::|^[+:]", why="is not the name of a remote")

_OPERANDS: dict[str, _Operands] = {
    "git": _Operands(none=r"::|^[+:]", why="could force, delete or start a transport"),
    "git push": _REMOTE,
    "git pull": _REMOTE,
    "git fetch": _REMOTE,
    "git remote": _Operands(most=0, why="could change a remote"),
    "git reflog": _Operands(most=0, why="could delete history"),
    "cargo": _Operands(none=r"^\+", why="chooses another toolchain"),
    "make": _Operands(none=r"^[^-].*=|^--?[^j-].*=", why="sets a variable"),
    "uniq": _Operands(most=1, why="would be written to"),
    "xxd": _Operands(most=1, why="would be written to"),
    "hostname": _Operands(most=0, why="would rename this computer"),
    "date": _Operands(first=r"\+.*", why="would set the clock"),
    "sed": _Operands(least=1, first=_SED_SCRIPT, why="does more than print and replace"),
    "jq": _Operands(none=r"\$ENV|\benv\b|\bimport\b|\binclude\b", why="reads more than its input"),
    "cd": _Operands(most=1, least=1, why="would leave the folder"),
    "tar": _Operands(lead="-", none=":", why="could name a host or hide an option"),
    # Some shells evaluate the numbers of their printf, and what stands in their subscripts.
    "printf": _Operands(none=r"[\[$`(]", why="could be evaluated"),
}

_PATTERN_FIRST = frozenset({"grep", "egrep", "fgrep", "rg", "git grep", "sed", "jq", "fd"})
_TEXT_ONLY = named("echo printf true false seq sleep basename dirname date tr")
_PATTERN_OPTIONS = ("-e", "-f", "--regexp", "--file")


class _Table(msgspec.Struct, frozen=True):
    """The harmless options of one program."""

    letters: frozenset[str]
    with_value: frozenset[str]
    long: frozenset[str]
    numbers: bool


@lru_cache(maxsize=1024)
def objection(words: tuple[str, ...], spelled: int) -> str:
    """Return why a rule with * must not allow these words, or nothing.

    `spelled` says how many of them the rule spells out before its *.
    """
    key = _key(words)
    if key is None:
        return _unknown(words, spelled)
    rest = words[key.count(" ") + 1 :]
    if key in WORDS:
        known = WORDS[key]
        odd = next((word for word in rest if word[:1] == "-" and not _known(word, known)), "")
    else:
        table = _table(key)
        odd = next((word for word in rest if word[:1] == "-" and not _listed(word, table)), "")
    if odd:
        return f"{odd} is not among the options of {key} that are known to be harmless"
    return _odd_operand(words[0], rest, _OPERANDS.get(key) or _OPERANDS.get(words[0]))


def never(words: Sequence[str]) -> str:
    """Return why no rule at all may allow a program, or nothing."""
    if words[0] in NEVER:
        return f"{words[0]} runs or evaluates what its words say; no rule allows it"
    return ""


@lru_cache(maxsize=1024)
def path_words(words: tuple[str, ...]) -> tuple[str, ...]:
    """Return the words of a command that may be paths: no patterns, no plain text."""
    if words[0] in _TEXT_ONLY:
        return ()
    key = _key(words) or words[0]
    if key not in _PATTERN_FIRST or any(word.startswith(_PATTERN_OPTIONS) for word in words[1:]):
        return words[1:]
    count = len(key.split(" "))
    rest = list(words[count:])
    for index, word in enumerate(rest):
        if not word.startswith("-"):
            del rest[index]
            break
    return tuple(rest)


def _key(words: Sequence[str]) -> str | None:
    for count in (3, 2, 1):
        if len(words) >= count:
            key = " ".join(words[:count])
            if key in OPTIONS or key in WORDS:
                return key
    return None


def _unknown(words: Sequence[str], spelled: int) -> str:
    program = words[0]
    if program in _with_commands() and spelled < 2:
        what = " ".join(words[:2])
        return f"parley has no table for {what}; a rule must spell the command out"
    if odd := next((word for word in words[spelled:] if word[:1] in "-+"), ""):
        return f"parley has no table for {program}; a rule must spell {odd} out"
    return ""


def _odd_operand(program: str, rest: Sequence[str], rule: _Operands | None) -> str:
    if rule is None:
        return ""
    if rule.lead and rest and not re.match(rule.lead, rest[0]):
        return f"{rest[0]} {rule.why}"
    if rule.none and (odd := next((word for word in rest if re.search(rule.none, word)), "")):
        return f"{odd} {rule.why}"
    operands = [word for word in rest if word[:1] != "-"]
    if len(operands) < rule.least:
        return f"{program} needs a word; without one it {rule.why}"
    if len(operands) > rule.most:
        return f"{operands[rule.most]} {rule.why}"
    if rule.first and operands and not re.fullmatch(rule.first, operands[0]):
        return f"{operands[0]} {rule.why}"
    return ""


def _known(word: str, known: frozenset[str]) -> bool:
    return word == "--" or word in known or word.partition("=")[0] in known


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


@cache
def _with_commands() -> frozenset[str]:
    return frozenset(key.partition(" ")[0] for key in (*OPTIONS, *WORDS) if " " in key)
