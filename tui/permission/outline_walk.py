"""One way through the tree of a command line, and the guess where no tree is to be had."""

import re

import msgspec
from tree_sitter import Node

from tui.permission.grammar import Patience
from tui.permission.shell import Simple

MOST_GUESSED = 32_768
"""Characters of the longest line that is guessed at as a whole; of others, both ends are."""

_LOOKS = 64
"""After how many nodes the time is looked at; never in a smaller tree."""

_LITERAL = frozenset({"word", "number", "raw_string", "string", "string_content", "concatenation"})
_REDIRECTS = frozenset({"file_redirect", "heredoc_redirect", "herestring_redirect"})
_DECLARING = frozenset({"declaration_command", "unset_command", "test_command"})
_HIDING = frozenset({"command_substitution", "process_substitution", "subscript"})
_NOTED = _DECLARING | _HIDING | {"variable_assignment", "heredoc_body", "redirected_statement"}
"""Kinds of nodes that say something by themselves; of others, what stands in them counts."""

_LEAVES = frozenset(
    {
        *("word", "number", "raw_string", "comment", "variable_name", "simple_expansion"),
        *("file_descriptor", "heredoc_start", "heredoc_end", "string_content"),
        *(
            "&&",
            "||",
            "|",
            ";",
            "\n",
            "=",
            '"',
            "$(",
            "(",
            ")",
            "{",
            "}",
            "for",
            "in",
            "do",
            "done",
        ),
    }
)
_QUOTED = r"""'[^']*+'|"[^"$`\\]*+\""""
_WORD = rf"(?:[\w./:,=+@%*?^~{{}}-]|\$\w|{_QUOTED})++"
_WORDS = re.compile(_WORD)
_QUOTES = re.compile(_QUOTED)
_LITERAL_COMMAND = re.compile(rf"[\w.+/-]++(?: ++{_WORD})*+")
"""A command without commands inside its words: what is written are its words, but for quotes."""

_INSIDE = re.compile(r"[$`(]")
"""Signs without which no command stands inside a word."""

_BREAKS = re.compile(r"[;&|\n(){}`]+")
_BACKGROUND = re.compile(r"(?<![&<>|])&(?![&>])")
_ESCAPE = re.compile(r"\\(.)", re.DOTALL)


class Outline(msgspec.Struct, frozen=True, gc=False):
    """All that was found in a command line."""

    commands: tuple[Simple, ...] = ()
    assignments: tuple[str, ...] = ()
    """Variables set for a command or before it, such as `LD_PRELOAD=x`."""
    redirections: tuple[str, ...] = ()
    """As written: `> out.txt`, `2>&1`, `<<EOF`."""
    opaque: tuple[str, ...] = ()
    """Program names that only exist when it runs, such as `$x` or `$(…)`."""
    fed: tuple[str, ...] = ()
    """Texts that a command gets to read: `<<EOF … EOF`, `<<< text`."""
    substitutes: bool = False
    """Commands run inside its words."""
    background: bool = False
    broken: bool = False
    """The grammar of bash does not fit, or was not asked to the end: part of it is a guess."""
    late: bool = False
    """It is too long, or reading it takes too long: all of it is a guess."""


