"""What a rule would have done to past requests."""

from collections.abc import Iterable

import msgspec

from tui.model.past import PastRequest
from tui.permission.policy import Policy, decide
from tui.permission.reading import Where
from tui.permission.rules import Rule

EXAMPLES = 3


class Past(msgspec.Struct, frozen=True):
    """What a rule would have done to past requests."""

    count: int
    """How many it would have decided."""
    allowed: int
    denied: int
    examples: tuple[str, ...]
    of: int
    """How many it was tried on."""


def tally(rule: Rule, requests: Iterable[PastRequest]) -> Past:
    """Try a rule, as it would be read from a file, on past requests."""
    alone = Policy([rule])
    count = allowed = denied = of = 0
    examples: dict[str, None] = {}
    for one in requests:
        of += 1
        ruling = decide(one.request, alone, Where(one.agent, one.project))
        if ruling.rule != rule:
            continue
        count += 1
        allowed += one.was in ("allow", "ran")
        denied += one.was in ("deny", "stop")
        examples.setdefault(one.request.title)
    return Past(count, allowed, denied, tuple(examples)[:EXAMPLES], of)
