"""The application: its sessions, its theme, its keys, and how it ends."""

import signal
import time
from collections.abc import Awaitable, Callable, Iterable
from contextlib import suppress
from importlib import import_module
from typing import TYPE_CHECKING, ClassVar

from textual.app import App, SystemCommand
from textual.binding import Binding, BindingType
from textual.events import Ready
from textual.filter import LineFilter
from textual.screen import Screen
from textual.timer import Timer

from tui.config.past_prompts import PastPrompts
from tui.config.settings import Settings
from tui.config.themes import load_theme
from tui.errors import UsageError
from tui.text.visible import visible
from tui.ui import keys
from tui.ui.collector import Collector
from tui.ui.draft_keeper import DraftKeeper
from tui.ui.egress import Egress
from tui.ui.guard import Guard
from tui.ui.hosting import Hosting
from tui.ui.messages import SessionChanged
from tui.ui.screens.chat import ChatScreen
from tui.ui.services import Opening, Services
from tui.ui.theme import textual_theme, use_theme

if TYPE_CHECKING:
    from tui.sessions.supervisor import Supervisor

DIALOGS = {
    "help": "help:HelpScreen",
    "settings": "settings:SettingsScreen",
    "inspector": "inspector:InspectorScreen",
    "timeline": "timeline:TimelineScreen",
    "models": "models:ModelScreen",
    "new_session": "new_session:NewSessionScreen",
    "permission": "permission:PermissionScreen",
    "questions": "questions:QuestionsScreen",
    "shell": "shell:ShellScreen",
    "find": "find:FindScreen",
    "search": "search:SearchScreen",
}
"""Dialog → where it stands. They are imported when shown: start-up is what people wait for."""


