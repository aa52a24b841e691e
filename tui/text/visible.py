"""Every hidden character made visible, none of them deleted."""

import re
from itertools import groupby

_LISTED = (
    "\u034f\u115f\u1160\u17b4\u17b5\u180b-\u180d\u2800\u3164\ufe00-\ufe0f\uffa0"
    "\U0001d159\U000e0100-\U000e01ef"
)
"""Invisible characters that `str.isprintable` takes for printable."""

MARKS = (
    "\u0300-\u036f\u0483-\u0489\u0591-\u05bd\u05bf-\u05c7\u0610-\u061a\u064b-\u065f"
    "\u0670\u06d6-\u06ed\u0730-\u074a\u07eb-\u07f3\u0816-\u082d\u0859-\u085b\u0898-\u089f"
    "\u08ca-\u0902\u0e31\u0e34-\u0e3a\u0e47-\u0e4e\u0eb4-\u0ebc\u0f71-\u0f84\u135d-\u135f"
    "\u1ab0-\u1aff\u1dc0-\u1dff\u20d0-\u20ff\u2cef-\u2cf1\u2de0-\u2dff\u3099\u309a"
    "\ua66f-\ua67d\ua8e0-\ua8f1\ufe20-\ufe2f\U0001d165-\U0001d169\U0001e8d0-\U0001e8d6"
)
"""Characters that stand on the one before them; they take no room of their own."""

_STACK = re.compile(f"([{MARKS}]{{8}})([{MARKS}]+)")
"""More marks on one character than any language has: they climb over the lines above."""

SUSPECT = re.compile(f"[^\x20-\x7e\n]|[{_LISTED}]")
"""Characters that have to be looked at; most of them turn out to be harmless."""


def visible(text: str) -> str:
    """Return the text with each hidden character as a token such as `‹U+202E›`.

    For dialogs, titles, names and terminals: nothing in the result can move the cursor, change
    colours or hide other text. Newlines stay, tabs become `⇥`. No two texts look the same: what
    only pretends to be a token becomes one.
    """
    if is_clear(text):
        return text.replace("\t", "⇥")
    return unstacked(SUSPECT.sub(_shown, text))


def unstacked(text: str) -> str:
    """Return the text with at most eight marks on a character; those above are tokens."""
    return _STACK.sub(lambda match: match[1] + "".join(_piled(match[2])), text)


def _piled(marks: str) -> list[str]:
    """Return marks as tokens; the same one many times is one token with their number."""
    runs = ((mark, len(list(same))) for mark, same in groupby(marks))
    return [_token_of(mark, f"×{count}" if count > 1 else "") for mark, count in runs]


def is_clear(text: str) -> bool:
    """Tell quickly that nothing in a text is hidden, as is so in nearly every text."""
    printable = text.isprintable() or text.replace("\n", "").replace("\t", "").isprintable()
    return printable and (text.isascii() or _ODD.search(text) is None)


def visible_line(text: str) -> str:
    """Return the text as `visible` does, on one line: newlines become `⏎`."""
    return visible(text).replace("⏎", _token_of("⏎")).replace("\n", "⏎")


def hidden(text: str) -> list[str]:
    """Return the tokens `visible` would put into the text, in order."""
    if is_clear(text):
        return []
    found = SUSPECT.finditer(text)
    tokens = [
        (one.start(), [_token_of(one[0])])
        for one in found
        if _pretends(one) or not _harmless(one[0])
    ]
    tokens += [(one.start(2), _piled(one[2])) for one in _STACK.finditer(text)]
    return [token for _, several in sorted(tokens) for token in several]


_INVISIBLE = re.compile(f"[{_LISTED}]")
_ODD = re.compile(f"[{_LISTED}⇥]|‹(?=U\\+)|[{MARKS}]{{9}}")


def _harmless(character: str) -> bool:
    return character == "\t" or (character.isprintable() and not _INVISIBLE.match(character))


def _pretends(match: re.Match[str]) -> bool:
    """Tell whether a character looks like a token or the beginning of one."""
    if match[0] == "⇥":
        return True
    return match[0] == "‹" and match.string.startswith("U+", match.end())


def _shown(match: re.Match[str]) -> str:
    return _token_of(match[0]) if _pretends(match) else shown(match[0])


def shown(character: str) -> str:
    """Return one character as `visible` shows it."""
    if character == "\t":
        return "⇥"
    return character if _harmless(character) else _token_of(character)


def _token_of(character: str, times: str = "") -> str:
    return f"‹U+{ord(character):04X}{times}›"
