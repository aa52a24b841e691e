"""Requests to `codex app-server` that are not about a running turn."""

import uuid
from collections.abc import Callable
from pathlib import Path
from typing import TypeAlias

from tui.demo.codex_lines import CodexLines, Json, RpcId
from tui.demo.codex_thread import MODELS, CodexThread, Settings
from tui.demo.memory import Record
from tui.demo.stage import Stage

HYDRATION = "Full-history hydration is deprecated for paginated threads; use `excludeTurns: true`."

Method: TypeAlias = Callable[[RpcId, Json], None]


class CodexRequests:
    """Threads and what can be asked about them."""

    def __init__(self, stage: Stage, lines: CodexLines) -> None:
        self._stage = stage
        self._lines = lines
        self._originator = "parley"
        self.initialized = False
        self.threads: dict[str, CodexThread] = {}
        self.methods: dict[str, Method] = {
            "initialize": self._initialize,
            "account/read": self._account,
            "getAuthStatus": self._auth,
            "model/list": self._models,
            "thread/start": self._start,
            "thread/resume": self._resume,
            "thread/fork": self._fork,
            "thread/list": self._list,
            "thread/loaded/list": self._loaded,
            "thread/read": self._read,
            "thread/turns/list": self._turns,
            "thread/name/set": self._rename,
            "thread/unsubscribe": lambda id, _: self._lines.result(id, {"status": "unsubscribed"}),
        }

    def thread(self, id: RpcId, params: Json) -> CodexThread | None:
        """Return the thread a request is about, or refuse the request."""
        name = str(params.get("threadId"))
        if name in self.threads:
            return self.threads[name]
        try:
            uuid.UUID(name)
            self._lines.error(id, f"thread not found: {name}")
        except ValueError:
            self._lines.error(id, f"invalid thread id: {name!r} is not a UUID")
        return None

    def _initialize(self, id: RpcId, params: Json) -> None:
        if self._stage.misbehaves("bad-version"):
            self._lines.error(id, "Invalid request: the demo refuses to initialize")
            return
        self.initialized = True
        client = params.get("clientInfo")
        about = client if isinstance(client, dict) else {}
        self._originator = str(about.get("name", "client"))
        wishes = params.get("capabilities")
        unwanted = wishes.get("optOutNotificationMethods") if isinstance(wishes, dict) else None
        self._lines.muted.update(map(str, unwanted or ()))
        agent = f"{self._originator}/0.166.0 (demo; no model) {self._originator}"
        home = str(self._stage.options.home or self._stage.scratch.folder)
        answer: Json = {"userAgent": agent, "codexHome": home}
        self._lines.result(id, answer | {"platformFamily": "unix", "platformOs": "linux"})
        status: Json = {"status": "disabled", "serverName": "demo"}
        status |= {"installationId": str(uuid.UUID(int=0)), "environmentId": None}
        self._lines.notify("remoteControl/status/changed", status)

    def _account(self, id: RpcId, params: Json) -> None:
        needed = self._stage.misbehaves("not-signed-in")
        answer = {"account": None, "requiresOpenaiAuth": needed, "workspaceRouting": None}
        self._lines.result(id, answer)

    def _auth(self, id: RpcId, params: Json) -> None:
        needed = self._stage.misbehaves("not-signed-in")
        answer = {"authMethod": None, "authToken": None, "requiresOpenaiAuth": needed}
        self._lines.result(id, answer)

    def _models(self, id: RpcId, params: Json) -> None:
        data = [_model(name, name == MODELS[0]) for name in MODELS]
        self._lines.result(id, {"data": data, "nextCursor": None})

    def _start(self, id: RpcId, params: Json) -> None:
        if "cwd" in params and not isinstance(params["cwd"], str | None):
            self._lines.error(id, "Invalid request: invalid type, expected a string")
            return
        thread = self._opened(self._stage.memory.begin(), params)
        self._lines.result(id, thread.started())
        self._lines.notify("thread/started", {"thread": thread.shown()})

    def _resume(self, id: RpcId, params: Json) -> None:
        name = str(params.get("threadId"))
        loaded = self.threads.get(name)
        record = loaded.record if loaded else self._stage.memory.recall(name)
        if record is None:
            self._lines.error(id, f"no rollout found for thread id {name}")
            return
        thread = loaded or self._opened(record, params)
        thread.configure(params)
        turns = self._past(thread, params)
        self._lines.notify("thread/status/changed", {"threadId": name, "status": {"type": "idle"}})
        self._lines.result(id, thread.started(turns, resumed=True))
        self._tell_usage(thread)
        self._lines.notify("thread/goal/cleared", {"threadId": name})

    def _fork(self, id: RpcId, params: Json) -> None:
        name = str(params.get("threadId"))
        loaded = self.threads.get(name)
        record = loaded.record if loaded else self._stage.memory.recall(name)
        if record is None:
            self._lines.error(id, f"no rollout found for thread id {name}")
            return
        fresh = self._stage.memory.begin()
        fresh.exchanges = [list(pair) for pair in record.exchanges]
        fresh.model = record.model
        thread = self._opened(fresh, params)
        thread.forked_from = name
        turns = self._past(thread, params)
        self._lines.result(id, thread.started(turns))
        self._tell_usage(thread)
        self._lines.notify("thread/started", {"thread": thread.shown()})

    def _opened(self, record: Record, params: Json) -> CodexThread:
        settings = Settings(record.cwd or str(Path.cwd()), record.model or MODELS[0])
        thread = CodexThread(self._stage, record, settings)
        thread.originator = self._originator
        thread.configure(params)
        self.threads[record.id] = thread
        self._stage.records.append(record)
        return thread

    def _past(self, thread: CodexThread, params: Json) -> list[Json]:
        if params.get("excludeTurns"):
            return []
        self._lines.notify("deprecationNotice", {"summary": HYDRATION, "details": None})
        return thread.turns()

    def _tell_usage(self, thread: CodexThread) -> None:
        place = {"threadId": thread.record.id, "turnId": thread.record.mint()}
        self._lines.notify("thread/tokenUsage/updated", {**place, "tokenUsage": thread.usage()})

    def _list(self, id: RpcId, params: Json) -> None:
        used = [thread for thread in self.threads.values() if thread.record.exchanges]
        data = [thread.shown() | {"canAcceptDirectInput": None} for thread in used]
        cursors = {"nextCursor": None, "backwardsCursor": None}
        self._lines.result(id, {"data": data, **cursors})

    def _loaded(self, id: RpcId, params: Json) -> None:
        self._lines.result(id, {"data": list(self.threads), "nextCursor": None})

    def _read(self, id: RpcId, params: Json) -> None:
        if thread := self.thread(id, params):
            turns = thread.turns() if params.get("includeTurns") else []
            unread = {"type": "turn", "turnId": thread.record.mint()}
            state = {"firstUnread": unread, "revision": thread.record.mint()}
            self._lines.result(id, {"thread": thread.shown(turns), "readState": state})

    def _turns(self, id: RpcId, params: Json) -> None:
        if thread := self.thread(id, params):
            cursors = {"nextCursor": None, "backwardsCursor": None}
            self._lines.result(id, {"data": thread.turns()[::-1], **cursors})

    def _rename(self, id: RpcId, params: Json) -> None:
        if thread := self.thread(id, params):
            thread.name = str(params.get("name", ""))
            self._lines.result(id, {})
            named = {"threadId": thread.record.id, "threadName": thread.name}
            self._lines.notify("thread/name/updated", named)


def _model(name: str, default: bool) -> Json:
    effort = {"reasoningEffort": "low", "description": "The demo does not reason at all"}
    model: Json = {"id": name, "model": name, "upgrade": None, "upgradeInfo": None}
    model |= {"availabilityNux": None, "displayName": name.replace("-", " ").capitalize()}
    model |= {"description": "No model at all: this is the demo", "modelSpecialty": None}
    model |= {"hidden": False, "supportedReasoningEfforts": [effort]}
    model |= {"defaultReasoningEffort": "low", "inputModalities": ["text", "image"]}
    model |= {"supportsPersonality": False, "multiAgentVersion": "v2"}
    model |= {"additionalSpeedTiers": [], "serviceTiers": [], "defaultServiceTier": None}
    return model | {"availableAccessPrograms": None, "isDefault": default}
