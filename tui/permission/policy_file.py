"""Policy files: read strictly, so that a rule nobody understands never decides anything."""

import re
import tomllib
from pathlib import Path
from typing import Any

import msgspec

from tui.model.tools import ToolKind
from tui.permission.flags import never
from tui.permission.places import glob_problem
from tui.permission.policy_lines import PolicyLines
from tui.permission.rules import AGENTS, ANY, Choice, Rule
from tui.permission.shell import literal_words
from tui.small_files import read_small

PROJECT_FILE = ".parley/policy.toml"
"""Where a project keeps its rules."""


TOOLS = (*(kind.value for kind in ToolKind if kind is not ToolKind.OTHER), ANY)

_FILE_TOOLS = (ToolKind.READ, ToolKind.WRITE, ToolKind.EDIT, ToolKind.SEARCH, ToolKind.FIND)
_FIELD_TOOLS = {
    "command": (ToolKind.SHELL.value,),
    "path": (*(kind.value for kind in _FILE_TOOLS), ANY),
    "host": (ToolKind.FETCH.value, ANY),
    "mcp": (ToolKind.MCP.value,),
}
"""Field → the tools it can say something about."""

_NEEDED = {
    ToolKind.SHELL.value: "command",
    ToolKind.MCP.value: "mcp",
    ToolKind.FETCH.value: "host",
}
"""Tool → the field without which an allow would be too wide to be meant."""

_KEYS = ("decision", "tool", "command", "agent", "path", "host", "mcp", "reason")
_AT_LINE = re.compile(r"\(at line (\d+), column \d+\)|\(at end of document\)")
_IN_WORDS = {
    "Cannot overwrite a value": "it says the same thing twice",
    "Invalid statement": 'this is neither [[rule]] nor a field such as tool = "shell"',
    "Illegal character '\\n'": "the text has no closing quote",
}
"""What is wrong with TOML, where the parser's own words tell only half of it."""


class Fault(msgspec.Struct, frozen=True):
    """What is wrong with a policy file, and where."""

    file: str
    line: int
    """0 where the whole file is meant."""
    problem: str

    @property
    def text(self) -> str:
        """Return the fault in one line."""
        place = f"{self.file}:{self.line}" if self.line else self.file
        return f"{place}: {self.problem}"


class PolicyFile(msgspec.Struct, frozen=True):
    """The rules of one file, or its faults; a file with a fault has no rules."""

    path: Path
    rules: tuple[Rule, ...] = ()
    faults: tuple[Fault, ...] = ()
    found: bool = True


def read_policy(path: Path) -> PolicyFile:
    """Read a policy file. One that is absent has no rules and no faults."""
    try:
        content = read_small(path)
    except (FileNotFoundError, NotADirectoryError):
        if not path.is_symlink():
            return PolicyFile(path, found=False)
        problem = f"is a link to {path.readlink()}, which is not there"
        return PolicyFile(path, faults=(Fault(str(path), 0, problem),))
    except OSError as error:
        return PolicyFile(path, faults=(Fault(str(path), 0, f"cannot be read: {error.strerror}"),))
    return parse_policy(content, path)


def parse_policy(content: bytes, path: Path) -> PolicyFile:
    """Read the rules in a policy file's content."""
    try:
        # Some editors put a mark of the encoding first.
        text = content.decode("utf-8-sig")
        table = tomllib.loads(text)
    except UnicodeDecodeError as error:
        line = content[: error.start].count(b"\n") + 1
        return PolicyFile(path, faults=(Fault(str(path), line, "is not UTF-8 text"),))
    except tomllib.TOMLDecodeError as error:
        return PolicyFile(path, faults=(_toml_fault(str(error), content, path),))
    except RecursionError:
        return PolicyFile(path, faults=(Fault(str(path), 0, "is nested too deeply"),))
    reader = _Reader(text, path)
    return reader.read(table)


def _toml_fault(message: str, content: bytes, path: Path) -> Fault:
    found = _AT_LINE.search(message)
    line = int(found[1]) if found and found[1] else content.count(b"\n") + 1
    problem = _AT_LINE.sub("", message).strip() or "is not TOML"
    return Fault(str(path), line, _IN_WORDS.get(problem, problem))


