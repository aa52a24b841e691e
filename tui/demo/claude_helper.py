"""A sub-agent of Claude Code: its own lines, nested below the call that started it."""

import asyncio
import time
from typing import Protocol

from tui.demo.claude_lines import Helper, Json, short_usage
from tui.demo.claude_message import body
from tui.demo.claude_results import Turn, full_usage
from tui.demo.claude_session import ClaudeSession, Verdict
from tui.demo.claude_tools import Call, Made, Work, call_of
from tui.demo.counting import Tally, tokens
from tui.demo.steps import Delegate, Outcome, Read, Run
from tui.demo.teller import TurnStoppedError


class Employer(Protocol):
    """The turn that has a sub-agent."""

    session: ClaudeSession
    facts: Turn

    def announce(self, call: Call) -> str:
        """Stream a tool call and return its id."""

    async def call(
        self, call: Call, work: Work | None = None, helper: Helper | None = None, id: str = ""
    ) -> Outcome:
        """Make a tool call."""

    def result(
        self, id: str, call: Call, made: Made, verdict: Verdict, helper: Helper | None = None
    ) -> None:
        """Tell what a call gave."""

    def rejected(self, call: Call, id: str, begun: bool, helper: Helper | None = None) -> None:
        """Tell that a call was cut off."""


async def delegate(turn: Employer, step: Delegate) -> Outcome:
    """Start a sub-agent in the foreground and wait for its report."""
    given = {"description": step.task, "prompt": step.prompt, "subagent_type": "general-purpose"}
    call = Call("Agent", given | {"run_in_background": False})
    work = Assignment(turn, step, turn.announce(call))
    stats = turn.facts.stats
    stats |= {"spawned": stats["spawned"] + 1, "max_depth": 1}
    stats["requested"]["foreground"] += 1
    stats["by_type"]["general-purpose"] = stats["spawned"]
    try:
        await work.done()
    except (asyncio.CancelledError, TurnStoppedError):
        stats["killed"]["user"] += 1
        work.ended("killed", "stopped", "")
        turn.rejected(call, work.helper.call, begun=True)
        raise
    stats["completed"] += 1
    by = {"decision": "accept", "source": "config"}
    turn.result(work.helper.call, call, work.report(), Verdict(True, by=by))
    return Outcome(text=step.report)


class Assignment:
    """What one sub-agent was given to do."""

    def __init__(self, turn: Employer, step: Delegate, call: str) -> None:
        self._turn = turn
        self._step = step
        self._lines = turn.session.lines
        mint = turn.session.record.mint
        self.helper = Helper(call, "a" + mint().replace("-", "")[:16], step.task)
        self._run = {"task_id": self.helper.id, "run_id": mint()[:18]}
        self._began = time.monotonic()
        self._used: list[str] = []
        self._tally = Tally(heard=tokens(step.prompt))

    async def done(self) -> None:
        """Do the steps and report."""
        step, kind = self._step, {"subagent_type": self.helper.kind}
        about: Json = {"tool_use_id": self.helper.call, "description": step.task, **kind}
        about |= {"is_backgrounded": False, "spawn_depth": 1, "task_type": "local_agent"}
        self._lines.system("task_started", **self._run, **about, prompt=step.prompt)
        self._lines.user([{"type": "text", "text": step.prompt}], self.helper)
        for part in step.steps:
            await self._part(part)
        self._say({"type": "text", "text": step.report})
        self.ended("completed", "completed", step.report)

    def ended(self, status: str, notice: str, summary: str) -> None:
        """Tell that the sub-agent is through."""
        patch = {"status": status, "end_time": int(time.time() * 1000)}
        self._lines.system("task_updated", **self._run, patch=patch)
        report = {"tool_use_id": self.helper.call, "status": notice, "output_file": ""}
        usage = self._usage()
        self._lines.system("task_notification", **self._run, **report, summary=summary, usage=usage)

    def report(self) -> Made:
        """Return the result of the call that started the sub-agent."""
        text = {"type": "text", "text": self._step.report}
        details: Json = {"status": "completed", "prompt": self._step.prompt}
        details |= {"agentId": self.helper.id, "agentType": self.helper.kind}
        details |= {"toolsUsed": self._used, "harnessNoteCount": 0, "harnessTailCount": 0}
        details |= {"harnessSectionHash": "0" * 16, "content": [text]}
        details["resolvedModel"] = self._turn.session.record.model
        details |= {"totalDurationMs": self._lasted(), "totalTokens": self._tally.total}
        details |= {"totalToolUseCount": len(self._used), "usage": full_usage(self._tally, True)}
        details |= {"toolStats": self._stats(), "canContinueAgent": True}
        return Made([text], details, Outcome())

    async def _part(self, step: Read | Run) -> None:
        call = call_of(step, self._turn.session.stage.scratch)
        self._used.append(call.name)
        id = f"toolu_demo_{self._turn.session.record.minted:06}"
        about = {"tool_use_id": self.helper.call, "description": f"Running {call.name}"}
        about["subagent_type"] = self.helper.kind
        progress: Json = {"usage": self._usage(), "last_tool_name": call.name}
        self._lines.system("task_progress", **self._run, **about, **progress)
        self._say({"type": "tool_use", "id": id, "name": call.name, "input": call.input})
        await self._turn.call(call, helper=self.helper, id=id)
        await self._turn.session.stage.pace.pause(0.2)

    def _say(self, block: Json) -> None:
        self._tally.spoken += tokens(str(block))
        record = self._turn.session.record
        message = body(f"msg_demo_{record.minted:06}", record.model, [block])
        message |= {"usage": short_usage(self._tally), "context_management": None}
        self._lines.assistant(message, self.helper)

    def _usage(self) -> Json:
        used = {"total_tokens": self._tally.total, "tool_uses": len(self._used)}
        return used | {"duration_ms": self._lasted()}

    def _stats(self) -> Json:
        return {
            "readCount": self._used.count("Read"),
            "searchCount": 0,
            "bashCount": self._used.count("Bash"),
            "editFileCount": 0,
            "linesAdded": 0,
            "linesRemoved": 0,
            "otherToolCount": 0,
        }

    def _lasted(self) -> int:
        return int((time.monotonic() - self._began) * 1000)
