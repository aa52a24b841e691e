"""The short list above the draft from which a command, a file or a past prompt is taken."""

from collections.abc import Sequence

from textual.events import Click
from textual.message import Message
from textual.strip import Strip

from tui.ui.completing import Kind, Offer
from tui.ui.pieces import fit, piece, spread
from tui.ui.theme import style_of
from tui.ui.widgets.lines import Lines

HEIGHT = 8

_TITLES = {
    Kind.COMMAND: "commands",
    Kind.FILE: "files",
    Kind.PROMPT: "past prompts",
}


class Completions(Lines):
    """Stands over the conversation without moving it; the draft keeps the keyboard."""

    DEFAULT_CSS = """
    Completions {
        overlay: screen; display: none; width: 100%; background: $panel;
        &.-open { display: block; }
    }
    """

    class Taken(Message):
        """An offer was clicked."""

        def __init__(self, offer: Offer) -> None:
            super().__init__()
            self.offer = offer

    def __init__(self, *, id: str | None = None) -> None:
        super().__init__(id=id)
        self._offers: Sequence[Offer] = ()
        self._cursor = 0
        self._kind = Kind.COMMAND
        self._note = ""

    @property
    def is_open(self) -> bool:
        """Tell whether something is offered."""
        return self.has_class("-open")

    @property
    def chosen(self) -> Offer | None:
        """Return the offer below the cursor."""
        return self._offers[self._cursor] if self._offers else None

    def offer(self, kind: Kind, offers: Sequence[Offer], note: str = "") -> None:
        """Show these offers, or nothing if there are none."""
        if not offers and kind is not Kind.PROMPT:
            self.close()
            return
        self._kind, self._offers, self._note = kind, offers, note
        self._cursor = 0
        self._open()

    def _open(self) -> None:
        self.add_class("-open")
        self.changed()
        self.styles.offset = (0, -len(self.strips(80)))

    def wait(self, kind: Kind) -> None:
        """Say that something is looked for."""
        self._kind, self._offers, self._note = kind, (), " · looking …"
        self._cursor = 0
        self._open()

    def close(self) -> None:
        """Offer nothing."""
        self._offers = ()
        self.remove_class("-open")

    def move(self, by: int) -> None:
        """Go up or down, from the last to the first."""
        if self._offers:
            self._cursor = (self._cursor + by) % len(self._offers)
            self.changed()

    @property
    def _rows(self) -> int:
        """Return how many offers there is room for above the draft."""
        return max(2, min(HEIGHT, self.app.size.height - 6))

    @property
    def _top(self) -> int:
        return max(0, min(self._cursor - self._rows // 2, len(self._offers) - self._rows))

    def strips(self, width: int) -> list[Strip]:
        """Return the title and the offers around the cursor."""
        count = len(self._offers)
        place = f" {min(self._cursor + 1, count)} of {count}{self._note}"
        title = [piece(f" {_TITLES[self._kind]}", "label"), piece(place, "hint")]
        keys = [piece("Tab ", "key"), piece("take  ", "hint"), piece("Esc ", "key")]
        lines = [spread(title, [*keys, piece("close ", "hint")], width)]
        top = self._top
        for index in range(top, min(count, top + self._rows)):
            offer = self._offers[index]
            mark = "▸" if index == self._cursor else " "
            pieces = [piece(f" {mark} {offer.label}", "value"), piece(f"  {offer.detail}", "hint")]
            line = fit(pieces, width)
            lines.append(line.apply_style(style_of("strong")) if index == self._cursor else line)
        return lines

    def on_click(self, event: Click) -> None:
        """Take the offer below the pointer."""
        index = self._top + event.y - 1
        if 0 <= index < len(self._offers):
            self.post_message(self.Taken(self._offers[index]))
