"""The open sessions, in the order of their tabs, and which of them is on the screen."""

from tui.ui.live import LiveSession


class Desk:
    """A list with a finger on one of its entries."""

    def __init__(self) -> None:
        self.sessions: list[LiveSession] = []
        self.active: LiveSession | None = None

    def add(self, live: LiveSession) -> None:
        """Put a new session at the end and show it."""
        self.sessions.append(live)
        self.active = live

    def remove(self, live: LiveSession) -> None:
        """Take a session away; its neighbour is shown instead."""
        index = self.sessions.index(live)
        self.sessions.remove(live)
        if self.active is live:
            left = self.sessions[max(0, index - 1) :]
            self.active = left[0] if left else None

    def step(self, by: int) -> LiveSession | None:
        """Return the session so many tabs further, around the end."""
        if self.active is None:
            return None
        index = self.sessions.index(self.active)
        return self.sessions[(index + by) % len(self.sessions)]

    def numbered(self, number: int) -> LiveSession | None:
        """Return the session of a tab, counted from one."""
        return self.sessions[number - 1] if 1 <= number <= len(self.sessions) else None
