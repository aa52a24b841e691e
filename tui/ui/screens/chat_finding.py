"""Looking for words in the conversation, from the line below it."""

from importlib import import_module
from typing import TYPE_CHECKING, cast

from textual.screen import Screen
from textual.timer import Timer

if TYPE_CHECKING:
    from tui.ui.screens.chat import ChatScreen
    from tui.ui.widgets.find_bar import FindBar

FIND_AFTER = 0.12
"""Seconds without a letter after which the conversation is searched."""


class ChatFinding(Screen[object]):
    """How `ChatScreen` finds, kept apart from its layout."""

    _sought = ""
    _looking: Timer | None = None

    @property
    def _chat(self) -> "ChatScreen":
        return cast("ChatScreen", self)

    def action_find(self) -> None:
        """Look for something in the conversation."""
        chat = self._chat
        existing = self.query("FindBar")
        if existing:
            existing.first().focus()
            return
        bar: FindBar = import_module("tui.ui.widgets.find_bar").FindBar()
        self.mount(bar, before=chat.shelf)
        bar.focus()

    def on_input_changed(self, message: "FindBar.Changed") -> None:
        """Look when one pauses: looking costs as much as the conversation is long."""
        if message.input in self.query("FindBar"):
            self._sought = message.value
            if self._looking is not None:
                self._looking.stop()
            self._looking = self.set_timer(FIND_AFTER, self._find_now)

    def _find_now(self) -> None:
        """Look for what was typed, if that was not done yet."""
        if self._looking is not None:
            self._looking.stop()
            self._looking = None
            self._chat.transcript.find(self._sought)
            self._tell_hit()

    def on_find_bar_step(self, message: "FindBar.Step") -> None:
        """Go to another hit."""
        self._find_now()
        if message.by > 0:
            self._chat.transcript.find_next()
        else:
            self._chat.transcript.find_previous()
        self._tell_hit()

    def _tell_hit(self) -> None:
        search = self._chat.transcript.search
        if search is None:
            return
        self._chat.remark(f"{search.place} · Enter next · ↑ previous · Esc leaves, then n and N")

    def leave_find(self) -> None:
        """Stop looking; the view stays where the hit is."""
        self._find_now()
        self.query("FindBar").remove()
        self._chat.transcript.focus()
