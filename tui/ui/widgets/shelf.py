"""What stands between the conversation and the draft: a request, an ended agent, the queue."""

from textual.events import Click
from textual.strip import Strip

from tui.model.permission import PermissionRequest, Subject
from tui.ui.live import LiveSession
from tui.ui.messages import OpenRequest
from tui.ui.pieces import fit, piece, spread
from tui.ui.widgets.lines import Lines

QUEUE_LINES = 3

_WANTS = {
    Subject.TOOL: "wants to use",
    Subject.PLAN: "has a plan",
    Subject.QUESTIONS: "asks",
}


class Shelf(Lines):
    """As many lines as there is to say; none most of the time."""

    DEFAULT_CSS = "Shelf { background: $surface; }"

    def __init__(self, *, id: str | None = None) -> None:
        super().__init__(id=id)
        self._live: LiveSession | None = None
        self.new_items = 0

    def show(self, live: LiveSession | None, new_items: int = 0) -> None:
        """Show what waits in this session."""
        self._live = live
        self.new_items = new_items
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
        lines += _queue(live, width)
        lines += _end(live, width)
        request = live.request
        if request is not None:
            lines.append(_request(live, request, width))
        return lines

    def on_click(self, event: Click) -> None:
        """Open the request."""
        if self._live is not None and self._live.request is not None:
            self.post_message(OpenRequest())


def _request(live: LiveSession, request: PermissionRequest, width: int) -> Strip:
    waiting = len(live.conversation.pending)
    count = f" · 1 of {waiting} waiting" if waiting > 1 else ""
    left = [
        piece(f" ▲ {live.label} {_WANTS[request.subject]} ", "ask.open"),
        piece(f"{_spoken_tool(request)}{request.title}", "value"),
        piece(count, "hint"),
    ]
    return spread(left, [piece("Alt+A ", "key"), piece("review ", "hint")], width)


def _spoken_tool(request: PermissionRequest) -> str:
    return f"{request.tool}: " if request.subject is Subject.TOOL else ""


def _queue(live: LiveSession, width: int) -> list[Strip]:
    waiting = [one.text for one in live.queue] + [text for _, text in live.agent_queue]
    if not waiting:
        return []
    lines: list[Strip] = []
    hidden = len(waiting) - QUEUE_LINES
    if hidden > 0:
        lines.append(fit([piece(f"   {hidden} more queued", "hint")], width))
    queued = [[piece("   queued ", "label"), piece(it, "muted")] for it in waiting[-QUEUE_LINES:]]
    held = "Enter on an empty draft sends the next · " if live.held else ""
    lines += [fit(one, width) for one in queued[:-1]]
    lines.append(spread(queued[-1], [piece(f"{held}Alt+↑ takes back ", "hint")], width))
    return lines


def _end(live: LiveSession, width: int) -> list[Strip]:
    if live.failure is not None:
        return _ended(live.failure.problem, live.failure.remedy, width)
    end = live.conversation.ended
    if end is None:
        return []
    code = f" (exit code {end.exit_code})" if end.exit_code else ""
    problem = end.error or f"{live.label} has ended"
    return _ended(f"{problem}{code}", "", width)


def _ended(problem: str, remedy: str, width: int) -> list[Strip]:
    """Return what happened; the conversation above tells it with the agent's last words."""
    right = [piece("r ", "key"), piece("restart and resume ", "hint")]
    lines = [spread([piece(f" ✕ {problem}", "error")], right, width)]
    if remedy:
        lines.append(fit([piece(f"   {remedy}", "hint")], width))
    return lines
