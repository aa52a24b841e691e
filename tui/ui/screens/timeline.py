"""Every tool call as a row, with all there is to know about the one below the cursor."""

import time
from collections.abc import Sequence
from typing import TYPE_CHECKING, ClassVar, cast

import anyio.to_thread
from rich.segment import Segment
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Vertical
from textual.events import Resize
from textual.screen import ModalScreen, Screen

from tui.config import keys
from tui.config.paths import state_folder
from tui.config.save import replace_file
from tui.conversation.export_rows import comma_separated
from tui.conversation.timeline import Sieve, Timeline, TimelineRow, sifted, totals
from tui.model.identity import ItemId
from tui.ui.bindings import bindings
from tui.ui.call_text import paragraphs, raw_lines, source
from tui.ui.closing import close
from tui.ui.messages import GoTo
from tui.ui.pieces import home, piece
from tui.ui.soon import soon
from tui.ui.timeline_text import SPACIOUS, axis, filters, headings, row_pieces, summary
from tui.ui.told import Told
from tui.ui.widgets.find_bar import FindBar
from tui.ui.widgets.headline import Headline
from tui.ui.widgets.page import Page
from tui.ui.widgets.rows import Rows

if TYPE_CHECKING:
    from tui.ui.app import ParleyApp

BESIDE = 140
"""Columns from which the conversation stays visible beside it."""

HIGH = 16
"""Rows from which there is room for headings and the time axis."""

ROOMY = 70
"""Columns from which there is room for all filters."""

PAUSE = 0.25
"""Seconds between two looks at a session that goes on; nobody reads rows faster."""


