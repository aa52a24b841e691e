"""Which model answers from now on."""

from collections.abc import Sequence

from rich.segment import Segment

from tui.ui.closing import close
from tui.ui.live import LiveSession
from tui.ui.pieces import piece, shortened
from tui.ui.screens.picker import Picker
from tui.ui.widgets.rows import Rows


class ModelScreen(Picker):
    """The models an agent offers."""

    def __init__(self, live: LiveSession) -> None:
        super().__init__(f"model of {live.label}")
        self._live = live
        self._models = live.conversation.models

    def on_mount(self) -> None:
        """Show them, the present one below the cursor."""
        ids = [model.id for model in self._models]
        now = self._live.conversation.model or ""
        self.fill(len(ids), self._row, ids.index(now) if now in ids else 0)

    def _row(self, index: int, width: int) -> Sequence[Segment]:
        model = self._models[index]
        mark = "●" if model.id == self._live.conversation.model else " "
        return [
            piece(f"{mark} {shortened(model.label, 24):<24}", "value"),
            piece(f"  {model.description or model.id}", "hint"),
        ]

    def on_rows_chosen(self, message: Rows.Chosen) -> None:
        """Let it answer."""
        if close(self):
            self._live.change_model(self._models[message.index].id)
