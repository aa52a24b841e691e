"""Whether a folder's own configuration may run, asked before the first agent starts in it."""

import asyncio
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, ClassVar, NamedTuple, cast

from rich.console import RenderableType
from rich.segment import Segment
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Vertical
from textual.events import AppFocus, Key, Paste, Resize
from textual.screen import ModalScreen
from textual.strip import Strip

from tui.config import request_keys
from tui.config.paths import trust_file
from tui.errors import ParleyError
from tui.model.permission import PermissionRequest
from tui.ui.backdrop import behind
from tui.ui.bindings import bindings
from tui.ui.closing import close
from tui.ui.gate import Gate
from tui.ui.live import LiveSession
from tui.ui.pieces import fit, home, piece, spread, width_of
from tui.ui.room import CSS, columns_for_text, is_low, lines_for_text
from tui.ui.seen import Unread
from tui.ui.sheet import folded_words
from tui.ui.widgets.lines import Lines
from tui.ui.widgets.page import Page
from tui.ui.widgets.request_lines import NARROW

if TYPE_CHECKING:
    from tui.permission.would_run import WouldRun
    from tui.ui.app import ParleyApp

USED = (
    *("request.allow", "request.deny", "request.later", "request.down", "request.up"),
    *("request.page_down", "request.page_up", "request.end", "request.begin"),
)
"""The keys of a request that mean something here."""

MOVES = ("move", "page", "edge")
"""Actions that only scroll."""


class Found(NamedTuple):
    """What a folder's configuration would run, and the fingerprint of all of it."""

    rows: "tuple[WouldRun, ...]"
    fingerprint: str
    left_out: int = 0
    """Folders that were looked through, where it has more of them."""


class TrustScreen(ModalScreen[object]):
    """Shows what would run. Typing goes on into the draft: no key meant for it answers."""

    DEFAULT_CSS = f"TrustScreen {{ {CSS} }}"
    BINDINGS: ClassVar[list[BindingType]] = bindings(
        tuple(key for key in request_keys.REQUEST if key.id in USED)
    )
    AUTO_FOCUS = ""

    def __init__(self, live: LiveSession, request: PermissionRequest) -> None:
        super().__init__()
        self.live = live
        self.request = request
        self._folder = live.opening.cwd
        self._found: Found | None = None
        self._gate = Gate(self.parley.guard, self.parley.chat.composer)
        self._page = Page(id="trust", hang=4)
        self._foot = TrustFoot()

    @property
    def parley(self) -> "ParleyApp":
        """Return the app, by its own type."""
        return cast("ParleyApp", self.app)

    def compose(self) -> ComposeResult:
        """The question with all that it is about, and the keys."""
        with Vertical() as frame:
            yield self._page
            yield self._foot
        frame.border_title = "before an agent starts here"

    def render(self) -> RenderableType:
        """Show the conversation behind it."""
        return behind(super().render())

    def on_mount(self) -> None:
        """Look at the folder; that touches the disk, so the list fills when it is known."""
        self.parley.guard.shown()
        self._page.write([[piece("looking at the folder…", "hint")]])
        self.set_interval(0.1, self._refresh_foot)
        self.run_worker(self._look(), exclusive=True)

    async def _look(self) -> None:
        self._found = await asyncio.to_thread(_look_at, self._folder)
        self._page.write(paragraphs(self._folder, self.request.reason or "", self._found))
        self.parley.guard.shown()
        self._fit()

    def _fit(self) -> None:
        size = self.app.size
        self.set_class(is_low(size), "-low")
        room = lines_for_text(size, self._foot)
        self._page.styles.height = min(self._page.lines_at(columns_for_text(size)), room)

    def on_resize(self, event: Resize) -> None:
        """A changed screen needs a new look at it."""
        self.parley.guard.shown()
        self._fit()

    def on_app_focus(self, event: AppFocus) -> None:
        """Coming back to the terminal is as disturbing as a key."""
        self.parley.guard.shown()

    def session_changed(self, live: LiveSession) -> None:
        """Close when the question no longer waits."""
        if live is self.live and self.request.id not in live.conversation.pending:
            self._close()

    def _refresh_foot(self) -> None:
        quiet = self.parley.guard.lets_decide(self._gate.draft)
        if self._found is not None:
            self._foot.show(self._page.unread, quiet)

    def on_key(self, event: Key) -> None:
        """Let a key answer only where it cannot have been meant for the draft."""
        ours = self._bindings.key_to_bindings.get(event.key, ())
        moves = any(one.action.startswith(MOVES) for one in ours)
        self._foot.tell("")
        self._gate.key(event, ours=bool(ours), moves=moves)
        self._refresh_foot()

    def on_paste(self, event: Paste) -> None:
        """A paste never answers; it goes to the draft."""
        self._gate.paste(event)
        self._refresh_foot()

    def action_allow(self) -> None:
        """Trust the folder as it was shown."""
        if not self._gate.open:
            return
        if self._page.unread.blocks:
            self._foot.tell(self._page.unread.refusal)
        else:
            self._settle(trusted=True)

    def action_deny(self) -> None:
        """Start the agent with the folder's configuration off."""
        if self._gate.open:
            self._settle(trusted=False)

    def _settle(self, *, trusted: bool) -> None:
        if self._found is not None:
            self.run_worker(self._remember(self._found.fingerprint, trusted), exclusive=True)

    async def _remember(self, shown: str, trusted: bool) -> None:
        trust = import_module("tui.permission.trust").Trust(trust_file())
        say = trust.grant if trusted else trust.decline
        try:
            await asyncio.to_thread(say, self._folder, shown)
        except ParleyError as error:
            self.parley.chat.remark(f"{error.problem} {error.remedy}")
            if trusted:
                self.run_worker(self._look(), exclusive=True)
                return
        self.parley.hosting.answered(self.live, self.request.id, trusted, trusted=trusted)
        self._close()

    def action_later(self) -> None:
        """Answer nothing: the agent is not started yet, prompts are queued."""
        self.live.put_off.add(self.request.id)
        self.parley.chat.remark("the agent starts when you have answered: Alt+A")
        self._close()

    def _close(self) -> None:
        if close(self):
            self.parley.chat.call_after_refresh(self.parley.chat.consider_request)

    def action_move(self, by: int) -> None:
        """Scroll by a line."""
        self._page.scroll_relative(y=by, animate=False, immediate=True)

    def action_page(self, by: int) -> None:
        """Scroll by a page."""
        self._page.turn(by)

    def action_edge(self, side: int) -> None:
        """Scroll to the first or the last line."""
        go = self._page.scroll_end if side > 0 else self._page.scroll_home
        go(animate=False, immediate=True)


