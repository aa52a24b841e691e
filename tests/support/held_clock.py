"""A clock that a test holds: nothing is too early or too late because a machine is slow."""


class HeldClock:
    """Stands still until it is set forward."""

    def __init__(self, seconds: float = 1_000.0) -> None:
        self.seconds = seconds

    def __call__(self) -> float:
        return self.seconds

    def forward(self, seconds: float) -> None:
        """Let so many seconds have passed."""
        self.seconds += seconds
