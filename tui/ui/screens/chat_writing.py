"""What becomes of a draft: a prompt, a command of ours, a shell command."""

import asyncio
import time
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, cast

from msgspec.structs import replace
from textual.screen import Screen

from tui.config.past_prompts import PastPrompt
from tui.config.themes import load_theme
from tui.errors import ParleyError, UsageError
from tui.model.capabilities import Mode
from tui.model.commands import Image
from tui.small_files import written_path
from tui.ui.completing import own_command
from tui.ui.guard import QUIET
from tui.ui.messages import Submitted
from tui.ui.soon import soon
from tui.ui.widgets.prompt import Prompt

if TYPE_CHECKING:
    from tui.ui.live import LiveSession
    from tui.ui.screens.chat import ChatScreen
    from tui.ui.transcript.view import TranscriptView

_ACTIONS = {
    "new": "screen.new_session",
    "close": "screen.close_session",
    "restart": "screen.restart",
    "model": "screen.pick_model",
    "timeline": "screen.timeline",
    "sessions": "screen.browse",
    "spend": "screen.spend",
    "handover": "screen.hand_over",
    "rewind": "screen.rewind",
    "diff": "screen.changes",
    "copy": "screen.copy_menu",
    "inspector": "screen.inspector",
    "settings": "app.settings",
    "help": "app.help",
    "quit": "app.leave",
}
"""Command of ours → the action that does it, as a key would."""


