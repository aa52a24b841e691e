"""Textual's own ways, for comparison: a minimal app, a streaming `Markdown`, a widget each."""

import asyncio
import gc
import json
from pathlib import Path

import orjson
from textual.app import App, ComposeResult
from textual.containers import VerticalScroll
from textual.widgets import Markdown, Static

from tests.benchmarks.moving import memory
from tests.support.transcripts import long_conversation
from tui.conversation.state import Item, ToolCall
from tui.ui.transcript.find_text import text_of
from tui.wire import process


class Minimal(App[None]):
    """One word. Where there is an agent, its lines are read and dropped."""

    def __init__(self, argv: tuple[str, ...] = ()) -> None:
        super().__init__()
        self._argv = argv

    def compose(self) -> ComposeResult:
        yield Static("nothing")

    def on_ready(self) -> None:
        if self._argv:
            self.run_worker(self._read())

    async def _read(self) -> None:
        async with process.run(self._argv, cwd=Path.cwd()) as child:
            async for batch in child.lines():
                for line in batch:
                    if isinstance(line, bytes):
                        await self.take(line)

    async def take(self, line: bytes) -> None:
        """Drop a line."""


class Streaming(Minimal):
    """What an agent says goes into a `Markdown` widget in the way Textual recommends."""

    def __init__(self, file: str, argv: tuple[str, ...]) -> None:
        super().__init__(argv)
        self._file = file
        self.written = 0

    def compose(self) -> ComposeResult:
        yield VerticalScroll(Markdown())

    def on_ready(self) -> None:
        self._stream = Markdown.get_stream(self.query_one(Markdown))
        super().on_ready()

    async def take(self, line: bytes) -> None:
        """Write the text of a delta; the first one is what was there before."""
        event = orjson.loads(line)["event"]
        if event["type"] != "content_block_delta":
            return
        if not self.written:
            await self.query_one(Markdown).update(event["delta"]["text"])
            self.query_one(VerticalScroll).anchor()
        else:
            await self._stream.write(event["delta"]["text"])
        self.written += 1

    def on_unmount(self) -> None:
        Path(self._file).write_text(str(self.written - 1))


class Widgets(App[None]):
    """A widget per message."""

    def __init__(self, messages: int) -> None:
        super().__init__()
        self._messages = messages
        self.grown = 0.0

    def compose(self) -> ComposeResult:
        yield VerticalScroll()

    def on_ready(self) -> None:
        self.run_worker(self._fill())

    async def _fill(self) -> None:
        conversation = long_conversation(self._messages)
        gc.collect()
        before = memory()
        widgets = [shown(item) for item in conversation.items.values()]
        await self.query_one(VerticalScroll).mount_all(widgets)
        done = asyncio.Event()
        self.call_after_refresh(done.set)
        await done.wait()
        gc.collect()
        self.grown = memory() - before
        self.exit()


def shown(item: Item) -> Static | Markdown:
    """Return a widget of its own for one message."""
    text = f"{item.title}\n{item.output}" if isinstance(item, ToolCall) else text_of(item)
    answer = item.id.startswith(("answer", "before"))
    return Markdown(text) if answer else Static(text, markup=False)


def run(case: str, *words: str) -> None:
    """Run one of them."""
    if case == "widgets":
        app = Widgets(int(words[1]))
        app.run()
        Path(words[0]).write_text(json.dumps({"grown": app.grown}))
    else:
        (Streaming(words[0], words[1:]) if case == "markdown" else Minimal(words)).run()
