"""Every tool call as a row, with all there is to know about the one below the cursor."""

import time
from collections.abc import Sequence
from typing import TYPE_CHECKING, ClassVar, cast

from rich.segment import Segment
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Vertical
from textual.events import Resize
from textual.screen import ModalScreen

from tui.conversation.timeline import Sieve, TimelineRow, timeline, totals
from tui.model.identity import ItemId
from tui.model.tools import Outcome
from tui.ui import keys
from tui.ui.call_text import paragraphs, raw_lines, source
from tui.ui.live import LiveSession
from tui.ui.messages import GoTo
from tui.ui.pieces import piece, shortened
from tui.ui.widgets.headline import Headline
from tui.ui.widgets.page import Page
from tui.ui.widgets.rows import Rows

if TYPE_CHECKING:
    from tui.ui.app import ParleyApp

BESIDE = 140
"""Columns from which the conversation stays visible beside it."""

MARKS = {
    None: ("●", "tool.running"),
    Outcome.OK: ("✓", "tool.ok"),
    Outcome.FAILED: ("✗", "tool.failed"),
    Outcome.DENIED: ("⊘", "tool.denied"),
    Outcome.CANCELLED: ("◌", "tool.cancelled"),
    Outcome.DETACHED: ("↗", "tool.detached"),
}


class TimelineScreen(ModalScreen[object]):
    """Rows above, details below; g or Enter shows a call in the conversation."""

    DEFAULT_CSS = """
    TimelineScreen { align: right top; background: $background 0%; }
    TimelineScreen > Vertical {
        width: 100%; height: 100%; background: $background;
        Rows { height: 1fr; }
        Page { height: 1fr; border-top: solid $line; padding: 0 1; }
    }
    TimelineScreen.-beside > Vertical { width: 60%; border-left: solid $line; }
    """
    BINDINGS: ClassVar[list[BindingType]] = [
        *keys.bindings(keys.TIMELINE),
        *keys.bindings((keys.Key("timeline.close", "escape,q,ctrl+t", "dismiss", "close"),)),
    ]

    def __init__(self, live: LiveSession, call: ItemId | None = None) -> None:
        super().__init__()
        self._live = live
        self._sieve = Sieve.ALL
        self._shown: list[TimelineRow] = []
        self._raw = False
        self._first = call
        self._head = Headline()
        self._rows = Rows(id="calls")
        self._page = Page(id="call")

    def compose(self) -> ComposeResult:
        """Totals, rows, details."""
        with Vertical():
            yield self._head
            yield self._rows
            yield self._page

    def on_mount(self) -> None:
        """Begin at the call that was asked for, else at the newest."""
        self._fill(at_end=True)
        calls = [row.call for row in self._shown]
        if self._first in calls:
            self._rows.go_to(calls.index(self._first))
        self._rows.focus()

    def on_resize(self, event: Resize) -> None:
        """Stand beside the conversation where there is room."""
        self.set_class(event.size.width >= BESIDE, "-beside")

    def session_changed(self, live: LiveSession) -> None:
        """Show new calls as they come; the cursor stays on its call."""
        if live is self._live:
            self._fill(at_end=self._rows.cursor >= self._rows.count - 1)

    def _fill(self, *, at_end: bool) -> None:
        self._shown = timeline(self._live.conversation, self._sieve)
        cursor = len(self._shown) - 1 if at_end else self._rows.cursor
        self._rows.fill(len(self._shown), self._row, cursor)
        count = totals(timeline(self._live.conversation))
        told = (
            f"{count.calls} calls · {count.ok} ok · {count.failed} failed · {count.denied} denied"
        )
        self._head.say(
            [
                piece(" TIMELINE ", "label"),
                piece(told, "value"),
                piece(f" · {self._sieve.value}", "accent"),
            ],
            [piece("a all f failed e edits s shell w net d denied ", "hint")],
        )
        self._detail()

    def _row(self, index: int, width: int) -> Sequence[Segment]:
        row = self._shown[index]
        mark, look = MARKS[row.outcome]
        took = f"{row.duration_ms / 1000:.1f}s" if row.duration_ms is not None else "…"
        new_turn = index == 0 or self._shown[index - 1].turn != row.turn
        turn = f"{row.turn:>3} " if new_turn else "    "
        room = max(10, width - 58)
        title = shortened(row.title.replace("\n", " "), room)
        return [
            piece(turn, "faint"),
            piece(time.strftime("%H:%M:%S ", time.localtime(row.started_at)), "muted"),
            piece(f"{took:>7} ", "muted"),
            piece(f"{'  ' * row.depth}{mark} ", look),
            piece(f"{shortened(row.name, 12):<12} ", "tool.name"),
            piece(f"{title:<{room}} ", "tool.title"),
            piece(f"{row.result:<12} ", look),
            piece(row.decided_by, "hint"),
        ]

    def _detail(self) -> None:
        if not self._shown:
            self._page.write([[piece("no such call", "hint")]])
            return
        row = self._shown[self._rows.cursor]
        if self._raw:
            self._page.write(raw_lines(self._live, row.call))
        else:
            self._page.write(paragraphs(self._live.conversation, row.call))

    def on_rows_moved(self, message: Rows.Moved) -> None:
        """Show the call below the cursor."""
        self._detail()

    def on_rows_chosen(self, message: Rows.Chosen) -> None:
        """Show the call in the conversation."""
        chat = cast("ParleyApp", self.app).chat
        call = self._shown[message.index].call
        self.dismiss(None)
        chat.post_message(GoTo(call))

    def action_filter(self, name: str) -> None:
        """Look at some of the calls only."""
        self._sieve = Sieve(name)
        self._fill(at_end=True)

    def action_raw(self) -> None:
        """Show what the agent wrote, or what it means."""
        self._raw = not self._raw
        self._detail()

    def action_copy(self) -> None:
        """Copy the call below the cursor."""
        if self._shown:
            row = self._shown[self._rows.cursor]
            cast("ParleyApp", self.app).chat.copy(source(self._live.conversation, row.call))
