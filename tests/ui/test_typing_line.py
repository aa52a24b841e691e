"""The line to type in: what was typed is what stands there, however fast it came."""

from textual.app import App, ComposeResult
from textual.events import Key
from textual.widgets import Input

from tui.ui.widgets.typing_line import TypingLine


class Desk(App[None]):
    """Nothing but the line."""

    def __init__(self) -> None:
        super().__init__()
        self.line = TypingLine()
        self.submitted: list[str] = []

    def compose(self) -> ComposeResult:
        yield self.line

    def on_input_submitted(self, event: Input.Submitted) -> None:
        self.submitted.append(event.value)


async def test_keys_act_in_the_order_they_were_pressed() -> None:
    app = Desk()
    async with app.run_test() as pilot:
        names = [*"pytest", *["backspace"] * 6, *"hello", "left", "left", *"p!", "enter"]
        for name in names:
            app.post_message(Key(name, name if len(name) == 1 else None))
        await pilot.pause()
        await pilot.pause()
        assert (app.line.value, app.submitted) == ("help!lo", ["help!lo"])
