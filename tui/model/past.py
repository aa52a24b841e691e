"""What an agent wanted to do once, and what became of it."""

from typing import NamedTuple

from tui.model.permission import PermissionRequest


class PastRequest(NamedTuple):
    """One request of the past, from a journal or from an agent's own files."""

    was: str
    """`allow`, `deny`, `stop` or `withdrawn` by a journal; `ran` or `deny` by a session."""
    agent: str
    project: str
    request: PermissionRequest
