"""A small client for `claude -p`, written from the protocol and not from the dialect."""

from tests.demo.process import Demo, Json
from tests.demo.talk import ALLOW, DENY, REASON, SESSION, STOP, Ask, Told


class ClaudeClient:
    """Speaks to `claude -p` with stream-json."""

    name = "claude"

    def __init__(self, demo: Demo) -> None:
        self.demo = demo
        self._requests = 0
        self._names: dict[str, str] = {}

    def open(self) -> None:
        """Initialize."""
        self.control("initialize", hooks=None)

    def control(self, subtype: str, **fields: object) -> Json:
        """Send a control request and return its answer."""
        id = self.control_only(subtype, **fields)
        line = self.demo.until(
            lambda line: (
                line.get("type") == "control_response" and line["response"]["request_id"] == id
            ),
            f"the answer to {subtype}",
        )
        response: Json = line["response"]
        return response

    def control_only(self, subtype: str, **fields: object) -> str:
        """Send a control request."""
        self._requests += 1
        id = f"req_{self._requests}"
        request = {"subtype": subtype, **fields}
        self.demo.send({"type": "control_request", "request_id": id, "request": request})
        return id

    def prompt(self, text: str, uuid: str | None = None) -> None:
        """Say something."""
        line: Json = {"type": "user", "message": {"role": "user", "content": text}}
        self.demo.send(line | {"parent_tool_use_id": None} | ({"uuid": uuid} if uuid else {}))

    def interrupt(self) -> None:
        """Stop the running turn."""
        self.control_only("interrupt")

    def answer(self, ask: Ask, decision: str) -> None:
        """Answer a permission request."""
        given = ask.raw["request"]["input"]
        answer: Json = {"behavior": "allow", "updatedInput": given}
        if decision == SESSION:
            answer["updatedPermissions"] = [
                suggestion | {"destination": "session"}
                for suggestion in ask.raw["request"].get("permission_suggestions", [])
            ]
        if decision == ALLOW and ask.kind == "question":
            question = given["questions"][0]
            chosen = {question["question"]: question["options"][0]["label"]}
            answer["updatedInput"] = {**given, "answers": chosen}
        if decision in (DENY, STOP):
            answer = {"behavior": "deny", "message": REASON}
        if decision == STOP:
            answer["interrupt"] = True
        self.respond(ask, answer)

    def respond(self, ask: Ask, answer: Json) -> None:
        """Send an answer as it is."""
        response = {"subtype": "success", "request_id": ask.id, "response": answer}
        self.demo.send({"type": "control_response", "response": response})

    def take(self, line: Json, told: Told) -> Ask | None:
        """Add what a line tells."""
        kind = line.get("type")
        if kind == "control_request" and line["request"]["subtype"] == "can_use_tool":
            return self._ask(line)
        if kind == "assistant":
            for block in line["message"]["content"]:
                told.text += block.get("text", "")
                told.thoughts += block.get("thinking", "")
                if block["type"] == "tool_use":
                    self._names[block["id"]] = block["name"]
        if kind == "user" and isinstance(line["message"]["content"], list):
            for block in line["message"]["content"]:
                if block["type"] == "tool_result":
                    self._result(block, told)
        told.retries += line.get("subtype") == "api_retry"
        if kind == "result":
            told.final = line
            told.end = "failed" if line["is_error"] else "completed"
            if str(line.get("terminal_reason")).startswith("aborted"):
                told.end = "interrupted"
        return None

    def _ask(self, line: Json) -> Ask:
        request = line["request"]
        kinds = {"Edit": "edit", "Write": "edit", "Bash": "run", "Read": "read"}
        kinds |= {"AskUserQuestion": "question", "ExitPlanMode": "plan"}
        subject = request["input"].get("command") or request["input"].get("file_path", "")
        return Ask(kinds[request["tool_name"]], line["request_id"], line, subject)

    def _result(self, block: Json, told: Told) -> None:
        name = self._names[block["tool_use_id"]]
        told.plans += name in ("TaskCreate", "TaskUpdate")
        state = "failed" if block.get("is_error") else "completed"
        told.tools.append(f"{name} {state}")

    @property
    def session(self) -> str:
        """The id on the latest line."""
        return str(
            next(line["session_id"] for line in self.demo.lines[::-1] if "session_id" in line)
        )
