"""git's wildcards as regular expressions: byte by byte, and never slow however many stars.

Of several ways in which a star could fit, the first is final where another star follows that
reaches as far: `(?>…)`. Otherwise a dozen stars in one line would keep the app busy for hours.
"""

import re

NEVER = b"(?!)"

_LITERAL = re.compile(rb"[^*?\[\\]*")

_PIECES = re.compile(
    rb"(?P<folders>(?:(?:^|(?<=/))\*\*+/)+)"
    rb"|(?P<deeper>(?:^|(?<=/))\*\*+\\/)"
    rb"|(?P<all>(?:^|(?<=/))\*\*+\Z)"
    rb"|(?P<star>\*+)"
    rb"|\[(?P<but>[!^]?)(?P<set>(?:\\.|\[:\w+:\]|[^\\])(?:\\.|\[:\w+:\]|[^\]\\])*)\]"
    rb"|(?P<sign>\\?.)",
    re.DOTALL,
)

_MEMBER = re.compile(
    rb"\[:(?P<kind>\w+):\]|\\?(?P<first>.)(?:-\\?(?P<last>.))?",
    re.DOTALL,
)

_KINDS = {
    b"alnum": rb"0-9A-Za-z",
    b"alpha": rb"A-Za-z",
    b"blank": rb" \t",
    b"cntrl": rb"\x00-\x1f\x7f",
    b"digit": rb"0-9",
    b"graph": rb"!-~",
    b"lower": rb"a-z",
    b"print": rb" -~",
    b"punct": rb"!-/:-@\[-`{-~",
    b"space": rb"\s",
    b"upper": rb"A-Z",
    b"xdigit": rb"0-9A-Fa-f",
}


def expression(pattern: bytes) -> bytes:
    """Return the expression of the paths that git would say the pattern fits.

    git compares what stands before the first wildcard on its own, and reads the rest as if it
    were the whole pattern: `x**/y` fits `x/a/y`, although no slash stands before its stars.
    """
    if b"/" not in pattern:
        return b"(?:.*/)?" + _across_folders(pattern)
    pattern = pattern.removeprefix(b"/")
    literal = _LITERAL.match(pattern)
    assert literal is not None
    return re.escape(literal[0]) + _across_folders(pattern[literal.end() :])


def _across_folders(pattern: bytes) -> bytes:
    """Put together what stands between the stars that reach across folders."""
    parts: list[tuple[bytes, bytes, list[bytes]]] = [(b"", b"", [])]
    for match in _PIECES.finditer(pattern):
        if match["folders"] is not None:
            parts.append((b"(?:.*?/)??", b"(?:.*/)?", []))
        elif match["deeper"] is not None:
            parts.append((b".*?/", b".*/", []))
        else:
            parts[-1][2].append(_piece(match))
    *before, (_, reach, last) = parts
    final = (b"(?>" + short + _within_folders(pieces) + b")" for short, _, pieces in before)
    return b"".join(final) + reach + _within_folders(last)


STAR = b"*"


def _within_folders(pieces: list[bytes]) -> bytes:
    """Put together what stands between the stars that do not cross a slash."""
    stretches: list[list[bytes]] = [[]]
    for piece in pieces:
        if piece == STAR:
            stretches.append([])
        else:
            stretches[-1].append(piece)
    made = b"".join(stretches[0])
    for number, stretch in enumerate(stretches[1:], start=2):
        text = b"".join(stretch)
        final = number < len(stretches) and b"/" not in stretch
        made += b"(?>[^/]*?" + text + b")" if final else b"[^/]*" + text
    return made


def _piece(match: re.Match[bytes]) -> bytes:
    if match["star"] is not None:
        return STAR
    if match["all"] is not None:
        return b".*"
    if match["set"] is not None:
        return _set(match["set"], but=bool(match["but"]))
    sign: bytes = match["sign"]
    if sign == b"?":
        return b"[^/]"
    if sign in (b"\\", b"["):
        return NEVER
    return re.escape(sign[-1:])


def _set(members: bytes, *, but: bool) -> bytes:
    """Return a set of signs; what git cannot make sense of fits nothing."""
    found = b""
    for match in _MEMBER.finditer(members):
        if match["kind"] is not None:
            if match["kind"] not in _KINDS:
                return NEVER
            found += _KINDS[match["kind"]]
        else:
            first = match["first"]
            last = max(first, match["last"] or first)
            found += b"\\x%02x-\\x%02x" % (first[0], last[0])
    return b"(?!/)[" + b"^" * but + found + b"]"
