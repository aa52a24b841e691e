"""One line an agent printed, with what it meant."""

import msgspec

from tui.model.events import Event


class Arrival(msgspec.Struct, frozen=True, gc=False):
    """Exactly one per wire line, so that nothing an agent says is ever lost."""

    seq: int
    """Position in the session, from 0."""
    at: float
    """When it arrived, in seconds since 1970."""
    raw: bytes
    """The line as it came, without its newline."""
    events: tuple[Event, ...]
    """What it meant; empty where it says nothing a conversation shows."""
    dropped: int = 0
    """Bytes of an over-long line that were not kept; `raw` is then its beginning."""
