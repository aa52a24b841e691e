"""Every hidden character made visible, none of them deleted."""

import re

_LISTED = (
    "\u034f\u115f\u1160\u17b4\u17b5\u180b-\u180d\u2800\u3164\ufe00-\ufe0f\uffa0"
    "\U0001d159\U000e0100-\U000e01ef"
)
"""Invisible characters that `str.isprintable` takes for printable."""

SUSPECT = re.compile(f"[^\x20-\x7e\n]|[{_LISTED}]")
"""Characters that have to be looked at; most of them turn out to be harmless."""


def visible(text: str) -> str:
    """Return the text with each hidden character as a token such as `‹U+202E›`.

    For dialogs, titles, names and terminals: nothing in the result can move the cursor, change
    colours or hide other text. Newlines stay, tabs become `⇥`.
    """
    if text.isascii() and text.isprintable():
        return text
    return SUSPECT.sub(_shown, text)


def visible_line(text: str) -> str:
    """Return the text as `visible` does, on one line: newlines become `⏎`."""
    return visible(text).replace("\n", "⏎")


def hidden(text: str) -> list[str]:
    """Return the tokens `visible` would put into the text, in order."""
    if text.isascii() and text.isprintable():
        return []
    found = (match[0] for match in SUSPECT.finditer(text))
    return [_token_of(character) for character in found if not _harmless(character)]


_INVISIBLE = re.compile(f"[{_LISTED}]")


def _harmless(character: str) -> bool:
    return character == "\t" or (character.isprintable() and not _INVISIBLE.match(character))


def _shown(match: re.Match[str]) -> str:
    return shown(match[0])


def shown(character: str) -> str:
    """Return one character as `visible` shows it."""
    if character == "\t":
        return "⇥"
    return character if _harmless(character) else _token_of(character)


def _token_of(character: str) -> str:
    return f"‹U+{ord(character):04X}›"
