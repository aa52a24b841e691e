"""What is risky about a request, in words, and whether one key is enough to allow it."""

import os
from collections import Counter
from collections.abc import Sequence
from pathlib import Path

import msgspec
from rich.segment import Segment

from tui.model.permission import PermissionRequest
from tui.model.tools import ToolKind
from tui.permission import about
from tui.permission.deception import deceptions, disguises_in_file
from tui.permission.policy import Policy, Ruling, decide
from tui.permission.reading import Reading, Where, read_request
from tui.permission.risk import assess
from tui.permission.risk_words import Level, Reason, Risk
from tui.permission.rules import Choice
from tui.permission.shell import Simple
from tui.ui.live import LiveSession
from tui.ui.pieces import piece
from tui.ui.shown import one_line, told

LONG = 2048
"""Characters from which a command is not allowed by one key."""

LARGEST = 5_000_000
"""Characters of a request that are shown; a larger one is read in a pager."""

LONGEST = 200_000
"""Lines of a request that are shown."""

CHAIN = 20
"""Commands of a chain that are all listed once more."""

LOOKS = {Level.LOW: "success", Level.MEDIUM: "warning", Level.HIGH: "error"}
SIGNS = {Level.LOW: "·", Level.MEDIUM: "!", Level.HIGH: "‼"}


class Judged(msgspec.Struct, frozen=True):
    """All that was found out about a request before it is shown."""

    risk: Risk
    ruling: Ruling
    reading: Reading | None
    tricks: tuple[str, ...]
    """What makes it hard to read truly; any of it takes the quick keys away."""
    too_large: str = ""
    """Why it cannot be shown completely."""


def judge(request: PermissionRequest, live: LiveSession) -> Judged:
    """Find out what is to be known about a request; no disk, but all of its text is looked at."""
    where = where_of(live)
    reading = read_request(request)
    size = too_large(request)
    standing = getattr(live, "standing", None)
    policy = standing.policy if standing is not None else Policy()
    return Judged(
        risk=assess(request, where, reading),
        ruling=decide(request, policy, where, reading),
        reading=reading,
        tricks=() if size else tuple(tricks(request)),
        too_large=size,
    )


def where_of(live: LiveSession) -> Where:
    """Return who asks, and below which folder it works."""
    agent = live.session.agent.id if live.session is not None else live.opening.agent
    return Where(str(agent or ""), project_of(live.opening.cwd))


def project_of(folder: Path) -> str:
    """Return the folder of a session with its links resolved."""
    return os.path.realpath(folder)


def tricks(request: PermissionRequest) -> list[str]:
    """Return what is odd about a request's text."""
    found: list[str] = []
    files = about.file_texts(request)
    for text in about.texts(request):
        found += disguises_in_file(text) if text in files else deceptions(text)
    command = about.command_of(request)
    if command is not None and len(command) > LONG:
        found.append(f"is long: {len(command):,} characters")
    return list(dict.fromkeys(found))


def too_large(request: PermissionRequest) -> str:
    """Return why a request cannot be shown completely, or nothing."""
    texts = about.texts(request)
    texts += [change.before for change in request.changes if change.before]
    size = sum(map(len, texts))
    lines = sum(text.count("\n") for text in texts)
    if size <= LARGEST and lines <= LONGEST:
        return ""
    return f"it has {size:,} characters in {lines:,} lines"


def block(judged: Judged) -> list[list[Segment]]:
    """Return the level and its reasons, the worst first, and what the rules say."""
    risk = judged.risk
    look = LOOKS[risk.level]
    lines = [[piece("risk  ", "label"), piece(risk.level.value, f"strong {look}")]]
    for reason in risk.reasons:
        sign = piece(f"  {SIGNS[reason.level]} ", LOOKS[reason.level])
        lines.append([sign, *told(reason.text, "prose")])
    known = {reason.text for reason in risk.reasons}
    for trick in judged.tricks:
        if trick not in known:
            lines.append([piece("  ‼ ", "error"), *told(trick, "prose")])
    if judged.ruling.decision is Choice.DENY:
        lines.append([piece("  ‼ a rule denies it: ", "error"), *told(judged.ruling.why, "prose")])
    return [*lines, []]


def commands(judged: Judged, kind: ToolKind) -> list[list[Segment]]:
    """Return each command of a chain on its own line, with what is risky about it."""
    reading = judged.reading
    if reading is None or kind is not ToolKind.SHELL:
        return []
    outline = reading.outline
    lines: list[list[Segment]] = []
    if len(outline.commands) > 1:
        lines += _chain(outline.commands, judged)
    for label, found in (("sets", outline.assignments), ("redirects", outline.redirections)):
        for one, times in Counter(found).items():
            again = [piece(f"  {times} times", "hint")] if times > 1 else []
            lines.append([piece(f"{label}  ", "label"), *one_line(one, "prose"), *again])
    return lines


def _chain(found: Sequence[Simple], judged: Judged) -> list[list[Segment]]:
    """Return the commands of a chain; of very many only those that a reason names first."""
    lines = [[piece(f"{len(found)} commands", "label")]]
    left = 0
    for simple in found:
        risky = next((one for one in judged.risk.reasons if _within(one, simple)), None)
        if risky is None and len(found) > CHAIN:
            left += 1
            continue
        row = [piece("  ▸ ", "faint"), *one_line(" ".join(simple.words), "prose")]
        if risky is not None:
            row += told(f"   {risky.level.value}: {risky.text}", LOOKS[risky.level])
        lines.append(row)
    if left:
        words = f"  ▸ {left} more, shown above; the risks below are those of all of them"
        lines.append([piece(words, "hint")])
    return lines


def _within(reason: Reason, simple: Simple) -> bool:
    at = reason.at
    return at is not None and bool(simple.end) and simple.start <= at[0] < simple.end
