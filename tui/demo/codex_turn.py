"""One turn of `codex app-server`: puts each step of the story into its notifications."""

from collections.abc import Iterable
from typing import Any

from tui.demo.codex_lines import CodexLines, Item, Json, RpcId, agent_message, failure, user_message
from tui.demo.codex_thread import CodexThread
from tui.demo.codex_tools import change_file, run_command
from tui.demo.counting import Tally, tokens
from tui.demo.modes import Mode
from tui.demo.pace import pieces
from tui.demo.steps import (
    Delegate,
    Edit,
    Outcome,
    Plan,
    Progress,
    Propose,
    Question,
    Read,
    Run,
    Say,
    State,
    Stumble,
    Think,
    Write,
)
from tui.demo.teller import Prompt

PROGRESS = {
    Progress.PENDING: "pending",
    Progress.STARTED: "inProgress",
    Progress.FINISHED: "completed",
}


class CodexTurn:
    """The mouth for one turn."""

    def __init__(self, lines: CodexLines, thread: CodexThread, id: str) -> None:
        self.lines = lines
        self.thread = thread
        self.id = id
        self.last_message: Json | None = None
        self.originals: dict[str, str | None] = {}
        """The texts of changed files as they were when the turn began."""
        self.asking: RpcId | None = None
        self.running: Item | None = None

    @property
    def planning(self) -> bool:
        """True where nothing may be changed."""
        return self.thread.settings.permits is Mode.PLAN

    @property
    def delegates(self) -> bool:
        """Sub-agents of Codex are threads of their own, which the demo does not play."""
        return False

    @property
    def folder(self) -> str:
        """The scratch folder."""
        return str(self.thread.stage.scratch.folder)

    def text(self, name: str) -> str:
        """The text of a file in the scratch folder."""
        return self.thread.stage.scratch.read(name)

    def overheard(self) -> Iterable[Prompt]:
        """Show and return the prompts that steer this turn."""
        found = []
        while self.thread.steers:
            found.append(self.thread.steers.popleft())
            self.heard(found[-1])
        return found

    def heard(self, prompt: Prompt) -> None:
        """Show what the user said."""
        item = user_message(self.thread.record.mint(), prompt.id or None, prompt.text)
        self.started(item)
        self.completed(item)
        self.thread.history += tokens(prompt.text)

    async def say(self, step: Say) -> None:
        """Stream an answer; a steering prompt may cut it off."""
        item = agent_message(self.mint("msg"))
        self.started(item)
        self.thread.cut = False
        async for piece, times in self.thread.stage.pace.stream(step):
            if self.thread.cut:
                return
            params = {**self.place(), "itemId": item.id, "delta": piece}
            self.lines.notify("item/agentMessage/delta", params, times)
        item.fields["text"] = step.text
        self.completed(item)
        self.last_message = item.shown()
        self.count(step.text)

    async def think(self, step: Think) -> None:
        """Stream a summary of thinking."""
        item = Item("reasoning", self.mint("rs"), {"summary": [], "content": []})
        self.started(item)
        text = f"**{step.subject}**\n\n{step.text}"
        self.notify("item/reasoning/summaryPartAdded", itemId=item.id, summaryIndex=0)
        for piece in pieces(text, 24):
            method = "item/reasoning/summaryTextDelta"
            self.notify(method, itemId=item.id, delta=piece, summaryIndex=0)
            await self.thread.stage.pace.beat()
        item.fields["summary"] = [text]
        self.completed(item)
        self.count(text, thought=True)

    async def read(self, step: Read) -> Outcome:
        """Read with `cat`, which only an untrusting policy asks for."""
        path = str(self.thread.stage.scratch.folder / step.path)
        action = {"type": "read", "command": f"cat {step.path}", "name": step.path, "path": path}
        asked = self.thread.settings.policy == "untrusted"
        return await run_command(self, f"cat {step.path}", [action], asked, None)

    async def run(self, step: Run) -> Outcome:
        """Run, if the user allows it."""
        action = {"type": "unknown", "command": step.command}
        asked = self.thread.settings.permits is not Mode.AUTO
        untrusting = self.thread.settings.policy == "untrusted"
        reason = None if untrusting else f"{step.purpose}, outside the sandbox?"
        return await run_command(self, step.command, [action], asked, reason)

    async def edit(self, step: Edit) -> Outcome:
        """Change a file, if the user allows it."""
        before = self.text(step.path)
        return await change_file(self, step.path, before, before.replace(step.old, step.new, 1))

    async def write(self, step: Write) -> Outcome:
        """Write a file, if the user allows it."""
        exists = self.thread.stage.scratch.path(step.path).exists()
        before = self.text(step.path) if exists else None
        return await change_file(self, step.path, before, step.content)

    async def plan(self, step: Plan) -> None:
        """Show the to-do list."""
        points = [{"step": p.text, "status": PROGRESS[p.progress]} for p in step.points]
        self.notify("turn/plan/updated", explanation=step.why, plan=points)

    async def propose(self, step: Propose) -> Outcome:
        """Show a plan; Codex itself does not ask for consent to it."""
        item = Item("plan", f"{self.id}-plan", {"text": ""})
        self.started(item)
        for piece in pieces(step.plan, 24):
            self.notify("item/plan/delta", itemId=item.id, delta=piece)
            await self.thread.stage.pace.beat()
        item.fields["text"] = step.plan
        self.completed(item)
        return Outcome()

    async def question(self, step: Question) -> Outcome:
        """Ask a question with offered answers."""
        options = [{"label": c.label, "description": c.description} for c in step.choices]
        asked: Json = {"id": step.name, "header": step.header, "question": step.question}
        asked |= {"isOther": True, "isSecret": False, "options": options}
        self.status("active", ["waitingOnUserInput"])
        more = {"itemId": self.mint("call"), "questions": [asked], "isBlocking": True}
        params = {**self.place(), **more, "autoResolutionMs": None}
        answer = await self.ask("item/tool/requestUserInput", params)
        self.status("active", [])
        result = answer.get("result")
        answers = result.get("answers") if isinstance(result, dict) else None
        chosen = answers.get(step.name) if isinstance(answers, dict) else None
        labels = chosen.get("answers") if isinstance(chosen, dict) else None
        if not labels:
            return Outcome(State.REFUSED)
        return Outcome(text=", ".join(map(str, labels)))

    async def delegate(self, step: Delegate) -> Outcome:
        """Never called: there are no sub-agents here."""
        return Outcome(State.FAILED)

    async def stumble(self, step: Stumble) -> None:
        """Tell of a failed call that is tried again."""
        info = {"responseStreamDisconnected": {"httpStatusCode": None}}
        error = failure("Reconnecting... 1/2", info, step.message)
        self.lines.notify("error", {"error": error, "willRetry": True, **self.place()})

    async def puzzle(self) -> None:
        """Send a request nobody knows, and wait for its answer."""
        await self.lines.answer(self.lines.ask("demo/unknown", {"riddle": "What am I?"}))

    async def ask(self, method: str, params: Json) -> Json:
        """Send a request and wait for its answer; an interruption leaves it open."""
        stage = self.thread.stage
        times = 2 if stage.misbehaves("duplicate-request") else 1
        self.asking = self.lines.ask(method, params, times)
        if stage.misbehaves("cancelled-request"):
            self.lines.answered({"id": self.asking, "error": {"message": "withdrawn"}})
        answer = await self.lines.answer(self.asking)
        self.resolved()
        return answer

    def resolved(self) -> None:
        """Tell that the open request waits no longer."""
        if self.asking is not None:
            params = {"threadId": self.thread.record.id, "requestId": self.asking}
            self.lines.notify("serverRequest/resolved", params)
            self.asking = None

    def status(self, status: str, flags: list[str] | None = None) -> None:
        """Tell whether the thread is active, and what it waits for."""
        shown: Json = {"type": status}
        if flags is not None:
            shown["activeFlags"] = flags
        params = {"threadId": self.thread.record.id, "status": shown}
        self.lines.notify("thread/status/changed", params)

    def started(self, item: Item) -> None:
        """Tell that an item began."""
        params = {"item": item.shown(), **self.place(), "startedAtMs": item.started}
        self.lines.notify("item/started", params)

    def completed(self, item: Item) -> None:
        """Tell that an item ended."""
        item.completed = max(item.started, item.completed or 0)
        params = {"item": item.shown(), **self.place(), "completedAtMs": item.completed}
        self.lines.notify("item/completed", params)

    def notify(self, method: str, **params: Any) -> None:
        """Tell something about this turn."""
        self.lines.notify(method, self.place() | params)

    def place(self) -> Json:
        """Return which thread and turn something belongs to."""
        return {"threadId": self.thread.record.id, "turnId": self.id}

    def mint(self, kind: str) -> str:
        """Return a new id of an item."""
        self.thread.record.mint()
        return f"{kind}_{self.thread.record.minted}_0"

    def count(self, text: str, thought: bool = False) -> None:
        """Count what was said as one call to the model."""
        spoken = tokens(text)
        self.thread.last = Tally(self.thread.history, spoken, spoken if thought else 0)
        self.thread.total.add(self.thread.last)
        self.thread.history += spoken
        self.lines.notify(
            "thread/tokenUsage/updated", {**self.place(), "tokenUsage": self.thread.usage()}
        )
