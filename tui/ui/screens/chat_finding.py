"""Looking for words in the conversation, from the line below it."""

import asyncio
from importlib import import_module
from typing import TYPE_CHECKING, cast

from textual.screen import Screen

from tui.ui.soon import soon

if TYPE_CHECKING:
    from tui.ui.screens.chat import ChatScreen
    from tui.ui.widgets.find_bar import FindBar

FIND_AFTER = 0.12
"""Seconds without a letter after which the conversation is searched."""


class ChatFinding(Screen[object]):
    """How `ChatScreen` finds, kept apart from its layout."""

    _sought = ""
    _looking: asyncio.TimerHandle | None = None

    @property
    def _chat(self) -> "ChatScreen":
        return cast("ChatScreen", self)

    async def action_find(self) -> None:
        """Look for something in the conversation; what is typed next is looked for."""
        chat = self._chat
        existing = self.query("FindBar")
        if existing:
            self.set_focus(existing.first())
            return
        bar: FindBar = import_module("tui.ui.widgets.find_bar").FindBar()
        await self.mount(bar, before=chat.shelf)
        self.set_focus(bar)

    async def action_find_from_here(self) -> None:
        """Look for something while the conversation has the keyboard."""
        await self.action_find()

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Leave the letter that finds to whoever has the keyboard, unless that is the reader."""
        reading = self.focused is not None and self.focused.id == "transcript"
        return action != "find_from_here" or reading

    def on_input_changed(self, message: "FindBar.Changed") -> None:
        """Look when one pauses: the view jumps to the nearest hit."""
        if message.input in self.query("FindBar"):
            self._sought = message.value
            if self._looking is not None:
                self._looking.cancel()
            self._looking = soon(self, FIND_AFTER, self._find_now)

    def _find_now(self) -> None:
        """Look for what was typed, if that was not done yet."""
        if self._looking is not None:
            self._looking.cancel()
            self._looking = None
            self._chat.transcript.find(self._sought)

    def on_find_bar_step(self, message: "FindBar.Step") -> None:
        """Go to another hit."""
        self._find_now()
        if message.by > 0:
            self._chat.transcript.find_next()
        else:
            self._chat.transcript.find_previous()

    def on_seeker_sought(self) -> None:
        """Tell at which hit one is, of how many."""
        self._tell_hit(typing=bool(self.query("FindBar")))

    def _tell_hit(self, *, typing: bool) -> None:
        search = self._chat.transcript.search
        if search is not None:
            line = "Enter next · ↑ previous · Esc leaves, then n and N"
            keys = line if typing else "n next · N previous · Esc back to where you were"
            if search.done and not search.total:
                keys = "Esc leaves" if typing else "Esc back to where you were"
            self._chat.remark(f"{search.place} · {keys}", 10.0)

    def stop_finding(self) -> bool:
        """Go back to where one was before one looked; tell whether one was looking."""
        transcript = self._chat.transcript
        if transcript.search is None or not transcript.has_focus:
            return False
        transcript.stop_finding()
        self._chat.remark("back where you were")
        return True

    def leave_find(self) -> None:
        """Stop looking; the view stays where the hit is."""
        self._find_now()
        self.query("FindBar").remove()
        transcript = self._chat.transcript
        if transcript.search is None:
            transcript.stop_finding()
        self._tell_hit(typing=False)
        transcript.focus()
