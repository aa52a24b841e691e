"""What a session of Claude Code knows from one turn to the next, and how it asks its client."""

import asyncio
from collections import deque
from dataclasses import dataclass, field

from tui.demo.chaos import prelude
from tui.demo.claude_facts import MODES
from tui.demo.claude_lines import ClaudeLines, Json
from tui.demo.claude_tools import Call, rule_allows
from tui.demo.counting import Tally
from tui.demo.memory import Record
from tui.demo.modes import UNASKED, Mode
from tui.demo.stage import Stage
from tui.demo.teller import Prompt, Talk

INVALID = (
    "The canUseTool callback returned an invalid permission result. Expected {behavior: 'allow', "
    "updatedInput?: object} or {behavior: 'deny', message: string}."
)
CLOSED = "AbortError: Tool permission stream closed before response received"


@dataclass(frozen=True, slots=True)
class Verdict:
    """Whether a call may be made, and who says so."""

    allowed: bool
    input: Json = field(default_factory=dict)
    message: str = ""
    stop: bool = False
    """The whole turn shall end."""
    by: Json = field(default_factory=dict)
    """The CLI's own words for who decided."""


class ClaudeSession:
    """The state of one session."""

    def __init__(self, stage: Stage, record: Record) -> None:
        self.stage = stage
        self.record = record
        self.lines = ClaudeLines(stage.outlet, record)
        self.mode = record.mode
        self.rules: list[Json] = []
        self.talk = Talk(prelude=prelude(stage))
        self.total = Tally(record.heard, record.spoken)
        self.history = record.heard
        """Tokens the model would be given at its next call."""
        self.queue: deque[Prompt] = deque()
        self.plan: dict[str, tuple[str, str]] = {}
        """The to-do list: each text with its number and state."""
        self.plan_file = ""
        self.closed = False
        self._open: dict[str, asyncio.Future[Json]] = {}
        self._state = "idle"

    @property
    def permits(self) -> Mode:
        """The mode in our words."""
        return Mode(MODES[self.mode])

    def change_mode(self, mode: str) -> None:
        """Switch the mode and tell it."""
        self.mode = self.record.mode = mode
        self.lines.mode(mode)

    def state(self, state: str) -> None:
        """Tell whether the session is idle, running or waiting, if the client wants to know."""
        if self.stage.options.state_events and state != self._state:
            self.lines.system("session_state_changed", state=state)
        self._state = state

    async def judge(self, call: Call, request: Json) -> Verdict:
        """Decide by mode and rules, or ask the client and wait for its answer."""
        if call.interactive:
            return await self._asked(call, request)
        if call.kind is None or self.permits in UNASKED[call.kind]:
            return Verdict(True, call.input, by=_by("accept", "config", "mode"))
        command = call.input.get("command", "")
        if any(rule_allows(rule, call.name, command) for rule in self.rules):
            return Verdict(True, call.input, by=_by("accept", "user_temporary", "rule"))
        if self.permits is Mode.REFUSE:
            return self._refused(call, request["tool_use_id"])
        return await self._asked(call, request)

    async def ask(self, request: Json) -> Json:
        """Send a request and return the answer to it."""
        id = self.record.mint()
        answer: asyncio.Future[Json] = asyncio.get_running_loop().create_future()
        self._open[id] = answer
        line = {"type": "control_request", "request_id": id, "request": request}
        self.state("requires_action")
        self.lines.put(line)
        if self.stage.misbehaves("duplicate-request"):
            self.lines.put(line)
        if self.stage.misbehaves("cancelled-request"):
            self.withdraw()
        if self.closed:
            self.close()
        try:
            return await answer
        finally:
            self._open.pop(id, None)
            self.state("running")

    def answered(self, response: Json) -> None:
        """Take the client's answer to a request; one that nobody waits for is ignored."""
        answer = self._open.get(str(response.get("request_id")))
        if answer and not answer.done():
            answer.set_result(response)

    def withdraw(self) -> None:
        """Take back every open request."""
        for id, answer in self._open.items():
            if not answer.done():
                self.lines.put({"type": "control_cancel_request", "request_id": id})
                answer.set_result({"subtype": "error", "error": "withdrawn by the demo"})

    def close(self) -> None:
        """Nobody can answer any more: open requests are refused."""
        self.closed = True
        for answer in self._open.values():
            if not answer.done():
                answer.set_result({"subtype": "error", "error": CLOSED})

    def remember(self, updates: object) -> None:
        """Take up the permissions that came with an answer, for this session only."""
        for update in updates if isinstance(updates, list) else []:
            if not isinstance(update, dict):
                continue
            if update.get("type") == "addRules" and update.get("behavior") == "allow":
                self.rules += [rule for rule in update.get("rules", []) if isinstance(rule, dict)]
            if update.get("type") == "setMode" and update.get("mode") in MODES:
                self.change_mode(update["mode"])

    async def _asked(self, call: Call, request: Json) -> Verdict:
        response = await self.ask(request)
        if response.get("subtype") != "success":
            message = f"Tool permission request failed: {response.get('error')}"
            return Verdict(False, message=message, by=_by("reject", "config", "other"))
        answer = response.get("response")
        given = answer if isinstance(answer, dict) else {}
        edited = given.get("updatedInput", call.input)
        if given.get("behavior") == "allow" and isinstance(edited, dict):
            self.remember(given.get("updatedPermissions"))
            return Verdict(True, edited, by=_by("accept", "user_temporary"))
        words = given.get("message")
        if given.get("behavior") != "deny" or not isinstance(words, str):
            return Verdict(False, message=INVALID, by=_by("reject", "config", "other"))
        stop = given.get("interrupt") is True
        return Verdict(False, message=words, stop=stop, by=_by("reject", "user_reject"))

    def _refused(self, call: Call, id: str) -> Verdict:
        message = f"Permission to use {call.name} has been denied in don't ask mode."
        named = {"tool_name": call.name, "tool_use_id": id}
        self.lines.system(
            "permission_denied", **named, decision_reason_type="mode", message=message
        )
        return Verdict(False, message=message, by=_by("reject", "config", "mode"))


def _by(decision: str, source: str, reason: str = "") -> Json:
    by = {"decision": decision, "source": source}
    return by | {"reason_type": reason} if reason else by
