"""Code → lines of runs, coloured by a lexer where one is known."""

from functools import cache
from importlib import import_module
from typing import Any

from tui.text.display import display
from tui.text.runs import Run

LARGEST = 16_000
"""Characters; more is not coloured: colouring is three quarters of all layout time."""
LONGEST_LINE = 2_000

_STYLES = (
    ("Token.Keyword", "code.keyword"),
    ("Token.Literal.String", "code.string"),
    ("Token.Literal.Number", "code.number"),
    ("Token.Comment", "code.comment"),
    ("Token.Name.Function", "code.function"),
    ("Token.Name.Class", "code.class"),
    ("Token.Name.Builtin", "code.name"),
    ("Token.Name.Decorator", "code.name"),
    ("Token.Name.Tag", "code.name"),
    ("Token.Name.Attribute", "code.name"),
    ("Token.Operator.Word", "code.keyword"),
    ("Token.Operator", "code.operator"),
    ("Token.Punctuation", "code.operator"),
    ("Token.Generic.Inserted", "diff.added"),
    ("Token.Generic.Deleted", "diff.removed"),
    ("Token.Generic.Heading", "code.class"),
    ("Token.Generic.Subheading", "code.class"),
)


def plain_code(text: str, style: str = "code") -> list[list[Run]]:
    """Return code as lines of one colour."""
    return [[(line, style)] for line in display(text).split("\n")]


def highlighted(text: str, language: str) -> list[list[Run]]:
    """Return code as coloured lines; of one colour where it is too large or nobody knows how."""
    learn(language)
    lexer = _LEXERS[_name(language)] if len(text) <= LARGEST else None
    if lexer is None or max(map(len, text.split("\n"))) > LONGEST_LINE:
        return plain_code(text)
    lines: list[list[Run]] = [[]]
    for kind, value in lexer.get_tokens(display(text)):
        style = _style(kind)
        first, *others = value.split("\n")
        if first:
            lines[-1].append((first, style))
        for line in others:
            lines.append([(line, style)] if line else [])
    return lines


_LEXERS: dict[str, Any] = {}
"""Language → its lexer, or None where there is none."""


def known(language: str) -> bool:
    """Tell whether code in a language can be coloured at once."""
    return _name(language) in _LEXERS


def learn(language: str) -> None:
    """Load a language's lexer: its first use takes as long as four frames, so do it elsewhere."""
    name = _name(language)
    if name not in _LEXERS:
        lexer = _lexer(name)
        if lexer is not None:
            list(lexer.get_tokens(" "))
        _LEXERS[name] = lexer


def _name(language: str) -> str:
    word = language.strip().strip("{}.").partition(" ")[0].partition(",")[0]
    return word.lower()[:32]


def _lexer(name: str) -> Any:
    if not name or not name.replace("+", "").replace("-", "").replace("#", "").isalnum():
        return None
    lexers = import_module("pygments.lexers")
    not_found = import_module("pygments.util").ClassNotFound
    try:
        return lexers.get_lexer_by_name(name, stripnl=False, ensurenl=False)
    except not_found:
        return None


@cache
def _style(kind: Any) -> str:
    name = str(kind)
    for prefix, style in _STYLES:
        if name == prefix or name.startswith(prefix + "."):
            return style
    return "code"
