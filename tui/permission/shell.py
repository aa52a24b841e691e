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

RESERVED = frozenset(
    {
        *("if", "then", "else", "elif", "fi", "for", "while", "until", "do", "done", "case"),
        *("esac", "select", "function", "in", "time", "coproc"),
    }
)
"""Words that are no programs. They are looked at first: many of them make tree-sitter slow."""

_PLAIN = r"[A-Za-z0-9_./:,=+@%-]"
_WORD = rf"""(?:{_PLAIN}+|'(?:[^'\\]|\\(?!'))*+'|"[^"$`\\!]*+")++"""
# A backslash before the closing quote ends the word in bash and goes on in other shells.

_TOKEN = re.compile(rf"({_WORD})|(&&|\|\||[;|])|( ++)")
_ODD = re.compile(rf"(?:{_WORD}|&&|\|\||[;| ])*+(.)", re.DOTALL)
_UNQUOTED = re.compile(rf" *+[A-Za-z0-9_][A-Za-z0-9_.+-]*+(?: ++(?!=){_PLAIN}++)*+ *+")
_JOINT = re.compile(r"(&&|\|\||[;|])")
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


class Simple(msgspec.Struct, frozen=True, gc=False):
    """One simple command of a command line."""

    words: tuple[str, ...]
    """What the program gets, without the quotes."""
    start: int = 0
    end: int = 0
    """Where it stands in the command line, in characters."""
    piped: bool = False
    """It reads what the command before it prints."""


class Proof(msgspec.Struct, frozen=True, gc=False):
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
    why = why or _reserved(commands) or _disputed(line, commands)
    return Proof(why=why) if why else Proof(tuple(commands))


def literal_words(text: str) -> tuple[str, ...] | None:
    """Return the words of one simple command, as a rule spells them; None if it is more or less."""
    commands, why = _scan(text)
    return commands[0].words if not why and len(commands) == 1 and not hidden(text) else None


def parse(line: str) -> Node:
    """Return the root of what tree-sitter makes of a command line.

    It cannot be stopped: a progress callback and an early end of the text both end the process.
    Whoever calls it sees to it that the line is short, or made of literal words.
    """
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
    if "'" not in line and '"' not in line and (commands := _unquoted_commands(line)):
        return commands, ""
    if odd := _ODD.match(line):
        return [], _reason(odd[1])
    return _quoted_commands(line)


def _unquoted_commands(line: str) -> list[Simple]:
    """Read commands without quotes, the quick way; nothing where anything is out of the way."""
    if _UNQUOTED.fullmatch(line):
        plain = line.strip(" ")
        start = line.find(plain)
        return [Simple(tuple(plain.split()), start, start + len(plain))]
    commands: list[Simple] = []
    position, piped = 0, False
    for index, part in enumerate(_JOINT.split(line)):
        if index % 2:
            piped = part == "|"
        elif _UNQUOTED.fullmatch(part):
            start = position + len(part) - len(part.lstrip(" "))
            words = part.split()
            commands.append(Simple(tuple(words), start, position + len(part.rstrip(" ")), piped))
        else:
            return []
        position += len(part)
    return commands


def _quoted_commands(line: str) -> tuple[list[Simple], str]:
    """Read commands token by token; return them, or what is wrong with one."""
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
    if not words:
        return [], "nothing stands after the last operator" if commands else "it is empty"
    commands.append(Simple(tuple(words), start, end, piped))
    return commands, ""


def _unquoted(word: str) -> str:
    return _QUOTED.sub(lambda match: match[1] if match[1] is not None else match[2], word)


def _reason(character: str) -> str:
    """Return why the scanner stops at a character."""
    if not character.isascii():
        return f"it contains {visible_line(character)} outside quotes"
    return _REASONS.get(character, f"it contains {visible_line(character)}")


def _reserved(commands: list[Simple]) -> str:
    """Return which command is none, or nothing."""
    for command in commands:
        if command.words[0] in RESERVED:
            return f"{command.words[0]} is a word of the shell itself"
    return ""


def _disputed(line: str, commands: list[Simple]) -> str:
    """Return why tree-sitter does not see the same commands with as many words, or nothing."""
    root = parse(line)
    if word_counts(root) == tuple(len(command.words) for command in commands):
        return ""
    return "the grammar of bash reads it otherwise"


def word_counts(root: Node) -> tuple[int, ...] | None:
    """Return how many words each command of a tree has; None if there is more than commands."""
    return _counts(str(root))


@lru_cache(maxsize=1024)
def _counts(shape: str) -> tuple[int, ...] | None:
    # Few shapes make up most of what agents run. Writing a shape out is left to tree-sitter,
    # and takes half as long as visiting its nodes from here.
    if not _KNOWN_NODES.issuperset(_NODE.findall(shape)):
        return None
    return tuple(part.count("argument: ") + 1 for part in shape.split("(command name: ")[1:])
