"""Proof of what a command line consists of, or the reason why there is none.

A command line is proven when two readers agree on it: a strict scanner that knows literal words
and the operators `&& || ; |` and nothing else, and tree-sitter's grammar of bash. Whatever either
of them does not know is not proven. A command that is not proven is never allowed by a rule.
"""

import re

import msgspec
from tree_sitter import Node

from tui.permission.deception import look_alikes
from tui.permission.grammar import MOST_PIPES, Patience, parse
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
_REVISION = r"(?:\.{2,3})?(?:(?:ORIG_|FETCH_)?HEAD|@)~[0-9]*"
"""The one use of a tilde within a word that every shell leaves alone: `HEAD~3..HEAD~1`."""

_SINGLE = r"'(?:[^'\\]|\\(?!'))*+'(?!')"
# A backslash before the closing quote ends the word in bash and goes on in other shells, and so
# may a second quote right behind it.

_DOUBLE = r'''"(?:[^"$`\\!]|\\[^"$`\\!])*+"'''
# A backslash before any other sign stays as it is: `grep "a\|b"`.

_WORD = rf"(?:{_REVISION}|{_PLAIN}+|{_SINGLE}|{_DOUBLE})++"

_NAME = r"[A-Za-z0-9_][A-Za-z0-9_.+-]*+"
_COMMAND = re.compile(
    rf""" *+({_NAME}(?: ++(?!(?:''|"")*=){_WORD})*+) *+(&&|\|\||[;|]|.|\Z)""", re.DOTALL
)
"""One simple command and what follows: a joint, nothing, or a sign that is no part of a proof."""

_JOINTS = frozenset({"&&", "||", ";", "|"})

_WORDS = re.compile(_WORD)
_TOKEN = re.compile(rf"({_WORD})|(&&|\|\||[;|])")
_ODD = re.compile(rf"(?:{_WORD}|&&|\|\||[;| ])*+(.)", re.DOTALL)
_PROGRAM = re.compile(_NAME)
_QUOTED = re.compile(r"""'([^']*)'|"([^"]*)\"""")
_LEAVES = frozenset({"word", "raw_string", "string_content", '"'})
_WORDS_OF = frozenset({"command_name", "number", "string", "concatenation"})
_CHAINS = frozenset({"program", "list", "pipeline"})

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
    "'": "a quote is not closed, or stands right behind a backslash or another",
    '"': "a double quote is not closed, or holds $, a backquote, ! or a backslash before such",
}
_CERTAIN = _REASONS.keys() - {"'", '"'}
"""Signs of which no look at the rest of a line is needed to say what is wrong with them."""


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
    commands, odd = _scan(line)
    if odd:
        return Proof(why=_REASONS[odd] if odd in _CERTAIN else _why_not(line))
    for command in commands:
        if command.words[0] in RESERVED:
            return Proof(why=f"{command.words[0]} is a word of the shell itself")
    root = parse(line, patience) if line.count("|") <= MOST_PIPES else None
    if root is None:
        return Proof(why="reading it takes too long")
    if not _agrees(root, commands):
        return Proof(why="the grammar of bash reads it otherwise")
    return Proof(tuple(commands))


def literal_words(text: str) -> tuple[str, ...] | None:
    """Return the words of one simple command, as a rule spells them; None if it is more or less."""
    commands, odd = _scan(text)
    return commands[0].words if not odd and len(commands) == 1 and not hidden(text) else None


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


def _scan(line: str) -> tuple[list[Simple], str]:
    """Read literal words and operators; return the commands, and the sign that is neither."""
    commands: list[Simple] = []
    at, piped = 0, False
    while found := _COMMAND.match(line, at):
        text, joint = found.groups()
        if joint and joint not in _JOINTS:
            return [], joint
        start, end = found.span(1)
        commands.append(Simple(_words(text), start, end, piped))
        if not joint:
            return commands, ""
        at, piped = found.end(), joint == "|"
    return [], " "


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
        if words and word.lstrip("'\"")[:1] == "=":
            return f"a word begins with =: {visible_line(word)}"
        words += 1
    return "nothing stands after the last operator" if joints else "it is empty"


def _reason(character: str) -> str:
    """Return why the scanner stops at a character."""
    if not character.isascii():
        return f"it contains {visible_line(character)} outside quotes"
    return _REASONS.get(character, f"it contains {visible_line(character)}")


def _agrees(root: Node, commands: list[Simple]) -> bool:
    """Tell whether a tree has these commands, each with as many words, and nothing else."""
    if len(commands) == 1:
        # Most lines are one command of bare words. Then the tree is the program, the command and
        # its name above one leaf for each word; counting tells so in a tenth of a visit's time.
        count = len(commands[0].words)
        if root.descendant_count == count + 3 and not root.has_error:
            only = root.children[0]
            return only.type == "command" and only.child_count == count
    return word_counts(root) == tuple([len(command.words) for command in commands])


def word_counts(root: Node) -> tuple[int, ...] | None:
    """Return how many words each command of a tree has; None if there is more than commands."""
    if root.has_error:
        return None
    counts: list[int] = []
    waiting = [root]
    while waiting:
        node = waiting.pop()
        kind = node.type
        children = node.children
        if kind == "command":
            for child in children:
                if child.type not in _LEAVES and not _is_word(child):
                    return None
            counts.append(len(children))
        elif kind in _CHAINS:
            waiting += reversed(children)
        elif kind not in _JOINTS:
            return None
    return tuple(counts)


def _is_word(node: Node) -> bool:
    """Tell whether a node is a literal word all through."""
    kind = node.type
    return kind in _LEAVES or (kind in _WORDS_OF and all(map(_is_word, node.children)))
