"""Proof of what a command line consists of, or the reason why there is none.

A command line is proven when two readers agree on it: a strict scanner that knows literal words
and the operators `&& || ; |` and nothing else, and tree-sitter's grammar of bash. Whatever either
of them does not know is not proven. A command that is not proven is never allowed by a rule.
"""

import re
from functools import lru_cache

import msgspec
from tree_sitter import Node

from tui.permission.deception import look_alikes
from tui.permission.grammar import Patience, parse
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

_NAME = r"[A-Za-z0-9_][A-Za-z0-9_.+-]*+"
_COMMAND = re.compile(rf" *+({_NAME}(?: ++(?!=){_WORD})*+) *+(&&|\|\||[;|]|\Z)")
"""One simple command, and what joins the next one to it; nothing at the end of the line."""

_WORDS = re.compile(_WORD)
_TOKEN = re.compile(rf"({_WORD})|(&&|\|\||[;|])")
_ODD = re.compile(rf"(?:{_WORD}|&&|\|\||[;| ])*+(.)", re.DOTALL)
_PROGRAM = re.compile(_NAME)
_QUOTED = re.compile(r"""'([^']*)'|"([^"]*)\"""")
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


def prove(line: str, patience: Patience | None = None) -> Proof:
    """Say of which literal simple commands a command line consists."""
    if why := _unfit(line):
        return Proof(why=why)
    commands = _scan(line)
    if not commands:
        return Proof(why=_why_not(line))
    for command in commands:
        if command.words[0] in RESERVED:
            return Proof(why=f"{command.words[0]} is a word of the shell itself")
    root = parse(line, patience)
    if root is None:
        return Proof(why="reading it takes too long")
    if word_counts(root) != tuple(map(_count, commands)):
        return Proof(why="the grammar of bash reads it otherwise")
    return Proof(commands)


def literal_words(text: str) -> tuple[str, ...] | None:
    """Return the words of one simple command, as a rule spells them; None if it is more or less."""
    commands = _scan(text)
    return commands[0].words if len(commands) == 1 and not hidden(text) else None


def _unfit(line: str) -> str:
    """Return what is wrong with the characters of a command line, whatever they mean."""
    ascii_only = line.isascii()
    if len(line if ascii_only else line.encode("utf-8", "replace")) > LONGEST:
        return f"it is longer than {LONGEST:,} bytes"
    if ascii_only and line.isprintable():
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


def _scan(line: str) -> tuple[Simple, ...]:
    """Read literal words and operators; return the commands, none if it is more than that."""
    commands: list[Simple] = []
    at, piped = 0, False
    while found := _COMMAND.match(line, at):
        text, joint = found.groups()
        commands.append(Simple(_words(text), *found.span(1), piped))
        if not joint:
            return tuple(commands)
        at, piped = found.end(), joint == "|"
    return ()


def _words(text: str) -> tuple[str, ...]:
    """Return the words of one command, without their quotes."""
    if "'" not in text and '"' not in text:
        return tuple(text.split())
    words = _WORDS.findall(text)
    for index, word in enumerate(words):
        if "'" in word or '"' in word:
            words[index] = _QUOTED.sub(_inside, word)
    return tuple(words)


def _inside(quoted: re.Match[str]) -> str:
    return quoted[1] or quoted[2] or ""


def _why_not(line: str) -> str:
    """Return why a line is not made of literal words and operators alone."""
    if odd := _ODD.match(line):
        return _reason(odd[1])
    words = joints = 0
    for word, operator in _TOKEN.findall(line):
        if operator and not words:
            return f"nothing stands before {operator}"
        if operator:
            words, joints = 0, joints + 1
            continue
        if not words and not _PROGRAM.fullmatch(word):
            return f"{visible_line(word)} is not a plain program name"
        if words and word[0] == "=":
            return f"a word begins with =: {visible_line(word)}"
        words += 1
    return "nothing stands after the last operator" if joints else "it is empty"


def _reason(character: str) -> str:
    """Return why the scanner stops at a character."""
    if not character.isascii():
        return f"it contains {visible_line(character)} outside quotes"
    return _REASONS.get(character, f"it contains {visible_line(character)}")


def _count(command: Simple) -> int:
    return len(command.words)


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
