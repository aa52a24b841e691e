"""The raw lines of an agent beside the events they became, and what nobody understood."""

import json
import time
from collections.abc import Sequence
from contextlib import suppress
from typing import TYPE_CHECKING, ClassVar, cast

import msgspec
from rich.segment import Segment
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Horizontal, Vertical
from textual.screen import ModalScreen

from tui.config import keys
from tui.model.arrival import Arrival
from tui.model.events import Event, Unrecognised
from tui.ui.bindings import bindings
from tui.ui.live import LiveSession
from tui.ui.pieces import piece
from tui.ui.widgets.find_bar import FindBar
from tui.ui.widgets.headline import Headline
from tui.ui.widgets.page import Page
from tui.ui.widgets.rows import Rows

if TYPE_CHECKING:
    from tui.ui.app import ParleyApp

MOST_LINES = 2_000
MOST_CHARACTERS = 200_000
"""Of one line of the agent, that much is shown laid out; the clipboard gets all of it."""


class InspectorScreen(ModalScreen[object]):
    """One row per line; below, the line as it came and what it meant."""

    DEFAULT_CSS = """
    InspectorScreen > Vertical { width: 100%; height: 100%; background: $background; }
    InspectorScreen Rows { height: 1fr; }
    InspectorScreen Horizontal { height: 1fr; border-top: solid $line; }
    InspectorScreen Page { width: 1fr; padding: 0 1; }
    InspectorScreen #events { border-left: solid $line; }
    """
    BINDINGS: ClassVar[list[BindingType]] = bindings(keys.INSPECTOR)

    def __init__(self, live: LiveSession) -> None:
        super().__init__()
        self._live = live
        self._only_unknown = False
        self._words = b""
        self._arrivals: list[Arrival] = []
        self._taken = 0
        self._unknown = 0
        self._head = Headline()
        self._rows = Rows(id="lines")
        self._raw = Page(id="raw")
        self._events = Page(id="events")
        self._foot = Headline()

    def compose(self) -> ComposeResult:
        """Counts, lines, and the two sides of one line."""
        with Vertical():
            yield self._head
            yield self._rows
            with Horizontal():
                yield self._raw
                yield self._events
            yield self._foot

    def on_mount(self) -> None:
        """Begin at the newest line."""
        hints = "u only what was not understood · / find · y copy · Tab details · Esc"
        self._foot.say([piece(f" {hints}", "hint")])
        self._begin()
        self.set_focus(self._rows)

    def session_changed(self, live: LiveSession) -> None:
        """Take new lines; the cursor stays where it is unless it is at the end."""
        if live is self._live:
            self._take(at_end=self._rows.cursor >= self._rows.count - 1)

    def _begin(self) -> None:
        """Look at everything that is kept."""
        self._arrivals = []
        self._taken = self._live.lines - len(self._live.arrivals)
        self._unknown = 0
        self._take(at_end=True)

    def _take(self, *, at_end: bool) -> None:
        """Look at the lines that are new; those looked at before are not looked at again."""
        kept = self._live.arrivals
        fresh = min(len(kept), self._live.lines - self._taken)
        for arrival in kept.newest(fresh):
            unknown = _unknown(arrival)
            self._unknown += unknown
            if (unknown or not self._only_unknown) and self._words in arrival.raw.lower():
                self._arrivals.append(arrival)
        self._taken = self._live.lines
        cursor = len(self._arrivals) - 1 if at_end else self._rows.cursor
        moved = cursor != self._rows.cursor or not self._rows.count
        self._rows.fill(len(self._arrivals), self._row, cursor)
        self._tell()
        if moved or not self._arrivals:
            self._detail()

    def _tell(self) -> None:
        live = self._live
        gone = live.lines - len(live.arrivals)
        told = f"{live.lines:,} line{'s' * (live.lines != 1)} · {self._unknown:,} not understood"
        older = f" · {gone:,} older ones not kept (--record keeps all)" if gone else ""
        shown = len(live.arrivals) - len(self._arrivals)
        hidden = f" · {shown:,} not shown" if shown > 0 and self._sifting else ""
        self._head.say(
            [piece(" INSPECTOR ", "label"), piece(told + older, "value"), piece(hidden, "warning")],
            [piece("only what was not understood " if self._only_unknown else "", "accent")],
        )

    @property
    def _sifting(self) -> bool:
        return self._only_unknown or bool(self._words)

    def _row(self, index: int, width: int) -> Sequence[Segment]:
        arrival = self._arrivals[index]
        names = " ".join(type(event).__name__ for event in arrival.events) or "·"
        look = "warning" if _unknown(arrival) else "accent"
        room = 36 if width >= 100 else 22
        return [
            piece(f"{arrival.seq:>7} ", "faint"),
            piece(time.strftime("%H:%M:%S ", time.localtime(arrival.at)), "muted"),
            piece(f"{names[: room - 1] + '…' if len(names) > room else names:<{room}} ", look),
            piece(arrival.raw[: 4 * width].decode("utf-8", "replace"), "output"),
        ]

    def _why_empty(self) -> str:
        if self._sifting:
            return "no line is like that"
        if self._live.reading is not None:
            return "this session was read from its file; lines are kept while an agent runs"
        return "the agent has said nothing yet"

    def _detail(self) -> None:
        if not self._arrivals:
            self._raw.write([[piece(self._why_empty(), "hint")]])
            self._events.write([])
            return
        arrival = self._arrivals[self._rows.cursor]
        self._raw.write(_pretty(arrival.raw))
        meaning = [line for event in arrival.events for line in _event(event)]
        self._events.write(meaning or [[piece("it changes nothing that is shown", "hint")]])

    def on_rows_moved(self, message: Rows.Moved) -> None:
        """Show both sides of the line below the cursor."""
        self._detail()

    def action_unknown(self) -> None:
        """Show only what was not understood, or everything."""
        self._only_unknown = not self._only_unknown
        self._begin()

    async def action_find(self) -> None:
        """Look for something in the lines."""
        if not self.query(FindBar):
            bar = FindBar("find in the lines as they came · Enter keeps · Esc shows all")
            await self.query_one(Vertical).mount(bar, after=self._head)
        self.set_focus(self.query_one(FindBar))

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Leave the key that finds to the line in which one types already."""
        return action != "find" or not isinstance(self.focused, FindBar)

    def on_input_changed(self, message: FindBar.Changed) -> None:
        """Look while one types."""
        self._words = message.value.lower().encode()
        self._begin()

    def on_find_bar_step(self, message: FindBar.Step) -> None:
        """Go on among the lines that were found."""
        self._rows.focus()

    def action_leave(self) -> None:
        """Forget what was looked for, else close."""
        bars = self.query(FindBar)
        if not bars:
            self.dismiss(None)
            return
        bars.remove()
        self._words = b""
        self._rows.focus()
        self._begin()

    def action_other_part(self) -> None:
        """Go round between the lines and their two sides."""
        order = [self._rows, self._raw, self._events]
        now = next((index for index, one in enumerate(order) if one.has_focus), -1)
        order[(now + 1) % len(order)].focus()

    def action_copy(self) -> None:
        """Copy the line below the cursor as it came."""
        if self._arrivals:
            raw = self._arrivals[self._rows.cursor].raw
            self.run_worker(self._copy(raw.decode("utf-8", "replace")), group="copy")

    async def _copy(self, text: str) -> None:
        receipt = await cast("ParleyApp", self.app).chat.copied(text)
        self._foot.say([piece(f" {receipt}", "accent")])


def _unknown(arrival: Arrival) -> bool:
    return any(isinstance(event, Unrecognised) for event in arrival.events)


def _pretty(raw: bytes) -> list[list[Segment]]:
    text = raw[:MOST_CHARACTERS].decode("utf-8", "replace")
    if len(raw) <= MOST_CHARACTERS:
        with suppress(ValueError, RecursionError):
            text = json.dumps(json.loads(text), indent=2, ensure_ascii=False)
    lines = text.split("\n")
    shown = [[piece(line, "value")] for line in lines[:MOST_LINES]]
    if len(lines) > MOST_LINES:
        shown.append([piece(f"{len(lines) - MOST_LINES:,} more lines; y copies all", "hint")])
    if len(raw) > MOST_CHARACTERS:
        left = len(raw) - MOST_CHARACTERS
        shown.append([piece(f"{left:,} more bytes; y copies all", "hint")])
    return shown


def _laid_out(value: object) -> str:
    """Return a value of an event as JSON, one field a line where it has fields."""
    encoded = msgspec.json.encode(value, enc_hook=str)
    return msgspec.json.format(encoded, indent=2).decode() if encoded[:1] in b"[{" else str(value)


def _event(event: Event) -> list[list[Segment]]:
    lines = [[piece(type(event).__name__, "heading")]]
    for field in event.__struct_fields__:
        value = getattr(event, field)
        if value not in (None, "", ()):
            whole = value if isinstance(value, str) else _laid_out(value)
            first, *rest = whole[:20_000].split("\n")
            lines.append([piece(f"  {field} ", "label"), piece(first, "value")])
            lines += [[piece(f"    {line}", "value")] for line in rest[:500]]
            if len(whole) > 20_000 or len(rest) > 500:
                lines.append([piece("    … the whole of it stands in the line", "hint")])
    return lines
