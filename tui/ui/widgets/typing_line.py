"""One line to type in, in which every key acts in the order it was pressed."""

from textual.events import Key
from textual.widgets import Input


class TypingLine(Input):
    """An `Input` whose editing keys act at once.

    Textual lets letters act in the field but Backspace and its like only after they came past
    the screen and the app: "pytest", six times Backspace, "hello" typed quickly gave "pythe".
    """

    async def _on_key(self, event: Key) -> None:
        for binding in self._bindings.key_to_bindings.get(event.key, ()):
            event.stop()
            event.prevent_default()
            await self.run_action(binding.action)
            return
        await super()._on_key(event)

    def on_mount(self) -> None:
        """Nothing moves while nothing happens."""
        self.cursor_blink = False
