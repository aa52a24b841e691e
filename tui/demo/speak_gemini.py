"""The mouth that speaks Gemini: the Agent Client Protocol of `gemini --acp`, version 0.61.0."""

import asyncio
import json
from collections.abc import Callable
from pathlib import Path
from typing import TypeAlias

from tui.demo.counting import tokens
from tui.demo.gemini_lines import GeminiLines, Json, RpcId
from tui.demo.gemini_session import MODES, GeminiSession
from tui.demo.gemini_turn import GeminiTurn, Tool
from tui.demo.memory import Record
from tui.demo.stage import Stage
from tui.demo.teller import Prompt, TurnFailedError, tell

METHODS: list[Json] = [
    {
        "id": "oauth-personal",
        "name": "Log in with Google",
        "description": "Not needed: this is the demo",
    },
    {
        "id": "gemini-api-key",
        "name": "Gemini API key",
        "description": "Not needed: this is the demo",
        "_meta": {"api-key": {"provider": "google"}},
    },
]

Method: TypeAlias = Callable[[RpcId, Json], None]


class GeminiMouth:
    """Hears the client's envelopes and plays the prompts of its sessions."""

    def __init__(self, stage: Stage) -> None:
        self._stage = stage
        self._lines = GeminiLines(stage.outlet)
        self._sessions: dict[str, GeminiSession] = {}
        self._signed_in = not stage.misbehaves("not-signed-in")
        self._methods: dict[str, Method] = {
            "initialize": self._initialize,
            "authenticate": self._authenticate,
            "session/new": self._new,
            "session/load": self._load,
            "session/prompt": self._prompt,
            "session/set_mode": self._set_mode,
            "session/set_model": self._set_model,
        }

    def hear(self, line: bytes) -> None:
        """Take one line; what is not JSON-RPC is ignored."""
        try:
            envelope = json.loads(line)
        except (ValueError, RecursionError):
            return
        if not isinstance(envelope, dict):
            return
        id, method, given = envelope.get("id"), envelope.get("method"), envelope.get("params")
        params = given if isinstance(given, dict) else {}
        if method is None:
            self._lines.answered(envelope)
        elif method == "session/cancel":
            self._cancel(params)
        elif isinstance(id, int | str):
            if method in self._methods:
                self._methods[method](id, params)
            else:
                text = f'"Method not found": {method}'
                self._lines.error(id, -32601, text, {"method": method})

    def ended(self) -> None:
        """Leave; a command that runs is killed."""
        self._stage.leave(0)

    def interrupted(self) -> None:
        """Leave."""
        self._stage.leave(0)

    def _initialize(self, id: RpcId, params: Json) -> None:
        if self._stage.misbehaves("bad-version"):
            self._lines.broken(id, "The demo refuses to initialize.")
            return
        info = {"name": "gemini-cli", "title": "Demo of the Gemini CLI", "version": "0.61.0"}
        can: Json = {"loadSession": True}
        can["promptCapabilities"] = {"image": True, "audio": True, "embeddedContext": True}
        can["mcpCapabilities"] = {"http": True, "sse": True}
        answer = {"protocolVersion": 1, "authMethods": METHODS, "agentInfo": info}
        self._lines.result(id, answer | {"agentCapabilities": can})

    def _authenticate(self, id: RpcId, params: Json) -> None:
        if params.get("methodId") not in [method["id"] for method in METHODS]:
            received = f"Invalid enum value, received '{params.get('methodId')}'"
            self._lines.error(id, -32602, "Invalid params", {"_errors": [received]})
            return
        meta = params.get("_meta")
        if isinstance(meta, dict) and meta.get("api-key"):
            self._signed_in = True
        self._lines.result(id, {})

    def _new(self, id: RpcId, params: Json) -> None:
        if not self._signed_in:
            self._lines.error(id, -32000, "Gemini API key is missing or not configured.")
            return
        if self._lacks(id, params, "mcpServers"):
            return
        session = self._opened(self._stage.memory.begin(), params)
        self._lines.result(id, {"sessionId": session.record.id, **session.facts()})
        session.tell_commands()

    def _load(self, id: RpcId, params: Json) -> None:
        name = str(params.get("sessionId"))
        record = self._stage.memory.recall(name)
        if record is None:
            self._lines.broken(id, f'Invalid session identifier "{name}".')
            return
        session = self._opened(record, params)
        context = f"<session_context>\nThis is the demo, in {record.cwd}.\n</session_context>"
        session.say(context, "user_message_chunk")
        self._lines.result(id, session.facts())
        for asked, answered in record.exchanges:
            session.say(asked, "user_message_chunk")
            session.say(answered)
        session.tell_commands()

    def _opened(self, record: Record, params: Json) -> GeminiSession:
        record.cwd = str(params.get("cwd") or Path.cwd())
        session = GeminiSession(self._stage, self._lines, record)
        self._sessions[record.id] = session
        self._stage.records.append(record)
        return session

    def _set_mode(self, id: RpcId, params: Json) -> None:
        session, mode = self._found(id, params), params.get("modeId")
        if session is None:
            return
        if mode not in MODES:
            self._lines.broken(id, f"Invalid or unavailable mode: {mode}")
            return
        session.change_mode(str(mode))
        self._lines.result(id, {})

    def _set_model(self, id: RpcId, params: Json) -> None:
        if session := self._found(id, params):
            session.model = str(params.get("modelId"))
            self._lines.result(id, {})

    def _cancel(self, params: Json) -> None:
        session = self._sessions.get(str(params.get("sessionId")))
        if session is None or session.task is None:
            return
        if session.asking:
            session.cancelled = True
        else:
            # A task that is cancelled before its first step never runs: let it begin.
            asyncio.get_running_loop().call_soon(session.task.cancel)

    def _prompt(self, id: RpcId, params: Json) -> None:
        session = self._found(id, params)
        if session is None or self._lacks(id, params, "prompt"):
            return
        before = session.task
        if before:
            before.cancel()
        prompt = prompt_of(params["prompt"])
        session.task = self._stage.spawn(self._turn(session, id, prompt, before))

    async def _turn(
        self,
        session: GeminiSession,
        id: RpcId,
        prompt: Prompt,
        before: asyncio.Task[None] | None,
    ) -> None:
        if before:
            await asyncio.wait([before])
        session.cancelled = False
        turn = GeminiTurn(session)
        session.record.exchanges.append([prompt.text, ""])
        session.history += tokens(prompt.text)
        try:
            await tell(prompt, session.talk, turn, self._stage.pace)
            session.keep()
            self._lines.result(id, {"stopReason": "end_turn", "_meta": turn.usage()})
        except TurnFailedError as failure:
            reason = {"code": 503, "message": str(failure), "status": "UNAVAILABLE"}
            self._lines.error(id, 503, json.dumps({"error": reason}))
        except asyncio.CancelledError:
            session.record.exchanges.pop()
            self._lines.result(id, {"stopReason": "cancelled"})
        if session.task is asyncio.current_task():
            session.task = None
        if self._stage.misbehaves("late-request"):
            await self._ask_late(session)

    async def _ask_late(self, session: GeminiSession) -> None:
        turn = GeminiTurn(session)
        tool = Tool("run_shell_command__late", "true", "execute", [], [])
        await turn.ask(tool)

    def _found(self, id: RpcId, params: Json) -> GeminiSession | None:
        session = self._sessions.get(str(params.get("sessionId")))
        if session is None:
            self._lines.error(id, -32602, f"Session not found: {params.get('sessionId')}")
        return session

    def _lacks(self, id: RpcId, params: Json, name: str) -> bool:
        if isinstance(params.get(name), list):
            return False
        problem = {"expected": "array", "code": "invalid_type", "path": [name]}
        problem["message"] = "Invalid input: expected array, received undefined"
        self._lines.error(id, -32603, "Internal error", [problem])
        return True


def prompt_of(parts: list[object]) -> Prompt:
    """Return what the parts of a prompt say."""
    known = [part for part in parts if isinstance(part, dict)]
    texts = [str(part.get("text", "")) for part in known if part.get("type") == "text"]
    return Prompt("\n".join(texts), sum(part.get("type") == "image" for part in known))
