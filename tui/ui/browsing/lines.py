"""One session as one line of the list: its columns give way where there is little room."""

import time
from collections.abc import Sequence
from datetime import date, datetime
from pathlib import Path
from typing import NamedTuple

from rich.cells import cell_len
from rich.segment import Segment

from tui.history.library import Row, RowKind
from tui.history.notes import Note
from tui.text.visible import visible_line
from tui.ui.front import cut_front
from tui.ui.live import LiveSession
from tui.ui.pieces import home, piece, shortened, shown
from tui.ui.states import GLYPHS, amount, clock

AGE, MESSAGES, TOKENS, HITS = 6, 9, 9, 8
"""Cells of the columns whose width does not change."""

LEAST_TITLE = 22
"""Cells a title should have before a column gives way to it."""

_NO_NOTE = Note()


class Heading(NamedTuple):
    """The name of a group of sessions."""

    title: str
    sessions: int


class Remark(NamedTuple):
    """A line that says something about the list, such as what is left out."""

    text: str


class Facts(NamedTuple):
    """What a line needs to know beside its session."""

    now: float
    note: Note = _NO_NOTE
    hits: int = 0
    searching: bool = False
    growing: bool = False


def heading(line: Heading) -> list[Segment]:
    """Return the line above a group."""
    return [piece(f" {line.title} ", "label"), piece(f"{line.sessions:,}", "faint")]


def past_line(row: Row, facts: Facts, width: int) -> list[Segment]:
    """Return the line of a stored session."""
    if row.kind is not RowKind.SESSION:
        return _odd_line(row)
    mark, look = _mark(row, facts)
    cells = [
        _folder(row.cwd, width, gone=row.folder_gone),
        _Cell(visible_line(row.git_branch or ""), 14, 4),
        _Cell(age(row.updated_at, facts.now), AGE, 0, right=True),
        _Cell(_count(row.message_count), MESSAGES, 2, right=True),
        _Cell(used(row), TOKENS, 3, right=True),
    ]
    if facts.searching:
        cells.append(_Cell(_hits(facts.hits), HITS, 0, right=True, look="accent"))
    kept, room = _kept(cells, width - 4)
    tags = "".join(f" #{tag}" for tag in facts.note.tags)
    state = " · archived" if row.archived or facts.note.archived else ""
    name = row.title or "(no title)"
    return [
        piece(f"{mark} ", look),
        piece(f"{GLYPHS.get(row.agent, '·')} ", "accent"),
        *_titled(name, tags + state, room, "value" if row.title else "muted"),
        *(one.piece() for one in kept),
    ]


def live_line(live: LiveSession, facts: Facts, width: int) -> list[Segment]:
    """Return the line of a session that is open here."""
    state = live.state
    usage = live.conversation.session_usage or live.conversation.turn_usage
    total = (usage.input or 0) + (usage.output or 0) if usage is not None else 0
    doing = f"{state.word} {clock(live.silence)}" if live.silence > 5 else state.word
    cells = [
        _folder(live.conversation.cwd or str(live.opening.cwd), width),
        _Cell(doing, 16, 0, right=True, look=state.look),
        _Cell(f"{amount(total)} tok" if total else "", TOKENS, 3, right=True),
    ]
    if facts.searching:
        cells.append(_Cell(_hits(facts.hits), HITS, 0, right=True, look="accent"))
    kept, room = _kept(cells, width - 4)
    return [
        piece(f"{state.glyph} ", state.look),
        piece(f"{GLYPHS.get(live.protocol, '·')} ", "accent"),
        *_titled(live.name, "", room, "value"),
        *(one.piece() for one in kept),
    ]


def _odd_line(row: Row) -> list[Segment]:
    """Return the line of a file that is no session: what is wrong with it comes first."""
    why = row.reason or _KINDS.get(row.kind, "")
    return [
        piece("! " if row.kind is RowKind.BROKEN else "  ", "warning"),
        piece(f"{GLYPHS.get(row.agent, '·')} ", "accent"),
        piece(f"{shortened(Path(row.path).name, 30)} ", "muted"),
        piece(why, "hint"),
    ]


_KINDS = {
    RowKind.SUBAGENT: "a sub-agent's conversation, shown inside its session",
    RowKind.PART: "another file of a session in this list",
    RowKind.STUB: "nobody said anything in it",
    RowKind.BROKEN: "nothing in it can be read",
}


class _Cell(NamedTuple):
    """One column of a line."""

    text: str
    """Safe to look at."""
    width: int
    rank: int
    """Which columns give way first: those with a high number; 0 stays."""
    right: bool = False
    look: str = "muted"

    def piece(self) -> Segment:
        """Return the column in its width, with a space before it."""
        text = shortened(self.text, self.width)
        blank = " " * max(0, self.width - cell_len(text))
        return shown(f" {blank}{text}" if self.right else f" {text}{blank}", self.look)


def _folder(path: str | None, width: int, *, gone: bool = False) -> _Cell:
    """Return the column of a folder; its end tells more than its beginning."""
    room = max(10, min(28, width // 4))
    text = cut_front(visible_line(home(path)), room - 5 * gone)
    return _Cell(f"gone {text}" if gone else text, room, 1)


def _kept(cells: Sequence[_Cell], room: int) -> tuple[list[_Cell], int]:
    """Return the columns there is room for, and the cells left for the title."""
    kept = list(cells)
    for rank in (4, 3, 2, 1):
        if room - sum(one.width + 1 for one in kept) >= LEAST_TITLE:
            break
        kept = [one for one in kept if one.rank != rank]
    return kept, max(4, room - sum(one.width + 1 for one in kept))


def _titled(name: str, more: str, room: int, look: str) -> list[Segment]:
    name, more = visible_line(name), visible_line(more)
    title = shortened(name, max(8, room - min(cell_len(more), room // 2)))
    rest = shortened(more, room - cell_len(title))
    blank = " " * max(0, room - cell_len(title) - cell_len(rest))
    return [shown(title, look), shown(f"{rest}{blank}", "hint")]


def _mark(row: Row, facts: Facts) -> tuple[str, str]:
    if facts.growing:
        return "●", "state.working"
    if facts.note.pinned:
        return "★", "accent"
    if row.reason and not row.folder_gone:
        return "!", "warning"
    return " ", "muted"


def _count(number: int | None) -> str:
    if number is None:
        return ""
    return f"{amount(number)} msg{'s' * (number != 1)}"


def _hits(number: int) -> str:
    return f"{number:,} hit{'s' * (number != 1)}" if number else ""


def used(row: Row) -> str:
    """Return what a session cost, where that is known, else its tokens."""
    if row.cost_usd is not None:
        return f"${row.cost_usd:.2f}"
    return f"{amount(row.tokens_used)} tok" if row.tokens_used else ""


def age(at: float | None, now: float) -> str:
    """Return when something was, the shorter the longer ago: 09:12, Tue, 3 Nov, Nov 24."""
    if at is None:
        return ""
    try:
        then = datetime.fromtimestamp(at)
    except (ValueError, OverflowError, OSError):
        return ""
    today = date.fromtimestamp(now)
    days = (today - then.date()).days
    if days <= 0:
        return time.strftime("%H:%M", time.localtime(at))
    if days < 7:
        return f"{then:%a}"
    return f"{then.day} {then:%b}" if days < 330 else f"{then:%b %y}"
