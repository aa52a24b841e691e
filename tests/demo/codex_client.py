"""A small client for `codex app-server`, written from the protocol and not from the dialect."""

from tests.demo.process import Demo, Json
from tests.demo.talk import ALLOW, DENY, SESSION, STOP, Ask, Told


class CodexClient:
    """Speaks to `codex app-server`."""

    name = "codex"

    def __init__(self, demo: Demo, resume: str | None = None, **settings: object) -> None:
        self.demo = demo
        self.settings = settings
        self.resume = resume
        self.turn = ""
        self._requests = 0
        self._thread = ""

    def open(self) -> None:
        """Initialize and start a thread."""
        self.request("initialize", clientInfo={"name": "test", "title": "Test", "version": "0"})
        self.demo.send({"method": "initialized"})
        if self.resume:
            answer = self.request("thread/resume", threadId=self.resume, **self.settings)
        else:
            answer = self.request("thread/start", cwd=str(self.demo.work), **self.settings)
        if "result" in answer:
            self._thread = answer["result"]["thread"]["id"]

    def request(self, method: str, **params: object) -> Json:
        """Send a request and return its answer."""
        id = self.request_only(method, **params)
        return self.demo.until(
            lambda line: line.get("id") == id and "method" not in line, f"the answer to {method}"
        )

    def request_only(self, method: str, **params: object) -> int:
        """Send a request."""
        self._requests += 1
        self.demo.send({"id": self._requests, "method": method, "params": params})
        return self._requests

    def prompt(self, text: str, **more: object) -> None:
        """Start a turn."""
        given = [{"type": "text", "text": text}]
        answer = self.request("turn/start", threadId=self._thread, input=given, **more)
        self.turn = answer["result"]["turn"]["id"]

    def interrupt(self) -> None:
        """Stop the running turn."""
        self.request_only("turn/interrupt", threadId=self._thread, turnId=self.turn)

    def answer(self, ask: Ask, decision: str) -> None:
        """Answer an approval request or a question."""
        words = {ALLOW: "accept", SESSION: "acceptForSession", DENY: "decline", STOP: "cancel"}
        result: Json = {"decision": words[decision]}
        if ask.kind == "question":
            question = ask.raw["params"]["questions"][0]
            labels = [question["options"][0]["label"]] if decision == ALLOW else []
            result = {"answers": {question["id"]: {"answers": labels}}}
        self.demo.send({"id": ask.id, "result": result})

    def take(self, line: Json, told: Told) -> Ask | None:
        """Add what a line tells."""
        method, params = line.get("method"), line.get("params", {})
        if "id" in line and method:
            return self._ask(line)
        if method == "item/agentMessage/delta":
            told.text += params["delta"]
        if method == "item/reasoning/summaryTextDelta":
            told.thoughts += params["delta"]
        if method == "item/completed" and "status" in params["item"]:
            told.tools.append(f"{params['item']['type']} {params['item']['status']}")
        told.plans += method == "turn/plan/updated"
        told.retries += method == "error" and params["willRetry"]
        if method == "turn/completed":
            told.end, told.final = params["turn"]["status"], line
        return None

    def _ask(self, line: Json) -> Ask | None:
        kinds = {
            "item/commandExecution/requestApproval": "run",
            "item/fileChange/requestApproval": "edit",
            "item/tool/requestUserInput": "question",
        }
        if line["method"] not in kinds:
            return None
        actions = line["params"].get("commandActions") or [{}]
        kind = "read" if actions[0].get("type") == "read" else kinds[line["method"]]
        return Ask(kind, line["id"], line, actions[0].get("command", ""))

    @property
    def session(self) -> str:
        """The thread's id."""
        return self._thread
