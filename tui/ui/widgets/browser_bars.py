"""What stands above and below the list of sessions: counts, the order, the keys."""

from collections.abc import Mapping

from rich.segment import Segment
from textual.strip import Strip

from tui.config.keymap import effective, spoken
from tui.config.settings import KeyChoice
from tui.ui.browsing.arranging import Arranged, View
from tui.ui.pieces import fit, home, piece, spread, width_of
from tui.ui.widgets.lines import Lines

_KEYS = (
    ("browser.open", "open at hit"),
    ("browser.continue", "continue"),
    ("browser.fork", "fork"),
    ("browser.hand_over", "hand over"),
    ("browser.rename", "rename*"),
    ("browser.archive", "archive*"),
    ("browser.pin", "pin*"),
    ("browser.tag", "tag*"),
    ("browser.rescan", "rescan"),
    ("browser.spend", "spend"),
)


class BrowserHead(Lines):
    """How many sessions there are of each agent, how many are shown, and in which order."""

    DEFAULT_CSS = "BrowserHead { height: 1; background: $surface; }"

    def __init__(self) -> None:
        super().__init__()
        self._left: list[Segment] = [piece(" SESSIONS ", "label")]
        self._right: list[Segment] = []

    def show(self, arranged: Arranged, view: View) -> None:
        """Show the counts of this list."""
        counts = view.stock.counts if view.stock is not None else {}
        checked = view.stock is not None and view.stock.checked
        each = " · ".join(f"{agent} {counts[agent]:,}" for agent in sorted(counts))
        unkept = sum(view.stored(live) is None for live in view.live)
        live = f"{' · ' * bool(each)}{unkept:,} live without a file" if unkept else ""
        total = sum(counts.values())
        known = f"all {total:,}" if checked else f"{total:,} as known last time, looking …"
        self._left = [
            piece(" SESSIONS  ", "label"),
            piece(f"{known}  ", "value"),
            *self._left_out(view),
            piece(each, "muted"),
            piece(live, "muted"),
        ]
        where = f"here {home(view.folder)}" if view.here else "all folders"
        more = " · every file" if view.every else ""
        self._right = [
            piece(f"{where} {arranged.sessions:,}", "accent" if view.here else "muted"),
            piece(" Tab ", "key"),
            piece(f"· {view.sort.value}{more}", "muted"),
            piece(" F3 ", "key"),
        ]
        self.changed()

    def _left_out(self, view: View) -> list[Segment]:
        """Say how many files are not listed by themselves, and the key that shows them."""
        stock = view.stock
        if stock is None or not stock.checked or view.every or not stock.left_out:
            return []
        return [piece(f"+ {stock.left_out:,} not shown", "muted"), piece(" F8  ", "key")]

    def strips(self, width: int) -> list[Strip]:
        """Return the one line; what no file tells gives way first, then the agents' counts."""
        left = self._left
        for most in (-1, -2):
            if width_of(left) + width_of(self._right) + 1 > width:
                left = self._left[:most]
        return [spread(left, self._right, width)]


class BrowserFoot(Lines):
    """What the keys do, and a passing remark."""

    DEFAULT_CSS = "BrowserFoot { background: $surface; dock: bottom; }"

    def __init__(self, chosen: Mapping[str, KeyChoice]) -> None:
        super().__init__()
        self._keys = effective(chosen)
        self._said: list[Segment] = []
        self.indexed = ""
        """How much of all sessions can be searched by the index."""

    def say(self, text: str, look: str = "accent") -> None:
        """Say something until the next thing is said."""
        self._said = [piece(f" {text}", look)] if text else []
        self.changed()

    def strips(self, width: int) -> list[Strip]:
        """Return a line of keys, and below it a remark or where notes are kept."""
        words: list[Segment] = [piece(" ", "hint")]
        close = [piece("Esc ", "key"), piece("close ", "hint")]
        for id, meaning in _KEYS:
            one = [piece(spoken(self._keys[id]), "key"), piece(f" {meaning}  ", "hint")]
            if width_of(words) + width_of(one) + width_of(close) > width:
                break
            words += one
        kept = [piece(" * kept in parley's own file; the agents' files are not changed", "faint")]
        right = [piece("F1 ", "key"), piece("all keys ", "hint")]
        return [fit([*words, *close], width), spread(self._said or kept, right, width)]
