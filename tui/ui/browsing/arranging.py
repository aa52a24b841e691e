"""Which sessions the list shows and in which groups; nothing here looks at any file."""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from tui.history.library import Hit, Row, RowKind
from tui.history.listing import SHOWN, Listing, Sort
from tui.history.notes import Notes
from tui.history.words import folded
from tui.text.visible import visible_line
from tui.ui.browsing.catalogue import Catalogue, Frame
from tui.ui.browsing.lines import Heading, Remark
from tui.ui.browsing.seeking import Typed
from tui.ui.live import LiveSession
from tui.ui.widgets.session_list import Line

_LEFT_OUT = {
    RowKind.SUBAGENT: "of sub-agents, shown inside their sessions",
    RowKind.PART: "beside the main ones of sessions listed here",
    RowKind.STUB: "in which nobody said anything",
}


class Stock:
    """Rows with what is looked up in them, made in a thread because they may be many."""

    def __init__(self, rows: Sequence[Row], notes: Notes, *, checked: bool) -> None:
        self.listing = Listing(rows, notes=notes)
        self.checked = checked
        """Every file was looked at; else rows are as they were known last time."""
        self.counts = self.listing.counts
        self.hidden = self.listing.hidden
        self.archived = sum(row.archived and row.kind in SHOWN for row in rows)
        self.ids = {row.id: row for row in reversed(rows)}
        self.sizes = {row.path: row.size for row in rows}

    @property
    def left_out(self) -> int:
        """Return how many rows are listed only when every file is asked for."""
        return self.archived + sum(self.hidden.values())


class View(NamedTuple):
    """What the user wants to see."""

    typed: Typed = Typed.empty()
    found: Mapping[str, Sequence[Hit]] | None = None
    """Hits of the words that were typed, by path; None while there is no search."""
    folder: str = ""
    here: bool = False
    """Only sessions of the folder."""
    every: bool = False
    """Archived sessions and files that are no sessions, too."""
    sort: Sort = Sort.RECENT
    open_here: tuple[LiveSession, ...] = ()

    stock: "Stock | None" = None
    """The sessions there are; None until somebody looked."""
    places: tuple[str, ...] = ()
    """Folders that are looked in."""

    def stored(self, live: LiveSession) -> Row | None:
        """Return the row of a session that is open here, once its agent has written a file."""
        return self.stock.ids.get(live.conversation.session or "") if self.stock else None

    @property
    def live(self) -> list[LiveSession]:
        """Return the sessions whose agents run here."""
        return [live for live in self.open_here if live.reading is None]


class Arranged(NamedTuple):
    """The lines of the list, and how many sessions they show."""

    lines: list[Line]
    sessions: int


class Kept:
    """The catalogue of the last key."""

    def __init__(self) -> None:
        self._made: tuple[Listing, Catalogue] | None = None

    def prepare(self, listing: Listing, view: View, now: float) -> None:
        """Make the catalogue that is likely to be asked for next; for a thread."""
        made = Catalogue(listing, _frame(view, now), now)
        made.named(view.typed.words)
        self._made = (listing, made)

    def catalogue(self, listing: Listing, view: View, now: float) -> Catalogue:
        """Return the rows in order; the same ones while only letters change."""
        frame = _frame(view, now)
        if self._made is None or self._made[0] is not listing or self._made[1].frame != frame:
            self._made = (listing, Catalogue(listing, frame, now))
        return self._made[1]


def _frame(view: View, now: float) -> Frame:
    here = view.folder if view.here and view.folder else None
    return Frame(view.typed.conditions, here, view.sort, view.every, int(now // 3600))


def arrange(view: View, now: float, kept: Kept) -> Arranged:
    """Return the lines of the list; `kept` keeps between two keys what stays the same."""
    if view.typed.problem:
        return Arranged([Remark(visible_line(view.typed.problem))], 0)
    stock = view.stock
    groups = sifted(kept.catalogue(stock.listing, view, now), view) if stock is not None else []
    running = {live.conversation.session for live in view.live}
    live = [one for one in view.live if _fits(one, view)]
    lines: list[Line] = [Heading("LIVE", len(live)), *live] if live else []
    count = len(live)
    for title, rows in groups:
        if stock is not None and any(id in stock.ids for id in running if id is not None):
            rows = [row for row in rows if row.id not in running]
        if rows:
            lines.append(Heading(title, len(rows)))
            lines += rows
            count += len(rows)
    lines += _remarks(view, found=count > len(live))
    return Arranged(lines, count)


def sifted(catalogue: Catalogue, view: View) -> list[tuple[str, list[Row]]]:
    """Return the rows that fit: by their titles and folders, and by what stands in them."""
    typed = view.typed
    if not typed.seeks:
        return catalogue.split(range(len(catalogue.rows)))
    places = catalogue.named(typed.words) if not typed.query.traits else []
    if view.found:
        places = sorted({*places, *catalogue.places([*view.found])})
    return catalogue.split(places)


def _fits(live: LiveSession, view: View) -> bool:
    folder = live.conversation.cwd or str(live.opening.cwd)
    query = view.typed.query
    for wanted in (view.folder if view.here else "", query.folder):
        if wanted and not f"{folder}/".startswith(f"{wanted.rstrip('/')}/"):
            return False
    if query.agent is not None and not str(live.opening.agent).startswith(query.agent):
        return False
    row = view.stored(live)
    if row is not None and view.found and row.path in view.found:
        return True
    name = folded(f"{live.name} {folder}")
    return not query.traits and all(word in name for word in view.typed.words)


def _remarks(view: View, *, found: bool) -> list[Line]:
    """Return what the list says about itself: that it is empty, or what it leaves out."""
    stock = view.stock
    if stock is None or not stock.checked:
        return [Remark("looking at the agents' files …")]
    lines: list[Line] = []
    if not found and view.typed.text:
        folders = "; Tab looks in all folders" if view.here else ""
        files = "" if view.every else "; F8 looks at every file"
        lines.append(Remark(f"nothing fits{folders}{files}"))
    elif not found and view.here:
        lines.append(Remark("no session of this folder; Tab shows all"))
    elif not found:
        lines.append(Remark("no agent has left a session on this machine; looked in"))
        lines += [Remark(f"  {place}") for place in view.places]
    if not view.every and not view.typed.text:
        if stock.archived:
            sessions = f"{stock.archived:,} archived session{'s' * (stock.archived != 1)}"
            lines.append(Remark(f"{sessions} · F8 shows them"))
        for kind, count in stock.hidden.items():
            if kind in _LEFT_OUT and count:
                files = f"{count:,} file{'s' * (count != 1)}"
                lines.append(Remark(f"{files} {_LEFT_OUT[kind]} · F8 shows them"))
    return lines
