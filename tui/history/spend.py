"""What sessions have used: tokens and, where an agent wrote it down, money.

Tokens stand under the days they were used on; those of a session that was not read whole stand
under its last day. Money is the agents' own figure, under the last day of a session; what has
none is told as unknown, never guessed.
"""

from collections.abc import Callable, Iterable

import msgspec
from msgspec.structs import replace

from tui.agents.store_files import day
from tui.history.rows import Row, RowKind


class Share(msgspec.Struct, frozen=True, kw_only=True):
    """What one day, project or agent has used."""

    name: str
    sessions: int = 0
    tokens: int = 0
    cost_usd: float | None = None
    """As the agents reported it; None where none did."""
    costed: int = 0
    """Sessions whose cost is known."""
    uncounted: int = 0
    """Sessions whose tokens are not known."""


class Spend(msgspec.Struct, frozen=True, kw_only=True):
    """All of it, seen in three ways."""

    total: Share
    days: list[Share]
    """Newest first."""
    projects: list[Share]
    """Those that used most first."""
    agents: list[Share]


def spend(rows: Iterable[Row]) -> Spend:
    """Add up what sessions and their sub-agents have used; each file counts once."""
    counted = [row for row in rows if row.kind in (RowKind.SESSION, RowKind.SUBAGENT)]
    return Spend(
        total=_share("total", counted),
        days=_days(counted),
        projects=_by_tokens(_shares(counted, lambda row: row.cwd or "unknown")),
        agents=_by_tokens(_shares(counted, lambda row: row.agent)),
    )


def _days(rows: list[Row]) -> list[Share]:
    """Return the days, newest first; a session counts on its last one, its tokens where used."""
    shares = {share.name: share for share in _shares(rows, _last_day)}
    for row in rows:
        last = _last_day(row)
        for on, tokens in row.days.items():
            if on != last:
                shares[on] = _more(shares.get(on, Share(name=on)), tokens)
                shares[last] = _more(shares[last], -tokens)
    return sorted(shares.values(), key=lambda share: share.name, reverse=True)


def _more(share: Share, tokens: int) -> Share:
    return replace(share, tokens=share.tokens + tokens)


def _by_tokens(shares: list[Share]) -> list[Share]:
    return sorted(shares, key=lambda share: (-share.tokens, share.name))


def _last_day(row: Row) -> str:
    return day(row.updated_at) or "unknown"


def _shares(rows: list[Row], name: Callable[[Row], str]) -> list[Share]:
    groups: dict[str, list[Row]] = {}
    for row in rows:
        groups.setdefault(name(row), []).append(row)
    return [_share(one, some) for one, some in groups.items()]


def _share(name: str, rows: list[Row]) -> Share:
    costs = [row.cost_usd for row in rows if row.cost_usd is not None]
    return Share(
        name=name,
        sessions=sum(row.kind is RowKind.SESSION for row in rows),
        tokens=sum(row.tokens_used or 0 for row in rows),
        cost_usd=sum(costs) if costs else None,
        costed=len(costs),
        uncounted=sum(row.tokens_used is None for row in rows),
    )
