"""An app that shows nothing but a transcript."""

from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager

import anyio
from textual.app import App, ComposeResult
from textual.pilot import Pilot

from tests.support.transcripts import happen
from tui.config.themes import load_theme
from tui.conversation.state import Conversation
from tui.model.events import Event
from tui.ui.theme import textual_theme, use_theme
from tui.ui.transcript.view import TranscriptView

PATIENCE = 60.0


class Stage(App[None]):
    """A transcript alone; what it tells is kept."""

    def __init__(self, conversation: Conversation, theme: str = "ink") -> None:
        super().__init__()
        self.conversation = conversation
        self.copied: list[str] = []
        self.activated: list[str] = []
        self._theme_name = theme

    def compose(self) -> ComposeResult:
        yield TranscriptView()

    def on_mount(self) -> None:
        self.dress(self._theme_name)
        self.view.show(self.conversation, "Claude")
        self.view.focus()

    def dress(self, name: str) -> None:
        """Take another theme."""
        theme = load_theme(name)
        use_theme(theme)
        self.register_theme(textual_theme(theme))
        self.theme = f"parley-{name}"

    @property
    def view(self) -> TranscriptView:
        """Return the transcript."""
        return self.query_one(TranscriptView)

    @property
    def lines(self) -> list[str]:
        """Return what is seen, line by line."""
        strips = self.view.render_lines(self.view.size.region)
        return [strip.text.rstrip() for strip in strips]

    def tell(self, *events: Event) -> None:
        """Let something happen in the conversation."""
        self.view.apply(happen(self.conversation, *events))

    def on_transcript_view_copied(self, event: TranscriptView.Copied) -> None:
        self.copied.append(event.text)

    def on_transcript_view_activated(self, event: TranscriptView.Activated) -> None:
        self.activated.append(event.item)


@asynccontextmanager
async def on_stage(
    conversation: Conversation, size: tuple[int, int] = (80, 24)
) -> AsyncIterator[tuple[Stage, Pilot[None]]]:
    """Show a conversation."""
    app = Stage(conversation)
    async with app.run_test(size=size) as pilot:
        await pilot.pause()
        yield app, pilot


async def settled(app: Stage, pilot: Pilot[None]) -> None:
    """Wait until everything that was told is on screen."""
    with anyio.fail_after(PATIENCE):
        while app.view._waiting or app.view._armed or app.view.document.growing:
            await pilot.pause(0.01)
    await pilot.pause()


async def built(app: Stage, pilot: Pilot[None]) -> None:
    """Wait until no items are left to build and no height is an estimate."""
    with anyio.fail_after(PATIENCE):
        while app.view.document.older or app.view.document.newer or app.view.inexact:
            await pilot.pause(0.02)
    await pilot.pause()


async def found(app: Stage, pilot: Pilot[None], query: str) -> str:
    """Look for words until all of them are counted; return where one is."""
    app.view.find(query)
    with anyio.fail_after(PATIENCE):
        while app.view.search is not None and not app.view.search.done:
            await pilot.pause(0.01)
    await pilot.pause()
    return app.view.search.place if app.view.search is not None else ""


async def until(pilot: Pilot[None], condition: Callable[[], object]) -> None:
    """Let the app go on until something is so."""
    with anyio.fail_after(PATIENCE):
        while not condition():
            await pilot.pause(0.01)
