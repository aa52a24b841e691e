"""What the transcript costs, against Textual's own ways and against itself when it is long.

Each figure comes from an app of its own in a pseudo-terminal that is drained all the time:
`python -m tests.benchmarks.transcript CASE SIZE SECONDS FILE` runs one and writes what it took.
"""

import asyncio
import fcntl
import gc
import json
import os
import pty
import resource
import struct
import subprocess
import sys
import tempfile
import termios
import time
from collections.abc import Awaitable, Callable
from pathlib import Path
from random import Random
from statistics import median

from textual.app import App, ComposeResult
from textual.containers import VerticalScroll
from textual.widgets import Markdown, Static
from textual.widgets.markdown import MarkdownStream

from tests.benchmarks.bar import Bar
from tests.support.transcripts import happen, long_conversation, markdown
from tui.conversation.state import Conversation, Item
from tui.model.events import ProseGrew, TurnStarted
from tui.model.identity import ItemId
from tui.ui.transcript.find import text_of
from tui.ui.transcript.view import TranscriptView

ANSWER = ItemId("answer")
RATE = 1_000
"""Deltas of four characters per second."""


class Bench(App[dict[str, float]]):
    """An app that measures itself and ends."""

    def __init__(self, case: str, size: int, seconds: float) -> None:
        super().__init__()
        self.case, self.size_, self.seconds = case, size, seconds
        self.text = markdown(Random(3), 20_000 + int(seconds * RATE * 4))

    def compose(self) -> ComposeResult:
        if self.case in ("markdown", "widgets"):
            yield VerticalScroll(Markdown() if self.case == "markdown" else Static())
        elif self.case == "null":
            yield Static("nothing")
        else:
            yield TranscriptView()

    def on_mount(self) -> None:
        self.call_after_refresh(self._run)

    async def _run(self) -> None:
        cases: dict[str, Callable[[], Awaitable[dict[str, float]]]] = {
            "null": self._null,
            "line": self._line,
            "markdown": self._markdown,
            "long": self._long,
            "open": self._open,
            "widgets": self._widgets,
        }
        self.run_worker(self._finish(cases[self.case]))

    async def _finish(self, case: Callable[[], Awaitable[dict[str, float]]]) -> None:
        self.exit(await case())

    async def _feed(self, write: Callable[[str], Awaitable[None]]) -> dict[str, float]:
        """Write deltas at a steady rate; return the processor time per thousand."""
        pieces = [self.text[n : n + 4] for n in range(0, len(self.text), 4)]
        total = int(self.seconds * RATE)
        await self._quiet()
        began, used = time.perf_counter(), time.process_time()
        written = 0
        while written < total and time.perf_counter() - began < self.seconds * 4:
            due = min(total, int((time.perf_counter() - began) * RATE))
            for piece in pieces[written:due]:
                await write(piece)
            written = max(written, due)
            await wait(0.005)
        await wait(0.1)
        return {"cpu": (time.process_time() - used) * 1_000 / max(1, written) * 1_000}

    async def _null(self) -> dict[str, float]:
        async def write(piece: str) -> None:
            return None

        return await self._feed(write)

    async def _line(self) -> dict[str, float]:
        view = self.query_one(TranscriptView)
        conversation = Conversation()
        happen(conversation, TurnStarted())
        if self.size_:
            happen(conversation, ProseGrew(ANSWER, markdown(Random(5), self.size_)))
        view.show(conversation)

        async def write(piece: str) -> None:
            view.apply(happen(conversation, ProseGrew(ANSWER, piece)))

        return await self._feed(write)

    async def _markdown(self) -> dict[str, float]:
        widget = self.query_one(Markdown)
        await widget.update(markdown(Random(5), self.size_))
        self.query_one(VerticalScroll).anchor()
        stream: MarkdownStream = Markdown.get_stream(widget)
        return await self._feed(stream.write)

    async def _open(self) -> dict[str, float]:
        conversation = long_conversation(self.size_)
        view = self.query_one(TranscriptView)
        await self._quiet()
        times = []
        for _ in range(5):
            view.show(Conversation())
            await self._painted()
            times.append(await self._timed(lambda: view.show(conversation)))
        return {"open": median(times)}

    async def _long(self) -> dict[str, float]:
        gc.collect()
        before = memory()
        conversation = long_conversation(self.size_)
        texts = memory() - before
        view = self.query_one(TranscriptView)
        view.show(conversation)
        while view.older_items:
            await wait(0.05)
        await self._quiet()
        moves = []
        for _ in range(12):
            for move in (
                lambda: view.action_scroll_pages(-1),
                view.action_to_start,
                lambda: view.scroll_to(y=view.max_scroll_y // 2, animate=False),
                view.action_to_end,
            ):
                moves.append(await self._timed(move))
        wraps = []
        for turn in range(8):
            width = 90 if turn % 2 == 0 else 120

            def resize(cells: int = width) -> None:
                view.styles.width = cells

            wraps.append(await self._timed(resize))
        grown = memory() - before
        moves.sort()
        return {
            "move": median(moves),
            "p95": moves[int(len(moves) * 0.95)],
            "wrap": median(wraps),
            "grown": grown,
            "texts": texts,
        }

    async def _widgets(self) -> dict[str, float]:
        conversation = long_conversation(self.size_)
        gc.collect()
        before = memory()
        scroll = self.query_one(VerticalScroll)
        await scroll.mount_all([shown(item) for item in conversation.items.values()])
        await self._painted()
        await self._quiet()
        return {"grown": memory() - before}

    async def _timed(self, action: Callable[[], object]) -> float:
        began = time.process_time()
        action()
        await self._painted()
        return time.process_time() - began

    async def _painted(self) -> None:
        done = asyncio.Event()
        self.call_after_refresh(done.set)
        await done.wait()

    async def _quiet(self) -> None:
        await wait(0.3)
        gc.collect()
        gc.freeze()


def shown(item: Item) -> Static | Markdown:
    """Return a widget of its own for one message."""
    text = text_of(item)
    return (
        Markdown(text) if item.id.startswith(("answer", "before")) else Static(text, markup=False)
    )


async def wait(seconds: float) -> None:
    """Let others run."""
    await asyncio.sleep(seconds)


def memory() -> float:
    """Return the megabytes in use now."""
    pages = int(Path("/proc/self/statm").read_text().split()[1])
    return pages * resource.getpagesize() / 1024**2


def run(case: str, size: int, seconds: float = 2.0) -> dict[str, float]:
    """Run one case in a terminal of 120 by 40 and return its figures."""
    master, slave = pty.openpty()
    fcntl.ioctl(slave, termios.TIOCSWINSZ, struct.pack("HHHH", 40, 120, 0, 0))
    with tempfile.NamedTemporaryFile() as result:
        child = subprocess.Popen(
            [sys.executable, "-m", __spec__.name, case, str(size), str(seconds), result.name],
            stdin=slave,
            stdout=slave,
            stderr=slave,
            start_new_session=True,
            env={**os.environ, "TERM": "xterm-256color", "COLORTERM": "truecolor"},
        )
        os.close(slave)
        drain(master)
        child.wait()
        os.close(master)
        figures: dict[str, float] = json.loads(Path(result.name).read_bytes())
    return figures


def drain(master: int) -> None:
    """Read everything a child paints until it is gone."""
    try:
        while os.read(master, 1 << 16):
            pass
    except OSError:
        return


def measure(short: bool) -> list[Bar]:
    """Stream, open, scroll, wrap and count memory."""
    return [*streaming(1.5 if short else 3.0), *length(short)]


def streaming(seconds: float) -> list[Bar]:
    """Measure what a delta costs after much text, beside Textual's own stream and beside itself."""
    null = run("null", 0, seconds)["cpu"]
    line = {size: run("line", size, seconds)["cpu"] - null for size in (10_000, 100_000, 1_000_000)}
    theirs = run("markdown", 100_000, seconds)["cpu"] - null
    detail = "{:.0f} / {:.0f} / {:.0f} ms per 1,000 deltas after 10 k / 100 k / 1 M".format(
        *line.values()
    )
    return [
        Bar(
            name="streaming / Markdown.get_stream",
            value=line[100_000] / theirs,
            target=1 / 12,
            at_most=True,
            detail=f"{line[100_000]:.0f} / {theirs:.0f} ms per 1,000 deltas, idle {null:.0f}",
        ),
        Bar(
            name="streaming after 1 M / after 10 k",
            value=line[1_000_000] / line[10_000],
            target=1.05,
            at_most=True,
            detail=detail,
        ),
    ]


def length(short: bool) -> list[Bar]:
    """Measure what the length of a conversation costs."""
    many = 10_000 if short else 50_000
    small, large = run("open", 100)["open"], run("open", 10_000)["open"]
    few, long = run("long", 100), run("long", many)
    ours, widgets = run("long", 1_000), run("widgets", 300 if short else 1_000)
    scale = 300 / 1_000 if short else 1.0
    grown = ours["grown"] - ours["texts"]

    def bar(name: str, key: str) -> Bar:
        return Bar(
            name=f"{name} {many:,} / 100 messages",
            value=long[key] / few[key],
            target=1.3,
            at_most=True,
            detail=f"{long[key] * 1000:.1f} / {few[key] * 1000:.1f} ms",
        )

    return [
        Bar(
            name="opening 10,000 / 100 messages",
            value=large / small,
            target=1.3,
            at_most=True,
            detail=f"{large * 1000:.1f} / {small * 1000:.1f} ms",
        ),
        bar("moving in", "move"),
        bar("wrapping anew", "wrap"),
        Bar(
            name="memory / a widget per message",
            value=grown / (widgets["grown"] / scale),
            target=1 / 30,
            at_most=True,
            detail=f"{grown:.1f} / {widgets['grown'] / scale:.0f} MB for 1,000",
        ),
    ]


if __name__ == "__main__":
    case, size, seconds, file = sys.argv[1:]
    figures = Bench(case, int(size), float(seconds)).run()
    Path(file).write_text(json.dumps(figures))
