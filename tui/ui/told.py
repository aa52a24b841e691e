"""Whatever tells of tool calls: a session that runs, or one that was read from a file."""

from collections.abc import Iterable
from typing import Protocol

import msgspec

from tui.conversation.state import Conversation
from tui.model.arrival import Arrival


class Told(Protocol):
    """What the timeline needs to know; a `LiveSession` is one."""

    @property
    def conversation(self) -> Conversation:
        """Everything said and done."""
        ...

    @property
    def arrivals(self) -> Iterable[Arrival]:
        """The agent's lines, as far as they are kept."""
        ...

    @property
    def name(self) -> str:
        """A few words by which people know the session."""
        ...


class Past(msgspec.Struct, frozen=True):
    """A session without a running agent; its lines stand in the agent's own file."""

    conversation: Conversation
    name: str = ""
    arrivals: tuple[Arrival, ...] = ()
