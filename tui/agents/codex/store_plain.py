"""Lines of a rollout that say nothing a conversation shows, told apart without decoding them."""

from tui.agents.store import Part
from tui.agents.store_files import bytes_of

_HEAD = 256 * 1024

_SILENT = tuple(
    f'"type":{space}"{kind}"'.encode()
    for kind in ("session_meta", "turn_context", "world_state", "retained_context")
    for space in ("", " ")
)


def plain(line: bytes) -> str | None:
    """Return nothing for lines that tell nothing; None for all others."""
    return "" if line.startswith(_SILENT, line.find(b'"type"', 0, 120)) else None


def is_older(path: str) -> bool:
    """Tell whether a rollout says nothing in events, only as messages of the model."""
    try:
        return b"event_msg" not in bytes_of(path, Part(0, _HEAD))
    except OSError:
        return False
