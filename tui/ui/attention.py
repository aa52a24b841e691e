"""Calls the user back to a terminal that is not looked at: bell, notification, title."""

import os
from collections.abc import Callable, Mapping, Sequence

from tui.config.settings import Notify
from tui.text.visible import visible_line
from tui.ui.inbox import Waiting
from tui.ui.pieces import shortened

BELL = "\x07"
KEEP_TITLE, TITLE, OLD_TITLE = "\x1b[22;2t", "\x1b]2;{}\x07", "\x1b[23;2t"

_NINE = ("iTerm.app", "WezTerm", "ghostty")
"""Values of TERM_PROGRAM of terminals that take OSC 9 for a notification."""

_SEVENS = ("foot", "rxvt-unicode", "contour")
"""Beginnings of TERM of terminals that take OSC 777."""

LONGEST = 120


class Attention:
    """Tells once of each request that comes while nobody looks."""

    def __init__(
        self,
        write: Callable[[str], None],
        notify: Notify,
        environment: Mapping[str, str] = os.environ,
    ) -> None:
        self._write = write
        self.notify = notify
        self._form = notification_form(environment)
        self._told: set[tuple[str, str]] = set()
        self._title = ""

    def take(self, queue: Sequence[Waiting], *, looking: bool) -> None:
        """Take up what waits now, and whether the terminal is looked at."""
        names = {(one.live.id, str(one.request.id)) for one in queue}
        new = [one for one in queue if (one.live.id, str(one.request.id)) not in self._told]
        self._told = names
        if new and not looking:
            if self.notify.bell:
                self._write(BELL)
            if self.notify.desktop and self._form:
                self._write(self._form.format(_words(new[-1])))
        wanted = f"▲ {len(queue)} waiting · parley" if queue and not looking else ""
        self._mark(wanted if self.notify.title else "")

    def leave(self) -> None:
        """Give the terminal its own title back."""
        self._mark("")

    def _mark(self, title: str) -> None:
        if title == self._title:
            return
        if not self._title:
            self._write(KEEP_TITLE)
        self._write(TITLE.format(title) if title else OLD_TITLE)
        self._title = title


def notification_form(environment: Mapping[str, str]) -> str:
    """Return how this terminal is told to notify; nothing where it may not understand."""
    if environment.get("TMUX") or environment.get("STY"):
        return ""
    term = environment.get("TERM", "")
    if environment.get("TERM_PROGRAM") in _NINE or "kitty" in term:
        return "\x1b]9;parley: {}\x07"
    if term.startswith(_SEVENS):
        return "\x1b]777;notify;parley;{}\x07"
    return ""


def _words(one: Waiting) -> str:
    """Return who wants what; nothing in it can end or change the sequence it stands in."""
    text = f"{one.live.label} in {one.live.name} waits for you: {one.request.title}"
    return shortened(visible_line(text).replace(";", ","), LONGEST)