class TimelineScreen(ModalScreen[object]):
    """Rows above, details below; Enter shows a call in the conversation."""

    DEFAULT_CSS = """
    TimelineScreen { align: right top; background: $background 0%; }
    TimelineScreen > Vertical {
        width: 100%; height: 100%; background: $background;
        Rows { height: 1fr; }
        Page { height: 1fr; border-top: solid $line; padding: 0 1; }
        Page:focus { border-top: solid $primary; }
    }
    TimelineScreen.-low .-extra { display: none; }
    TimelineScreen.-beside > Vertical { border-left: solid $line; }
    """
    BINDINGS: ClassVar[list[BindingType]] = bindings(keys.TIMELINE)

    def __init__(self, told: Told, call: ItemId | None = None, sieve: str = "all") -> None:
        super().__init__()
        self._told = told
        self._conversation = told.conversation
        self._timeline = Timeline(told.conversation)
        self._sieve = Sieve(sieve)
        self._words = ""
        self._shown: list[TimelineRow] = []
        self._raw = False
        self._first = call
        self._refilling = False
        self._head = Headline()
        self._filters = Headline()
        self._titles = Headline().add_class("-extra")
        self._rows = Rows(id="calls")
        self._axis = Headline().add_class("-extra")
        self._page = Page(id="call")
        self._foot = Headline()

    def compose(self) -> ComposeResult:
        """Totals, filters, rows, the time they span, details."""
        with Vertical():
            yield self._head
            yield self._filters
            yield self._titles
            yield self._rows
            yield self._axis
            yield self._page
            yield self._foot

    def on_mount(self) -> None:
        """Begin at the call that was asked for, else at the newest."""
        self._fill(at_end=True)
        calls = [row.call for row in self._shown]
        if self._first in calls:
            self._rows.go_to(calls.index(self._first))
        self.set_focus(self._rows)

    def on_resize(self, event: Resize) -> None:
        """Stand beside the conversation where there is room."""
        beside = event.size.width >= BESIDE
        self.set_class(beside, "-beside")
        self._make_room(event.size.width * 6 // 10 if beside else 0)
        self.set_class(event.size.height < HIGH, "-low")
        self.call_after_refresh(self._write_lines)

    def _make_room(self, columns: int) -> None:
        """Let the screen below end where this one begins, so that it hides nothing of it."""
        self.query_one(Vertical).styles.width = columns or "100%"
        self._pad(self.app.screen_stack[-2], columns)

    def on_unmount(self) -> None:
        """Give the screen below its room back."""
        self._pad(self.app.screen, 0)

    def _pad(self, below: Screen[object], columns: int) -> None:
        below.styles.padding = (0, columns, 0, 0)
        place_sidebar = getattr(below, "place_sidebar", None)
        if place_sidebar is not None:
            place_sidebar(self.app.size.width - columns)

    def session_changed(self, live: object) -> None:
        """Show new calls as they come; the cursor stays on its call."""
        if live is self._told and not self._refilling:
            self._refilling = True
            soon(self, PAUSE, self._refill)

    def _refill(self) -> None:
        self._refilling = False
        if self._conversation is not self._told.conversation:
            self._conversation = self._told.conversation
            self._timeline = Timeline(self._conversation)
        self._fill(at_end=self._rows.cursor >= self._rows.count - 1)

    def _fill(self, *, at_end: bool) -> None:
        at = self._shown[self._rows.cursor] if self._shown else None
        self._shown = sifted(self._timeline.rows(), self._sieve, self._words)
        cursor = len(self._shown) - 1 if at_end else self._rows.cursor
        self._rows.fill(len(self._shown), self._row, cursor)
        self._write_lines()
        now = self._shown[self._rows.cursor] if self._shown else None
        if now is None or now != at:
            self._detail()

    def _write_lines(self) -> None:
        width = self._head.size.width or self.size.width
        rows = self._timeline.rows()
        told = summary(totals(rows), brief=width < SPACIOUS)
        self._head.say(
            [piece(" TIMELINE ", "label"), piece(told, "value")],
            [piece(f"{' '.join(self._told.name.split())[:40]} ", "hint")],
        )
        hidden = len(rows) - len(self._shown)
        left = f" {hidden:,} not shown" if hidden else ""
        found = f"  “{self._words}”" if self._words else ""
        self._filters.say(
            [piece(" "), *filters(self._sieve, brief=width < ROOMY), piece(found, "accent")],
            [piece(f"{left} ", "warning")],
        )
        self._titles.say(headings(self._rows.room or width))
        self._axis.say(axis(self._shown, width - 30))
        hints = "Enter show there · / find · x export · r raw · y copy · Tab details"
        self._foot.say([piece(f" {hints} · Esc", "hint")])

    def _row(self, index: int, width: int) -> Sequence[Segment]:
        row = self._shown[index]
        new_turn = index == 0 or self._shown[index - 1].turn != row.turn
        return row_pieces(row, width, new_turn=new_turn)

    def _detail(self) -> None:
        if not self._shown:
            none = "no call passes the filter; a shows all" if self._timeline.rows() else ""
            self._page.write([[piece(none or "no tool was used yet", "hint")]])
        elif self._raw:
            self._page.write(raw_lines(self._told, self._shown[self._rows.cursor].call))
        else:
            row = self._shown[self._rows.cursor]
            asked = self._timeline.asked(row.call)
            self._page.write(paragraphs(self._conversation, row, asked))

    def on_rows_moved(self, message: Rows.Moved) -> None:
        """Show the call below the cursor."""
        self._detail()

    def on_rows_chosen(self, message: Rows.Chosen) -> None:
        """Show the call in the conversation; beside it, this stays open."""
        if not self.is_active:
            return
        self.app.screen_stack[-2].post_message(GoTo(self._shown[message.index].call))
        if not self.has_class("-beside"):
            close(self)

    def action_filter(self, name: str) -> None:
        """Look at some of the calls only."""
        self._sieve = Sieve(name)
        self._fill(at_end=True)

    async def action_find(self) -> None:
        """Look for words in the rows."""
        if not self.query(FindBar):
            bar = FindBar("find in rows · Enter keeps · Esc shows all")
            bar.value = self._words
            await self.query_one(Vertical).mount(bar, after=self._filters)
        self.set_focus(self.query_one(FindBar))

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Leave the key that finds to the line in which one types already."""
        return action != "find" or not isinstance(self.focused, FindBar)

    def on_input_changed(self, message: FindBar.Changed) -> None:
        """Look while one types."""
        self._words = message.value
        self._fill(at_end=True)

    def on_find_bar_step(self, message: FindBar.Step) -> None:
        """Go on among the rows that were found."""
        self._rows.focus()

    def action_leave(self) -> None:
        """Forget the words that were looked for, else close."""
        bars = self.query(FindBar)
        if not bars:
            self.dismiss(None)
            return
        bars.remove()
        self._words = ""
        self._rows.focus()
        self._fill(at_end=False)

    def action_other_part(self) -> None:
        """Give the keyboard to the details, or back to the rows."""
        (self._page if self._rows.has_focus else self._rows).focus()

    def action_raw(self) -> None:
        """Show what the agent wrote, or what it means."""
        self._raw = not self._raw
        self._detail()

    def action_copy(self) -> None:
        """Copy the call below the cursor."""
        if self._shown:
            row = self._shown[self._rows.cursor]
            text = source(self._conversation, row.call)
            self.run_worker(self._copy(text), group="copy")

    async def _copy(self, text: str) -> None:
        receipt = await cast("ParleyApp", self.app).chat.copied(text)
        self._foot.say([piece(f" {receipt}", "accent")])

    async def action_export(self) -> None:
        """Write the rows shown to a file, and say where it is."""
        if not self._shown:
            return
        name = time.strftime("timeline-%Y%m%d-%H%M%S.csv", time.localtime())
        path = state_folder() / "exports" / name
        content = comma_separated(self._shown).encode("utf-8", "replace")
        try:
            await anyio.to_thread.run_sync(replace_file, path, content)
        except OSError as error:
            self._foot.say([piece(f" not written: {error.strerror}", "error")])
            return
        told = f" {len(self._shown):,} rows written to {home(path)}"
        self._foot.say([piece(told, "accent")])
