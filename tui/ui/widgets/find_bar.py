"""The line in which one looks for something in the conversation."""

from typing import ClassVar

from textual.binding import Binding, BindingType
from textual.message import Message
from textual.widgets import Input


class FindBar(Input):
    """Looks while one types; Enter goes on to the next hit, Esc leaves it there."""

    DEFAULT_CSS = "FindBar { background: $panel; }"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("shift+enter,up", "step(-1)", show=False, priority=True),
        Binding("enter,down", "step(1)", show=False, priority=True),
    ]

    class Step(Message):
        """Go to the next or the previous hit."""

        def __init__(self, by: int) -> None:
            super().__init__()
            self.by = by

    def __init__(self) -> None:
        super().__init__(
            id="find", placeholder="find · Enter next · ↑ previous · Esc leave", compact=True
        )
        self.cursor_blink = False

    def action_step(self, by: int) -> None:
        """Go to another hit."""
        self.post_message(self.Step(by))
