"""Which agent, in which folder, how much it may do without asking."""

import asyncio
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, ClassVar, cast

from rich.segment import Segment
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Vertical
from textual.screen import ModalScreen
from textual.widgets import Input

from tui.config.keys import NEW_SESSION
from tui.model.capabilities import Mode
from tui.small_files import written_path
from tui.ui.beforehand import WORD
from tui.ui.bindings import bindings
from tui.ui.closing import close
from tui.ui.pieces import piece
from tui.ui.services import AgentChoice, Opening
from tui.ui.widgets.headline import Headline
from tui.ui.widgets.rows import Rows
from tui.ui.widgets.typing_line import TypingLine

if TYPE_CHECKING:
    from tui.ui.app import ParleyApp

MEANINGS = {
    Mode.ASK: "Asks before it changes or runs anything.",
    Mode.EDITS: "Changes files without asking, asks before commands.",
    Mode.PLAN: "Plans only, changes nothing.",
    Mode.AUTO: "Does things without asking.",
}
"""What the modes mean in general; each agent says what it makes of them."""


class NewSessionScreen(ModalScreen[object]):
    """A list of agents, a folder, a mode."""

    DEFAULT_CSS = """
    NewSessionScreen { align: center middle; background: $background 60%; }
    NewSessionScreen > Vertical {
        width: 90%; max-width: 90; height: auto; max-height: 90%;
        border: round $primary; background: $background; padding: 0 1;
        Rows { height: 6; }
        Input { background: $panel; }
    }
    """
    BINDINGS: ClassVar[list[BindingType]] = bindings(NEW_SESSION)

    def __init__(self) -> None:
        super().__init__()
        self._agents: Sequence[AgentChoice] = ()
        self._mode = Mode.ASK
        self._head = Headline()
        self._rows = Rows(id="agents")
        self._folder = TypingLine(id="folder", compact=True)
        self._foot = Headline()

    @property
    def _parley(self) -> "ParleyApp":
        return cast("ParleyApp", self.app)

    def compose(self) -> ComposeResult:
        """Agents, folder, mode."""
        with Vertical() as frame:
            yield self._head
            yield self._rows
            yield self._folder
            yield self._foot
        frame.border_title = "new session"
        frame.border_subtitle = "Enter opens · Tab folder · Shift+Tab mode · Esc closes"

    def on_mount(self) -> None:
        """Look for agents; that takes a moment, so the list fills when it is known."""
        live = self._parley.chat.live
        self._folder.value = str(live.opening.cwd if live is not None else Path.cwd())
        self._head.say([piece("looking for agents…", "hint")])
        self._say_mode()
        self.set_focus(self._rows)
        self.run_worker(self._look(), exclusive=True)

    async def _look(self) -> None:
        look = self._parley.services.agents
        self._agents = await asyncio.to_thread(look, self._chosen_folder())
        usable = [index for index, one in enumerate(self._agents) if one.usable]
        self._rows.fill(len(self._agents), self._row, usable[0] if usable else 0)
        self._say_mode()
        self._head.say([piece(f"{len(usable)} of {len(self._agents)} agents can be used", "label")])

    def _row(self, index: int, width: int) -> Sequence[Segment]:
        agent = self._agents[index]
        mark, look = ("✓", "success") if agent.usable else ("✕", "error")
        trouble = f"{agent.problem} {agent.remedy}".strip()
        return [
            piece(f"{mark} ", look),
            piece(f"{agent.label:<22} ", "value" if agent.usable else "muted"),
            piece(f"{agent.version:<10} ", "muted"),
            piece(trouble, "hint"),
        ]

    def _say_mode(self) -> None:
        words = [piece("mode ", "label"), piece(self._mode.value, "accent")]
        word = f" You will have to type {WORD}." if self._mode is Mode.AUTO else ""
        self._foot.say([*words, piece(f"  {self._meaning()}{word}", "hint")])

    def _meaning(self) -> str:
        """Return what the mode means with the agent below the cursor."""
        if self._agents:
            for choice in self._agents[self._rows.cursor].modes:
                if choice.mode is self._mode:
                    return choice.effect
        return MEANINGS[self._mode]

    def on_rows_moved(self, message: Rows.Moved) -> None:
        """Another agent may make something else of the mode."""
        self._say_mode()

    def action_next(self) -> None:
        """Go between the agents and the folder."""
        (self._folder if self._rows.has_focus else self._rows).focus()

    def action_mode(self) -> None:
        """Take the next mode; the one that asks nothing has to be confirmed with a word."""
        modes = list(Mode)
        self._mode = modes[(modes.index(self._mode) + 1) % len(modes)]
        self._say_mode()

    def on_input_submitted(self, event: Input.Submitted) -> None:
        """Open it."""
        self._open()

    def on_rows_chosen(self, message: Rows.Chosen) -> None:
        """Open it."""
        self._open()

    def _chosen_folder(self) -> Path:
        return written_path(self._folder.value)

    def _open(self) -> None:
        folder = self._chosen_folder()
        if not folder.is_dir():
            self._head.say([piece(f"{folder} is not a folder", "error")])
            return
        if not self._agents:
            return
        agent = self._agents[self._rows.cursor]
        if not agent.usable:
            self._head.say([piece(f"{agent.problem} {agent.remedy}", "error")])
            return
        opening = Opening(cwd=folder.resolve(), agent=agent.id, mode=self._mode)
        if close(self):
            self._parley.hosting.open(opening)
