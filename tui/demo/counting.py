"""Token numbers, computed from the length of texts because no model counts them."""

from dataclasses import dataclass

CHARACTERS_PER_TOKEN = 4


def tokens(text: str) -> int:
    """Return about how many tokens a text would be."""
    return -(-len(text) // CHARACTERS_PER_TOKEN)


@dataclass(slots=True)
class Tally:
    """Tokens that went in and came out."""

    heard: int = 0
    spoken: int = 0
    thought: int = 0
    """Part of `spoken`."""

    def add(self, other: "Tally") -> None:
        """Count the other one's tokens as well."""
        self.heard += other.heard
        self.spoken += other.spoken
        self.thought += other.thought

    @property
    def total(self) -> int:
        """All tokens, in and out."""
        return self.heard + self.spoken
