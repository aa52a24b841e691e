"""What the words without a dash may be that follow a program: most are files, some are code."""

import re
from collections.abc import Sequence

import msgspec

from tui.permission.programs import named
from tui.permission.tool_tables import NODE_STARTERS


def _sed_script() -> str:
    """Return the expression for scripts of sed that print, delete lines and replace."""
    # Some take a slash inside brackets for the end of an expression, others do not.
    expression = r"(?:[^@\\\[]|\\[^@]|\[\^?[^\]\[@\\]+\])*"
    slashed = expression.replace("@", "/")
    place = rf"(?:\d+|\$|/{slashed}/)"
    printing = rf"(?:{place}(?:,(?:{place}|\+\d+))?!?)?[pdq=]"
    replacing = (
        rf"s@{expression}@(?:[^@\\]|\\[^@])*@[gpiI0-9]*".replace("@", rf"\{sign}")
        for sign in "/|#,"
    )
    one = "|".join((printing, *replacing))
    return rf"(?:{one})(?:; *(?:{one}))*"


_MANY = 1_000_000


def _started(program: str) -> tuple[str, ...]:
    """Return the ways to start a program of a Node project."""
    return (program, *(f"{by} {program}" for by in (*NODE_STARTERS, "yarn")))


class Operands(msgspec.Struct, frozen=True):
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
    ends: bool = False
    """Words that begin with a dash may be operands: all do behind --, in xxd behind the first."""
    why: str = ""


RECIPES = named("npm pnpm yarn bun just task composer turbo nx lerna")
"""Programs that put further words into a line for a shell, some of them without quotes."""

_SHELL_SIGNS = re.compile(r"[$`;&|<>(){}\\\"'*?~#! \t]", re.M)

_TSC = Operands(
    none=re.compile(
        r"^-p$\n(?!(?:.*/)?tsconfig[\w.-]*\.json$)"
        r"|^(?!-)(?!(?:.*/)?tsconfig[\w.-]*\.json$)(?!.*\.[cm]?[jt]sx?$).",
        re.M,
    ),
    why="may be other settings than the project's",
)

_OWN_GLOBS = Operands(
    none=re.compile(r"[{}\[\]()!]|(?:^|/)\.[^/\n]*[*?]", re.M),
    why="is a pattern that may lead anywhere",
)
"""For programs that look for files by patterns of their own."""

_REMOTE = Operands(
    first=re.compile(r"[\w.-]+"),
    none=re.compile(r"::|^[+:]", re.M),
    signs=re.compile("[:+]"),
    why="is not the name of a remote",
)

_SOURCE = Operands(
    first=re.compile(r"[\w.-]+"),
    none=re.compile(r":|^\+", re.M),
    why="is not the name of a remote, or would change a branch",
)

