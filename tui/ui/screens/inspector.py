"""The raw lines of an agent beside the events they became, and what nobody understood."""

import json
import time
from collections.abc import Sequence
from contextlib import suppress
from typing import ClassVar

from rich.segment import Segment
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical
from textual.screen import ModalScreen

from tui.model.arrival import Arrival
from tui.model.events import Event, Unrecognised
from tui.text.visible import visible
from tui.ui.live import LiveSession
from tui.ui.pieces import piece
from tui.ui.widgets.headline import Headline
from tui.ui.widgets.page import Page
from tui.ui.widgets.rows import Rows


class InspectorScreen(ModalScreen[object]):
    """One row per line; below, the line as it came and what it meant."""

    DEFAULT_CSS = """
    InspectorScreen > Vertical { width: 100%; height: 100%; background: $background; }
    InspectorScreen Rows { height: 1fr; }
    InspectorScreen Horizontal { height: 1fr; border-top: solid $line; }
    InspectorScreen Page { width: 1fr; padding: 0 1; }
    """
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape,q,f12", "dismiss", show=False),
        Binding("u", "unknown", show=False),
    ]

    def __init__(self, live: LiveSession) -> None:
        super().__init__()
        self._live = live
        self._only_unknown = False
        self._arrivals: list[Arrival] = []
        self._head = Headline()
        self._rows = Rows(id="lines")
        self._raw = Page(id="raw")
        self._events = Page(id="events")

    def compose(self) -> ComposeResult:
        """Counts, lines, and the two sides of one line."""
        with Vertical():
            yield self._head
            yield self._rows
            with Horizontal():
                yield self._raw
                yield self._events

    def on_mount(self) -> None:
        """Begin at the newest line."""
        self._fill(at_end=True)
        self._rows.focus()

    def session_changed(self, live: LiveSession) -> None:
        """Show new lines while the cursor is at the end."""
        if live is self._live and self._rows.cursor >= self._rows.count - 1:
            self._fill(at_end=True)

    def _fill(self, *, at_end: bool) -> None:
        kept = list(self._live.arrivals)
        unknown = [arrival for arrival in kept if _unknown(arrival)]
        self._arrivals = unknown if self._only_unknown else kept
        cursor = len(self._arrivals) - 1 if at_end else self._rows.cursor
        self._rows.fill(len(self._arrivals), self._row, cursor)
        gone = self._live.lines - len(kept)
        told = f"{self._live.lines:,} lines · {len(unknown):,} not understood"
        older = f" · {gone:,} older ones not kept (--record keeps all)" if gone else ""
        self._head.say(
            [piece(" INSPECTOR ", "label"), piece(told + older, "value")],
            [piece("u only what was not understood · Esc ", "hint")],
        )
        self._detail()

    def _row(self, index: int, width: int) -> Sequence[Segment]:
        arrival = self._arrivals[index]
        names = " ".join(type(event).__name__ for event in arrival.events) or "·"
        look = "warning" if _unknown(arrival) else "accent"
        return [
            piece(f"{arrival.seq:>7} ", "faint"),
            piece(time.strftime("%H:%M:%S ", time.localtime(arrival.at)), "muted"),
            piece(f"{names[:36]:<36} ", look),
            piece(arrival.raw[:400].decode("utf-8", "replace"), "output"),
        ]

    def _detail(self) -> None:
        if not self._arrivals:
            self._raw.write([[piece("nothing was said yet", "hint")]])
            self._events.write([])
            return
        arrival = self._arrivals[self._rows.cursor]
        self._raw.write(_pretty(arrival.raw))
        self._events.write([line for event in arrival.events for line in _event(event)])

    def on_rows_moved(self, message: Rows.Moved) -> None:
        """Show both sides of the line below the cursor."""
        self._detail()

    def action_unknown(self) -> None:
        """Show only what was not understood, or everything."""
        self._only_unknown = not self._only_unknown
        self._fill(at_end=True)


def _unknown(arrival: Arrival) -> bool:
    return any(isinstance(event, Unrecognised) for event in arrival.events)


def _pretty(raw: bytes) -> list[list[Segment]]:
    text = raw.decode("utf-8", "replace")
    with suppress(ValueError, RecursionError):
        text = json.dumps(json.loads(text), indent=2, ensure_ascii=False)
    lines = visible(text).split("\n")
    shown = [[piece(line, "code")] for line in lines[:2_000]]
    if len(lines) > 2_000:
        shown.append([piece(f"{len(lines) - 2_000:,} more lines", "hint")])
    return shown


def _event(event: Event) -> list[list[Segment]]:
    lines = [[piece(type(event).__name__, "heading")]]
    for field in event.__struct_fields__:
        value = getattr(event, field)
        if value not in (None, "", ()):
            first, *rest = visible(str(value))[:20_000].split("\n")
            lines.append([piece(f"  {field} ", "label"), piece(first, "value")])
            lines += [[piece(f"    {line}", "value")] for line in rest[:500]]
    return lines