class Walk:
    """One way through the whole tree of a command line.

    Every unproven line takes it while somebody waits; hence what needs no look gets none.
    """

    def __init__(self, line: str) -> None:
        self._line = line
        # Places in a tree are counted in bytes, which are characters in most lines.
        self._bytes = None if line.isascii() else line.encode("utf-8", "replace")
        self._commands: list[Simple] = []
        self._assignments: list[str] = []
        self._redirections: list[str] = []
        self._opaque: list[str] = []
        self._fed: list[str] = []
        self._substitutes = False
        self._background = False
        self._waiting: list[tuple[Node, str, bool]] = []

    def outline(self, root: Node, patience: Patience | None) -> Outline | None:
        """Visit every node that is more than a word, and tell what was met; None if too many."""
        patience = patience or Patience()
        waiting = self._waiting
        waiting.append((root, root.type, False))
        visits = 0 if root.descendant_count > _LOOKS else None
        while waiting:
            if visits is not None:
                visits += 1
                if visits % _LOOKS == 0 and patience.over:
                    return None
            node, kind, piped = waiting.pop()
            if kind == "command":
                self._command(node, piped)
            elif kind in _REDIRECTS:
                self._redirect(node, kind, piped)
            elif kind == "pipeline":
                self._pipeline(node.children, piped)
            else:
                if kind in _NOTED:
                    piped = self._note(node, kind, piped)
                self._go_into(node.children, piped)
        broken = root.has_error
        if broken:
            self._commands += guessed(self._line)
        return Outline(
            tuple(self._commands),
            tuple(self._assignments),
            tuple(self._redirections),
            tuple(self._opaque),
            tuple(self._fed),
            self._substitutes,
            self._background and _BACKGROUND.search(self._line) is not None,
            broken,
        )

    def _note(self, node: Node, kind: str, piped: bool) -> bool:
        """Write down what a node says; return whether what stands in it is fed from elsewhere."""
        if kind == "redirected_statement":
            return piped or ("<" in self._line and any(map(self._feeds, node.children)))
        if kind == "variable_assignment":
            self._assignments.append(self._text(node))
        elif kind in _HIDING:
            self._substitutes = True
            return False
        elif kind == "heredoc_body":
            self._fed.append(self._text(node))
        else:
            self._commands.append(self._simple(node, self._text(node).split(), piped))
        return piped

    def _pipeline(self, children: list[Node], piped: bool) -> None:
        self._go_into(children[1:], True)
        self._go_into(children[:1], piped)

    def _go_into(self, children: list[Node], piped: bool) -> None:
        for child in reversed(children):
            kind = child.type
            if kind == "&":
                self._background = True
            elif kind not in _LEAVES:
                self._waiting.append((child, kind, piped))

    def _command(self, node: Node, piped: bool) -> None:
        text = self._text(node)
        if _LITERAL_COMMAND.fullmatch(text):
            self._commands.append(self._simple(node, _unquoted(text), piped))
            return
        words: list[str] = []
        inside: list[tuple[Node, str, bool]] = []
        for child in node.named_children:
            kind = child.type
            if kind == "command_name":
                child = child.named_children[0] if child.named_child_count else child
                kind = child.type
                if kind != "word" and not self._is_literal(child):
                    self._opaque.append(self._text(child))
            elif kind == "variable_assignment" or kind in _REDIRECTS:
                inside.append((child, kind, False))
                piped = piped or self._feeds(child)
                continue
            text = self._text(child)
            words.append(text if kind == "word" and "\\" not in text else self._word(child, kind))
            if kind not in _LEAVES and (kind != "string" or "$" in text or "`" in text):
                inside.append((child, kind, False))
        if words:
            self._commands.append(self._simple(node, words, piped))
        if inside:
            self._waiting += reversed(inside)

    def _redirect(self, node: Node, kind: str, piped: bool) -> None:
        text = self._text(node)
        self._redirections.append(text.split()[0] if kind == "heredoc_redirect" else text)
        if kind == "file_redirect" and not _INSIDE.search(text):
            return
        if kind == "herestring_redirect" and (given := node.named_children):
            self._fed.append(self._word(given[-1], given[-1].type))
        self._go_into(node.children, piped)

    def _feeds(self, node: Node) -> bool:
        """Tell whether a node is a redirection that a command reads from."""
        return node.type in _REDIRECTS and "<" in self._text(node).partition("\n")[0]

    def _simple(self, node: Node, words: list[str], piped: bool) -> Simple:
        start, end = node.start_byte, node.end_byte
        if self._bytes is not None:
            start = len(self._bytes[:start].decode("utf-8", "replace"))
            end = start + len(self._text(node))
        return Simple(tuple(words), start, end, piped)

    def _is_literal(self, node: Node) -> bool:
        return node.type in _LITERAL and all(map(self._is_literal, node.named_children))

    def _word(self, node: Node, kind: str) -> str:
        text = self._text(node)
        match kind:
            case "raw_string":
                return text[1:-1]
            case "ansi_c_string":
                return text[2:-1]
            case "concatenation":
                return "".join(self._word(one, one.type) for one in node.named_children)
            case "string":
                text = text[1:-1]
            case "word":
                pass
            case _:
                return text
        return _ESCAPE.sub(r"\1", text) if "\\" in text else text

    def _text(self, node: Node) -> str:
        if self._bytes is None:
            return self._line[node.start_byte : node.end_byte]
        return self._bytes[node.start_byte : node.end_byte].decode("utf-8", "replace")


def _unquoted(text: str) -> list[str]:
    """Return the words of a literal command, without their quotes."""
    if "'" not in text and '"' not in text:
        return text.split()
    return [_QUOTES.sub(_inside, word) for word in _WORDS.findall(text)]


def _inside(quoted: re.Match[str]) -> str:
    return quoted[0][1:-1]


def guessed(line: str) -> list[Simple]:
    """Cut a line that no grammar fits at everything that could separate commands."""
    if len(line) > MOST_GUESSED:
        line = f"{line[: MOST_GUESSED // 2]};{line[-MOST_GUESSED // 2 :]}"
    joined = line.replace("'", "").replace('"', "")
    parted = line.replace("'", ";").replace('"', ";")
    pieces = (piece.split() for text in (joined, parted) for piece in _BREAKS.split(text))
    return [Simple(words) for words in dict.fromkeys(tuple(words) for words in pieces if words)]
