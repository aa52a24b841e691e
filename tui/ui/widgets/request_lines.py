"""What stands above and below a request: who asks, and what the keys would do."""

from rich.segment import Segment
from textual.strip import Strip

from tui.model.permission import PermissionRequest
from tui.ui.live import LiveSession
from tui.ui.pieces import fit, piece, shortened, spread
from tui.ui.request_text import headline
from tui.ui.states import clock
from tui.ui.widgets.lines import Lines
from tui.ui.widgets.sidebar import home_relative

NARROW = 70
"""Columns below which words are few."""


class RequestHead(Lines):
    """Who asks, in which session, where, since when, and what for."""

    def __init__(self, live: LiveSession, request: PermissionRequest) -> None:
        super().__init__()
        self._live = live
        self._request = request

    def strips(self, width: int) -> list[Strip]:
        """Return two lines and a gap."""
        live = self._live
        waiting = list(live.conversation.pending)
        place = waiting.index(self._request.id) + 1 if self._request.id in waiting else 1
        asked = live.conversation.items.get(live.conversation.pending.get(self._request.id, ""))  # type: ignore[call-overload]  # an unknown id finds nothing
        since = clock(live.now() - asked.at) if hasattr(asked, "at") else ""
        count = f"{place} of {max(1, len(waiting))}"
        left = [
            piece(f"▲ {live.label} · ", "ask.open"),
            piece(shortened(live.name, 30), "value"),
            piece(f" · {home_relative(live.opening.cwd)}", "hint"),
        ]
        return [
            spread(left, [piece(f"{count} · {since}", "hint")], width),
            fit([piece(headline(self._request), "strong")], width),
            fit([], width),
        ]


class RequestFoot(Lines):
    """What can be pressed now, and why not."""

    def __init__(self) -> None:
        super().__init__()
        self._shown: dict[str, object] = {}

    def show(self, **shown: object) -> None:
        """Show how things stand."""
        if shown != self._shown:
            self._shown = shown
            self.changed()

    def strips(self, width: int) -> list[Strip]:
        """Return the line of keys and the line of reasons."""
        unseen = int(str(self._shown.get("unseen", 0)))
        ready = not self._reason()
        allow, deny = self._words(width, unseen)
        look = "key" if ready and not unseen else "faint"
        left: list[Segment] = [
            piece("y ", look),
            piece(f"{allow}  ", "value" if look == "key" else "faint"),
            piece("n ", "key" if ready else "faint"),
            piece(f"{deny}  ", "value" if ready else "faint"),
            piece("Esc ", "key"),
            piece("later", "value"),
        ]
        seen = "all shown ✓"
        if unseen:
            seen = f"{unseen} lines below: PgDn" if width >= NARROW else f"↓{unseen}"
        keys = spread(left, [piece(seen, "warning" if unseen else "success")], width)
        return [keys, fit(self._state(), width)]

    def _words(self, width: int, unseen: int) -> tuple[str, str]:
        """Return what y and n do, in as many words as there is room for."""
        plan = bool(self._shown.get("plan"))
        if width < NARROW:
            return ("start", "plan on") if plan else ("allow", "deny")
        allow = "start" if plan else "allow once"
        deny = "keep planning, say why" if plan else "deny, say why"
        return f"{allow}{' (after the last line)' if unseen else ''}", deny

    def _reason(self) -> str:
        draft = str(self._shown.get("draft", ""))
        if draft:
            return "keys go to the draft while it has text: Enter sends it, Esc goes back to it"
        if float(str(self._shown.get("remaining", 0))) > 0:
            return "keys go to the draft until the keyboard was quiet for a moment"
        return ""

    def _state(self) -> list[Segment]:
        draft = str(self._shown.get("draft", ""))
        remaining = float(str(self._shown.get("remaining", 0)))
        if draft:
            tail = draft.replace("\n", " ")[-40:]
            return [piece(f"draft “{tail}” · ", "accent"), piece(self._reason(), "hint")]
        if remaining > 0:
            full = round((1 - min(1.0, remaining)) * 8)
            bar = [piece("▓" * full, "meter.full"), piece("░" * (8 - full), "meter.empty")]
            return [*bar, piece(f" {self._reason()}", "hint")]
        if self._shown.get("word"):
            return [piece("warnings above: y asks for the word yes", "warning")]
        return [piece("f full screen · ↑↓ PgUp PgDn scroll", "hint")]
