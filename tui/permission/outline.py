"""What a command line seems to run, proven or not. Good for warnings and denials, never for allows.

Where a proof stops at the first thing it does not know, an outline goes on: it looks into loops,
substitutions, `bash -c` texts and broken lines, and says where it had to guess.
"""

import re
from collections.abc import Iterator
from itertools import pairwise

import msgspec
from tree_sitter import Node

from tui.permission.programs import SHELLS, inner_words, program_name
from tui.permission.shell import LONGEST, Proof, Simple, parse

DEEPEST = 3
"""How many `bash -c` inside one another are looked into."""

_LITERAL = frozenset({"word", "number", "raw_string", "string", "string_content", "concatenation"})
_REDIRECTS = frozenset({"file_redirect", "heredoc_redirect", "herestring_redirect"})
_DECLARING = frozenset({"declaration_command", "unset_command", "test_command"})
_HIDING = frozenset({"command_substitution", "process_substitution", "subscript"})
_BREAKS = re.compile(r"[;&|\n(){}`]+")


class Outline(msgspec.Struct, frozen=True):
    """All that was found in a command line."""

    commands: tuple[Simple, ...] = ()
    assignments: tuple[str, ...] = ()
    """Variables set for a command or before it, such as `LD_PRELOAD=x`."""
    redirections: tuple[str, ...] = ()
    """As written: `> out.txt`, `2>&1`, `<<EOF`."""
    opaque: tuple[str, ...] = ()
    """Program names that only exist when it runs, such as `$x` or `$(…)`."""
    substitutes: bool = False
    """Commands run inside its words."""
    background: bool = False
    broken: bool = False
    """The grammar of bash does not fit: part of it is a guess."""


def outline(line: str, proof: Proof, depth: int = 0) -> Outline:
    """Return what a command line seems to run."""
    if proof.holds:
        found = Outline(proof.commands)
    elif len(line) > LONGEST:
        # Some long lines take tree-sitter minutes. Guessing takes none, and denies no less.
        found = Outline(tuple(_guessed(line)), broken=True)
    else:
        found = _Walk(line).outline()
    return _with_inner_shells(found, depth)


def _with_inner_shells(found: Outline, depth: int) -> Outline:
    texts = [text for command in found.commands if (text := _shell_text(command)) is not None]
    if not texts:
        return found
    if depth >= DEEPEST:
        return msgspec.structs.replace(found, broken=True)
    for text in texts:
        inner = outline(text, Proof(why="inner"), depth + 1)
        found = Outline(
            commands=found.commands + inner.commands,
            assignments=found.assignments + inner.assignments,
            redirections=found.redirections + inner.redirections,
            opaque=found.opaque + inner.opaque,
            substitutes=found.substitutes or inner.substitutes,
            background=found.background or inner.background,
            broken=found.broken or inner.broken,
        )
    return found


def _shell_text(command: Simple) -> str | None:
    """Return the command line that a command hands to another shell."""
    words = inner_words(command.words)
    if program_name(words) == "eval":
        return " ".join(words[1:])
    if program_name(words) not in SHELLS:
        return None
    for option, text in pairwise(words[1:]):
        if option.startswith("-") and not option.startswith("--") and option.endswith("c"):
            return text
    return None


class _Walk:
    """One way through the whole tree of a command line."""

    def __init__(self, line: str) -> None:
        self._line = line
        self._bytes = line.encode("utf-8", "replace")
        self._commands: list[Simple] = []
        self._assignments: list[str] = []
        self._redirections: list[str] = []
        self._opaque: list[str] = []
        self._types: set[str] = set()

    def outline(self) -> Outline:
        """Visit every node and tell what was met."""
        root = parse(self._line)
        stack = [(root, False)]
        while stack:
            node, piped = stack.pop()
            self._types.add(node.type)
            self._visit(node, piped)
            stack.extend(reversed(list(_children(node, piped))))
        if root.has_error:
            self._commands += _guessed(self._line)
        return Outline(
            commands=tuple(self._commands),
            assignments=tuple(self._assignments),
            redirections=tuple(self._redirections),
            opaque=tuple(self._opaque),
            substitutes=not self._types.isdisjoint(_HIDING),
            background="&" in self._types,
            broken=root.has_error,
        )

    def _visit(self, node: Node, piped: bool) -> None:
        if node.type == "command":
            self._command(node, piped)
        elif node.type in _DECLARING:
            self._commands.append(self._simple(node, self._text(node).split(), piped))
        elif node.type == "variable_assignment":
            self._assignments.append(self._text(node))
        elif node.type in _REDIRECTS:
            self._redirections.append(self._text(node))

    def _command(self, node: Node, piped: bool) -> None:
        words: list[str] = []
        for child in node.named_children:
            if child.type == "command_name":
                name = child.named_children[0] if child.named_children else child
                if not self._is_literal(name):
                    self._opaque.append(self._text(name))
                words.append(self._word(name))
            elif child.type not in _REDIRECTS and child.type != "variable_assignment":
                words.append(self._word(child))
        if words:
            self._commands.append(self._simple(node, words, piped))

    def _simple(self, node: Node, words: list[str], piped: bool) -> Simple:
        start = node.start_byte
        if len(self._bytes) != len(self._line):
            start = len(self._bytes[:start].decode("utf-8", "replace"))
        return Simple(tuple(words), start, start + len(self._text(node)), piped)

    def _is_literal(self, node: Node) -> bool:
        return node.type in _LITERAL and all(map(self._is_literal, node.named_children))

    def _word(self, node: Node) -> str:
        text = self._text(node)
        match node.type:
            case "raw_string":
                return text[1:-1]
            case "string":
                return re.sub(r"\\(.)", r"\1", text[1:-1])
            case "ansi_c_string":
                return text[2:-1]
            case "concatenation":
                return "".join(map(self._word, node.named_children))
            case "word":
                return re.sub(r"\\(.)", r"\1", text)
            case _:
                return text

    def _text(self, node: Node) -> str:
        return self._bytes[node.start_byte : node.end_byte].decode("utf-8", "replace")


def _children(node: Node, piped: bool) -> Iterator[tuple[Node, bool]]:
    """Return the parts of a node, each with whether it reads what stands before a `|`."""
    if node.type == "pipeline":
        for index, child in enumerate(node.children):
            yield child, piped or index > 0
    else:
        passes = node.type == "redirected_statement"
        for child in node.children:
            yield child, piped and passes


def _guessed(line: str) -> list[Simple]:
    """Cut a line that no grammar fits at everything that could separate commands."""
    joined = line.replace("'", "").replace('"', "")
    parted = line.replace("'", ";").replace('"', ";")
    pieces = (piece.split() for text in (joined, parted) for piece in _BREAKS.split(text))
    return [Simple(words) for words in dict.fromkeys(tuple(words) for words in pieces if words)]