class _Reader:
    """Turns the tables of one file into rules, and remembers on which lines they stand."""

    def __init__(self, text: str, path: Path) -> None:
        self._lines = PolicyLines(text)
        self._path = path
        self._faults: list[Fault] = []

    def read(self, table: dict[str, Any]) -> PolicyFile:
        """Return the file's rules, or every fault in it."""
        for key in table:
            if key != "rule":
                self._fault(
                    self._lines.line_of(key, 0), f"there is no {key} in a policy, only [[rule]]"
                )
        tables = table.get("rule", [])
        if not isinstance(tables, list) or not all(isinstance(one, dict) for one in tables):
            self._fault(self._lines.line_of("rule", 0), "rules are written [[rule]]")
            tables = []
        starts = self._lines.starts(len(tables))
        rules = [self._rule(one, start) for one, start in zip(tables, starts, strict=True)]
        if self._faults:
            return PolicyFile(self._path, faults=tuple(self._faults))
        return PolicyFile(self._path, tuple(rule for rule in rules if rule is not None))

    def _rule(self, table: dict[str, Any], start: int) -> Rule | None:
        for key, value in table.items():
            if key not in _KEYS:
                known = ", ".join(_KEYS)
                self._fault(
                    self._lines.line_of(key, start), f"there is no field {key}; there are {known}"
                )
            elif not isinstance(value, str) or (not value and key != "reason"):
                self._fault(
                    self._lines.line_of(key, start), f"{key} must be a text that is not empty"
                )
            elif problem := _problem(key, value, table):
                self._fault(self._lines.line_of(key, start), problem)
        if problem := _incomplete(table):
            self._fault(start + 1, problem)
        if self._faults:
            return None
        command = table.get("command")
        words = literal_words(_without_star(command)) if command else ()
        return Rule(
            **{**table, "decision": Choice(table["decision"])},
            words=words or (),
            open_ended=_ends_open(command),
            file=str(self._path),
            line=start + 1,
        )

    def _fault(self, line: int, problem: str) -> None:
        self._faults.append(Fault(str(self._path), line, problem))


def _problem(key: str, value: str, table: dict[str, Any]) -> str:
    """Return what is wrong with one field, or nothing."""
    tool, decision = table.get("tool"), table.get("decision")
    match key:
        case "decision" if value not in tuple(Choice):
            return f"decision is allow, ask or deny, not {value}"
        case "tool" if value not in TOOLS:
            return f"there is no tool {value}; there are {', '.join(TOOLS)}"
        case "tool" if value == ANY and decision == Choice.ALLOW:
            return "a rule that allows must name its tool"
        case "agent" if value not in (*AGENTS, ANY):
            return f"there is no agent {value}; there are {', '.join(AGENTS)}"
        case "command" | "path" | "host" | "mcp" if tool in TOOLS and tool not in _FIELD_TOOLS[key]:
            return f"{key} says nothing about the tool {tool}"
        case "command":
            return _command_problem(value, decision)
        case "path" if value.startswith("~") or ".." in value.split("/") or "[" in value:
            return "path is a glob of *, ** and ? below the project, or absolute"
        case "path":
            return glob_problem(value)
        case "host" if not re.fullmatch(
            r"\*|(\*\.)?[A-Za-z0-9]([A-Za-z0-9.-]*[A-Za-z0-9])?", value
        ):
            return "host is a name such as example.org or *.example.org"
        case "mcp" if not re.fullmatch(r"(\*|[^/*]+)/(\*|[^/*]+)", value):
            return "mcp is written server/tool, either of them may be *"
        case "mcp" if value.startswith("*/") and decision == Choice.ALLOW:
            return "a rule that allows must name the MCP server"
        case _:
            return ""


def _command_problem(value: str, decision: object) -> str:
    if value.strip() == ANY:
        allowing = decision == Choice.ALLOW
        return "a rule that allows must begin with a program" if allowing else ""
    words = literal_words(_without_star(value))
    if words is None:
        return "command is made of literal words; only a final * stands for more"
    return never(words) if decision == Choice.ALLOW else ""


def _incomplete(table: dict[str, Any]) -> str:
    for key in ("decision", "tool"):
        if key not in table:
            return f"the rule has no {key}"
    needed = _NEEDED.get(str(table["tool"]))
    if needed and needed not in table and table["decision"] == Choice.ALLOW:
        return f"a rule that allows {table['tool']} needs {needed}"
    return ""


def _ends_open(command: str | None) -> bool:
    return command is not None and (command.strip() == ANY or command.rstrip().endswith(" *"))


def _without_star(command: str) -> str:
    return command.rstrip()[:-1].rstrip() if _ends_open(command) else command
