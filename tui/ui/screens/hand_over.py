"""Going on with another agent: a brief of the conversation, edited, is its first prompt."""

import asyncio
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, ClassVar, cast

from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Vertical
from textual.screen import ModalScreen
from textual.widgets import TextArea

from tui.config.keys import HAND_OVER
from tui.conversation.handover import brief
from tui.conversation.state import Conversation
from tui.errors import ParleyError
from tui.history.library import Row
from tui.text.visible import visible
from tui.ui.bindings import bindings
from tui.ui.live import LiveSession
from tui.ui.pieces import piece
from tui.ui.services import AgentChoice, Opening
from tui.ui.widgets.headline import Headline

if TYPE_CHECKING:
    from tui.ui.app import ParleyApp


class HandOverScreen(ModalScreen[object]):
    """An editor with the brief, and which agent gets it."""

    DEFAULT_CSS = """
    HandOverScreen { align: center middle; background: $background 60%; }
    HandOverScreen > Vertical {
        width: 96%; max-width: 120; height: 94%;
        border: round $primary; background: $background; padding: 0 1;
        TextArea, TextArea:focus { height: 1fr; border: none; background: $background; }
    }
    """
    BINDINGS: ClassVar[list[BindingType]] = bindings(HAND_OVER, priority=True)

    def __init__(self, source: LiveSession | Row) -> None:
        super().__init__()
        self._source = source
        self._agents: Sequence[AgentChoice] = ()
        self._chosen = 0
        self._head = Headline()
        self._text = TextArea(id="brief", soft_wrap=True, show_line_numbers=False)
        self._text.cursor_blink = False
        self._foot = Headline()

    @property
    def _parley(self) -> "ParleyApp":
        return cast("ParleyApp", self.app)

    @property
    def _folder(self) -> Path:
        if isinstance(self._source, LiveSession):
            return self._source.opening.cwd
        folder = Path(self._source.cwd) if self._source.cwd else Path.cwd()
        return Path.cwd() if self._source.folder_gone else folder

    @property
    def _giver(self) -> str:
        source = self._source
        return source.label if isinstance(source, LiveSession) else str(source.agent)

    def compose(self) -> ComposeResult:
        """To whom, the brief, what the keys do."""
        with Vertical() as frame:
            yield self._head
            yield self._text
            yield self._foot
        frame.border_title = "hand over"
        frame.border_subtitle = "Ctrl+S begins · Shift+Tab another agent · Esc leaves"

    def on_mount(self) -> None:
        """Read the conversation and look for agents."""
        self._head.say([piece("reading the conversation …", "hint")])
        self._foot.say([piece("this text becomes the first prompt; change what you like", "hint")])
        self.set_focus(self._text)
        self.run_worker(self._prepare(), exclusive=True)

    async def _prepare(self) -> None:
        try:
            conversation = await self._conversation()
        except (ParleyError, OSError) as error:
            self._head.say([piece(f"it cannot be read: {error}", "error")])
            return
        text = await asyncio.to_thread(brief, conversation, self._giver)
        self._text.load_text(visible(text).replace("⇥", "\t"))
        self._text.move_cursor(self._text.document.end)
        agents = await asyncio.to_thread(self._parley.services.agents, self._folder)
        self._agents = [one for one in agents if one.usable]
        mine = self._source.opening.agent if isinstance(self._source, LiveSession) else None
        giver = mine or getattr(self._source, "agent", None)
        # The demo is no help with real work: where no other agent is there, its own goes on.
        order = sorted(enumerate(self._agents), key=lambda at: _likely(at[1].id, giver))
        self._chosen = order[0][0] if order else 0
        self._say()

    async def _conversation(self) -> Conversation:
        if isinstance(self._source, LiveSession):
            return self._source.conversation
        library = await self._parley.reading.library()
        return await asyncio.to_thread(library.conversation, self._source)

    def _say(self) -> None:
        if not self._agents:
            self._head.say([piece("no agent can be started here; see `parley doctor`", "error")])
            return
        words = [piece(f"from {self._giver} to ", "muted")]
        for index, one in enumerate(self._agents):
            chosen = index == self._chosen
            mark, look = ("▸", "tab.active") if chosen else (" ", "tab")
            words.append(piece(f"{mark}{one.label} ", look))
        self._head.say(words, [piece(f"in {self._folder.name or self._folder} ", "hint")])

    def action_agent(self) -> None:
        """Take another agent."""
        if self._agents:
            self._chosen = (self._chosen + 1) % len(self._agents)
            self._say()

    def action_send(self) -> None:
        """Begin a session with the brief as its first prompt."""
        text = self._text.text.strip()
        if not self._agents or not text:
            return
        agent = self._agents[self._chosen]
        app = self._parley
        while app.screen is not app.chat:
            app.pop_screen()
        live = app.hosting.place(Opening(cwd=self._folder, agent=agent.id), text)
        app.hosting.start(live)


def _likely(id: str, giver: str | None) -> tuple[bool, bool]:
    """Return what sorts the agent first that is most likely wanted."""
    return id.startswith("demo"), id == giver
