"""How fast a key sifts the list of sessions, against filling a list widget anew."""

import asyncio
import random
import time
from collections.abc import Awaitable, Callable
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from typing import NamedTuple

from textual.app import App, ComposeResult
from textual.widgets import OptionList

from tests.benchmarks.bar import Bar
from tui.history.notes import Notes
from tui.history.rows import Row
from tui.model.identity import AgentId
from tui.ui.browsing.arranging import Kept, Stock, View, arrange
from tui.ui.browsing.lines import Facts
from tui.ui.browsing.seeking import understood
from tui.ui.widgets.session_list import SessionList

ROWS = 10_000
NOW = 1_790_000_000.0
TYPED = ("t", "te", "tes", "test", "test f", "test fi", "test fix")
WORDS = ("fix", "test", "timezone", "login", "docs", "bump", "flaky", "refactor", "cache", "parser")


def rows(count: int) -> list[Row]:
    """Return sessions of three agents over two years."""
    chance = random.Random(7)
    agents = (AgentId("claude"), AgentId("codex"), AgentId("gemini"))
    return [
        Row(
            id=f"{number:08x}-0000-4000-8000-000000000000",
            agent=chance.choice(agents),
            path=f"/home/me/.agent/{number}.jsonl",
            updated_at=NOW - number * 6000.0,
            cwd=f"/home/me/project{number % 40}",
            title=" ".join(chance.choices(WORDS, k=5)),
            message_count=number % 300,
            tokens_used=number * 13,
            git_branch="main",
        )
        for number in range(count)
    ]


class Lists(App[None]):
    """Our list and the widget one would take instead, in the same size."""

    def __init__(self) -> None:
        super().__init__()
        self.ours = SessionList(lambda session: Facts(NOW))
        self.theirs = OptionList()

    def compose(self) -> ComposeResult:
        """One below the other."""
        yield self.ours
        yield self.theirs


class Measured(NamedTuple):
    """Seconds of the slowest key, of filling the widget anew, and of waiting for nothing."""

    ours: float
    theirs: float
    waiting: float
    """What the driver itself takes, part of the other two."""


async def keystrokes(all_rows: list[Row]) -> Measured:
    """Press the keys of some words in our list, and fill the widget anew."""
    with TemporaryDirectory() as folder:
        stock = Stock(all_rows, Notes(Path(folder) / "notes.json"), checked=True)
    app = Lists()
    async with app.run_test(size=(120, 40)) as pilot:
        kept = Kept()
        titles = [row.title or "" for row in all_rows]

        async def ours(text: str) -> None:
            view = View(typed=understood(text, NOW), stock=stock)
            app.ours.show(arrange(view, NOW, kept).lines, keep=False)
            await pilot.pause()

        async def theirs(text: str) -> None:
            app.theirs.clear_options()
            app.theirs.add_options(titles)
            await pilot.pause()

        async def nothing(text: str) -> None:
            await pilot.pause()

        await ours("")
        keys = [await timed(ours, text) for text in TYPED]
        return Measured(max(keys), await timed(theirs, ""), await timed(nothing, ""))


async def timed(press: Callable[[str], Awaitable[None]], text: str) -> float:
    """Return the median of some tries, each from the empty field."""
    took = []
    for _ in range(5):
        began = time.perf_counter()
        await press(text)
        took.append(time.perf_counter() - began)
    return median(took)


def measure(short: bool) -> list[Bar]:
    """Compare the slowest key with filling the widget; both hold the same sessions."""
    took = asyncio.run(keystrokes(rows(ROWS)))
    ours, theirs = took.ours - took.waiting, took.theirs - took.waiting
    gross = f"with the driver's {took.waiting * 1000:.0f} ms {took.ours / took.theirs:.3f}"
    return [
        Bar(
            name="filter key ÷ OptionList refill",
            value=ours / theirs,
            target=1 / 10,
            at_most=True,
            detail=f"{ours * 1000:.1f} ms against {theirs * 1000:.1f} ms; {gross}",
        )
    ]
