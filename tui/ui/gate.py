"""Decides of every key in a dialog whether it may act there or was meant for the draft."""

from typing import TYPE_CHECKING

from textual.events import Key, Paste

from tui.ui.guard import Guard

if TYPE_CHECKING:
    from tui.ui.widgets.composer import Composer

DRAFT_KEYS = ("enter", "backspace", "left", "right")


class Gate:
    """Nothing that could have been typed for the draft acts; it goes to the draft instead.

    It begins shut: the keyboard must be quiet from the moment the dialog is made.
    """

    def __init__(self, guard: Guard, composer: "Composer") -> None:
        self.guard = guard
        self._composer = composer
        self.open = False
        """The key that is being handled may answer."""
        self._reading = False
        guard.shown()

    @property
    def draft(self) -> str:
        """Return what stands in the draft."""
        return self._composer.text

    def key(self, event: Key, *, ours: bool, moves: bool = False) -> None:
        """Take a key. One that only moves the text may follow another at once."""
        self.open = self.guard.lets_decide(self.draft)
        goes_on = moves and self._reading and not self.draft
        self._reading = moves and (self.open or goes_on)
        typed = event.is_printable or event.key in DRAFT_KEYS
        self.guard.key()
        if typed and not ((self.open and ours) or goes_on):
            self.to_draft(event)

    def paste(self, event: Paste) -> None:
        """A paste never answers."""
        self.guard.key()
        self.to_draft(event)

    def to_draft(self, event: Key | Paste) -> None:
        """Let a key or a paste be for the draft."""
        self._reading = False
        event.stop()
        event.prevent_default()
        self._composer.type_in(event)
