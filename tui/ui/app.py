"""The application: its sessions, its theme, its keys, and how it ends."""

import time
from collections.abc import Awaitable, Callable, Iterable
from functools import cached_property, partial
from importlib import import_module
from typing import TYPE_CHECKING, ClassVar

from textual.app import SystemCommand
from textual.binding import Binding, BindingType
from textual.events import AppBlur, AppFocus, Event, Key
from textual.filter import LineFilter
from textual.screen import Screen
from textual.timer import Timer

from tui.config import keymap, keys
from tui.config.kept_theme import quick_theme
from tui.config.past_prompts import PastPrompts
from tui.config.settings import Settings
from tui.config.themes import load_theme
from tui.errors import UsageError
from tui.ui.attention import Attention
from tui.ui.bindings import bindings
from tui.ui.collector import Collector
from tui.ui.draft_keeper import DraftKeeper
from tui.ui.egress import Egress
from tui.ui.front import Front
from tui.ui.guard import Clock, Guard
from tui.ui.hosting import Hosting
from tui.ui.inbox import waiting
from tui.ui.messages import SessionChanged
from tui.ui.openings import Openings
from tui.ui.reading import ReadingRoom
from tui.ui.screens.chat import ChatScreen
from tui.ui.services import Opening, Services
from tui.ui.starting import Starting
from tui.ui.theme import textual_theme, use_theme

if TYPE_CHECKING:
    from tui.sessions.supervisor import Supervisor
    from tui.ui.settings_keeper import SettingsKeeper

DIALOGS = {
    "help": "help:HelpScreen",
    "settings": "settings:SettingsScreen",
    "inspector": "inspector:InspectorScreen",
    "timeline": "timeline:TimelineScreen",
    "models": "models:ModelScreen",
    "copy_menu": "copy_menu:CopyMenu",
    "rewind": "rewind:RewindScreen",
    "new_session": "new_session:NewSessionScreen",
    "permission": "permission:PermissionScreen",
    "questions": "questions:QuestionsScreen",
    "rule": "rule:RuleScreen",
    "trust": "trust:TrustScreen",
    "auto": "auto:AutoScreen",
    "journal": "journal:JournalScreen",
    "folders": "folders:FoldersScreen",
    "shell": "shell:ShellScreen",
    "browser": "browser:BrowserScreen",
    "line": "line:LineScreen",
    "choice": "choice:ChoiceScreen",
    "spend": "spend:SpendScreen",
    "hand_over": "hand_over:HandOverScreen",
}
"""Dialog → where it stands. They are imported when shown: start-up is what people wait for."""


