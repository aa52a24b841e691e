"""What was used, as bars made of text cells: per day, per project, per agent."""

from collections.abc import Sequence

from rich.segment import Segment

from tui.history.spend import Share, Spend
from tui.ui.pieces import home, piece, shortened
from tui.ui.states import amount

_EIGHTHS = " ▏▎▍▌▋▊▉"
NAME, FIGURES = 26, 24
"""Cells of a bar's name, and of the figures behind it without the cost."""

DAYS_SHOWN, PROJECTS_SHOWN = 30, 20


def paragraphs(spend: Spend, width: int) -> list[list[Segment]]:
    """Return the lines of the page."""
    total = spend.total
    lines = [
        [
            piece(f"{amount(total.tokens)} tokens", "strong"),
            piece(f" in {total.sessions:,} session{'s' * (total.sessions != 1)}", "muted"),
        ],
        *_caveats(spend),
    ]
    lines += _section("BY AGENT", spend.agents, len(spend.agents), width)
    lines += _section("BY DAY", spend.days, DAYS_SHOWN, width)
    lines += _section("BY PROJECT", spend.projects, PROJECTS_SHOWN, width)
    return lines


def _caveats(spend: Spend) -> list[list[Segment]]:
    """Say what the figures leave out; a sum that is partial must not look whole."""
    total = spend.total
    unpriced = total.sessions - total.costed - total.estimated
    uncounted = total.uncounted
    said = ["an answer counts once, on its day; a session and its cost on the last"]
    if total.estimated_usd is not None:
        dated = f"list prices as of {spend.prices_as_of}"
        said.append(f"$ is as the agents noted; ≈$ is an estimate, {dated}")
    elif total.cost_usd is not None:
        said.append("$ is what the agents themselves noted")
    if unpriced > 0:
        said.append(f"the cost of {unpriced:,} is not known: [history.prices] in the settings")
    lines = [[piece(one, "hint")] for one in said]
    if uncounted:
        files = f"{uncounted:,} file{'s' * (uncounted != 1)}"
        lines.append([piece(f"{files} cannot be read, so there may be more", "hint")])
    return lines


def _section(title: str, shares: Sequence[Share], most: int, width: int) -> list[list[Segment]]:
    shown = shares[:most]
    largest = max((share.tokens for share in shown), default=0)
    lines: list[list[Segment]] = [[], [piece(title, "label")]]
    dearest = max((len(_cost(share)) for share in shown), default=0)
    lines += [_line(share, largest, width - dearest) for share in shown]
    if not shown:
        lines.append([piece(" nothing yet", "hint")])
    if len(shares) > most:
        rest = sum(share.tokens for share in shares[most:])
        lines.append([piece(f" {len(shares) - most:,} more with {amount(rest)} tokens", "hint")])
    return lines


def _line(share: Share, largest: int, width: int) -> list[Segment]:
    room = max(8, width - NAME - FIGURES)
    sessions = f"{share.sessions:,} session{'s' * (share.sessions != 1)}"
    unknown = not share.tokens and share.uncounted
    return [
        piece(f" {shortened(home(share.name), NAME - 2):<{NAME - 1}}", "value"),
        piece(f"{bar(share.tokens, largest, room):<{room}}", "meter.full"),
        piece(f" {'unknown' if unknown else amount(share.tokens):>7}", "value"),
        piece(f"  {sessions:<13}", "muted"),
        piece(_cost(share), "accent"),
    ]


def _cost(share: Share) -> str:
    """Return what is known and, apart from it, what is estimated; of how many, if not of all."""
    known = f"${share.cost_usd:,.2f}" if share.cost_usd is not None else ""
    guess = f"≈${share.estimated_usd:,.2f}" if share.estimated_usd is not None else ""
    both = " ".join(one for one in (known, guess) if one)
    counted = share.costed + share.estimated
    if not both or counted >= share.sessions:
        return both
    return f"{both} of {counted:,}" if counted else f"{both} and more"


def bar(value: int, largest: int, room: int) -> str:
    """Return a bar in eighths of a cell; what is not nothing is always seen."""
    if value <= 0 or largest <= 0:
        return ""
    eighths = max(1, round(value / largest * room * 8))
    whole, rest = divmod(eighths, 8)
    return "█" * whole + (_EIGHTHS[rest] if rest else "")
