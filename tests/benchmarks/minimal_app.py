"""The least a Textual app can be: `python minimal_app.py [editor]`."""

import sys

from textual.app import App, ComposeResult
from textual.events import Key
from textual.widgets import Static


class OneStatic(App[None]):
    """Shows the keys that were pressed in one Static."""

    typed = ""

    def compose(self) -> ComposeResult:
        """One widget."""
        yield Static("ready")

    def on_key(self, event: Key) -> None:
        """Show the key."""
        self.typed += event.character or ""
        self.query_one(Static).update(self.typed)


class OneEditor(App[None]):
    """One text area, as whoever wants an editor starts."""

    def compose(self) -> ComposeResult:
        """One widget."""
        from textual.widgets import TextArea

        yield TextArea()


if __name__ == "__main__":
    (OneEditor if sys.argv[1:] == ["editor"] else OneStatic)().run()