OPERANDS: dict[str, Operands] = {
    "git": Operands(
        none=re.compile(r"::|^[+:]", re.M),
        signs=re.compile("[:+]"),
        why="could force, delete or start a transport",
    ),
    "git push": _REMOTE,
    "git pull": _SOURCE,
    "git fetch": _SOURCE,
    "git remote": Operands(most=0, why="could change a remote"),
    "git reflog": Operands(most=0, why="could delete history"),
    "cargo": Operands(none=re.compile(r"^\+", re.M), why="chooses another toolchain"),
    **dict.fromkeys(RECIPES, Operands(none=_SHELL_SIGNS, why="may reach a shell as code")),
    "make": Operands(
        none=re.compile(rf"^[^-].*=|^--?[^j-].*=|{_SHELL_SIGNS.pattern}", re.M),
        why="sets a variable, or may reach a shell as code",
    ),
    "rake": Operands(
        none=re.compile(rf"=|{_SHELL_SIGNS.pattern}", re.M),
        why="sets a variable, or may reach a shell as code",
    ),
    "cmake --build": Operands(
        none=re.compile(r"^--$|^[^-].*=", re.M), why="hands options or variables to another program"
    ),
    "dotnet": Operands(
        none=re.compile(r"[;,]|^[^-].*=|^diag(?:nostic)?$", re.M | re.I),
        why="sets a property, or shows the environment",
    ),
    **dict.fromkeys(
        ("tox", "nox"), Operands(most=0, none=re.compile(r"^--$", re.M), why="could be run")
    ),
    "npm audit": Operands(most=0, why="could change what is installed"),
    "npm run": Operands(
        none=re.compile(rf"^env$|{_SHELL_SIGNS.pattern}", re.M),
        why="shows the environment, or may reach a shell as code",
    ),
    **dict.fromkeys(_started("tsc"), _TSC),
    **dict.fromkeys((*_started("prettier"), "stylelint", "rubocop", "markdownlint"), _OWN_GLOBS),
    **dict.fromkeys(
        ("python -m unittest discover", "python3 -m unittest discover"),
        Operands(none=re.compile(r"(?:^|=|^-[st])\w+(?:\.\w+)+$", re.M), why="may be a module"),
    ),
    "go": Operands(none=re.compile("@"), why="is fetched from the host that it names"),
    "ss": Operands(most=0, why="may be the name of a host"),
    "kubectl": Operands(
        none=re.compile(r"(?:^|[,/])secrets?(?:[.,/]|$)", re.M | re.I), why="holds secrets"
    ),
    **dict.fromkeys(
        ("git checkout -b", "git switch -c", "git switch --create"),
        Operands(
            most=1,
            none=re.compile(r"::|^[+:]", re.M),
            why="may bring in other files that decide what runs later",
        ),
    ),
    "gh": Operands(none=re.compile("://", re.M), why="is an address"),
    "ps": Operands(
        most=1, first=re.compile(r"[auxfwl]+|\d+"), why="may show the environment of programs"
    ),
    "lsof": Operands(
        none=re.compile(r"^\+|@", re.M), why="is an option, which may write, or a host"
    ),
    "uniq": Operands(most=1, ends=True, why="would be written to"),
    "xxd": Operands(most=1, ends=True, why="would be written to"),
    "python -m json.tool": Operands(most=1, ends=True, why="would be written to"),
    "python3 -m json.tool": Operands(most=1, ends=True, why="would be written to"),
    "hostname": Operands(most=0, ends=True, why="would rename this computer"),
    "date": Operands(most=1, first=re.compile(r"\+.*"), why="would set the clock"),
    "sed": Operands(
        least=1, first=re.compile(_sed_script()), why="does more than print and replace"
    ),
    "jq": Operands(
        none=re.compile(r"\bENV\b|\benv\b|\bimport\b|\binclude\b|__prog", re.M),
        why="reads more than its input",
    ),
    "cd": Operands(most=1, least=1, none=re.compile(r"^-$", re.M), why="would leave the folder"),
    "tar": Operands(
        lead="-", none=re.compile(":", re.M), why="could name a host or hide an option"
    ),
    # Some shells evaluate the numbers of their printf, and what stands in their subscripts; %n
    # sets the variable that is named.
    "printf": Operands(
        none=re.compile(r"[\[$`(=]|%[^a-zA-Z%]*[hlLjzt]*n", re.M), why="could be evaluated"
    ),
}


def first_fitting(pattern: re.Pattern[str], words: Sequence[str]) -> str:
    """Return the first word in which a pattern is found, or nothing."""
    return next((word for word in words if pattern.search(word)), "")


def odd_operand(
    program: str, rest: Sequence[str], rule: Operands, with_value: frozenset[str]
) -> str:
    """Return which of the words that follow a program must not, and why; or nothing."""
    if rule.lead and rest and not rest[0].startswith(rule.lead):
        return f"{rest[0]} {rule.why}"
    if rule.none is not None:
        text = "\n".join(rest)
        if (rule.signs is None or rule.signs.search(text)) and rule.none.search(text):
            return f"{first_fitting(rule.none, rest) or 'a line break'} {rule.why}"
    if rule.first is None and rule.least == 0 and rule.most == _MANY:
        return ""
    if rule.ends and (odd := _hidden_operand(rest)):
        return f"{odd} {rule.why}"
    operands = _operands(rest, with_value)
    if len(operands) < rule.least:
        return f"{program} needs a word; without one it {rule.why}"
    if len(operands) > rule.most:
        return f"{operands[rule.most]} {rule.why}"
    if rule.first and operands and not rule.first.fullmatch(operands[0]):
        return f"{operands[0]} {rule.why}"
    return ""


def _operands(rest: Sequence[str], with_value: frozenset[str]) -> list[str]:
    """Return the words that are neither options nor the values of those: `-d yesterday`."""
    found: list[str] = []
    value = False
    for word in rest:
        if word == "-" or (word[:1] != "-" and not value):
            found.append(word)
        value = len(word) == 2 and word[0] == "-" and word[1] in with_value
    return found


def _hidden_operand(rest: Sequence[str]) -> str:
    """Return the first word with a dash that stands behind an operand, or is the sign for them."""
    plain = (index for index, word in enumerate(rest) if word[:1] != "-" or word == "-")
    first = next(plain, len(rest))
    behind = (word for word in rest[first + 1 :] if word[:1] == "-")
    return next(behind, "--" if "--" in rest else "")