class ParleyApp(App[int]):
    """Conversations with agents, one tab each."""

    TITLE = "parley"
    ENABLE_COMMAND_PALETTE = True
    COMMAND_PALETTE_BINDING = "ctrl+p"
    BINDINGS: ClassVar[list[BindingType]] = [
        *keys.bindings(
            tuple(key for key in keys.ANYWHERE if key.id != "app.palette"), priority=True
        ),
        Binding("ctrl+c", "ignore", show=False),
    ]

    def __init__(
        self,
        supervisor: "Callable[[], Awaitable[Supervisor]]",
        services: Services,
        *,
        settings: Settings | None = None,
        opening: Opening | None = None,
        prompt: str | None = None,
        warnings: tuple[str, ...] = (),
        now: Callable[[], float] = time.time,
    ) -> None:
        super().__init__()
        self.supervisor = supervisor
        self.now = now
        self.services = services
        self.settings = settings if settings is not None else Settings()
        self.hosting = Hosting(self)
        self.desk = self.hosting.desk
        self.guard = Guard()
        self.past = PastPrompts()
        self.drafts = DraftKeeper()
        self.collector = Collector()
        self._resting: Timer | None = None
        self._egress = Egress()
        self._opening = opening
        self._prompt = prompt
        self._warnings = [*warnings, *keys.problems(self.settings.keys)]
        self.crash: str = ""
        """Where the story of our own mistake was written, if one was made."""
        self.set_keymap(keys.keymap(self.settings.keys))
        self.use_theme_named(self.settings.theme)

    def get_default_screen(self) -> Screen[object]:
        """The conversation is the screen below all others."""
        self.chat = ChatScreen()
        return self.chat

    def get_line_filters(self) -> list[LineFilter]:
        """Every cell passes these; ours comes last."""
        return [*super().get_line_filters(), self._egress]

    def use_theme_named(self, name: str) -> None:
        """Show everything in another theme; one that cannot be read is told about."""
        try:
            theme = load_theme(name)
        except UsageError as error:
            self._warnings.append(f"{error.problem} {error.remedy}")
            theme = load_theme("ink")
        use_theme(theme)
        translated = textual_theme(theme)
        self.register_theme(translated)
        self.theme = translated.name

    def on_ready(self, event: Ready) -> None:
        """Open the first session; the first frame is on the screen by now."""
        for number in (signal.SIGHUP, signal.SIGTERM):
            with suppress(NotImplementedError, RuntimeError):
                self._loop_signal(number)
        for warning in self._warnings:
            self.notify(visible(warning), severity="warning", markup=False, timeout=10)
        live = self.desk.active
        if live is not None:
            self.hosting.start(live)
            if not self._prompt and not live.draft and self.drafts.restore(live):
                self.chat.composer.put(live.draft)
                self.chat.remark("your draft from last time is back")
        self.set_timer(0.2, self._settle)

    def _loop_signal(self, number: int) -> None:
        import_module("asyncio").get_running_loop().add_signal_handler(number, self.leave)

    def _settle(self) -> None:
        """Do what can wait until somebody could have typed a key."""
        if not self.is_headless:
            self.collector.start()
            self._resting = self.set_interval(1.0, self._rest)

    def _rest(self) -> None:
        if self.collector.rest() and self._resting is not None:
            self._resting.pause()

    def busy(self) -> None:
        """Note that something is going on, after which there will be garbage."""
        self.collector.busy()
        if self._resting is not None:
            self._resting.resume()

    def begin(self) -> None:
        """Put the first session on the screen; its agent is started after the first frame."""
        if self._opening is not None:
            self.hosting.place(self._opening, self._prompt)

    def on_session_changed(self, message: SessionChanged) -> None:
        """Let every screen that shows a session take up what it told."""
        self.busy()
        message.live.send_waiting()
        for screen in self.screen_stack:
            told = getattr(screen, "session_changed", None)
            if told is not None:
                told(message.live)

    def dialog(self, name: str, *arguments: object) -> Screen[object]:
        """Return a dialog by its name."""
        module, _, kind = DIALOGS[name].partition(":")
        found: Screen[object] = getattr(import_module(f"tui.ui.screens.{module}"), kind)(*arguments)
        return found

    def change_settings(self, settings: Settings) -> None:
        """Put settings in force and keep them."""
        self.settings = settings
        self.use_theme_named(settings.theme)
        self.chat.redraw()
        try:
            import_module("tui.config.save").save_settings(settings)
        except OSError as error:
            self.notify(f"Settings were not saved: {error.strerror}", markup=False)

    def action_help(self) -> None:
        """Show all keys."""
        self.push_screen(self.dialog("help"))

    def action_settings(self) -> None:
        """Show the settings."""
        self.push_screen(self.dialog("settings"))

    def action_redraw(self) -> None:
        """Draw everything again."""
        self.refresh(repaint=True, layout=True)

    def action_ignore(self) -> None:
        """Ctrl+C has a meaning on the screen below; elsewhere it has none."""

    def action_leave(self) -> None:
        """Quit."""
        self.leave()

    def leave(self) -> None:
        """End the app; drafts are kept, agents are ended by whoever owns them."""
        self.drafts.save_now(self.desk.sessions)
        self.exit(0)

    def get_system_commands(self, screen: Screen[object]) -> Iterable[SystemCommand]:
        """Every action that has a key is also found by its name."""
        for key in keys.BY_ID.values():
            if key.palette:
                action = key.action if "." in key.action else f"screen.{key.action}"

                def run(action: str = action) -> None:
                    self.call_later(self.run_action, action)

                now = keys.effective(self.settings.keys)[key.id]
                yield SystemCommand(key.wording, keys.spoken(now), run)

    def _fatal_error(self) -> None:
        """Our own mistake: keep the drafts, write it down, give the terminal back."""
        self.drafts.save_now(self.desk.sessions)
        if self._exception is not None and not self.crash:
            write = import_module("tui.ui.crash").write_crash
            self.crash = str(write(self._exception) or "nowhere: the disk did not take it")
        self._close_messages_no_wait()
