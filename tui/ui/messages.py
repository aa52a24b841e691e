"""Every message that crosses widgets, in one list."""

from pathlib import Path
from typing import TYPE_CHECKING

from textual.message import Message

from tui.model.identity import ItemId
from tui.ui.live import LiveSession

if TYPE_CHECKING:
    from tui.ui.folding import Folds


class SessionChanged(Message):
    """A session told something; `live.drain()` returns what of it can be seen.

    The changes are not in the message: a session that is put on the screen meanwhile is shown
    whole, and nothing may be shown twice.
    """

    def __init__(self, live: LiveSession) -> None:
        super().__init__()
        self.live = live


class Submitted(Message):
    """The user sends the draft, or queues it."""

    def __init__(
        self, text: str, pictures: tuple[Path, ...], *, queue: bool, source: str, folds: "Folds"
    ) -> None:
        super().__init__()
        self.text = text
        self.pictures = pictures
        self.queue = queue
        self.source = source
        """The draft as it was written, with its folds; for giving it back."""
        self.folds = folds


class DraftChanged(Message):
    """The draft has another text; it is to be kept."""


class ChosenTab(Message):
    """The user clicked on a session's tab."""

    def __init__(self, number: int) -> None:
        super().__init__()
        self.number = number


class OpenRequest(Message):
    """The user wants to see the request that waits."""


class GoTo(Message):
    """The user wants to see one item in the conversation."""

    def __init__(self, item: ItemId) -> None:
        super().__init__()
        self.item = item
