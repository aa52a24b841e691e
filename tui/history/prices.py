"""What models cost, to estimate what agents that note no cost have spent.

List prices in US dollars per million tokens: input, output, input from a cache. A model that is not
in the table has no estimate. `[history.prices]` in the settings adds models and overrides these.
"""

import re
from collections.abc import Mapping, Sequence

from tui.agents.used import Used

Prices = Mapping[str, Sequence[float]]
"""Model → dollars per million tokens: input, output and, where given, input from a cache."""

AS_OF = "November 2025"
"""When the prices below were those of the lists; whoever shows an estimate says so."""

_OPUS, _SONNET, _GPT_5 = (15.0, 75.0, 1.5), (3.0, 15.0, 0.3), (1.25, 10.0, 0.125)

LISTED: Prices = {
    "claude-opus-4": _OPUS,
    "claude-opus-4-1": _OPUS,
    "claude-opus-4-5": (5.0, 25.0, 0.5),
    "claude-3-7-sonnet": _SONNET,
    "claude-sonnet-4": _SONNET,
    "claude-sonnet-4-5": _SONNET,
    "claude-3-5-haiku": (0.8, 4.0, 0.08),
    "claude-haiku-4-5": (1.0, 5.0, 0.1),
    "gpt-5": _GPT_5,
    "gpt-5-codex": _GPT_5,
    "gpt-5.1": _GPT_5,
    "gpt-5.1-codex": _GPT_5,
    "gpt-5-mini": (0.25, 2.0, 0.025),
    "gemini-2.5-pro": (1.25, 10.0, 0.125),
    "gemini-2.5-flash": (0.3, 2.5, 0.03),
    "gemini-2.5-flash-lite": (0.1, 0.4, 0.01),
}

_RELEASE = re.compile(r"(-\d{8}|-\d{4}-\d\d-\d\d|-latest|\[1m\])+$")
"""What follows the name of a model without changing its price."""

_WRITING = 1.25
"""Input that is written into a cache costs this much more."""


def estimate(used: Used, prices: Prices) -> float | None:
    """Return what one answer cost by its price list; None where its model has none."""
    found = prices.get(used.model) or prices.get(_RELEASE.sub("", used.model))
    if not found or len(found) < 2:
        return None
    cached = found[2] if len(found) > 2 else found[0]
    plain = max(0, used.input - used.cached - used.written)
    dear = plain + used.written * _WRITING
    return (dear * found[0] + used.output * found[1] + used.cached * cached) / 1e6
