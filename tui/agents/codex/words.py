"""A command line taken apart into its words, as a POSIX shell quotes them."""

import re

_BLANK = " \t\r\n"

_PIECE = re.compile(
    r"""'(?P<raw>[^']*+)'|"(?P<quoted>(?:[^"\\]++|\\.)*+)"|\\(?P<escaped>.)"""
    r"""|(?P<bare>[^ \t\r\n'"\\]++)""",
    re.DOTALL,
)

_ESCAPE = re.compile(r'\\(["\\])')


def words(command: str, most: int | None = None) -> list[str] | None:
    """Return the words of a command line; None where a quote or an escape has no end.

    Where only so many are looked for at most, nothing is read behind the next one.
    The standard library's `shlex.split` says the same, but takes a minute for a megabyte.
    """
    found: list[str] = []
    word: list[str] | None = None
    place = 0
    while place < len(command):
        if command[place] in _BLANK:
            if word is not None:
                found.append("".join(word))
                word = None
                if most is not None and len(found) > most:
                    return found
            place += 1
            continue
        piece = _PIECE.match(command, place)
        if piece is None:
            return None
        word = [] if word is None else word
        word.append(_unquoted(piece))
        place = piece.end()
    return found if word is None else [*found, "".join(word)]


def _unquoted(piece: re.Match[str]) -> str:
    quoted = piece["quoted"]
    if quoted is not None:
        return _ESCAPE.sub(r"\1", quoted)
    return next(
        text for text in (piece["raw"], piece["escaped"], piece["bare"]) if text is not None
    )
