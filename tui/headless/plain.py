"""A conversation as plain text, written as it happens."""

from tui.headless.output import flush, remark, say
from tui.model import events as e
from tui.model.tools import Outcome
from tui.text.visible import visible_line

MARKS = {
    Outcome.OK: "✓",
    Outcome.FAILED: "✗",
    Outcome.DENIED: "⊘",
    Outcome.CANCELLED: "■",
    Outcome.DETACHED: "↗",
}
"""One sign per outcome; the word stands beside it."""


class PlainWriter:
    """Writes answers to standard output and everything around them to standard error."""

    def __init__(self, *, prompts: bool = False) -> None:
        self._prompts = prompts
        self._open: str | None = None
        self._seen: dict[str, int] = {}
        self._titles: dict[str, str] = {}
        self._told: set[str] = set()

    def write(self, event: e.Event) -> None:
        """Write what one event says, if it says anything to a reader."""
        match event:
            case e.ProseGrew() | e.ProseDone():
                if event.channel is e.Channel.ANSWER and event.parent is None:
                    self._answer(event)
            case e.UserSaid():
                if self._prompts and event.parent is None and event.item not in self._told:
                    self._told.add(event.item)
                    self._aside(f"› {event.text}")
            case e.ToolStarted():
                self._titles[event.call] = visible_line(f"{event.name}: {event.title}")
            case e.ToolFinished():
                title = self._titles.pop(event.call, event.call)
                self._aside(f"{MARKS[event.outcome]} {title} ({event.outcome})")
            case e.NoticeRaised():
                self._aside(f"{event.level}: {event.text}")
            case e.PermissionDecided() | e.PermissionWithdrawn() | e.PermissionAsked():
                self._permission(event)
            case e.TurnEnded():
                self._break()
                if event.outcome is not e.TurnOutcome.COMPLETED:
                    self._aside(f"turn {event.outcome}: {event.error}".rstrip(": "))
            case e.Unrecognised():
                self._aside(f"not understood: {event.label}")
            case _:
                pass

    def close(self) -> None:
        """End the last line."""
        self._break()

    def _answer(self, event: e.ProseGrew | e.ProseDone) -> None:
        if self._open != event.item:
            self._break()
        written = self._seen.get(event.item, 0)
        if isinstance(event, e.ProseGrew):
            self._say(event.item, event.text)
        elif len(event.text) > written:
            self._say(event.item, event.text[written:])

    def _say(self, item: str, text: str) -> None:
        say(text, end="")
        self._open = item
        self._seen[item] = self._seen.get(item, 0) + len(text)

    def _permission(
        self, event: e.PermissionAsked | e.PermissionDecided | e.PermissionWithdrawn
    ) -> None:
        match event:
            case e.PermissionAsked():
                request = event.request
                self._aside(f"? {visible_line(f'{request.tool}: {request.title}')}")
            case e.PermissionDecided():
                note = event.note or event.by.value
                self._aside(f"  {event.decision.verdict} ({note})")
            case e.PermissionWithdrawn():
                self._aside(f"  withdrawn ({event.reason})")

    def _aside(self, text: str) -> None:
        self._break()
        flush()
        remark(text)

    def _break(self) -> None:
        if self._open is not None:
            say("")
            self._open = None
