"""The earlier prompts of a session: one goes back into the draft, or on in a copy."""

import time
from collections.abc import Sequence
from typing import TYPE_CHECKING, ClassVar, cast

from msgspec.structs import replace
from rich.segment import Segment
from textual.binding import BindingType

from tui.config import keys
from tui.conversation.state import UserText
from tui.ui.bindings import bindings
from tui.ui.closing import close
from tui.ui.live import LiveSession
from tui.ui.messages import GoTo
from tui.ui.pieces import piece
from tui.ui.resuming import carry_over
from tui.ui.screens.picker import Picker
from tui.ui.widgets.rows import Rows

if TYPE_CHECKING:
    from tui.ui.app import ParleyApp


class RewindScreen(Picker):
    """Newest last. No agent forgets what followed a prompt, so none is promised to."""

    BINDINGS: ClassVar[list[BindingType]] = bindings(keys.CHOICES[1:])

    def __init__(self, live: LiveSession) -> None:
        super().__init__("earlier prompts")
        self._live = live
        items = live.conversation.items.values()
        self._prompts = [
            item for item in items if isinstance(item, UserText) and item.parent is None
        ]

    @property
    def _can_fork(self) -> bool:
        live = self._live
        return live.capabilities.fork and live.conversation.session is not None and not live.working

    def on_mount(self) -> None:
        """Show them, and what can be done with them here."""
        if not self._prompts:
            self.note("nothing was said in this session yet")
        elif self._can_fork:
            self.note("Enter: into the draft · f: and on in a copy of the session · Esc")
        elif self._live.capabilities.fork:
            self.note("Enter: into the draft · no copy while it works or is closed · Esc")
        else:
            self.note(f"Enter: into the draft · {self._live.label} makes no copies · Esc")
        self.fill(len(self._prompts), self._row, len(self._prompts) - 1)

    def _row(self, index: int, width: int) -> Sequence[Segment]:
        prompt = self._prompts[index]
        at = time.strftime("%H:%M", time.localtime(prompt.at))
        return [
            piece(f" {index + 1:>3}  {at}  ", "muted"),
            piece(" ".join(prompt.text.split()), "value"),
        ]

    def on_rows_chosen(self, message: Rows.Chosen) -> None:
        """Put the prompt into the draft; what followed stays, in the agent's memory too."""
        chosen = self._prompts[message.index]
        chat = cast("ParleyApp", self.app).chat
        if not close(self):
            return
        chat.composer.rewrite(chosen.text)
        chat.post_message(GoTo(chosen.id))
        chat.remark(f"{self._live.label} still remembers what followed; Enter says it again")

    def action_fork(self) -> None:
        """Go on in a copy of the session, with the prompt in its draft."""
        if not self._can_fork or not self._prompts:
            return
        app = cast("ParleyApp", self.app)
        chosen = self._prompts[self.rows.cursor]
        before = self._live.conversation
        self.dismiss(None)
        copy = replace(self._live.opening, resume=before.session, fork=True, record=None)
        live = app.hosting.place(copy)
        carry_over(before, live.conversation)
        app.chat.show(live)
        app.hosting.start(live)
        app.chat.composer.put(chosen.text)
        app.chat.remark("a copy of the session; the first one is in its tab as it was")
