"""What sessions have used: tokens and, where it is known or can be estimated, money.

Every answer counts once, under the day it was given on, also where a fork copied it into another
file. Money stands under the last day of a session. It is the agents' own figure where they noted
one. Where not, the price list gives an estimate, and so does the share of a fork in a cost that
goes on from that of the session it copied; estimates are kept apart. What has neither is unknown.
"""

from collections.abc import Iterable

import msgspec

from tui.agents.store_files import day
from tui.agents.used import Used
from tui.history.prices import AS_OF, LISTED, Prices, estimate
from tui.history.rows import Row, RowKind
from tui.history.usage import Told

COUNTED = (RowKind.SESSION, RowKind.SUBAGENT, RowKind.PART)
"""Files with answers in them; what several of them hold counts once."""


class Share(msgspec.Struct, kw_only=True):
    """What one day, project or agent has used."""

    name: str
    sessions: int = 0
    tokens: int = 0
    cost_usd: float | None = None
    """As the agents noted it; None where none did."""
    costed: int = 0
    """Sessions whose cost an agent noted."""
    estimated_usd: float | None = None
    """What is estimated beside it."""
    estimated: int = 0
    """Sessions whose cost is an estimate; not those in which a model without a price answered."""
    uncounted: int = 0
    """Files that cannot be read, so that their tokens are not known."""


class Spend(msgspec.Struct, frozen=True, kw_only=True):
    """All of it, seen in three ways."""

    total: Share
    days: list[Share]
    """Newest first."""
    projects: list[Share]
    """Those that used most first."""
    agents: list[Share]
    prices_as_of: str = AS_OF
    """When the list prices were those by which estimates are made."""


def spend(told: Iterable[Told], prices: Prices | None = None) -> Spend:
    """Add up what all files have used; `prices` are those of the settings."""
    counting = _Counting({**LISTED, **(prices or {})})
    every = list(told)
    counting.costs = {row.id: row.cost_usd for row, _ in every if row.cost_usd is not None}
    # The older file of two that hold the same answer is the one it was given in.
    for row, used in sorted(every, key=lambda one: one[0].updated_at or 0.0):
        counting.take(row, used)
    return Spend(
        total=counting.total,
        days=sorted(counting.days.values(), key=lambda share: share.name, reverse=True),
        projects=_by_tokens(counting.projects),
        agents=_by_tokens(counting.agents),
    )


def _by_tokens(shares: dict[str, Share]) -> list[Share]:
    return sorted(shares.values(), key=lambda share: (-share.tokens, share.name))


class _Counting:
    """The sums while files are taken in one after the other."""

    def __init__(self, prices: Prices) -> None:
        self.total = Share(name="total")
        self.days: dict[str, Share] = {}
        self.projects: dict[str, Share] = {}
        self.agents: dict[str, Share] = {}
        self.costs: dict[str, float] = {}
        """Session → what its agent noted."""
        self._prices = prices
        self._seen: set[bytes] = set()

    def take(self, row: Row, used: list[Used] | None) -> None:
        """Count one file."""
        last = day(row.updated_at) or "unknown"
        always = (
            self.total,
            _named(self.projects, row.cwd or "unknown"),
            _named(self.agents, row.agent),
        )
        shares = (*always, _named(self.days, last))
        own = [one for one in used or () if one.key not in self._seen]
        self._seen.update([one.key for one in own])
        for one in own:
            for share in (*always, _named(self.days, one.day or last)):
                share.tokens += one.total
        for share in shares:
            share.sessions += row.kind is RowKind.SESSION
            share.uncounted += used is None
        self._pay(row, used or [], own, shares)

    def _pay(self, row: Row, used: list[Used], own: list[Used], shares: tuple[Share, ...]) -> None:
        noted = row.cost_usd
        if noted is not None and len(own) == len(used):
            for share in shares:
                share.cost_usd = (share.cost_usd or 0.0) + noted
                share.costed += 1
            return
        priced = self._priced(row, own) if noted is None else [self._shared(noted, used, own)]
        known = [cost for cost in priced if cost is not None]
        for share in shares if known else ():
            share.estimated_usd = (share.estimated_usd or 0.0) + sum(known)
            share.estimated += row.kind is RowKind.SESSION and len(known) == len(priced)

    def _shared(self, noted: float, used: list[Used], own: list[Used]) -> float:
        """Return the part of a cost that is not the copied session's."""
        whole = sum(one.total for one in used)
        return noted * sum(one.total for one in own) / whole if whole else 0.0

    def _priced(self, row: Row, own: list[Used]) -> list[float | None]:
        """Return what each answer cost by the price list; None where its model has no price.

        A session's cost has that of its sub-agents in it.
        """
        if row.parent is not None and row.parent in self.costs:
            return []
        return [estimate(one, self._prices) for one in own if one.total]


def _named(shares: dict[str, Share], name: str) -> Share:
    return shares.setdefault(name, Share(name=name))
