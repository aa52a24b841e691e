"""Proof of what a command line consists of, or the reason why there is none.

A command line is proven when two readers agree on it: a strict scanner that knows literal words
and the operators `&& || ; |` and nothing else, and tree-sitter's grammar of bash. Whatever either
of them does not know is not proven. A command that is not proven is never allowed by a rule.
"""

import re
from functools import cache, lru_cache
from importlib import import_module

import msgspec
from tree_sitter import Language, Node, Parser

from tui.permission.deception import look_alikes
from tui.text.visible import hidden, visible_line

LONGEST = 4096
"""Bytes of the longest command line that is proven."""

_WORD = r"""(?:[A-Za-z0-9_./:,=+@%-]+|'(?:[^'\\]|\\(?!'))*+'|"[^"$`\\!]*+")++"""
# A backslash before the closing quote ends the word in bash and goes on in other shells.

_TOKEN = re.compile(rf"({_WORD})|(&&|\|\||[;|])|( ++)")
_QUOTED = re.compile(r"""'([^']*)'|"([^"]*)\"""")
_NAME = re.compile(r"[A-Za-z0-9_][A-Za-z0-9_.+-]*")
_NODE = re.compile(r"\((\w+)")

_KNOWN_NODES = frozenset(
    {
        *("program", "list", "pipeline", "command", "command_name", "word", "number"),
        *("string", "string_content", "raw_string", "concatenation"),
    }
)

_REASONS = {
    "$": "it contains an expansion ($)",
    "`": "it contains a command substitution (`)",
    ">": "it redirects output (>)",
    "<": "it redirects input (<)",
    "&": "it runs something in the background (&)",
    "(": "it contains a subshell or a function",
    ")": "it contains a subshell or a function",
    "{": "it contains braces, which group or expand",
    "}": "it contains braces, which group or expand",
    "*": "it contains a file name pattern (*)",
    "?": "it contains a file name pattern (?)",
    "[": "it contains a file name pattern or a test ([)",
    "]": "it contains a file name pattern or a test (])",
    "\\": "it contains a backslash",
    "~": "it contains a tilde, which may stand for a home folder",
    "^": "it contains ^, which some shells expand",
    "#": "it contains a comment or #",
    "!": "it contains !, which negates or recalls",
    "'": "a quote is not closed, or closed after a backslash",
    '"': "a double quote is not closed, or holds $, a backquote, a backslash or !",
}


class Simple(msgspec.Struct, frozen=True):
    """One simple command of a command line."""

    words: tuple[str, ...]
    """What the program gets, without the quotes."""
    start: int = 0
    end: int = 0
    """Where it stands in the command line, in characters."""
    piped: bool = False
    """It reads what the command before it prints."""


class Proof(msgspec.Struct, frozen=True):
    """The simple commands a command line is made of, or why that cannot be told."""

    commands: tuple[Simple, ...] = ()
    why: str = ""
    """Why there is no proof; empty where there is one."""

    @property
    def holds(self) -> bool:
        """Tell whether every program and every word that runs is known."""
        return not self.why


def prove(line: str) -> Proof:
    """Say of which literal simple commands a command line consists."""
    if why := _unfit(line):
        return Proof(why=why)
    commands, why = _scan(line)
    if not why and not _confirmed(line, commands):
        why = "the grammar of bash reads it otherwise"
    return Proof(why=why) if why else Proof(tuple(commands))


def literal_words(text: str) -> tuple[str, ...] | None:
    """Return the words of one simple command, as a rule spells them; None if it is more or less."""
    commands, why = _scan(text)
    return commands[0].words if not why and len(commands) == 1 and not hidden(text) else None


def parse(line: str) -> Node:
    """Return the root of what tree-sitter makes of a command line."""
    return _parser().parse(line.encode("utf-8", "replace")).root_node


@cache
def _parser() -> Parser:
    # Its package loads importlib.resources, which takes longer than Python's own start.
    return Parser(Language(import_module("tree_sitter_bash").language()))


def _unfit(line: str) -> str:
    """Return what is wrong with the characters of a command line, whatever they mean."""
    if len(line) > LONGEST or (
        not line.isascii() and len(line.encode("utf-8", "replace")) > LONGEST
    ):
        return f"it is longer than {LONGEST:,} bytes"
    if line.isascii() and line.isprintable():
        return ""
    if "\n" in line:
        return "it has more than one line"
    if "\t" in line:
        return "it contains a tab"
    if tokens := hidden(line):
        return f"it contains hidden characters: {' '.join(tokens[:4])}"
    if alike := look_alikes(line):
        return f"it mixes alphabets within a word: {alike[0]}"
    return ""


def _scan(line: str) -> tuple[list[Simple], str]:
    """Read literal words and operators; return the commands, or why it is more than that."""
    commands: list[Simple] = []
    words: list[str] = []
    start = position = end = 0
    piped = False
    for word, operator, space in _TOKEN.findall(line):
        if word:
            if not words:
                start = position
                if not _NAME.fullmatch(word):
                    return [], f"{visible_line(word)} is not a plain program name"
            elif word[0] == "=":
                return [], f"a word begins with =: {visible_line(word)}"
            words.append(_unquoted(word) if "'" in word or '"' in word else word)
            position += len(word)
            end = position
        elif space:
            position += len(space)
        else:
            if not words:
                return [], f"nothing stands before {operator}"
            commands.append(Simple(tuple(words), start, end, piped))
            words, piped = [], operator == "|"
            position += len(operator)
    if position != len(line):
        # What the scanner does not know it leaves out; so the parts are shorter than the whole.
        return [], _reason(line)
    if not words:
        return [], "nothing stands after the last operator" if commands else "it is empty"
    commands.append(Simple(tuple(words), start, end, piped))
    return commands, ""


def _unquoted(word: str) -> str:
    return _QUOTED.sub(lambda match: match[1] if match[1] is not None else match[2], word)


def _reason(line: str) -> str:
    """Return why the scanner stops where it stops."""
    position = 0
    while token := _TOKEN.match(line, position):
        position = token.end()
    character = line[position]
    if not character.isascii():
        return f"it contains {visible_line(character)} outside quotes"
    return _REASONS.get(character, f"it contains {visible_line(character)}")


def _confirmed(line: str, commands: list[Simple]) -> bool:
    """Tell whether tree-sitter sees the same commands with as many words, and nothing else."""
    return _arguments(str(parse(line))) == [len(command.words) - 1 for command in commands]


@lru_cache(maxsize=1024)
def _arguments(shape: str) -> list[int] | None:
    """Return how many arguments each command of a tree has; None if there is more than commands.

    Few shapes make up most of what agents run, hence they are kept.
    """
    if not _KNOWN_NODES.issuperset(_NODE.findall(shape)):
        return None
    return [part.count("argument: ") for part in shape.split("(command name: ")[1:]]
