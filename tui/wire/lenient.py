"""Lines that a strict JSON reader refuses although they say something."""

import re

_ESCAPE = re.compile(
    rb"\\(?:"
    rb"(?P<pair>u[dD][89abAB][0-9a-fA-F]{2}\\u[dD][c-fC-F][0-9a-fA-F]{2})"
    rb"|(?P<lone>u[dD][89a-fA-F][0-9a-fA-F]{2})"
    rb"|.)",
    re.DOTALL,
)
"""One escape of a JSON string; reading them one by one keeps an escaped backslash apart."""


_AROUND = b"\xef\xbb\xbf\x00"


def mend(line: bytes) -> bytes:
    """Return the line with U+FFFD for bytes that are no UTF-8 and for half surrogate pairs.

    Node prints half pairs, and commands print any bytes: the CLIs themselves show U+FFFD there.
    A byte order mark around it, or zeros that a file system left after a crash, are taken off.
    """
    valid = line.strip(_AROUND).decode("utf-8", "replace").encode()
    return _ESCAPE.sub(_mended, valid)


def _mended(escape: re.Match[bytes]) -> bytes:
    return rb"\ufffd" if escape["lone"] else escape[0]
