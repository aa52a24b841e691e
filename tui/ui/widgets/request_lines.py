"""What stands above and below a request: who asks, and what the keys would do."""

from collections.abc import Mapping, Sequence

import msgspec
from rich.cells import cell_len
from rich.segment import Segment
from textual.strip import Strip

from tui.model.permission import PermissionRequest
from tui.permission.risk_words import Level
from tui.text.visible import visible_line
from tui.ui import inbox
from tui.ui.choices import Choice
from tui.ui.front import cut_front
from tui.ui.inbox import Waiting
from tui.ui.live import LiveSession
from tui.ui.pieces import fit, home, piece, shortened, spread, width_of
from tui.ui.request_risk import LOOKS, project_of
from tui.ui.request_text import headline
from tui.ui.room import is_low
from tui.ui.seen import Unread
from tui.ui.sheet import folded_words
from tui.ui.shown import told
from tui.ui.states import clock
from tui.ui.widgets.lines import Lines

NARROW = 70
"""Columns below which words are few."""

FILES = 4
"""Files of a request that are listed at once."""


class RequestHead(Lines):
    """Who asks, in which session, where, since when, and what for."""

    def __init__(self, live: LiveSession, request: PermissionRequest) -> None:
        super().__init__()
        self._live = live
        self._headline = headline(request, project_of(live.opening.cwd))
        self._request = request
        self._queue: list[Waiting] = []
        self._level: Level | None = None

    def show(self, queue: list[Waiting], level: Level | None = None) -> None:
        """Show the place of the request in the queue, and how risky it is."""
        self._queue = queue
        self._level = level if level is not None else self._level
        self.changed()

    def strips(self, width: int) -> list[Strip]:
        """Return two lines, and a gap where there is room for one."""
        live = self._live
        place = inbox.place(self._queue, live, self._request)
        since = clock(live.now() - self._queue[place - 1].since) if place else ""
        count = f"{place or 1} of {max(1, len(self._queue))}"
        right = f"{count} · {since}"
        risk: list[Segment] = []
        if self._level is not None:
            risk = [
                piece("risk ", "hint"),
                piece(self._level.value, f"strong {LOOKS[self._level]}"),
            ]
        gap = [] if is_low(self.app.size) else [fit([], width)]
        return [
            spread(self._who(width - len(right) - 1), [piece(right, "hint")], width),
            spread([piece(self._headline, "strong")], risk, width),
            *gap,
        ]

    def _who(self, room: int) -> list[Segment]:
        """Return agent, session and folder; of a long folder the end is what tells."""
        live = self._live
        who = f"▲ {live.label}"
        if self._request.asked_by and room >= NARROW - 12:
            who += f", sub-agent {shortened(self._request.asked_by, 24)}"
        name = shortened(live.name, 30 if room >= NARROW else 20)
        left = room - cell_len(f"{who} · {name} · ")
        folder = cut_front(visible_line(home(live.opening.cwd)), left)
        found = [piece(f"{who} · ", "ask.open"), piece(name, "value")]
        return [*found, piece(f" · {folder}", "hint")] if left >= 8 else found


class RequestFiles(Lines):
    """The files of a request, with a mark at the one on the screen; none where it is one."""

    def __init__(self) -> None:
        super().__init__()
        self._words: Sequence[str] = ()
        self._current = 0

    def show(self, words: Sequence[str], current: int) -> None:
        """Show these files."""
        if (list(words), current) != (list(self._words), self._current):
            self._words, self._current = words, current
            self.changed()

    def strips(self, width: int) -> list[Strip]:
        """Return a few files around the one on the screen."""
        count = len(self._words)
        if count < 2:
            return []
        if is_low(self.app.size):
            words = f"{self._current + 1} of {count}, . {self._words[self._current]}"
            return [fit([piece("▸ ", "key"), piece(words, "value")], width)]
        start = max(0, min(self._current - 1, count - FILES))
        lines: list[Strip] = []
        for index in range(start, min(count, start + FILES)):
            here = index == self._current
            mark = piece("▸ " if here else "  ", "key")
            lines.append(fit([mark, piece(self._words[index], "value" if here else "hint")], width))
        more = count - FILES
        rest = f"{more} more · " if more > 0 else ""
        told = f"file {self._current + 1} of {count} · {rest}, . other file"
        return [*lines, fit([piece(f"  {told}", "hint")], width)]


class Footing(msgspec.Struct, frozen=True, kw_only=True):
    """How things stand, for the lines below a request."""

    choices: tuple[Choice, ...] = ()
    letters: Mapping[str, str] = {}
    """Action → the key that is in force for it."""
    remaining: float = 0.0
    """Share of the quiet time that is still missing."""
    draft: str = ""
    unread: Unread = Unread()
    tricky: bool = False
    told: str = ""
    """Why the last key did nothing."""
    confirm: str = ""
    """What Enter would do now."""
    edited: bool = False
    ways: str = ""
    """Other ways of showing it."""
    note: bool = False
    hint: str = ""
    """What else can be pressed."""
    writing: str = ""
    """What Enter does with the line below; the other keys are letters of it meanwhile."""
    owner: str = ""
    """Whose offers stand in the text, so that they are not spelled out here again."""


