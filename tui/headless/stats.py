"""`parley sessions --stats`: what was used, per day, project and agent."""

import msgspec

from tui.headless.output import data, flush, remark, say
from tui.history.rows import Row
from tui.history.spend import Share, Spend, spend
from tui.text.visible import visible_line

_ROWS = 30
"""Lines of one table for people; programs get all."""


def tell(rows: list[Row], json: bool) -> None:
    """Print what sessions have used."""
    found = spend(rows)
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
    say(f"{'tokens':>15} {'cost':>10} {'sessions':>9}  {title}")
    for share in shares[:_ROWS]:
        say(_line(share))
    if len(shares) > _ROWS:
        say(f"{'':36}  and {len(shares) - _ROWS} more; --json has all")
    say("")


def _line(share: Share) -> str:
    cost = f"${share.cost_usd:,.2f}" if share.cost_usd is not None else "–"
    # A cost that only some sessions have is less than what was spent.
    more = "+" if share.cost_usd is not None and share.costed < share.sessions else " "
    tokens = f"{share.tokens:,}{'+' if share.uncounted else ' '}"
    return f"{tokens:>15} {cost + more:>10} {share.sessions:>9,}  {visible_line(share.name)}"


def _tell_rest(found: Spend) -> None:
    if found.total.uncounted:
        remark(f"+ {found.total.uncounted} files say nothing about tokens, or are not counted yet.")
    remark("Costs are those that agents wrote down; where none did there is no figure.")
