"""Tokens and money."""

import msgspec


class TokenUsage(msgspec.Struct, frozen=True, kw_only=True):
    """Tokens of one turn or one session; what the agent did not tell is None."""

    input: int | None = None
    """All input tokens, the cached ones among them."""
    output: int | None = None
    cached: int | None = None
    """Input tokens read from a cache."""
    reasoning: int | None = None
    """Output tokens spent on thinking."""

    @property
    def total(self) -> int:
        """Return input and output together."""
        return (self.input or 0) + (self.output or 0)

    def __add__(self, other: "TokenUsage") -> "TokenUsage":
        return TokenUsage(
            input=_sum(self.input, other.input),
            output=_sum(self.output, other.output),
            cached=_sum(self.cached, other.cached),
            reasoning=_sum(self.reasoning, other.reasoning),
        )


class Cost(msgspec.Struct, frozen=True, kw_only=True):
    """Money spent in US dollars, as the agent itself reported it."""

    usd: float
    estimated: bool = False


def _sum(left: int | None, right: int | None) -> int | None:
    if left is None:
        return right
    return left if right is None else left + right
