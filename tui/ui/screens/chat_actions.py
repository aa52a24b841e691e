"""What the keys of the conversation do: sessions, views, stopping."""

import time
from typing import TYPE_CHECKING, cast

from textual.screen import Screen

from tui.model.permission import Subject
from tui.ui.live import LiveSession
from tui.ui.widgets.find_bar import FindBar

if TYPE_CHECKING:
    from tui.ui.screens.chat import ChatScreen

QUIT_WITHIN = 2.0
"""Seconds in which a second Ctrl+C quits."""


class ChatActions(Screen[object]):
    """Actions of `ChatScreen`, kept apart from its layout."""

    _quit_asked_at = -QUIT_WITHIN

    @property
    def _chat(self) -> "ChatScreen":
        return cast("ChatScreen", self)

    def action_new_session(self) -> None:
        """Ask for agent, folder and mode."""
        chat = self._chat
        self.app.push_screen(chat.parley.dialog("new_session"))

    def action_next_needing(self) -> None:
        """Go to the session that needs the user, and open its request."""
        chat = self._chat
        live = chat.parley.desk.next_needing()
        if live is None:
            chat.remark("no session needs you")
            return
        if live is not chat.live:
            chat.show(live)
        chat.open_request()

    def action_switch(self, by: int) -> None:
        """Go to the next or the previous session."""
        self._show(self._chat.parley.desk.step(by))

    def action_show(self, number: int) -> None:
        """Go to a session by the number of its tab."""
        self._show(self._chat.parley.desk.numbered(number))

    def _show(self, live: LiveSession | None) -> None:
        if live is not None and live is not self._chat.live:
            self._chat.show(live)

    async def action_close_session(self) -> None:
        """Close the session; one that works is stopped first, by a second press."""
        chat = self._chat
        live = chat.live
        if live is None:
            return
        if live.working:
            chat.remark("the agent works: stop it with Esc before closing")
            return
        await chat.parley.hosting.close(live)

    def action_restart(self) -> None:
        """Restart an agent that ended."""
        live = self._chat.live
        if live is not None and live.over:
            self._chat.parley.hosting.restart(live)
            self._chat.remark("restarting")

    def action_next_mode(self) -> None:
        """Take the agent's next permission mode."""
        chat = self._chat
        live = chat.live
        if live is None:
            return
        modes = live.capabilities.modes
        if not modes or not live.capabilities.switch_mode:
            chat.remark(f"{live.label} cannot change its mode in a running session")
            return
        now = live.conversation.mode or live.opening.mode
        index = next((i for i, choice in enumerate(modes) if choice.mode is now), -1)
        chosen = modes[(index + 1) % len(modes)]
        live.change_mode(chosen.mode)
        chat.remark(f"mode {chosen.mode.value}: {chosen.effect}")

    def action_pick_model(self) -> None:
        """Choose the model."""
        chat = self._chat
        live = chat.live
        if live is None:
            return
        if not live.capabilities.switch_model or not live.conversation.models:
            chat.remark(f"{live.label} offers no other model here")
            return
        self.app.push_screen(chat.parley.dialog("models", live))

    def action_escape(self) -> None:
        """Close what is open, leave the conversation, or stop the agent."""
        chat = self._chat
        if chat.prompt.busy:
            chat.prompt.escape()
            return
        if self.query(FindBar):
            self.leave_find()
            return
        if chat.sidebar.has_class("-over"):
            self.action_sidebar()
            return
        live = chat.live
        if live is None:
            return
        done = live.stop()
        if done:
            chat.remark(done)
        elif self.app.focused is not chat.composer:
            chat.composer.focus()

    def action_timeline(self) -> None:
        """Show the tool calls."""
        if self._chat.live is not None:
            self.app.push_screen(self._chat.parley.dialog("timeline", self._chat.live))

    def action_inspector(self) -> None:
        """Show the raw lines."""
        if self._chat.live is not None:
            self.app.push_screen(self._chat.parley.dialog("inspector", self._chat.live))

    def action_sidebar(self) -> None:
        """Show or hide the sidebar."""
        chat = self._chat
        chat.sidebar_wanted = not chat.sidebar.has_class("-shown")
        chat.place_sidebar(self.size.width)

    def action_find(self) -> None:
        """Look for something in the conversation."""
        chat = self._chat
        existing = self.query(FindBar)
        if existing:
            existing.first().focus()
            return
        bar = FindBar()
        self.mount(bar, before=chat.shelf)
        bar.focus()

    def on_input_changed(self, message: FindBar.Changed) -> None:
        """Look while one types."""
        if isinstance(message.input, FindBar):
            self._chat.transcript.find(message.value)

    def on_find_bar_step(self, message: FindBar.Step) -> None:
        """Go to another hit."""
        if message.by > 0:
            self._chat.transcript.find_next()
        else:
            self._chat.transcript.find_previous()

    def leave_find(self) -> None:
        """Stop looking; the view stays where the hit is."""
        self.query(FindBar).remove()
        self._chat.transcript.focus()

    def action_toggle_all(self) -> None:
        """Open or close all details."""
        self._chat.transcript.action_toggle_all()

    def action_scroll_page(self, by: int) -> None:
        """Scroll the conversation, wherever the keyboard is."""
        self._chat.transcript.action_scroll_pages(by)

    def action_to_begin(self) -> None:
        """Go to the beginning of the conversation."""
        self._chat.transcript.action_to_start()

    def action_to_end(self) -> None:
        """Go to the end of the conversation and follow it."""
        self._chat.transcript.to_end()

    def action_focus_conversation(self) -> None:
        """Give the keyboard to the conversation, or back to the draft."""
        chat = self._chat
        inside = chat.transcript.has_focus
        (chat.composer if inside else chat.transcript).focus()

    def action_copy_or_clear(self) -> None:
        """Copy what is selected, else clear the draft, else quit when pressed twice."""
        chat = self._chat
        selected = chat.transcript.selected_text() or chat.composer.selected_text
        if selected:
            chat.copy(selected)
        elif chat.composer.text:
            chat.composer.clear_sent()
        elif time.monotonic() - self._quit_asked_at < QUIT_WITHIN:
            chat.parley.leave()
        else:
            self._quit_asked_at = time.monotonic()
            chat.remark("Ctrl+C again quits")

    def open_request(self) -> None:
        """Show the request that has waited longest."""
        chat = self._chat
        live = chat.live
        request = live.request if live is not None else None
        if live is None or request is None or self.app.screen is not self:
            return
        asking = request.subject is Subject.QUESTIONS and request.questions
        name = "questions" if asking else "permission"
        self.app.push_screen(chat.parley.dialog(name, live, request))
