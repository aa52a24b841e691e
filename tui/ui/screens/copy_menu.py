"""Which part of a block goes to the clipboard."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, cast

from rich.segment import Segment

from tui.conversation.state import Conversation
from tui.ui.closing import close
from tui.ui.copy_choices import choices
from tui.ui.pieces import piece
from tui.ui.screens.picker import Picker
from tui.ui.transcript.blocks import Block
from tui.ui.widgets.rows import Rows

if TYPE_CHECKING:
    from tui.ui.app import ParleyApp


class CopyMenu(Picker):
    """The parts of one block; the receipt is told in the status line."""

    def __init__(self, block: Block, conversation: Conversation) -> None:
        super().__init__("copy")
        self._choices = choices(block, conversation)

    def on_mount(self) -> None:
        """Show the parts."""
        self.fill(len(self._choices), self._row)

    def _row(self, index: int, width: int) -> Sequence[Segment]:
        choice = self._choices[index]
        return [piece(f" {choice.label:<20} ", "value"), piece(choice.detail, "hint")]

    def on_rows_chosen(self, message: Rows.Chosen) -> None:
        """Copy it."""
        text = self._choices[message.index].text()
        if close(self):
            cast("ParleyApp", self.app).chat.copy(text)
