"""What stands between the conversation and the draft: a request, an ended agent, the queue."""

import asyncio
import time
from collections.abc import Sequence
from importlib import import_module

from textual.events import Click
from textual.strip import Strip

from tui.model.permission import PermissionRequest, Subject
from tui.model.tools import ToolKind
from tui.ui import inbox
from tui.ui.beforehand import DIALOGS
from tui.ui.live import SILENT_AFTER, LiveSession
from tui.ui.messages import OpenRequest
from tui.ui.pieces import fit, piece, shortened, spread, width_of
from tui.ui.states import amount, clock
from tui.ui.widgets.lines import Lines

QUEUE_LINES = 3

LOOK_EVERY = 2.0
"""Seconds between two looks at the processes of an agent that says nothing."""

_WANTS = {
    ToolKind.SHELL: "run",
    ToolKind.READ: "read",
    ToolKind.WRITE: "write",
    ToolKind.EDIT: "change",
    ToolKind.SEARCH: "search for",
    ToolKind.FIND: "find",
    ToolKind.FETCH: "fetch",
    ToolKind.WEB_SEARCH: "search the web for",
    ToolKind.MCP: "use",
    ToolKind.AGENT: "start a helper:",
}
"""What the agent wants to do with what the request is about."""


class Shelf(Lines):
    """As many lines as there is to say; none most of the time."""

    DEFAULT_CSS = "Shelf { background: $surface; }"

    def __init__(self, *, id: str | None = None) -> None:
        super().__init__(id=id)
        self._live: LiveSession | None = None
        self._queue: list[inbox.Waiting] = []
        self.new_items = 0
        self._signs = ""
        self._looked_at = 0.0
        self._last_signs: object = None

    def show(
        self, live: LiveSession | None, new_items: int, sessions: Sequence[LiveSession]
    ) -> None:
        """Show how this session stands, and what has waited longest in any."""
        self._live = live
        self.new_items = new_items
        self._queue = inbox.waiting(sessions)
        self.changed()

    def strips(self, width: int) -> list[Strip]:
        """Return the lines, the most urgent last, next to the draft."""
        live = self._live
        if live is None:
            return []
        lines: list[Strip] = []
        if self.new_items:
            words = f"↓ {self.new_items:,} new · Ctrl+End"
            lines.append(spread([], [piece(words, "accent")], width))
        lines += _troubles(live, width)
        lines += _reading(live, width)
        lines += _silence(live, self._signs, width)
        lines += _queue(live, width)
        lines += _end(live, width)
        if self._queue:
            lines.append(_request(self._queue, live, width))
        return lines

    def tick(self) -> None:
        """Look what is alive while a working agent says nothing; called once a second."""
        live = self._live
        if live is None or live.silence < SILENT_AFTER:
            self._signs, self._last_signs = "", None
            return
        self.changed()
        if time.monotonic() - self._looked_at >= LOOK_EVERY:
            self.run_worker(self._look(live), group="signs", exclusive=True)

    async def _look(self, live: LiveSession) -> None:
        process = live.session.outlet.process if live.session is not None else None
        if process is None:
            self._signs = "no process runs"
            self.changed()
            return
        signs = import_module("tui.ui.vital_signs")
        now = await asyncio.to_thread(signs.vital_signs, process.pid)
        at = time.monotonic()
        before = self._last_signs or signs.NOTHING
        self._signs = signs.spoken(before, now, at - self._looked_at)
        self._last_signs, self._looked_at = now, at
        self.changed()

    def on_click(self, event: Click) -> None:
        """Open the request."""
        if self._queue:
            self.post_message(OpenRequest())


def _troubles(live: LiveSession, width: int) -> list[Strip]:
    """Return what is wrong with rules or journal, for as long as it is."""
    troubles = live.standing.troubles if live.standing is not None else ()
    return [fit([piece(f" ! {one}", "warning")], width) for one in troubles]


def _request(queue: list[inbox.Waiting], shown: LiveSession, width: int) -> Strip:
    """Return what has waited longest; a session that is not on the screen is named."""
    live, request, _ = queue[0]
    count = f" · 1 of {len(queue)} waiting" if len(queue) > 1 else ""
    where = f" in {shortened(live.name, 24)}" if live is not shown else ""
    left = [
        piece(f" ▲ {_who(live, request)}{where} {_wants(request)} ", "ask.open"),
        piece(_what(request), "value"),
    ]
    right = [piece(f"{count} ", "hint"), piece("Alt+A ", "key"), piece("review ", "hint")]
    return spread(left, right, width)


