"""Decodes parts of lines, forgiving what can be forgiven."""

from typing import TypeVar

import msgspec

from tui.wire.lenient import mend

Read = TypeVar("Read")

UNREADABLE = (msgspec.DecodeError, UnicodeDecodeError, RecursionError)
"""What decoding raises, whatever the input."""


def read(decoder: msgspec.json.Decoder[Read], raw: bytes | msgspec.Raw) -> Read | None:
    """Decode a line or a part of one; None where it is not what the decoder expects."""
    try:
        return decoder.decode(raw)
    except UNREADABLE:
        pass
    try:
        return decoder.decode(mend(bytes(raw)))
    except UNREADABLE:
        return None
