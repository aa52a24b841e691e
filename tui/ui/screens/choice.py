"""A question with a few answers, each in a line."""

from collections.abc import Sequence

from rich.segment import Segment

from tui.ui.browsing.answers import Answer
from tui.ui.closing import close
from tui.ui.pieces import piece
from tui.ui.screens.picker import Picker
from tui.ui.widgets.rows import Rows


class ChoiceScreen(Picker):
    """Returns the word of the answer that was chosen, or nothing."""

    def __init__(self, title: str, answers: Sequence[Answer]) -> None:
        super().__init__(title)
        self._answers = answers

    def on_mount(self) -> None:
        """Show the answers."""
        self.fill(len(self._answers), self._row)

    def _row(self, index: int, width: int) -> Sequence[Segment]:
        answer = self._answers[index]
        return [piece(f" {answer.says}", "value"), piece(f"  {answer.means}", "hint")]

    def on_rows_chosen(self, message: Rows.Chosen) -> None:
        """Give its word back."""
        close(self, self._answers[message.index].word)