class RequestFoot(Lines):
    """What can be pressed now, and why not."""

    def __init__(self) -> None:
        super().__init__()
        self._now = Footing()
        self._kept = 0

    def show(self, footing: Footing) -> None:
        """Show how things stand."""
        if footing != self._now:
            self._now = footing
            self.changed()

    def room(self, width: int) -> int:
        """Return how many lines to keep free, so that none of the text is pushed away later."""
        rest = len(self._hints(width))
        quiet = len(folded_words(_meter(1.0, self._quiet), width))
        spoken = len(folded_words(self._state(), width)) if self._state() else 0
        keys = self._flow(self._keys(width), width, self._now.unread.at_most)
        return len(keys) + max(rest, quiet, spoken)

    def grew(self, width: int) -> bool:
        """Tell whether more or fewer lines are to be kept free than when that was asked last."""
        before, self._kept = self._kept, self.room(width)
        return self._kept != before

    def strips(self, width: int) -> list[Strip]:
        """Return the lines of keys and the line of reasons."""
        if self._now.writing:
            return [fit([piece(self._now.writing, "hint")], width)]
        keys = self._flow(self._keys(width), width, self._now.unread)
        state = self._state()
        if not state:
            return [*keys, *self._hints(width)]
        return [*keys, *(fit(line, width) for line in folded_words(state, width))]

    def _hints(self, width: int) -> list[Strip]:
        """Return what else can be pressed; nothing where rows are few, but for the first of it."""
        now = self._now
        ways = f" · {now.ways}" if now.ways else ""
        words = now.hint or f"f full screen · ↑↓ PgUp PgDn scroll{ways} · v pager · o session"
        if not now.hint and cell_len(words) > width:
            words = f"f full · ↑↓ PgDn{ways} · v pager · o session"
        lines = folded_words([piece(words, "hint")], width)
        return [] if is_low(self.app.size) and not now.hint else [fit(one, width) for one in lines]

    def _flow(self, items: list[list[Segment]], width: int, unread: Unread) -> list[Strip]:
        """Put as many keys on each line as there is room; how much was seen ends the last one."""
        lines: list[list[Segment]] = [[]]
        for item in items:
            if lines[-1] and width_of(lines[-1]) + width_of(item) > width:
                lines.append([])
            lines[-1] += item
        seen = unread.words(narrow=width < NARROW)
        look = "warning" if unread.count else "success"
        if width_of(lines[-1]) + len(seen) >= width:
            lines.append([])
        return [
            *(fit(line, width) for line in lines[:-1]),
            spread(lines[-1], [piece(seen, look)], width),
        ]

    def _keys(self, width: int) -> list[list[Segment]]:
        narrow = width < NARROW
        ready = not self._reason()
        listed = [one for one in self._now.choices if not self._now.owner or one.action != "offer"]
        items = [self._key(choice, ready=ready, narrow=narrow) for choice in listed]
        items += self._offers(ready=ready)
        letters = self._now.letters
        if self._now.note and not narrow:
            open_ = ready and not self._now.unread.blocks
            items.insert(2, _item(letters.get("note", "w"), "with a note", lit=open_))
        back = "back" if self._now.edited else "later"
        items.append([piece("Esc ", "key"), piece(f"{back}  ", "value")])
        return items

    def _offers(self, *, ready: bool) -> list[list[Segment]]:
        """Return the numbers of the agent's own offers; the text says what each does."""
        numbers = [one.number for one in self._now.choices if one.action == "offer"]
        if not numbers or not self._now.owner:
            return []
        span = f"{numbers[0]}–{numbers[-1]}" if len(numbers) > 1 else str(numbers[0])
        return [_item(span, f"{self._now.owner}'s own", lit=ready and not self._now.unread.blocks)]

    def _key(self, choice: Choice, *, ready: bool, narrow: bool) -> list[Segment]:
        allows = choice.action in ("allow", "always", "offer")
        lit = ready and not choice.why_not and not (allows and self._now.unread.blocks)
        words = (choice.short or choice.words) if narrow else choice.words
        letter = self._now.letters.get(choice.action, "")
        key = f"{choice.number} {letter}".rstrip()
        return _item(key if not narrow else letter or str(choice.number), words, lit=lit)

    def _reason(self) -> str:
        now = self._now
        if now.draft:
            return "keys go to the draft while it has text: Enter sends it, Esc goes back to it"
        return self._quiet if now.remaining > 0 else ""

    @property
    def _quiet(self) -> str:
        if is_low(self.app.size):
            return "keys go to the draft"
        return "keys go to the draft until the keyboard was quiet for a moment"

    def _state(self) -> list[Segment]:
        now = self._now
        if now.confirm:
            return [
                piece("Enter ", "key"),
                *told(now.confirm, "warning"),
                piece(" · Esc back", "hint"),
            ]
        if now.draft:
            tail = now.draft.replace("\n", " ")[-40:]
            return [piece(f"draft “{tail}” · ", "accent"), piece(self._reason(), "hint")]
        if now.told:
            return told(now.told, "warning")
        if now.remaining > 0:
            return _meter(now.remaining, self._reason())
        if now.tricky:
            return [piece("hard to read truly: allowing asks for the word yes", "warning")]
        return []


def _meter(remaining: float, words: str) -> list[Segment]:
    full = round((1 - min(1.0, remaining)) * 8)
    bar = [piece("▓" * full, "meter.full"), piece("░" * (8 - full), "meter.empty")]
    return [*bar, piece(f" {words}", "hint")]


def _item(key: str, words: str, *, lit: bool) -> list[Segment]:
    look = "value" if lit else "faint"
    return [piece(f"{key} ", "key" if lit else "faint"), piece(f"{words}  ", look)]