def _who(live: LiveSession, request: PermissionRequest) -> str:
    return "parley" if request.id in DIALOGS else live.label


def _wants(request: PermissionRequest) -> str:
    if request.id in DIALOGS or request.subject is Subject.QUESTIONS:
        return "asks"
    if request.subject is Subject.PLAN:
        return "has a plan:"
    # Gemini's title of a fetch is a sentence about it, not the address.
    plain = request.kind is not ToolKind.FETCH or "://" in request.title.split(" ", 1)[0]
    verb = _WANTS.get(request.kind) if plain else None
    return f"wants to {verb}" if verb else f"wants to use {shortened(request.tool, 24)}:"


def _what(request: PermissionRequest) -> str:
    """Return what it is about: the first of its files, or its title."""
    if not request.changes:
        return request.title
    more = len(request.changes) - 1
    return request.changes[0].path + (f" and {more} more" if more else "")


def _reading(live: LiveSession, width: int) -> list[Strip]:
    reading = live.reading
    if reading is None or live.failure is not None:
        return []
    if reading.opened is None:
        return [fit([piece(" reading the session's file …", "hint")], width)]
    if reading.older:
        left = piece(f" ↑ {amount(reading.older)} bytes before this are not read yet", "hint")
        return [spread([left], [piece("Ctrl+Home ", "key"), piece("reads on ", "hint")], width)]
    return []


def _silence(live: LiveSession, signs: str, width: int) -> list[Strip]:
    """Return what is alive and what is waited for when nothing was heard for long."""
    if live.silence < SILENT_AFTER:
        return []
    heard = f" ◌ no sign for {clock(live.silence)} · {signs or 'looking at its process'}"
    awaited = [piece("waiting for ", "hint"), piece(live.awaited, "value")]
    right = [piece("Esc ", "key"), piece("stop  ", "hint"), piece("Esc Esc ", "key")]
    right.append(piece("end it ", "hint"))
    together = [piece(f"{heard} · ", "warning"), *awaited]
    if sum(one.cell_length for one in (*together, *right)) < width:
        return [spread(together, right, width)]
    return [
        spread([piece(heard, "warning")], right, width),
        fit([piece("   "), *awaited], width),
    ]


def _queue(live: LiveSession, width: int) -> list[Strip]:
    waiting = queued_prompts(live)
    if not waiting:
        return []
    lines: list[Strip] = []
    hidden = len(waiting) - QUEUE_LINES
    if hidden > 0:
        lines.append(fit([piece(f"   {hidden} more queued", "hint")], width))
    queued = [[piece("   queued ", "label"), piece(it, "muted")] for it in waiting[-QUEUE_LINES:]]
    if live.held:
        words = "   held: the last turn was cut short · Enter on an empty draft sends the next"
        lines.insert(0, fit([piece(words, "warning")], width))
    lines += [fit(one, width) for one in queued[:-1]]
    lines.append(spread(queued[-1], [piece("Alt+↑ takes back ", "hint")], width))
    return lines


def queued_prompts(live: LiveSession) -> list[str]:
    """Return what waits for its turn, in its order: what the agent has got, then our own."""
    return [text for _, text in live.agent_queue] + [one.text for one in live.queue]


def _end(live: LiveSession, width: int) -> list[Strip]:
    resumed = live.conversation.session or live.opening.resume
    again = "restart and resume" if resumed else "start anew"
    if live.failure is not None:
        return _ended(live.failure.problem, live.failure.remedy, again, width)
    end = live.conversation.ended
    if end is None:
        return []
    code = f" (exit {end.exit_code})" if end.exit_code else ""
    problem = end.error or f"{live.label} has ended"
    return _ended(f"{problem}{code}", "", again, width)


def _ended(problem: str, remedy: str, again: str, width: int) -> list[Strip]:
    """Return what happened; the conversation above tells it with the agent's last words."""
    right = [piece("r ", "key"), piece(f"{again} ", "hint")]
    left = [piece(f" ✕ {problem}", "error")]
    below = [piece(f"   {remedy}", "hint")] if remedy else []
    if width_of([*left, *right]) < width:
        return [spread(left, right, width), *([fit(below, width)] if below else [])]
    return [fit(left, width), spread(below, right, width)]
