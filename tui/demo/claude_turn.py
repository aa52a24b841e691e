"""One turn of Claude Code: puts each step of the story into its lines."""

import asyncio
from collections.abc import Iterable

from tui.demo.claude_helper import delegate
from tui.demo.claude_lines import Helper, Json
from tui.demo.claude_message import Message, interrupted
from tui.demo.claude_plan import propose_plan, show_plan
from tui.demo.claude_results import Turn
from tui.demo.claude_session import ClaudeSession, Verdict
from tui.demo.claude_tools import Call, Made, Work, call_of, failure, make, request_of
from tui.demo.counting import Tally, tokens
from tui.demo.modes import Mode
from tui.demo.steps import (
    Delegate,
    Edit,
    Outcome,
    Plan,
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
from tui.demo.teller import Prompt, TurnStoppedError

REJECTED = (
    "The user doesn't want to proceed with this tool use. The tool use was rejected (eg. if it was "
    "a file edit, the new_string was NOT written to the file). STOP what you are doing and wait "
    "for the user to tell you how to proceed."
)
STOPPED = " Correction to the text above: this call was stopped while running."


class ClaudeTurn:
    """The mouth for one turn."""

    def __init__(self, session: ClaudeSession, facts: Turn) -> None:
        self.session = session
        self.lines = session.lines
        self.facts = facts
        self.during = "streaming"
        """What an interruption would cut off."""
        self.folded: list[Prompt] = []
        """Prompts that came while a tool ran and became part of this turn."""
        self._overheard: list[Prompt] = []
        self._message: Message | None = None

    @property
    def planning(self) -> bool:
        """True in plan mode."""
        return self.session.permits is Mode.PLAN

    @property
    def delegates(self) -> bool:
        """Claude Code has sub-agents."""
        return True

    @property
    def folder(self) -> str:
        """The scratch folder."""
        return str(self.session.stage.scratch.folder)

    def text(self, name: str) -> str:
        """The text of a file in the scratch folder."""
        return self.session.stage.scratch.read(name)

    def overheard(self) -> Iterable[Prompt]:
        """Return prompts that were folded into this turn since the last call."""
        found, self._overheard = self._overheard, []
        return found

    async def say(self, step: Say) -> None:
        """Stream a block of text."""
        self.facts.text = step.text
        await self._speaking().text(step)

    async def think(self, step: Think) -> None:
        """Stream a block of thinking."""
        await self._speaking().thinking(step)

    async def read(self, step: Read) -> Outcome:
        """Read, which is never asked for inside the scratch folder."""
        return await self.call(call_of(step, self.session.stage.scratch))

    async def edit(self, step: Edit) -> Outcome:
        """Edit, if the user allows it."""
        return await self.call(call_of(step, self.session.stage.scratch))

    async def write(self, step: Write) -> Outcome:
        """Write, if the user allows it."""
        return await self.call(call_of(step, self.session.stage.scratch))

    async def run(self, step: Run) -> Outcome:
        """Run, if the user allows it."""
        return await self.call(call_of(step, self.session.stage.scratch))

    async def delegate(self, step: Delegate) -> Outcome:
        """Let a sub-agent do the steps."""
        return await delegate(self, step)

    async def plan(self, step: Plan) -> None:
        """Keep the to-do list with the task tools."""
        await show_plan(self, step)

    async def propose(self, step: Propose) -> Outcome:
        """Write the plan to a file and ask for consent to it."""
        return await propose_plan(self, step)

    async def question(self, step: Question) -> Outcome:
        """Ask a question with offered answers."""
        options = [{"label": c.label, "description": c.description} for c in step.choices]
        asked = {"question": step.question, "header": step.header, "options": options}
        questions = [asked | {"multiSelect": False}]

        async def chosen(answer: Json) -> Made:
            answers = answer.get("answers")
            if not isinstance(answers, dict) or step.question not in answers:
                return failure("The question was not answered.")
            choice = str(answers[step.question])
            told = f'Your questions have been answered: "{step.question}"="{choice}".'
            details = {"questions": questions, "answers": answers}
            return Made(told, details, Outcome(text=choice))

        given = {"questions": questions}
        return await self.call(Call("AskUserQuestion", given, interactive=True), chosen)

    async def stumble(self, step: Stumble) -> None:
        """Tell of a failed call that is tried again."""
        self.finish()
        self.lines.requesting()
        retry: Json = {"type": "system", "subtype": "api_retry", "attempt": 1, "max_retries": 10}
        retry |= {"retry_delay_ms": 500, "error_status": 529, "error": "overloaded"}
        self.lines.put(
            retry | {"session_id": self.session.record.id, "uuid": self.session.record.mint()}
        )

    async def puzzle(self) -> None:
        """Send a request nobody knows, and wait for its answer."""
        await self.session.ask({"subtype": "demo_unknown", "riddle": "What am I?"})

    def finish(self) -> None:
        """End the open message, if there is one."""
        if self._message and not self._message.closed:
            self._message.close("end_turn")
            self._settle("end_turn")

    def broken_off(self) -> None:
        """End what is open because the user interrupted."""
        if self.during == "tools":
            interrupted(self.lines, " for tool use")
            return
        if self._message is None or not self._message.cut:
            interrupted(self.lines, "")
        if self._message:
            self._message.break_off()
            self._settle(None)

    async def call(
        self, call: Call, work: Work | None = None, helper: Helper | None = None, id: str = ""
    ) -> Outcome:
        """Announce a call, get it allowed, make it and tell its result."""
        id = id or self.announce(call)
        asked = request_of(call, id, self.planning, helper.id if helper else None)
        begun = False
        try:
            verdict = await self.session.judge(call, asked)
            if verdict.stop:
                raise TurnStoppedError
            begun = verdict.allowed
            made = await self._made(call, verdict, work)
        except (asyncio.CancelledError, TurnStoppedError):
            self.rejected(call, id, begun, helper)
            raise
        if not verdict.allowed:
            self._denied(call, id)
        self.result(id, call, made, verdict, helper)
        return made.outcome

    def announce(self, call: Call) -> str:
        """Stream a tool call and return its id."""
        message = self._speaking()
        id = message.tool(call.name, call.input)
        self._settle("tool_use")
        return id

    def result(
        self, id: str, call: Call, made: Made, verdict: Verdict, helper: Helper | None = None
    ) -> None:
        """Tell what a call gave; prompts that came meanwhile become part of the turn."""
        self.session.history += tokens(str(made.content))
        block: Json = {"tool_use_id": id, "type": "tool_result", "content": made.content}
        if made.failed or call.name == "Bash":
            block["is_error"] = made.failed
        meta: Json = {"id": id}
        if not verdict.allowed:
            meta["non_execution_kind"] = "permission-rule"
        meta["permission_decision"] = verdict.by
        details = {} if helper else {"tool_use_result": made.details}
        self.lines.user([block], helper, **details, tool_result_meta=[meta])
        if helper is None:
            self._fold()

    def rejected(self, call: Call, id: str, begun: bool, helper: Helper | None = None) -> None:
        """Tell that a call was cut off."""
        self.during = "tools"
        if not begun:
            self._denied(call, id)
        text = REJECTED + (STOPPED if begun else "")
        block = {"type": "tool_result", "content": text, "is_error": True, "tool_use_id": id}
        details = {} if helper else {"tool_use_result": "User rejected tool use"}
        meta = [{"id": id, "non_execution_kind": "user-rejected"}]
        self.lines.user([block], helper, **details, tool_result_meta=meta)

    async def _made(self, call: Call, verdict: Verdict, work: Work | None) -> Made:
        if not verdict.allowed:
            refusal = Outcome(State.REFUSED, reason=verdict.message)
            return Made(verdict.message, f"Error: {verdict.message}", refusal, failed=True)
        if work:
            return await work(verdict.input)
        made = await make(call.name, verdict.input, self.session.stage.scratch)
        if verdict.input == call.input or not made.outcome.done:
            return made
        shown = verdict.input.get("command") or verdict.input.get("new_string") or "your version"
        changed = Outcome(made.outcome.state, made.outcome.text, instead=str(shown).strip())
        return Made(made.content, made.details, changed, made.failed)

    def _speaking(self) -> Message:
        if self._message is None or self._message.closed:
            self.facts.calls += 1
            first = self.facts.calls == 1
            pace, heard = self.session.stage.pace, self.session.history
            self._message = Message(self.lines, pace, heard, first)
        return self._message

    def _settle(self, stop_reason: str | None) -> None:
        if self._message:
            self.facts.stop_reason = stop_reason
            self.facts.tally.add(self._message.tally)
            self.session.total.add(self._message.tally)
            self.session.history += self._message.tally.spoken
            self._message.tally = Tally()

    def _denied(self, call: Call, id: str) -> None:
        denial = {"tool_name": call.name, "tool_use_id": id, "tool_input": call.input}
        self.facts.denials.append(denial)

    def _fold(self) -> None:
        while self.session.queue:
            prompt = self.session.queue.popleft()
            if self.session.stage.options.replay:
                self.lines.replay(prompt.text, prompt.id)
            self.lines.lifecycle(prompt.id, "started")
            self.folded.append(prompt)
            self._overheard.append(prompt)
