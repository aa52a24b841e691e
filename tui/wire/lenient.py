"""Lines that a strict JSON reader refuses although they say something."""

import re
from contextlib import suppress
from typing import Any

import msgspec

_ESCAPE = re.compile(
    rb"\\(?:"
    rb"(?P<pair>u[dD][89abAB][0-9a-fA-F]{2}\\u[dD][c-fC-F][0-9a-fA-F]{2})"
    rb"|(?P<lone>u[dD][89a-fA-F][0-9a-fA-F]{2})"
    rb"|.)",
    re.DOTALL,
)
"""One escape of a JSON string; reading them one by one keeps an escaped backslash apart."""


_AROUND = b"\xef\xbb\xbf\x00"

_STRING = rb'"(?:[^"\\\x00-\x1f]|\\[^\x00-\x1f])*+"'
_MEMBER = rb"\s*" + _STRING + rb"\s*:\s*(?:" + _STRING + rb"|[\w.+-]++)\s*"
_EACH = re.compile(_MEMBER)
_FIRST = re.compile(rb"\s*\{((?:" + _MEMBER + rb",)*+)")
_LAST = re.compile(rb",((?:" + _MEMBER + rb",)*+" + _MEMBER + rb")\}\s*\Z")
"""Members whose values are no objects or lists, at either end of a line."""

_ENVELOPE = ("type", "request_id", "id", "method")

_NEAR = 1024
"""Bytes looked at from either end: an envelope takes two hundred, and no line takes long."""


def mend(line: bytes) -> bytes:
    """Return the line with U+FFFD for bytes that are no UTF-8 and for half surrogate pairs.

    Node prints half pairs, and commands print any bytes: the CLIs themselves show U+FFFD there.
    A byte order mark around it, or zeros that a file system left after a crash, are taken off.
    """
    valid = line.strip(_AROUND).decode("utf-8", "replace").encode()
    return _ESCAPE.sub(_mended, valid)


def _mended(escape: re.Match[bytes]) -> bytes:
    return rb"\ufffd" if escape["lone"] else escape[0]


def bare_request(line: bytes) -> bytes:
    """Return the request that an unreadable line is, without what it asks; nothing if it is none.

    A line that is nested too deeply, cut off, or no JSON further in still tells who waits for an
    answer: its plain members at either end belong to its outermost object.
    """
    members: dict[str, Any] = {}
    for found in (_FIRST.match(line[:_NEAR]), _LAST.search(line[-_NEAR:])):
        for member in _EACH.findall(found[1]) if found else ():
            with suppress(msgspec.DecodeError, UnicodeDecodeError):
                members |= msgspec.json.decode(b"{" + member + b"}")
    asks = {"id", "method"} <= members.keys() or "request_id" in members
    envelope = {name: members[name] for name in _ENVELOPE if name in members}
    return msgspec.json.encode(envelope) if asks else b""
