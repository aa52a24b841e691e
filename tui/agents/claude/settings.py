"""The session's own data: id, model, mode, folder, and what the CLI offers."""

from typing import Any

import msgspec

from tui.agents.claude.modes import mode_of
from tui.agents.claude.system_frames import Init
from tui.model.capabilities import Mode, ModelChoice, SlashCommand
from tui.model.events import Event, Level, NoticeRaised, SessionReady, SettingChanged
from tui.model.identity import SessionId

_INTERNAL_COMMANDS = frozenset({"__remote-workflow", "workflow-launch-exec"})


class CommandOffer(msgspec.Struct):
    """One slash command; seed 004 writes its name with the slash."""

    name: str = ""
    description: str | None = None
    argument_hint: str | None = msgspec.field(default=None, name="argumentHint")


class ModelOffer(msgspec.Struct):
    """One model; seed 004 calls its name `display`."""

    value: str = ""
    display_name: str | None = msgspec.field(default=None, name="displayName")
    display: str | None = None
    description: str | None = None


class Welcome(msgspec.Struct):
    """The answer to `initialize`."""

    commands: list[CommandOffer] | None = None
    models: list[ModelOffer] | None = None
    claude_code_version: str | None = None
    current_permission_mode: str | None = None


class Settings:
    """Remembers what was said about the session, so that only news is told."""

    def __init__(self, expected: SessionId | None) -> None:
        self._expected = expected
        self._described = False
        self._tools: tuple[str, ...] | None = None
        self._native_mode: str | None = None
        self.session: SessionId | None = None
        self.model: str | None = None
        self.mode: Mode | None = None
        self.cwd: str | None = None
        self.ready = False
        """The CLI takes prompts."""

    def welcomed(self, welcome: Welcome) -> tuple[Event, ...]:
        """Take in the answer to `initialize`; it comes before any session id is printed."""
        self.ready = True
        self.session = self.session or self._expected
        self.mode = mode_of(welcome.current_permission_mode) or self.mode
        self._native_mode = welcome.current_permission_mode
        return (
            SessionReady(
                session=self.session,
                version=welcome.claude_code_version,
                mode=self.mode,
                models=_models(welcome.models),
                commands=_commands(welcome.commands),
            ),
        )

    def begun(self, session: str | None) -> tuple[Event, ...]:
        """Take in that a session has begun, in the words of the seeds."""
        self.ready = True
        self.session = SessionId(session) if session else self.session
        return (SessionReady(session=self.session),)

    def described(self, init: Init) -> tuple[Event, ...]:
        """Take in the settings printed at the start of each turn."""
        self.ready = True
        if self._described:
            return (
                *self.changed(model=init.model, mode=init.permission_mode, cwd=init.cwd),
                *self._tools_offered(init),
            )
        self._described = True
        self.model = init.model or self.model
        self.mode = mode_of(init.permission_mode) or self.mode
        self._native_mode = init.permission_mode
        self.cwd = init.cwd
        self._tools = _names(init.tools)
        return (
            SessionReady(
                session=self.session,
                version=init.claude_code_version or init.version,
                cwd=init.cwd,
                model=init.model,
                mode=mode_of(init.permission_mode),
                tools=self._tools,
            ),
        )

    def named(self, session: str | None) -> tuple[Event, ...]:
        """Follow the session id, which `/clear` changes in the middle of a process."""
        if session is None or session == self.session:
            return ()
        self.session = SessionId(session)
        return (SettingChanged(session=self.session),)

    def changed(
        self, *, model: str | None = None, mode: str | None = None, cwd: str | None = None
    ) -> tuple[Event, ...]:
        """Tell which settings differ from what they were."""
        new_model = model if model != self.model else None
        new_cwd = cwd if cwd != self.cwd else None
        known = mode_of(mode)
        new_mode = known if known != self.mode else None
        self.model = new_model or self.model
        self.cwd = new_cwd or self.cwd
        self.mode = new_mode or self.mode
        events: tuple[Event, ...] = ()
        if new_model or new_mode or new_cwd:
            events += (SettingChanged(model=new_model, mode=new_mode, cwd=new_cwd),)
        if mode is not None and mode != self._native_mode:
            self._native_mode = mode
            if known is None:
                text = f"Claude Code now works in its mode “{mode}”."
                events += (NoticeRaised(text=text, level=Level.WARNING, code="mode"),)
        return events

    def _tools_offered(self, init: Init) -> tuple[Event, ...]:
        tools = _names(init.tools)
        if tools is None or tools == self._tools:
            return ()
        self._tools = tools
        return (SessionReady(tools=tools),)


def _models(offers: list[ModelOffer] | None) -> tuple[ModelChoice, ...] | None:
    if offers is None:
        return None
    return tuple(
        ModelChoice(
            offer.value,
            offer.display_name or offer.display or offer.value,
            offer.description or "",
        )
        for offer in offers
    )


def _commands(offers: list[CommandOffer] | None) -> tuple[SlashCommand, ...] | None:
    if offers is None:
        return None
    return tuple(
        SlashCommand(
            offer.name.removeprefix("/"), offer.description or "", offer.argument_hint or ""
        )
        for offer in offers
        if offer.name not in _INTERNAL_COMMANDS
    )


def _names(tools: list[Any] | None) -> tuple[str, ...] | None:
    if tools is None:
        return None
    names = (tool.get("name") if isinstance(tool, dict) else tool for tool in tools)
    return tuple(name for name in names if isinstance(name, str))
