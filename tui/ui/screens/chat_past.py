"""From the conversation to past sessions: the browser, the spend, another agent."""

from typing import TYPE_CHECKING, cast

from textual.screen import Screen

if TYPE_CHECKING:
    from tui.ui.screens.chat import ChatScreen


class ChatPast(Screen[object]):
    """Actions of `ChatScreen` that look beyond the session on the screen."""

    @property
    def _here(self) -> "ChatScreen":
        return cast("ChatScreen", self)

    def action_browse(self) -> None:
        """Show all sessions, live and past."""
        self.app.push_screen(self._here.parley.dialog("browser"))

    def action_spend(self) -> None:
        """Show what was used."""
        self.app.push_screen(self._here.parley.dialog("spend"))

    def action_hand_over(self) -> None:
        """Go on with another agent."""
        chat = self._here
        if chat.live is None or not chat.live.conversation.items:
            chat.remark("there is nothing to hand over yet")
            return
        self.app.push_screen(chat.parley.dialog("hand_over", chat.live))
