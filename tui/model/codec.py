"""Events → lines of unified JSON."""

from binascii import b2a_base64
from datetime import UTC, datetime
from typing import Any, assert_never

import msgspec

from tui.model import codec_lines as lines
from tui.model import events as e
from tui.model import unified as u
from tui.model import unified_more as more
from tui.model.arrival import Arrival
from tui.model.capabilities import Mode
from tui.model.identity import AgentId, ProtocolName
from tui.model.spec import SessionSpec
from tui.model.tools import Outcome
from tui.model.usage import TokenUsage

APPROVAL: dict[Mode, u.Approval] = {
    Mode.ASK: "ask",
    Mode.EDITS: "autoEdit",
    Mode.PLAN: "ask",
    Mode.AUTO: "autoAll",
}
"""Our modes in the words of the published schema; it has none for planning, which asks."""

LAST = 253_402_300_799.0
"""The last second of the year 9999; files and recordings may hold any number for a time."""


class Encoder:
    """Turns the events of one session into lines; knows what later lines need from earlier ones."""

    def __init__(
        self,
        agent: AgentId,
        protocol: ProtocolName,
        *,
        spec: SessionSpec | None = None,
        raw: bool = False,
    ) -> None:
        self._agent = agent
        self._protocol = protocol
        self._spec = spec
        self._raw = raw
        self._session = ""
        self._started = False
        self._count = 0
        self._total: TokenUsage | None = None

    def arrival(self, arrival: Arrival) -> list[bytes]:
        """Return the lines of one wire line; with `raw` there is at least one."""
        head = self._head(arrival.at)
        if self._raw:
            head["seq"] = arrival.seq
            try:
                head["raw"] = arrival.raw.decode()
            except UnicodeDecodeError:
                head["raw_base64"] = b2a_base64(arrival.raw, newline=False).decode()
        told = [line for event in arrival.events for line in self._lines(event, head)]
        if self._raw and not told:
            told = [more.Wire(**self._numbered(head))]
        return [_encode(line) for line in told]

    def own(self, event: e.Event, at: float) -> list[bytes]:
        """Return the lines of an event that no wire line stands for."""
        return [_encode(line) for line in self._lines(event, self._head(at))]

    def _head(self, at: float) -> dict[str, Any]:
        told = min(max(at, 0.0), LAST)
        moment = datetime.fromtimestamp(told, UTC).isoformat(timespec="milliseconds")
        return {"timestamp": moment.replace("+00:00", "Z"), "agent": self._agent}

    def _numbered(self, head: dict[str, Any]) -> dict[str, Any]:
        self._count += 1
        return {**head, "id": f"event-{self._count}", "session_id": self._session}

    def _lines(self, event: e.Event, head: dict[str, Any]) -> list[u.UnifiedLine]:
        if isinstance(event, e.SessionReady | e.SettingChanged) and event.session is not None:
            self._session = event.session
        match event:
            case e.ToolFinished():
                return self._tool_finished(event, head)
            case e.SessionReady():
                return [self._ready(event, self._numbered(head))]
            case e.SessionEnded():
                return [self._ended(event, self._numbered(head))]
            case e.ProseGrew() | e.ProseDone() | e.ProseWithdrawn() | e.UserSaid():
                return [lines.prose(event, self._numbered(head))]
            case e.ToolStarted() | e.ToolGrew():
                return [lines.tool(event, self._numbered(head))]
            case e.TurnStarted() | e.TurnEnded() | e.PromptMoved():
                return [self._turn(event, self._numbered(head))]
            case e.PermissionAsked() | e.PermissionDecided() | e.PermissionWithdrawn():
                return [lines.permission(event, self._numbered(head))]
            case e.UsageReported():
                self._total = event.session or self._total
                return [lines.usage(event, self._numbered(head))]
            case e.SettingChanged() | e.ActivityChanged() | e.PlanChanged() | e.TaskChanged():
                return [lines.status(event, self._numbered(head))]
            case e.ContextCompacted() | e.NoticeRaised() | e.Unrecognised():
                return [lines.remark(event, self._numbered(head))]
            case _:
                assert_never(event)

    def _ready(self, event: e.SessionReady, head: dict[str, Any]) -> u.UnifiedLine:
        if self._started:
            return more.SessionChanged(**head, model=event.model, mode=event.mode, cwd=event.cwd)
        self._started = True
        spec = self._spec
        mode = event.mode or (spec.mode if spec is not None else None)
        cwd = event.cwd or (str(spec.cwd) if spec is not None else None)
        config = u.Config(
            agent_type=self._protocol,
            working_directory=cwd,
            model=event.model or (spec.model if spec is not None else None),
            approval_mode=APPROVAL[mode] if mode is not None else None,
        )
        return u.SessionStarted(
            **head,
            agent_type=self._protocol,
            config=config,
            demo=self._agent != self._protocol,
            version=event.version,
        )

    def _ended(self, event: e.SessionEnded, head: dict[str, Any]) -> u.UnifiedLine:
        return u.SessionEnded(
            **head,
            reason=event.reason,
            error=event.error or None,
            remedy=event.remedy or None,
            code=event.code or None,
            exit_code=event.exit_code,
            stderr=event.stderr or None,
            final_usage=lines.tokens(self._total),
        )

    def _turn(
        self, event: e.TurnStarted | e.TurnEnded | e.PromptMoved, head: dict[str, Any]
    ) -> u.UnifiedLine:
        match event:
            case e.TurnStarted():
                return more.TurnStarted(**head, turn=event.turn or None)
            case e.PromptMoved():
                return more.PromptChanged(**head, item_id=event.item, state=event.state)
            case e.TurnEnded():
                return u.TurnCompleted(
                    **head,
                    outcome=event.outcome,
                    usage=lines.tokens(event.usage),
                    duration_ms=event.duration_ms,
                    error=event.error or None,
                    background=event.background,
                )

    def _tool_finished(self, event: e.ToolFinished, head: dict[str, Any]) -> list[u.UnifiedLine]:
        fine = event.outcome in (Outcome.OK, Outcome.DETACHED)
        completed = u.ToolCompleted(
            **self._numbered(head),
            tool_id=event.call,
            success=fine,
            outcome=event.outcome,
            result=event.output,
            error=None if fine else event.output or event.outcome.value,
            exit_code=event.exit_code,
            duration_ms=event.duration_ms,
            decided_by=event.decided_by,
        )
        changed = [
            u.FileChanged(
                **self._numbered(head),
                file_path=change.path,
                change_type=change.kind,
                tool_id=event.call,
                diff=change.diff,
                before=change.before,
                after=change.after,
                moved_to=change.moved_to,
            )
            for change in (event.changes if fine else ())
        ]
        return [completed, *changed]


def _encode(line: u.UnifiedLine) -> bytes:
    try:
        return msgspec.json.encode(line)
    except UnicodeEncodeError:
        # Agents may send lone surrogates; JSON for other programs carries U+FFFD there.
        return msgspec.json.encode(mended(msgspec.to_builtins(line)))


def mended(value: Any) -> Any:
    """Return a JSON value that can be encoded: half surrogate pairs become U+FFFD."""
    if isinstance(value, str):
        return value.encode("utf-16", "surrogatepass").decode("utf-16", "replace")
    if isinstance(value, dict):
        return {mended(key): mended(inner) for key, inner in value.items()}
    return [mended(inner) for inner in value] if isinstance(value, list | tuple) else value
