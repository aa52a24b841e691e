"""Decides of every key in a dialog whether it may act there or was meant for the draft."""

from typing import TYPE_CHECKING

from textual.events import Key, Paste

from tui.ui.guard import Guard

if TYPE_CHECKING:
    from tui.ui.widgets.composer import Composer

DRAFT_KEYS = ("enter", "backspace", "left", "right")


class Gate:
    """Nothing that could have been typed for the draft acts; it goes to the draft instead.

    It begins shut: the keyboard must be quiet from the moment the dialog is made. Above a screen
    without a draft there is none to type into.
    """

    def __init__(self, guard: Guard, composer: "Composer | None") -> None:
        self.guard = guard
        self._composer = composer
        self.open = False
        """The key that is being handled may answer."""
        self._reading = False
        """The key before was taken here."""
        self._moved = False
        """It moved the text, or chose."""
        guard.shown()

    @property
    def draft(self) -> str:
        """Return what stands in the draft."""
        return self._composer.text if self._composer is not None else ""

    def key(self, event: Key, *, ours: bool, moves: bool = False, ends: bool = False) -> None:
        """Take a key. One that only moves the text may follow another at once.

        So may a key that ends what others did here, such as a choice; not the same once more.
        """
        follows = (moves and self._reading) or (ends and self._moved)
        goes_on = follows and not self.draft
        self.open = self.guard.lets_decide(self.draft) or (ends and goes_on)
        self._moved = moves and (self.open or goes_on)
        self._reading = self._moved or (ends and self.open)
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
        self._reading = self._moved = False
        if self._composer is not None:
            event.stop()
            event.prevent_default()
            self._composer.type_in(event)
