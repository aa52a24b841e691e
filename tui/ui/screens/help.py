"""All keys, grouped by where they work."""

from typing import TYPE_CHECKING, ClassVar, cast

from rich.segment import Segment
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.screen import ModalScreen

from tui.ui import keys
from tui.ui.pieces import piece
from tui.ui.widgets.page import Page

if TYPE_CHECKING:
    from tui.ui.app import ParleyApp


class HelpScreen(ModalScreen[object]):
    """A page of keys, those of the user's own choosing among them."""

    DEFAULT_CSS = """
    HelpScreen { align: center middle; background: $background 60%; }
    HelpScreen Page {
        width: 90%; max-width: 88; height: 90%;
        border: round $primary; background: $background; padding: 0 1;
    }
    """
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape,q,question_mark,f1", "dismiss", show=False)
    ]

    def compose(self) -> ComposeResult:
        """One page."""
        page = Page(id="help")
        page.border_title = "keys"
        page.border_subtitle = "Esc closes"
        yield page

    def on_mount(self) -> None:
        """Write the keys that are in force."""
        app = cast("ParleyApp", self.app)
        self.query_one(Page).write(_lines(keys.effective(app.settings.keys)))


def _lines(now: dict[str, str]) -> list[list[Segment]]:
    lines: list[list[Segment]] = []
    for group, members in keys.GROUPS.items():
        lines += [[], [piece(group, "heading")]] if lines else [[piece(group, "heading")]]
        for key in members:
            if key.id.startswith("session.") and key.id[-1] in "23456789":
                continue
            spoken = keys.spoken(now[key.id])
            wording = key.wording
            if key.id == "session.1":
                spoken, wording = "Alt+1 … Alt+9", "session by its number"
            lines.append([piece(f"  {spoken:<28} ", "key"), piece(wording, "value")])
    lines += [
        [],
        [piece("Keys are set by id in settings.toml: ", "hint"), piece("[keys]", "code.inline")],
    ]
    return lines
