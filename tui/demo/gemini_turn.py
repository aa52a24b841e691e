"""One turn of `gemini --acp`: puts each step of the story into its updates."""

import asyncio
import json
import time
from collections.abc import Iterable
from dataclasses import dataclass

from tui.demo.counting import Tally, tokens
from tui.demo.gemini_lines import OPTIONS, Json, diff_content, text_content
from tui.demo.gemini_session import GeminiSession
from tui.demo.modes import UNASKED, Kind, Mode
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

BOXES = {Progress.PENDING: "[ ]", Progress.STARTED: "[~]", Progress.FINISHED: "[x]"}
CHOICES = ["proceed_once", "proceed_always", "cancel"]
REFUSED = Outcome(State.REFUSED)


@dataclass(frozen=True, slots=True)
class Tool:
    """One tool call."""

    id: str
    title: str
    kind: str
    locations: list[Json]
    content: list[Json]
    """What it is about, as the question shows it."""

    def shown(self, status: str, content: list[Json]) -> Json:
        """Return the call as updates show it."""
        shown: Json = {"toolCallId": self.id, "status": status, "title": self.title}
        return shown | {"content": content, "locations": self.locations, "kind": self.kind}


class GeminiTurn:
    """The mouth for one turn."""

    def __init__(self, session: GeminiSession) -> None:
        self.session = session
        self.tally = Tally()
        self._speaking = False
        """The last thing was an answer; another one needs a blank line in between."""

    @property
    def planning(self) -> bool:
        """True in plan mode."""
        return self.session.permits is Mode.PLAN

    @property
    def delegates(self) -> bool:
        """Sub-agents show as one call without inner events."""
        return True

    @property
    def folder(self) -> str:
        """The scratch folder."""
        return str(self.session.stage.scratch.folder)

    def text(self, name: str) -> str:
        """The text of a file in the scratch folder."""
        return self.session.stage.scratch.read(name)

    def overheard(self) -> Iterable[Prompt]:
        """Nothing: a second prompt cancels the first."""
        return ()

    async def say(self, step: Say) -> None:
        """Stream a piece of the answer."""
        if self._speaking:
            self.session.say("\n\n")
        self._speaking = True
        async for piece, times in self.session.stage.pace.stream(step):
            self.session.say(piece, times=times)
        self._count(step.text)

    async def think(self, step: Think) -> None:
        """Send a thought, which comes as a whole."""
        self._speaking = False
        self.session.say(f"**{step.subject}**\n{step.text}", "agent_thought_chunk")
        await self.session.stage.pace.pause(0.3)
        self._count(step.text)

    async def read(self, step: Read) -> Outcome:
        """Read, which is never asked for inside the folder."""
        path = self.session.stage.scratch.folder / step.path
        tool = self._tool("read_file", step.path, "read", str(path))
        self._started(tool, [])
        try:
            text = self.text(step.path)
        except FileNotFoundError:
            return self._failed(tool, f"File not found: {path}")
        self._completed(tool, [])
        return Outcome(text=text)

    async def edit(self, step: Edit) -> Outcome:
        """Edit, if the user allows it."""
        before = self.text(step.path)
        title = f"{step.path}: {step.old.strip()} => {step.new.strip()}"
        after = before.replace(step.old, step.new, 1)
        return await self._change("replace", title, step.path, before, after)

    async def write(self, step: Write) -> Outcome:
        """Write, if the user allows it."""
        exists = self.session.stage.scratch.path(step.path).exists()
        before = self.text(step.path) if exists else None
        title = f"Writing to {step.path}"
        return await self._change("write_file", title, step.path, before, step.content)

    async def run(self, step: Run) -> Outcome:
        """Run, if the user allows it."""
        about = f"[current working directory {self.folder}] ({step.purpose})"
        tool = self._tool("run_shell_command", step.command, "execute", about=text_content(about))
        root = step.command.split()[0]
        if self.session.permits in UNASKED[Kind.RUN] or root in self.session.roots:
            self._started(tool, tool.content)
        else:
            choice = await self.ask(tool)
            if choice not in ("proceed_once", "proceed_always"):
                return self._refused(tool, choice)
            if choice == "proceed_always":
                self.session.roots.add(root)
        try:
            finished = await self.session.stage.scratch.run(step.command, heard=lambda _: None)
        except asyncio.CancelledError:
            self._completed(tool, text_content("Command cancelled by user."))
            raise
        self._completed(tool, text_content(finished.output))
        if finished.code:
            return Outcome(State.FAILED, finished.output, f"exit code {finished.code}")
        return Outcome(text=finished.output)

    async def plan(self, step: Plan) -> None:
        """Write the to-do list as prose, at its beginning and at its end; there is no other way."""
        ends = {point.progress for point in step.points}
        if ends == {Progress.FINISHED} or step.points[0].progress is Progress.STARTED:
            rows = "\n".join(f"- {BOXES[point.progress]} {point.text}" for point in step.points)
            await self.say(Say(f"{step.why}:\n\n{rows}"))

    async def propose(self, step: Propose) -> Outcome:
        """Ask for consent to a plan, and leave plan mode with it."""
        title = f"Requesting plan approval for: {self.folder}/plans/mend-the-greeting.md"
        tool = self._tool("exit_plan_mode", title, "other", about=text_content(step.plan))
        choice = await self.ask(tool)
        if choice not in ("proceed_once", "proceed_always"):
            return self._refused(tool, choice)
        self.session.change_mode("autoEdit" if choice == "proceed_always" else "default")
        self._completed(tool, text_content("Plan approved."))
        return Outcome()

    async def question(self, step: Question) -> Outcome:
        """Ask in prose: the next prompt is the answer."""
        rows = "\n".join(f"- **{c.label}**: {c.description}" for c in step.choices)
        await self.say(Say(f"{step.question}\n\n{rows}\n\nAnswer with your next prompt."))
        return Outcome()

    async def delegate(self, step: Delegate) -> Outcome:
        """Show a sub-agent; only what needs no permission is done."""
        tool = self._tool("invoke_agent", f"Delegating to agent 'demo': {step.task}", "think")
        self._started(tool, [])
        for part in step.steps:
            if isinstance(part, Read):
                self.text(part.path)
        await self.session.stage.pace.pause(0.5)
        self._completed(tool, [])
        return Outcome(text=step.report)

    async def stumble(self, step: Stumble) -> None:
        """Retries are invisible here."""

    async def puzzle(self) -> None:
        """Send a request nobody knows, and wait for its answer."""
        await self.session.lines.ask("demo/unknown", {"riddle": "What am I?"})

    def usage(self) -> Json:
        """Return the token numbers of the turn."""
        count = {"input_tokens": self.tally.heard, "output_tokens": self.tally.spoken}
        used = [{"model": self.session.model, "token_count": count}]
        return {"quota": {"token_count": count, "model_usage": used}}

    async def _change(
        self, name: str, title: str, file: str, before: str | None, after: str
    ) -> Outcome:
        path = str(self.session.stage.scratch.folder / file)
        diff = diff_content(path, before, after)
        tool = self._tool(name, title, "edit", path, diff)
        if self.session.permits in UNASKED[Kind.EDIT]:
            self._started(tool, [])
        else:
            choice = await self.ask(tool)
            if choice not in ("proceed_once", "proceed_always"):
                return self._refused(tool, choice)
            if choice == "proceed_always":
                self.session.change_mode("autoEdit")
        self.session.stage.scratch.write(file, after)
        self._completed(tool, diff)
        return Outcome(text=after)

    def _tool(
        self, name: str, title: str, kind: str, path: str = "", about: list[Json] | None = None
    ) -> Tool:
        self._speaking = False
        self.session.record.mint()
        id = f"{name}__{name}_{int(time.time() * 1000)}_{self.session.record.minted}"
        return Tool(id, title, kind, [{"path": path}] if path else [], about or [])

    async def ask(self, tool: Tool) -> str:
        """Return the option the user chose; no option at all is a refusal."""
        session = self.session
        shown = tool.shown("pending", tool.content)
        params = {"sessionId": session.record.id, "options": OPTIONS, "toolCall": shown}
        times = 2 if session.stage.misbehaves("duplicate-request") else 1
        session.asking = True
        try:
            answer = await session.lines.ask("session/request_permission", params, times)
        finally:
            session.asking = False
        if session.cancelled:
            raise asyncio.CancelledError
        result = answer.get("result")
        outcome = result.get("outcome") if isinstance(result, dict) else None
        if not isinstance(outcome, dict) or outcome.get("outcome") != "selected":
            return "cancel"
        return str(outcome.get("optionId"))

    def _refused(self, tool: Tool, choice: str) -> Outcome:
        if choice == "cancel":
            return REFUSED
        problem = {"received": choice, "code": "invalid_enum_value", "options": CHOICES, "path": []}
        return self._failed(tool, json.dumps([problem], indent=2))

    def _started(self, tool: Tool, content: list[Json]) -> None:
        shown = tool.shown("in_progress", content)
        self.session.lines.update(self.session.record.id, "tool_call", shown)

    def _completed(self, tool: Tool, content: list[Json]) -> None:
        shown = tool.shown("completed", content)
        self.session.lines.update(self.session.record.id, "tool_call_update", shown)
        self._count(tool.title)

    def _failed(self, tool: Tool, text: str) -> Outcome:
        shown: Json = {"toolCallId": tool.id, "status": "failed", "content": text_content(text)}
        shown["kind"] = tool.kind
        self.session.lines.update(self.session.record.id, "tool_call_update", shown)
        return Outcome(State.FAILED, reason=text)

    def _count(self, text: str) -> None:
        spoken = Tally(self.session.history, tokens(text))
        self.tally.add(spoken)
        self.session.total.add(spoken)
        self.session.history += spoken.spoken