class ChatWriting(Screen[object]):
    """What `ChatScreen` does with drafts and copies, kept apart from its layout."""

    @property
    def _desk(self) -> "ChatScreen":
        return cast("ChatScreen", self)

    async def on_submitted(self, message: Submitted) -> None:
        """Send, queue or run what was written."""
        chat = self._desk
        live = chat.live
        text = message.text.strip("\n").rstrip()
        if live is None:
            chat.remark("no session is open: Ctrl+N opens one")
            chat.composer.give_back(message)
            return
        if not text.strip() and not message.pictures:
            if live.release():
                chat.refresh_bars()
            elif live.over and not message.queue:
                chat.action_restart()
            return
        if text.startswith("!"):
            self._run_shell(live, message)
            return
        ours = own_command(text, live.conversation.commands)
        if ours is not None:
            await self._obey(*ours)
            return
        await self._say(live, text, message)

    async def _say(self, live: "LiveSession", text: str, message: Submitted) -> None:
        chat = self._desk
        images = await self._images(live, message.pictures)
        if images is None:
            chat.composer.give_back(message)
            return
        live.draft = chat.composer.text
        chat.parley.past.add(PastPrompt(text, time.time(), str(live.opening.cwd)))
        if live.over:
            chat.parley.hosting.restart(live)
        waiting = len(live.queue)
        (live.put_aside if message.queue else live.say)(text, images)
        chat.parley.drafts.touch(live)
        if len(live.queue) == waiting:
            chat.transcript.to_end()
        chat.refresh_bars()

    async def _images(
        self, live: "LiveSession", pictures: tuple[Path, ...]
    ) -> tuple[Image, ...] | None:
        """Return the pictures as they are sent; None where that cannot be."""
        chat = self._desk
        if pictures and live.session is not None and not live.capabilities.images:
            chat.remark(f"{live.label} takes no pictures")
            return None
        read = chat.parley.services.read_image
        try:
            return tuple([await asyncio.to_thread(read, str(path)) for path in pictures])
        except ParleyError as error:
            chat.remark(error.problem)
            return None

    async def _obey(self, name: str, words: str) -> None:
        """Do what a command of ours says."""
        if name in _ACTIONS:
            await self.run_action(_ACTIONS[name])
        elif name == "theme" and words:
            self._change_theme(words)
        elif name == "theme":
            await self.run_action("app.settings")
        elif name == "image":
            self._attach_picture(words)
        elif name == "mode":
            self._change_mode(words)

    def _change_theme(self, name: str) -> None:
        parley = self._desk.parley
        try:
            load_theme(name)
        except UsageError as error:
            self._desk.remark(f"{error.problem} {error.remedy}")
            return
        parley.change_settings(replace(parley.settings, theme=name))

    def _attach_picture(self, name: str) -> None:
        composer = self._desk.composer
        if not name:
            self._desk.remark("name the picture: /image PATH; Ctrl+V takes one from the clipboard")
            return
        path = composer.folder / written_path(name)
        composer.insert(composer.folds.attach(path) + " ")

    def _change_mode(self, word: str) -> None:
        chat = self._desk
        live = chat.live
        modes = {choice.mode.value: choice for choice in live.capabilities.modes} if live else {}
        if live is None or word not in modes:
            chat.remark(f"modes here: {', '.join(modes) or 'none'}")
            return
        if word == Mode.AUTO:
            self.app.push_screen(chat.parley.dialog("auto", live))
            return
        live.change_mode(Mode(word))
        chat.remark(f"mode {word}: {modes[word].effect}")

    def _run_shell(self, live: "LiveSession", message: Submitted) -> None:
        chat = self._desk
        command = message.text.strip()[1:].strip()
        if not command:
            chat.composer.give_back(message)
            return
        chat.parley.past.add(PastPrompt(f"!{command}", time.time(), str(live.opening.cwd)))
        self.app.push_screen(
            chat.parley.dialog("shell", command, live.opening.cwd), self._add_output
        )

    def _add_output(self, output: object) -> None:
        if isinstance(output, str):
            composer = self._desk.composer
            before = f"{composer.text}\n" if composer.text else ""
            composer.rewrite(before + composer.folds.fold_paste(output) + "\n")

    def on_composer_take_back(self) -> None:
        """Put the prompt that was queued last back into the draft."""
        chat = self._desk
        live = chat.live
        text = live.take_back() if live is not None else None
        if text is None:
            chat.remark("nothing is queued that could be taken back")
            return
        self.put_back(text)

    def put_back(self, text: str) -> None:
        """Put what was not sent before what is being written."""
        chat = self._desk
        draft = chat.composer.text
        chat.composer.rewrite(f"{text}\n{draft}" if draft else text)
        chat.refresh_bars()

    def on_composer_leave(self) -> None:
        """Quit: the draft is empty."""
        self._desk.parley.leave()

    def on_composer_help(self) -> None:
        """Show all keys."""
        self._desk.parley.action_help()

    def on_composer_restart(self) -> None:
        """Restart an ended agent, unless the r was the first letter of a prompt."""
        live = self._desk.live
        if live is not None and live.over and live.reading is None:
            soon(self, QUIET, self._restart_if_meant)

    def _restart_if_meant(self) -> None:
        chat = self._desk
        if chat.composer.text != "r" or chat.live is None or not chat.live.over:
            return
        if not chat.parley.guard.quiet:
            soon(self, max(0.05, chat.parley.guard.remaining), self._restart_if_meant)
            return
        chat.composer.clear_sent()
        chat.action_restart()

    def on_prompt_remark(self, message: Prompt.Remark) -> None:
        """Say it in the status line."""
        self._desk.remark(message.text)

    def on_transcript_view_copied(self, message: "TranscriptView.Copied") -> None:
        """Copy what was chosen in the conversation."""
        self.copy(message.text)

    def on_transcript_view_activated(self, message: "TranscriptView.Activated") -> None:
        """Show a tool call's details in the timeline."""
        chat = self._desk
        if chat.live is not None:
            self.app.push_screen(chat.parley.dialog("timeline", chat.live, message.item))

    def copy(self, text: str) -> None:
        """Copy text and say which way it went."""
        self.run_worker(self._copy(text), group="copy")

    async def _copy(self, text: str) -> None:
        self._desk.remark(await self.copied(text))

    async def copied(self, text: str) -> str:
        """Copy text; return the receipt, for screens that stand before this one."""
        receipt: str = await import_module("tui.ui.clipboard").copy(self.app, text)
        return receipt
