"""All keys, grouped by where they work."""

from textwrap import wrap
from typing import TYPE_CHECKING, ClassVar, cast

from rich.segment import Segment
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.screen import ModalScreen, Screen

from tui.config import keymap, keys
from tui.ui.bindings import bindings
from tui.ui.pieces import piece
from tui.ui.widgets.page import Page

if TYPE_CHECKING:
    from tui.ui.app import ParleyApp


KEYS = 20
"""Columns for the keys; where they take more, the words stand below them."""

NARROW = 60
"""Columns below which the words always stand below the keys."""

ROOM_FOR_IDS = 118
"""Columns from which the names of the actions are shown too."""


class HelpScreen(ModalScreen[object]):
    """A page of keys, those of the user's own choosing among them."""

    DEFAULT_CSS = """
    HelpScreen { align: center middle; background: $background 60%; }
    HelpScreen Page {
        width: 94%; max-width: 116; height: 90%;
        border: round $primary; background: $background; padding: 0 1;
    }
    """
    BINDINGS: ClassVar[list[BindingType]] = bindings(keys.HELP)

    def compose(self) -> ComposeResult:
        """One page."""
        page = Page(id="help", hang=KEYS + 3)
        page.border_title = "keys"
        page.border_subtitle = "Esc closes"
        yield page

    def on_mount(self) -> None:
        """Write the keys that are in force."""
        app = cast("ParleyApp", self.app)
        chosen = app.settings.keys
        wide = app.size.width >= ROOM_FOR_IDS
        below = app.screen_stack[-2]
        lines = _lines(_order(below), keymap.effective(chosen), app.size.width, ids=wide)
        self.query_one(Page).write([*lines, *_remapping(keymap.problems(chosen), ids=wide)])


def _order(below: Screen[object]) -> list[str]:
    """Return the groups: in a dialog first those whose keys work there."""
    maps = [below._bindings, *([below.focused._bindings] if below.focused is not None else [])]
    bound = {one.id for found in maps for many in found.key_to_bindings.values() for one in many}
    here = [group for group, members in keys.GROUPS.items() if {key.id for key in members} & bound]
    first = [] if "Sessions" in here else here
    return [*first, *(group for group in keys.GROUPS if group not in first)]


def _lines(groups: list[str], now: dict[str, str], width: int, *, ids: bool) -> list[list[Segment]]:
    indent = 4 if width < NARROW else KEYS + 3
    room = width * 94 // 100 - 6 - indent
    lines: list[list[Segment]] = []
    for group in groups:
        lines += [[], [piece(group, "heading")]] if lines else [[piece(group, "heading")]]
        for key in keys.GROUPS[group]:
            place, _, number = key.id.rpartition(".")
            if number in tuple("23456789"):
                continue
            spoken, wording = keymap.spoken(now[key.id]), key.wording
            if number == "1":
                spoken = f"{spoken} … {keymap.spoken(now[f'{place}.9'])}"
                wording = f"{wording[:-2]} by its number"
            if len(spoken) > indent - 3:
                lines.append([piece(f"  {spoken}", "key")])
                spoken = ""
            first, *rest = wrap(wording, room)
            told = [piece(f"  {spoken}".ljust(indent), "key"), piece(first, "value")]
            blank = " " * max(2, 54 - len(wording))
            lines.append([*told, piece(blank + key.id, "faint")] if ids else told)
            lines += [[piece(" " * indent + words, "value")] for words in rest]
    return lines


def _remapping(problems: list[str], *, ids: bool) -> list[list[Segment]]:
    lines = [[piece(f"! {problem}", "warning")] for problem in problems]
    example = '[keys]  "view.timeline" = "f7"'
    where = "behind it here" if ids else "behind it on a wider screen"
    lines.append([piece(f"Another key: in settings.toml, by the id that stands {where}", "hint")])
    lines.append([piece("such as  ", "hint"), piece(example, "code.inline")])
    return [[], *lines]
