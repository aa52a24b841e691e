"""The lines Claude Code prints, key for key as version 2.1.325 was seen to print them."""

from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any, TypeAlias

from tui.demo.counting import Tally
from tui.demo.memory import Record
from tui.demo.pipes import Outlet

Json: TypeAlias = dict[str, Any]

VERSION = "2.1.325"

TOOLS = [
    "Task",
    "AskUserQuestion",
    "Bash",
    "Edit",
    "EnterPlanMode",
    "ExitPlanMode",
    "Read",
    "TaskCreate",
    "TaskUpdate",
    "Write",
]

CAPABILITIES = ["interrupt_receipt_v1", "interrupt_cancel_queued_v1", "msg_lifecycle_v1"]

NO_FAST_MODE = {"fast_mode_state": "off", "fast_mode_disabled_reason": "sdk_opt_in_required"}


@dataclass(frozen=True, slots=True)
class Helper:
    """The sub-agent a line belongs to."""

    call: str
    """The tool call that started it."""
    id: str
    task: str
    kind: str = "general-purpose"


class ClaudeLines:
    """Prints lines of one session, each with the session's id and an id of its own."""

    def __init__(self, outlet: Outlet, record: Record) -> None:
        self._outlet = outlet
        self.record = record
        self.answering: list[str] = []
        """The client's ids of the prompts this turn answers."""

    def put(self, line: Json, times: int = 1) -> None:
        """Print a line as it is."""
        self._outlet.line(line, times)

    def system(self, subtype: str, **fields: Any) -> None:
        """Print a system line."""
        self.put({"type": "system", "subtype": subtype, **fields, **self._ids()})

    def init(self, mode: str, commands: list[str]) -> None:
        """Print the line every turn begins with."""
        line: Json = {"type": "system", "subtype": "init", "cwd": str(self.record.cwd)}
        line |= {"session_id": self.record.id, "tools": TOOLS, "mcp_servers": []}
        line |= {"model": self.record.model, "permissionMode": mode, "slash_commands": commands}
        line |= {"terminal_slash_commands": [], "apiKeySource": "none"}
        line |= {"claude_code_version": VERSION, "output_style": "default"}
        line |= {"agents": ["general-purpose"], "skills": [], "plugins": []}
        line |= {"capabilities": CAPABILITIES, "analytics_disabled": True}
        line |= {"product_feedback_disabled": True, "uuid": self.record.mint()}
        line |= {"original_cwd": self.record.cwd, "additional_directories": [], **NO_FAST_MODE}
        line |= {"per_turn_effort_active": True, "ultrathink_available": False}
        line |= {"ultrathink_typed_raises": False, "view_mode": "default"}
        self.put(line | self._answers(last=False))

    def requesting(self) -> None:
        """Tell that the model is called."""
        line: Json = {"type": "system", "subtype": "status", "status": "requesting"}
        line |= {"session_id": self.record.id, "uuid": self.record.mint()}
        self.put(line | self._answers(last=False))

    def thinking(self, estimated: int, more: int) -> None:
        """Tell about how much was thought."""
        line: Json = {"type": "system", "subtype": "thinking_tokens"}
        line |= {"estimated_tokens": estimated, "estimated_tokens_delta": more}
        self.put(line | {"session_id": self.record.id, "uuid": self.record.mint()})

    def mode(self, mode: str) -> None:
        """Tell that the permission mode is another one now."""
        line: Json = {"type": "system", "subtype": "status", "status": None}
        self.put(line | {"permissionMode": mode, **self._ids()})

    def lifecycle(self, command: str, state: str) -> None:
        """Tell what became of a prompt that had an id."""
        if command:
            line: Json = {"type": "command_lifecycle", "command_uuid": command, "state": state}
            self.put(line | self._ids())

    def event(self, event: Json, message: str, **more: Any) -> None:
        """Print one event of a streamed message."""
        line: Json = {"type": "stream_event", "event": event, "session_id": self.record.id}
        line |= {"parent_tool_use_id": None, "uuid": self.record.mint()}
        trailing, times = more.pop("trailing", {}), more.pop("times", 1)
        self.put(line | more | {"api_message_id": message} | trailing, times)

    def assistant(self, message: Json, helper: Helper | None = None, **more: Any) -> None:
        """Print one finished block of a message."""
        line: Json = {"type": "assistant", "message": message, **self._place(helper)}
        line |= {"request_id": f"req_{self.record.minted:06}", **more}
        self.put(line | self._about(helper))

    def synthetic(self, message: Json, error: str, **more: Any) -> None:
        """Print words that stand where the model's would."""
        line: Json = {"type": "assistant", "message": message, **self._place(None)}
        self.put(line | {"error": error, **more})

    def user(self, content: object, helper: Helper | None = None, **more: Any) -> None:
        """Print a line in the user's name: a tool's result, a note on an interruption."""
        line: Json = {"type": "user", "message": {"role": "user", "content": content}}
        self.put(line | self._place(helper) | more | self._about(helper))

    def replay(self, content: object, id: str) -> None:
        """Echo a prompt that was taken up, or the words of a local command."""
        line: Json = {"type": "user", "message": {"role": "user", "content": content}}
        line |= {"session_id": self.record.id, "parent_tool_use_id": None}
        line |= {"uuid": id or self.record.mint(), "timestamp": now(), "isReplay": True}
        self.put(line)

    def answers(self, id: str, response: Json | None = None, **more: Any) -> None:
        """Answer a control request."""
        body: Json = {"subtype": "success", "request_id": id}
        if response is not None:
            body["response"] = response
        body |= more
        self.put({"type": "control_response", "response": body})

    def refuses(self, id: str, error: str, code: str, **more: Any) -> None:
        """Refuse a control request."""
        body = {"subtype": "error", "request_id": id, "error": error, "error_code": code, **more}
        self.put({"type": "control_response", "response": body})

    def first(self) -> Json:
        """Return which prompts are answered, for the first lines of an answer."""
        return self._answers(last=True)

    def _answers(self, last: bool) -> Json:
        if not self.answering:
            return {}
        named: Json = {"user_message_uuid": self.answering[-1]} if last else {}
        return named | {"user_message_uuids": list(self.answering)}

    def _ids(self) -> Json:
        return {"uuid": self.record.mint(), "session_id": self.record.id}

    def _place(self, helper: Helper | None) -> Json:
        place: Json = {"parent_tool_use_id": helper.call if helper else None}
        if helper:
            place["agent_id"] = helper.id
        place |= {"session_id": self.record.id, "uuid": self.record.mint(), "timestamp": now()}
        return place

    def _about(self, helper: Helper | None) -> Json:
        if helper is None:
            return {}
        return {"subagent_type": helper.kind, "task_description": helper.task}


def now() -> str:
    """Return the time as the CLI writes it."""
    return datetime.now(UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")


def short_usage(tally: Tally) -> Json:
    """Return token numbers as a message has them."""
    return {
        "input_tokens": tally.heard,
        "cache_creation_input_tokens": 0,
        "cache_read_input_tokens": 0,
        "output_tokens": tally.spoken,
    }
