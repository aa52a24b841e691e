"""What the keys of the conversation do: sessions, views, stopping."""

from typing import TYPE_CHECKING, cast

from textual.screen import Screen

from tui.config.keymap import effective, spoken
from tui.model.capabilities import Mode
from tui.ui import inbox
from tui.ui.live import LiveSession

if TYPE_CHECKING:
    from tui.ui.screens.chat import ChatScreen

AGAIN_WITHIN = 2.0
"""Seconds in which a second Ctrl+C quits, and a second Esc offers the earlier prompts."""


class ChatActions(Screen[object]):
    """Actions of `ChatScreen`, kept apart from its layout."""

    _quit_asked_at = -AGAIN_WITHIN
    _escaped_at = -AGAIN_WITHIN

    @property
    def _chat(self) -> "ChatScreen":
        return cast("ChatScreen", self)

    def action_new_session(self) -> None:
        """Ask for agent, folder and mode."""
        chat = self._chat
        self.app.push_screen(chat.parley.dialog("new_session"))

    def action_next_needing(self) -> None:
        """Open what has waited longest, in whichever session."""
        chat = self._chat
        if inbox.waiting(chat.parley.desk.sessions):
            self.open_request()
        else:
            chat.remark("no session needs you")

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
            past = live.reading is not None
            self._chat.parley.hosting.restart(live)
            self._chat.remark("continuing" if past else "restarting")

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
        if chosen.mode is Mode.AUTO:
            self.app.push_screen(chat.parley.dialog("auto", live))
            return
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
        if self.query("FindBar"):
            chat.leave_find()
            return
        if chat.stop_finding():
            return
        if chat.sidebar.has_class("-over"):
            self.action_sidebar()
            return
        live = chat.live
        if live is None:
            return
        if never_sent := live.call_off():
            chat.put_back(never_sent)
            chat.remark("not sent: the agent had not begun, and your prompt is back in the draft")
            return
        done = live.stop()
        if done:
            chat.remark(done)
        elif self.app.focused is not chat.composer:
            chat.composer.focus()
        elif not chat.composer.text:
            self._escape_at_rest()

    def _escape_at_rest(self) -> None:
        """A second Esc on an empty draft offers the earlier prompts."""
        now = self._chat.parley.ticks()
        if now - self._escaped_at < AGAIN_WITHIN:
            self._escaped_at = -AGAIN_WITHIN
            self.action_rewind()
        else:
            self._escaped_at = now
            self._chat.remark("nothing to stop · Esc again: earlier prompts of this session")

    def action_rewind(self) -> None:
        """Offer the earlier prompts of the session."""
        chat = self._chat
        if chat.live is None:
            return
        if not chat.live.conversation.turns and not chat.live.conversation.items:
            chat.remark("nothing was said in this session yet")
        else:
            self.app.push_screen(chat.parley.dialog("rewind", chat.live))

    def action_copy_menu(self) -> None:
        """Offer the parts of the block below the cursor."""
        chat = self._chat
        block = chat.transcript.cursor
        if block is None or chat.live is None:
            chat.remark("there is nothing to copy yet")
            return
        self.app.push_screen(chat.parley.dialog("copy_menu", block, chat.live.conversation))

    def action_timeline(self) -> None:
        """Show the tool calls."""
        if self._chat.live is not None:
            self.app.push_screen(self._chat.parley.dialog("timeline", self._chat.live))

    def action_changes(self) -> None:
        """Show what was changed in this session, call by call."""
        if self._chat.live is not None:
            dialog = self._chat.parley.dialog("timeline", self._chat.live, None, "edits")
            self.app.push_screen(dialog)

    def action_journal(self) -> None:
        """Show every decision."""
        self.app.push_screen(self._chat.parley.dialog("journal"))

    def action_folders(self) -> None:
        """Show which folders are trusted."""
        self.app.push_screen(self._chat.parley.dialog("folders"))

    def action_inspector(self) -> None:
        """Show the raw lines."""
        if self._chat.live is not None:
            self.app.push_screen(self._chat.parley.dialog("inspector", self._chat.live))

    def action_sidebar(self) -> None:
        """Show or hide the sidebar."""
        chat = self._chat
        chat.sidebar_wanted = not chat.sidebar.has_class("-shown")
        chat.place_sidebar(self.size.width)

    def action_toggle_all(self) -> None:
        """Open or close all details."""
        self._chat.transcript.action_toggle_all()

    def action_scroll_page(self, by: int) -> None:
        """Scroll the conversation, wherever the keyboard is."""
        self._chat.transcript.action_scroll_pages(by)

    def action_to_begin(self) -> None:
        """Go to the beginning of the conversation; read on where it is not read yet."""
        live = self._chat.live
        if live is not None and live.reading is not None and live.reading.older:
            self.run_worker(self._chat.parley.reading.read_older(live), group="reading")
        self._chat.transcript.action_to_start()

    def action_to_end(self) -> None:
        """Go to the end of the conversation and follow it."""
        self._chat.transcript.to_end()

    def action_focus_conversation(self) -> None:
        """Give the keyboard to the conversation, or back to the draft."""
        chat = self._chat
        middle = chat.welcome if chat.welcome.display else chat.transcript
        self.set_focus(chat.composer if self.focused is middle else middle)

    def action_copy_or_clear(self) -> None:
        """Copy what is selected, else clear the draft, else quit when pressed twice."""
        chat = self._chat
        selected = chat.transcript.selected_text() or chat.composer.selected_text
        if selected:
            chat.copy(selected)
        elif chat.composer.text:
            chat.composer.rewrite("")
            undo = spoken(effective(chat.parley.settings.keys)["draft.undo"])
            chat.remark(f"draft cleared · {undo} brings it back")
        elif chat.parley.ticks() - self._quit_asked_at < AGAIN_WITHIN:
            chat.parley.leave()
        else:
            self._quit_asked_at = chat.parley.ticks()
            chat.remark("Ctrl+C again quits")

    def open_request(self, wanted: inbox.Waiting | None = None) -> None:
        """Show a request, or the one that has waited longest in any session."""
        chat = self._chat
        queue = inbox.waiting(chat.parley.desk.sessions)
        if wanted is None or not inbox.place(queue, wanted.live, wanted.request):
            wanted = queue[0] if queue else None
        if wanted is not None and self.app.screen is self:
            screen = chat.parley.dialog(wanted.dialog, wanted.live, wanted.request)
            self.app.push_screen(screen)

    def go_on(self) -> None:
        """Show what waits next in any session, after one was answered; put off is put off."""
        chat = self._chat
        queue = inbox.waiting(chat.parley.desk.sessions)
        following = next((one for one in queue if not one.put_off), None)
        if following is not None and not chat.composer.text:
            self.open_request(following)
