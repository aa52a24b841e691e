"""A small client for `gemini --acp`, written from the protocol and not from the dialect."""

from tests.demo.process import Demo, Json
from tests.demo.talk import ALLOW, DENY, SESSION, STOP, Ask, Told


class GeminiClient:
    """Speaks to `gemini --acp`."""

    name = "gemini"

    def __init__(self, demo: Demo, resume: str | None = None) -> None:
        self.demo = demo
        self.resume = resume
        self._requests = 0
        self._session = ""
        self.prompt_id = -1

    def open(self) -> None:
        """Initialize and open a session."""
        can = {"fs": {"readTextFile": False, "writeTextFile": False}, "terminal": False}
        self.request("initialize", protocolVersion=1, clientCapabilities=can)
        place = {"cwd": str(self.demo.work), "mcpServers": []}
        if self.resume:
            answer = self.request("session/load", sessionId=self.resume, **place)
            self._session = self.resume
        else:
            answer = self.request("session/new", **place)
            self._session = answer.get("result", {}).get("sessionId", "")
        if "result" in answer:
            self.demo.until(lambda line: "available_commands_update" in str(line), "commands")

    def request(self, method: str, **params: object) -> Json:
        """Send a request and return its answer."""
        id = self.request_only(method, **params)
        return self.demo.until(
            lambda line: line.get("id") == id and "method" not in line, f"the answer to {method}"
        )

    def request_only(self, method: str, **params: object) -> int:
        """Send a request."""
        self._requests += 1
        line = {"jsonrpc": "2.0", "id": self._requests, "method": method, "params": params}
        self.demo.send(line)
        return self._requests

    def prompt(self, text: str) -> None:
        """Say something."""
        parts = [{"type": "text", "text": text}]
        self.prompt_id = self.request_only("session/prompt", sessionId=self._session, prompt=parts)

    def interrupt(self) -> None:
        """Stop the running turn."""
        params = {"sessionId": self._session}
        self.demo.send({"jsonrpc": "2.0", "method": "session/cancel", "params": params})

    def answer(self, ask: Ask, decision: str) -> None:
        """Answer a permission request."""
        option = {ALLOW: "proceed_once", SESSION: "proceed_always", DENY: "cancel"}
        outcome: Json = {"outcome": "selected", "optionId": option.get(decision)}
        if decision == STOP:
            self.interrupt()
            outcome = {"outcome": "cancelled"}
        self.respond(ask, outcome)

    def respond(self, ask: Ask, outcome: Json) -> None:
        """Send an outcome as it is."""
        self.demo.send({"jsonrpc": "2.0", "id": ask.id, "result": {"outcome": outcome}})

    def take(self, line: Json, told: Told) -> Ask | None:
        """Add what a line tells."""
        if line.get("method") == "session/request_permission":
            return self._ask(line)
        update = line.get("params", {}).get("update", {})
        kind = update.get("sessionUpdate")
        if kind == "agent_message_chunk":
            told.text += update["content"]["text"]
        if kind == "agent_thought_chunk":
            told.thoughts += update["content"]["text"]
        if kind == "tool_call_update":
            told.tools.append(f"{update['toolCallId'].partition('__')[0]} {update['status']}")
        if line.get("id") == self.prompt_id and "method" not in line:
            ends = {"end_turn": "completed", "cancelled": "interrupted"}
            reason = line.get("result", {}).get("stopReason")
            told.end, told.final = ends.get(reason, "failed"), line
        return None

    def _ask(self, line: Json) -> Ask:
        call = line["params"]["toolCall"]
        kind = {"execute": "run", "other": "plan"}.get(call["kind"], call["kind"])
        return Ask(kind, line["id"], line, call["title"])

    @property
    def session(self) -> str:
        """The session's id."""
        return self._session
