"""`parley sessions --stats`: what was used, per day, project and agent."""

from collections.abc import Iterable

import msgspec

from tui.headless.output import data, flush, remark, say
from tui.headless.settled import settled
from tui.history.spend import Share, Spend, spend
from tui.history.usage import Told
from tui.text.visible import visible_line

_ROWS = 30
"""Lines of one table for people; programs get all."""


def tell(told: Iterable[Told], json: bool) -> None:
    """Print what sessions have used."""
    found = spend(told, settled().history.prices)
    if json:
        data(msgspec.json.encode(found))
        flush()
        return
    for title, shares in (
        ("day", found.days),
        ("project", found.projects),
        ("agent", found.agents),
    ):
        _table(title, shares)
    say(_line(found.total))
    _tell_rest(found)


def _table(title: str, shares: list[Share]) -> None:
    say(f"{'tokens':>15} {'cost':>10} {'estimated':>11} {'sessions':>9}  {title}")
    for share in shares[:_ROWS]:
        say(_line(share))
    if len(shares) > _ROWS:
        say(f"{'':48}  and {len(shares) - _ROWS} more; --json has all")
    say("")


def _line(share: Share) -> str:
    cost = f"${share.cost_usd:,.2f}" if share.cost_usd is not None else "–"
    # A cost that only some sessions have is less than what was spent.
    known = share.costed + share.estimated
    more = "+" if share.cost_usd is not None and known < share.sessions else " "
    guess = f"≈ ${share.estimated_usd:,.2f}" if share.estimated_usd is not None else "–"
    tokens = f"{share.tokens:,}{'+' if share.uncounted else ' '}"
    figures = f"{tokens:>15} {cost + more:>10} {guess:>11} {share.sessions:>9,}"
    return f"{figures}  {visible_line(share.name)}"


def _tell_rest(found: Spend) -> None:
    if found.total.uncounted:
        remark(f"+ {found.total.uncounted} files cannot be read; what they used is not known.")
    total = found.total
    unknown = total.sessions - total.costed - total.estimated
    remark("Costs are those that agents wrote down; each answer counts once, in forks too.")
    if total.estimated_usd is not None:
        remark(f"≈ is an estimate, list prices as of {found.prices_as_of},")
        remark("or a fork's share of a cost that was noted.")
    if unknown > 0:
        many = f"{unknown} session{'s have' if unknown != 1 else ' has'}"
        remark(f"{many} no cost: [history.prices] in the settings adds prices.")