class TrustFoot(Lines):
    """What the keys would do."""

    def __init__(self) -> None:
        super().__init__()
        self._unread = Unread(-1)
        self._ready = False
        self._told = ""

    def show(self, unread: Unread, ready: bool) -> None:
        """Show how things stand."""
        if (unread, ready) != (self._unread, self._ready):
            self._unread, self._ready = unread, ready
            self.changed()

    def tell(self, why: str) -> None:
        """Say why the last key did nothing."""
        if why != self._told:
            self._told = why
            self.changed()

    def strips(self, width: int) -> list[Strip]:
        """Return the line of keys and the line that says why one does nothing yet."""
        yes = self._ready and not self._unread.blocks
        left: list[Segment] = [
            piece("y ", "key" if yes else "faint"),
            piece("trust it  ", "value" if yes else "faint"),
            piece("n ", "key" if self._ready else "faint"),
            piece("keep it off  ", "value" if self._ready else "faint"),
            piece("Esc ", "key"),
            piece("later", "value"),
        ]
        seen = self._unread.words(narrow=width < NARROW)
        look = "warning" if self._unread.count else "success"
        waits = "" if self._ready else "keys go to the draft until the keyboard was quiet"
        hint = waits or "remembered for this folder; Alt+T shows it and takes it back"
        below = [piece(self._told, "warning") if self._told else piece(hint, "hint")]
        apart = width_of(left) + len(seen) >= width
        return [
            *([] if is_low(self.app.size) else [fit([], width)]),
            *([fit(left, width)] if apart else []),
            spread([] if apart else left, [piece(seen, look)], width),
            *(fit(line, width) for line in folded_words(below, width)),
        ]


def _look_at(folder: Path) -> Found:
    """Read what would run, together with its fingerprint."""
    fingerprint = import_module("tui.permission.fingerprint").fingerprint
    would_run = import_module("tui.permission.would_run")
    while True:
        before = fingerprint(folder)
        rows = would_run.what_would_run(folder)
        if fingerprint(folder) == before:
            workspace = import_module("tui.permission.workspace")
            left_out = workspace.MOST_FOLDERS if workspace.nested(folder)[1] else 0
            return Found(rows, before, left_out)


def paragraphs(folder: Path, why: str, found: Found) -> list[list[Segment]]:
    """Return the question and everything it is about, and what was not looked at."""
    rows = found.rows
    lines = [
        [piece("Do you trust this folder?  ", "strong"), piece(home(folder), "value")],
        [piece(why, "hint")],
        [],
    ]
    if not rows:
        words = "Nothing in it would run by itself. Trusting it also lets its rules allow things."
        return [*lines, [piece(words, "prose")], *_not_looked_at(found)]
    count = f"{len(rows)} setting{'s' * (len(rows) != 1)}"
    lines.append([piece(f"Its own configuration would run or change this ({count}):", "prose")])
    file = ""
    for row in rows:
        if row.file != file:
            file = row.file
            lines += [
                [],
                [piece(f"{row.agent}  ", "label"), piece(home(file), "value")],
            ]
        name = [piece(f"  {row.kind.value:<11} ", "warning"), piece(f"{row.name}  ", "muted")]
        lines.append([*name, piece(row.text, "prose")])
    off = "All of it is off until you trust it. What it starts in turn is not shown."
    return [*lines, [], [piece(off, "hint")], *_not_looked_at(found)]


def _not_looked_at(found: Found) -> list[list[Segment]]:
    """Tell in what no configuration was looked for."""
    if not found.left_out:
        return []
    words = f"It has more than {found.left_out:,} folders: .claude/skills in those furthest"
    return [[piece(f"{words} down were not looked for.", "hint")]]
