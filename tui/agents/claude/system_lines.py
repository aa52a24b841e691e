"""`system` lines: what each subtype means for the conversation."""

from collections.abc import Callable
from typing import Any

from tui.agents.claude import news
from tui.agents.claude.background import Background
from tui.agents.claude.calls import Calls
from tui.agents.claude.frames import System
from tui.agents.claude.prompts import Prompts
from tui.agents.claude.read import LABEL_LENGTH, details
from tui.agents.claude.settings import Settings
from tui.agents.claude.system_frames import (
    KINDS,
    NOT_SHOWN,
    ApiRetry,
    CompactBoundary,
    HookResponse,
    Init,
    PermissionDenied,
    Remark,
    SessionState,
    Status,
    TaskNews,
    TitleChanged,
)
from tui.agents.ledger import Ledger
from tui.model.events import (
    Activity,
    ActivityChanged,
    Event,
    Level,
    NoticeRaised,
    SettingChanged,
    Unrecognised,
)
from tui.model.identity import ItemId

_STATES = {
    "idle": Activity.IDLE,
    "running": Activity.WORKING,
    "requires_action": Activity.WAITING,
}

_COMPACTING = "compacting the conversation"


class SystemLines:
    """Translates news about the session; turns begin here."""

    def __init__(
        self,
        ledger: Ledger,
        settings: Settings,
        calls: Calls,
        background: Background,
        prompts: Prompts,
    ) -> None:
        self._ledger = ledger
        self._settings = settings
        self._calls = calls
        self._prompts = prompts
        self._tells_state = False
        self._compacting = False
        self._meanings: dict[type, Callable[[Any], tuple[Event, ...]]] = {
            Init: self._begun,
            Status: self._status,
            SessionState: self._state,
            TitleChanged: lambda told: (SettingChanged(title=told.title),),
            PermissionDenied: self._denied,
            TaskNews: background.told,
            ApiRetry: news.retry,
            CompactBoundary: news.compacted,
            HookResponse: news.hook,
            Remark: news.remark,
        }

    def told(self, frame: System, line: bytes) -> tuple[Event, ...]:
        """Take in one line."""
        subtype = frame.subtype or "?"
        kind = KINDS.get(subtype)
        if kind is not None:
            return self._meanings[kind](details(line, kind))
        if subtype in NOT_SHOWN:
            return ()
        return (Unrecognised(f"system/{subtype}"[:LABEL_LENGTH]),)

    def _begun(self, init: Init) -> tuple[Event, ...]:
        described = self._settings.described(init)
        return (*described, *self._ledger.turn_started(), *self._prompts.turn_begun())

    def _status(self, status: Status) -> tuple[Event, ...]:
        events = self._settings.changed(mode=status.permission_mode)
        if status.status in ("requesting", "compacting"):
            events += self._ledger.turn_started()
        compacting = status.status == "compacting"
        if self._tells_state and compacting is not self._compacting:
            # Only where the CLI also says when it rests again.
            events += (ActivityChanged(Activity.WORKING, _COMPACTING if compacting else ""),)
        self._compacting = compacting
        return (*events, *news.compaction_failed(status))

    def _state(self, told: SessionState) -> tuple[Event, ...]:
        activity = _STATES.get(told.state or "")
        if activity is None:
            return (Unrecognised(f"session_state_changed/{told.state}"[:LABEL_LENGTH]),)
        self._tells_state = True
        return (ActivityChanged(activity),)

    def _denied(self, told: PermissionDenied) -> tuple[Event, ...]:
        """The call's own result says the same; a call we do not know needs words of its own."""
        call = ItemId(told.tool_use_id) if told.tool_use_id else None
        self._calls.denied(call)
        if call in self._ledger.calls:
            return ()
        text = told.message or f"{told.tool_name or 'A tool'} was denied by a rule."
        return (NoticeRaised(text=text, level=Level.WARNING, code="permission_denied"),)