class ParleyApp(Starting):
    """Conversations with agents, one tab each."""

    TITLE = "parley"
    ENABLE_COMMAND_PALETTE = True
    COMMAND_PALETTE_BINDING = "ctrl+p"
    BINDINGS: ClassVar[list[BindingType]] = [
        *bindings(tuple(key for key in keys.ANYWHERE if key.id != "app.palette"), priority=True),
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
        now: Clock = time.time,
        ticks: Clock = time.monotonic,
        front: Front | None = None,
    ) -> None:
        super().__init__()
        self.front = front if front is not None else Front()
        """What the welcome page tells; from last time until it is looked for anew."""
        self.supervisor = supervisor
        self.now, self.ticks = now, ticks
        self.services = services
        self.settings = settings if settings is not None else Settings()
        self.hosting = Hosting(self)
        self.desk = self.hosting.desk
        self.reading = ReadingRoom(self)
        self.guard = Guard(ticks)
        self.past = PastPrompts()
        self.drafts = DraftKeeper(partial(self.notify, severity="error", markup=False, timeout=20))
        self.collector = Collector()
        self.attention = Attention(self._tell_terminal, self.settings.notify)
        self._resting: Timer | None = None
        self._egress = Egress(colourless=self.no_color)
        self._opening, self._prompt = opening, prompt
        self.warnings = list(warnings)
        if self.settings.keys:
            self.warnings += keymap.problems(self.settings.keys)
        self.crash: str = ""
        """Where the story of our own mistake was written, if one was made."""
        self.set_keymap(keymap.keymap(self.settings.keys))
        self.use_theme_named(self.settings.theme)
        self.sheet_theme = self.theme
        self.stylesheet.set_variables(self.get_css_variables())

    def get_default_screen(self) -> Screen[object]:
        """The conversation is the screen below all others."""
        self._openings = Openings()
        self.chat = ChatScreen()
        return self.chat

    def get_line_filters(self) -> list[LineFilter]:
        """Every cell passes these; ours comes last."""
        return [*super().get_line_filters(), self._egress]

    def use_theme_named(self, name: str) -> None:
        """Show everything in another theme; one that cannot be read is told about."""
        try:
            theme = quick_theme(name)
        except UsageError as error:
            self.warnings.append(f"{error.problem} {error.remedy}")
            theme = load_theme("ink")
        use_theme(theme)
        translated = textual_theme(theme)
        self.register_theme(translated)
        self.theme = translated.name

    async def on_event(self, event: Event) -> None:
        """Take the letter from Alt with a letter: it is a command, and no draft may swallow it.

        Terminals send both in one, and Textual keeps the letter as what would be typed.
        """
        if isinstance(event, Key) and not event.is_forwarded:
            if event.key.startswith("alt+"):
                event.character = None
            await self._openings.wait(self.screen_stack)
        await super().on_event(event)

    def on_unmount(self) -> None:
        """Close what was opened for past sessions."""
        self.reading.close()

    def rest_in_pauses(self) -> None:
        """Let garbage be collected while nothing happens, and only then."""
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
        self._attend(looking=self.app_focus)

    def on_app_focus(self, event: AppFocus) -> None:
        """Somebody looks again."""
        self._attend(looking=True)

    def on_app_blur(self, event: AppBlur) -> None:
        """Nobody looks: what waits is told by bell, notification and title."""
        self._attend(looking=False)

    def _attend(self, *, looking: bool) -> None:
        self.attention.take(waiting(self.desk.sessions), looking=looking)

    def _tell_terminal(self, sequence: str) -> None:
        if self._driver is not None and not self.is_headless:
            self._driver.write(sequence)
            self._driver.flush()

    def dialog(self, name: str, *arguments: object) -> Screen[object]:
        """Return a dialog by its name."""
        module, _, kind = DIALOGS[name].partition(":")
        found: Screen[object] = getattr(import_module(f"tui.ui.screens.{module}"), kind)(*arguments)
        return found

    def change_settings(self, settings: Settings) -> None:
        """Put settings in force and keep them."""
        before, self.settings = self.settings, settings
        self.attention.notify = settings.notify
        self.use_theme_named(settings.theme)
        self.chat.redraw()
        self.run_worker(import_module("tui.ui.welcoming").keep(self), group="welcome")
        self.run_worker(self._settings_keeper.keep(before, settings), group="settings")

    @cached_property
    def _settings_keeper(self) -> "SettingsKeeper":
        keeper: SettingsKeeper = import_module("tui.ui.settings_keeper").SettingsKeeper(
            partial(self.notify, markup=False)
        )
        return keeper

    def action_help(self) -> None:
        """Show all keys, or close them where they are shown."""
        self._show_or_close("help")

    def action_settings(self) -> None:
        """Show the settings, or close them where they are shown."""
        self._show_or_close("settings")

    def _show_or_close(self, name: str) -> None:
        if type(self.screen).__name__ == DIALOGS[name].partition(":")[2]:
            self.call_later(self.screen.run_action, "dismiss")
        else:
            self.push_screen(self.dialog(name))

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
        self.attention.leave()
        self.exit(0)

    def get_system_commands(self, screen: Screen[object]) -> Iterable[SystemCommand]:
        """Every action that has a key is also found by its name."""
        for key in keys.BY_ID.values():
            if key.palette:
                action = key.action if "." in key.action else f"screen.{key.action}"

                def run(action: str = action) -> None:
                    self.call_later(self.run_action, action)

                now = keymap.effective(self.settings.keys)[key.id]
                yield SystemCommand(key.wording, keymap.spoken(now), run)

    def _fatal_error(self) -> None:
        """Our own mistake: keep the drafts, write it down, give the terminal back."""
        self.drafts.save_now(self.desk.sessions)
        if self._exception is not None and not self.crash:
            write = import_module("tui.ui.crash").write_crash
            self.crash = str(write(self._exception) or "nowhere: the disk did not take it")
        self._close_messages_no_wait()
