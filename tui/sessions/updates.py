"""How a session tells what happens to whoever follows it."""

from collections import deque
from collections.abc import AsyncIterator, Iterator, Sequence

import anyio
import msgspec

from tui.conversation.changes import Change
from tui.model.arrival import Arrival, Lines, arrivals
from tui.model.events import Event


class Update(msgspec.Struct, frozen=True):
    """What one read from the agent, or one act of ours, brought about."""

    at: float
    lines: Sequence[Lines]
    """Lines of the agent, in order."""
    own: tuple[Event, ...]
    """Events that no line of the agent stands for: what we said, decided or noticed."""
    changes: list[Change]

    @property
    def events(self) -> list[Event]:
        """Return all events of this update."""
        return [*self.own, *(event for arrival in self.arrivals for event in arrival.events)]

    @property
    def arrivals(self) -> Iterator[Arrival]:
        """Return the lines of the agent one by one, with what each meant."""
        return arrivals(self.lines)


class Updates:
    """A list of followers, each of which gets every update from when it began to follow."""

    def __init__(self) -> None:
        self._followers: list[tuple[deque[Update], list[anyio.Event]]] = []
        self._closed = False

    def publish(self, update: Update) -> None:
        """Hand an update to every follower. Never waits."""
        for waiting, bell in self._followers:
            waiting.append(update)
            bell[0].set()

    def close(self) -> None:
        """Let followers end once they have seen everything."""
        self._closed = True
        for _, bell in self._followers:
            bell[0].set()

    def follow(self) -> AsyncIterator[Update]:
        """Return the updates from now on, until the session is over."""
        waiting: deque[Update] = deque()
        follower = (waiting, [anyio.Event()])
        self._followers.append(follower)
        return self._drain(follower)

    async def _drain(
        self, follower: tuple[deque[Update], list[anyio.Event]]
    ) -> AsyncIterator[Update]:
        waiting, bell = follower
        try:
            while True:
                while waiting:
                    yield waiting.popleft()
                if self._closed:
                    return
                await bell[0].wait()
                bell[0] = anyio.Event()
        finally:
            self._followers.remove(follower)
