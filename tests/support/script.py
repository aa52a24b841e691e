"""What a scripted model says: the parts and steps that the stubs of `stub_*` play."""

import threading
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any, TypeAlias

Body: TypeAlias = dict[str, Any]
"""A decoded JSON object of a request or an answer."""


class Hold:
    """A point where the model says nothing more until the test lets it go on."""

    def __init__(self) -> None:
        self.reached = threading.Event()
        """Set when the client has everything that comes before this point."""
        self.client_left = threading.Event()
        """Set when the client hung up while held."""
        self._released = threading.Event()

    def release(self) -> None:
        """Let the model go on."""
        self._released.set()

    @property
    def is_released(self) -> bool:
        """Tell whether the model may go on."""
        return self._released.is_set()


@dataclass(frozen=True)
class Text:
    """Words of the answer, streamed in pieces."""

    text: str
    piece: int = 8
    delay: float = 0.0
    """Seconds before each piece."""
    hold: Hold | None = None
    """Stop after the last piece, before the block is closed."""


@dataclass(frozen=True)
class Thinking:
    """Words the model says to itself."""

    text: str
    piece: int = 16


@dataclass(frozen=True)
class ToolCall:
    """A tool the model wants to run; a string is the whole input of a freeform tool."""

    name: str
    input: Body | str
    id: str = ""


@dataclass(frozen=True)
class Usage:
    """The token counts of the answer; without it they are guessed from the lengths."""

    input: int
    output: int
    cached: int = 0
    reasoning: int = 0


@dataclass(frozen=True)
class Drop:
    """Cut the connection in the middle of the stream."""


@dataclass(frozen=True)
class Fail:
    """Answer with an HTTP error, `times` times; it stands alone in its step."""

    status: int
    times: int = 1
    message: str = "scripted failure"
    headers: dict[str, str] = field(default_factory=dict)


Part: TypeAlias = Text | Thinking | ToolCall | Usage | Drop | Fail
Step: TypeAlias = Part | Sequence[Part]
