"""What one answer of a model used, as a session file tells it."""

from hashlib import blake2b

import msgspec

_SENSIBLE = 1e15
"""No count is as large as this; a line that says so is damaged."""


class Used(msgspec.Struct, frozen=True, array_like=True, gc=False):
    """The tokens of one call of a model."""

    key: bytes
    """The same wherever the same answer stands: forks copy the lines of another file."""
    day: str
    """As `2026-11-16`; empty where its line has no time."""
    model: str
    input: int
    """All input tokens, those from and into a cache among them."""
    output: int
    cached: int = 0
    """Input tokens read from a cache."""
    written: int = 0
    """Input tokens written into a cache."""

    @property
    def total(self) -> int:
        """Return input and output together."""
        return self.input + self.output


def key(*parts: object) -> bytes:
    """Return a short name of an answer, made of what no other answer shares."""
    said = "\n".join([str(part) for part in parts])
    return blake2b(said.encode("utf-8", "replace"), digest_size=8).digest()


def count(value: object) -> int:
    """Return a count of tokens; what is none counts nothing."""
    if not isinstance(value, int | float) or isinstance(value, bool):
        return 0
    return int(value) if 0 <= value < _SENSIBLE else 0
