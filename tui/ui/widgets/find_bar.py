"""The line in which one looks for something: in a conversation, in rows, in raw lines."""

from typing import ClassVar

from textual.binding import BindingType
from textual.message import Message

from tui.config.keys import FINDING
from tui.ui.bindings import bindings
from tui.ui.widgets.typing_line import TypingLine


class FindBar(TypingLine):
    """Looks while one types; Enter goes on to the next hit, Esc leaves it there."""

    DEFAULT_CSS = "FindBar { background: $panel; }"
    BINDINGS: ClassVar[list[BindingType]] = bindings(FINDING, priority=True)

    class Step(Message):
        """Go to the next or the previous hit."""

        def __init__(self, by: int) -> None:
            super().__init__()
            self.by = by

    def __init__(self, words: str = "find · Enter next · ↑ previous · Esc leave") -> None:
        super().__init__(id="find", placeholder=words, compact=True)

    def action_step(self, by: int) -> None:
        """Go to another hit."""
        self.post_message(self.Step(by))
