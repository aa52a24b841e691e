"""Whatever happens, what one reads stays where it is."""

from random import Random

import pytest

from tests.support.transcripts import happen, markdown, turn
from tui.conversation.state import Conversation, ToolCall
from tui.model.events import Event, ProseDone, ProseGrew, ProseWithdrawn, ToolGrew, ToolStarted
from tui.model.identity import ItemId
from tui.model.tools import ToolKind
from tui.text.runs import plain
from tui.ui.transcript.blocks import GONE, Block, Fold
from tui.ui.transcript.build import foldable
from tui.ui.transcript.document import Document
from tui.ui.transcript.folding import fold
from tui.ui.transcript.painter import Painter
from tui.ui.transcript.viewport import Viewport


class Window:
    """A document behind a window of twenty lines, without an app."""

    def __init__(self, conversation: Conversation) -> None:
        self.painter = Painter()
        self.open(conversation)

    def open(self, conversation: Conversation, at: ItemId | None = None) -> None:
        """Show a conversation from its end, or make everything anew from an item."""
        self.document = Document(conversation, "Agent", self.painter.estimate, at)
        self.document.begin()
        self.viewport = Viewport(self.document.column, self.measure)
        self.viewport.height = 20
        self.viewport.settle()
        if at is not None and self.document.entries[at].blocks:
            self.viewport.show(self.document.entries[at].blocks[0])

    def measure(self, block: Block) -> int:
        return self.painter.measure(self.document.column, block)

    def settle(self) -> None:
        self.viewport.column = self.document.column
        self.viewport.settle()

    def seen(self) -> list[str]:
        """Return the lines in the window."""
        top, block = self.viewport.top, self.viewport.place[0]
        if block is None:
            return []
        lines: list[str] = []
        skip = top - self.document.column.top(block)
        for other in self.document.column.walk(block.number):
            shown = [plain(line.runs) for line in self.painter.lines(other)]
            assert self.measure(other) == len(shown)
            lines += shown[skip:]
            skip = 0
            if len(lines) >= 20:
                break
        return lines[:20]


def something(random: Random, number: int, conversation: Conversation) -> list[Event]:
    """Return events that may come at any time."""
    name = ItemId(f"grows{number // 9}")
    calls = [item.id for item in conversation.items.values() if isinstance(item, ToolCall)]
    call = random.choice(calls) if calls else None
    started = ToolStarted(
        call=ItemId(f"sub{number}"),
        kind=ToolKind.READ,
        name="Read",
        title="x",
        input={},
        parent=call,
    )
    choices: list[list[Event]] = [
        turn(random, number),
        [ProseGrew(name, markdown(random, 300)[:200])],
        [ProseDone(name, markdown(random, 500))],
        [ProseWithdrawn(name)],
        [ToolGrew(call, "output\n" * 9)] if call is not None else [],
        [started],
    ]
    return random.choice(choices)


def move(random: Random, window: Window) -> None:
    """Let the user do something."""
    document, viewport = window.document, window.viewport
    entries = [
        entry for entry in document.entries.values() if foldable(entry.item) and entry.blocks
    ]
    kind = random.randrange(8)
    if kind < 3:
        viewport.scroll(viewport.top + random.randrange(-60, 40))
    elif kind == 3:
        viewport.scroll(random.randrange(document.column.total + 1))
    elif kind == 4 and entries:
        fold(document, random.choice(entries), random.choice(list(Fold)))
    elif kind == 5:
        first = document.column.first
        document.build_older(lambda: document.column.first < first - 20)
        if document.newer:
            viewport.following = False
            document.build_newer(lambda: random.random() < 0.1)
    elif kind == 6 and random.random() < 0.2:
        window.open(document.conversation, random.choice(list(document.conversation.items)))
    elif kind == 7:
        (viewport.to_end if random.random() < 0.3 else viewport.to_start)()
    window.settle()


@pytest.mark.parametrize("seed", range(25))
def test_what_is_read_stays(seed: int) -> None:
    random = Random(seed)
    conversation = Conversation()
    for number in range(12):
        happen(conversation, *turn(random, number))
    window = Window(conversation)
    for number in range(100, 180):
        move(random, window)
        block, line = window.viewport.place
        before = window.seen()
        following = window.viewport.following
        window.document.apply(happen(conversation, *something(random, number, conversation)))
        window.document.grow()
        window.settle()

        assert 0 <= window.viewport.top <= max(0, window.document.column.total - 1)
        after = window.seen()
        if following:
            assert window.viewport.following
            assert len(after) == 20
        elif block is not None and block.number != GONE and not window.viewport.following:
            assert window.viewport.place == (block, line)
            assert after[:1] == before[:1]
