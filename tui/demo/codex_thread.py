"""A thread of `codex app-server`: its settings, its books and what it may do unasked."""

import asyncio
import time
from collections import deque
from dataclasses import dataclass, field
from typing import Any

from tui.demo.chaos import prelude
from tui.demo.codex_lines import Item, Json, RpcId, agent_message, turn, user_message
from tui.demo.counting import Tally
from tui.demo.memory import Record
from tui.demo.modes import Mode
from tui.demo.stage import Stage
from tui.demo.teller import Prompt, Talk

MODELS = ("demo-quick", "demo-thorough")

SANDBOXES: dict[str, Json] = {
    "read-only": {"type": "readOnly", "networkAccess": False},
    "workspace-write": {
        "type": "workspaceWrite",
        "writableRoots": [],
        "networkAccess": False,
        "excludeTmpdirEnvVar": False,
        "excludeSlashTmp": False,
    },
    "danger-full-access": {"type": "dangerFullAccess"},
}
"""The flag's word for each sandbox, and the protocol's."""

ON_REQUEST = {"readOnly": Mode.ASK, "workspaceWrite": Mode.EDITS, "dangerFullAccess": Mode.AUTO}
"""What a sandbox lets through where the agent may ask for more."""


@dataclass(slots=True)
class Settings:
    """What each turn may change, and keeps."""

    cwd: str
    model: str
    policy: Any = "on-request"
    sandbox: Json = field(default_factory=lambda: SANDBOXES["read-only"])
    planning: bool = False

    @property
    def permits(self) -> Mode:
        """The mode in our words."""
        sandbox = str(self.sandbox.get("type"))
        if self.planning:
            return Mode.PLAN
        if self.policy == "never":
            return Mode.PLAN if sandbox == "readOnly" else Mode.AUTO
        if self.policy == "untrusted":
            return Mode.ASK
        return ON_REQUEST.get(sandbox, Mode.ASK)


class CodexThread:
    """One conversation."""

    def __init__(self, stage: Stage, record: Record, settings: Settings) -> None:
        self.stage = stage
        self.record = record
        self.settings = settings
        self.talk = Talk(prelude=prelude(stage))
        self.total = Tally(record.heard, record.spoken)
        self.last = Tally()
        self.history = record.heard
        self.created = int(time.time())
        self.forked_from: str | None = None
        self.name: str | None = None
        self.originator = "parley"
        self.commands: set[str] = set()
        self.prefixes: list[list[str]] = []
        self.files: set[str] = set()
        self.steers: deque[Prompt] = deque()
        self.turn_id: str | None = None
        """The running turn."""
        self.task: asyncio.Task[None] | None = None
        self.cut = False
        """The message being streamed shall end where it is."""
        self.left: list[tuple[str, Item]] = []
        """Commands whose turn (named first) was interrupted; the client may clean them up."""
        self.late_interrupts: list[RpcId] = []
        """Like the real one, answered only when a later turn ends."""

    def shown(self, turns: list[Json] | None = None, status: str = "idle") -> Json:
        """Return the thread as the protocol shows it."""
        id, cwd = self.record.id, self.settings.cwd
        place = {"environmentId": "local", "cwd": cwd, "runtimeWorkspaceRoots": [cwd]}
        exchanges = self.record.exchanges
        shown: Json = {"id": id, "environments": [place], "extra": None, "sessionId": id}
        shown |= {"forkedFromId": self.forked_from, "parentThreadId": None}
        shown |= {"preview": exchanges[0][0] if exchanges else "", "ephemeral": False}
        shown |= {"section": None, "sectionEnteredAt": None, "projectId": None}
        shown |= {"historyMode": "paginated", "modelProvider": "demo"}
        shown |= {"model": self.settings.model, "reasoningEffort": None}
        shown |= {"createdAt": self.created, "updatedAt": self.created, "recencyAt": self.created}
        shown |= {"status": {"type": status}, "path": f"/nonexistent/parley-demo/{id}.jsonl"}
        shown |= {"cwd": cwd, "cliVersion": "0.166.0", "originator": self.originator}
        shown["source"] = "vscode"
        shown |= {"canAcceptDirectInput": True, "threadSource": None, "agentNickname": None}
        shown |= {"agentRole": None, "gitInfo": None, "name": self.name, "daybreakEnabled": None}
        return shown | {"turns": turns or []}

    def started(self, turns: list[Json] | None = None, resumed: bool = False) -> Json:
        """Return the answer to starting, resuming or forking a thread."""
        settings, cwd = self.settings, self.settings.cwd
        answer: Json = {"thread": self.shown(turns), "model": settings.model}
        answer |= {"modelProvider": "demo", "serviceTier": None, "disabledPluginIds": []}
        answer |= {"cwd": cwd, "runtimeWorkspaceRoots": [cwd], "instructionSources": []}
        answer |= {"approvalPolicy": settings.policy, "approvalsReviewer": "user"}
        answer |= {"sandbox": settings.sandbox, "activePermissionProfile": None}
        answer["reasoningEffort"] = None
        if resumed:
            chosen = {"model": settings.model, "reasoning_effort": None}
            mode = {"mode": "default", "settings": chosen | {"developer_instructions": None}}
            answer["collaborationMode"] = mode
        answer["multiAgentMode"] = "explicitRequestOnly"
        if resumed:
            answer |= {"initialTurnsPage": None, "turnsBackwardsCursor": "{}"}
            answer["itemsBackwardsCursor"] = "{}"
        return answer

    def turns(self) -> list[Json]:
        """Return what was said before, as turns."""
        return [self._past(number, said) for number, said in enumerate(self.record.exchanges)]

    def _past(self, number: int, said: list[str]) -> Json:
        asked = user_message(f"user_{number}", None, said[0])
        answered = agent_message(f"msg_past_{number}")
        answered.fields["text"] = said[1]
        asked.completed = answered.completed = asked.started
        items = [asked.shown(), answered.shown()]
        times = {"started": self.created, "completed": self.created, "lasted": 0}
        return turn(f"past-{number}", "completed", items=items, view="full", **times)

    def usage(self) -> Json:
        """Return token numbers, of the thread and of the last call."""
        usage = {"total": _counted(self.total), "last": _counted(self.last)}
        return usage | {"modelContextWindow": 258400}

    def configure(self, params: Json) -> None:
        """Take up the settings that came with a request."""
        settings = self.settings
        if isinstance(params.get("cwd"), str):
            settings.cwd = params["cwd"]
        if isinstance(params.get("model"), str):
            settings.model = params["model"]
        if params.get("approvalPolicy") is not None:
            settings.policy = params["approvalPolicy"]
        if params.get("sandbox") in SANDBOXES:
            settings.sandbox = SANDBOXES[params["sandbox"]]
        if isinstance(params.get("sandboxPolicy"), dict):
            settings.sandbox = params["sandboxPolicy"]
        if isinstance(params.get("collaborationMode"), dict):
            settings.planning = params["collaborationMode"].get("mode") == "plan"

    def allows(self, words: list[str], command: str) -> bool:
        """Tell whether the user allowed this command for the session."""
        return command in self.commands or any(
            words[: len(prefix)] == prefix for prefix in self.prefixes
        )


def _counted(tally: Tally) -> Json:
    return {
        "totalTokens": tally.total,
        "inputTokens": tally.heard,
        "cachedInputTokens": 0,
        "cacheWriteInputTokens": 0,
        "outputTokens": tally.spoken,
        "reasoningOutputTokens": tally.thought,
    }
