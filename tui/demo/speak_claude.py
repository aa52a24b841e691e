"""The mouth that speaks Claude Code: JSON lines with control requests, version 2.1.325."""

import asyncio
import json
import uuid
from collections.abc import Callable
from pathlib import Path

from tui.demo import claude_results as results
from tui.demo.claude_controls import ClaudeControls
from tui.demo.claude_facts import COMMANDS, MODES, resolved
from tui.demo.claude_lines import ClaudeLines, Json
from tui.demo.claude_session import ClaudeSession
from tui.demo.claude_tools import Call, request_of
from tui.demo.claude_turn import ClaudeTurn
from tui.demo.counting import tokens
from tui.demo.memory import Record
from tui.demo.modes import Kind
from tui.demo.pipes import complain
from tui.demo.stage import Stage
from tui.demo.teller import Prompt, TurnFailedError, TurnStoppedError, tell

NOT_SIGNED_IN = "Not logged in · Please run /login"
OVERLOADED = 529


class ClaudeMouth:
    """Hears the client's lines, queues prompts and plays one turn after the other."""

    def __init__(self, stage: Stage) -> None:
        self._stage = stage
        self._session = ClaudeSession(stage, begun(stage))
        self._lines = self._session.lines
        self._controls = ClaudeControls(self._session, self._interrupt)
        self._task: asyncio.Task[None] | None = None
        self._running = False
        self._leaving = False
        self._results = 0
        self._code = 0
        """What the process ends with: 1 where the last result was an error."""

    def hear(self, line: bytes) -> None:
        """Take one line; like the real CLI, die of one that cannot be read."""
        if not line.strip():
            return
        try:
            act = self._meant(json.loads(line))
        except (ValueError, TypeError, KeyError, AttributeError, RecursionError):
            complain("Error parsing streaming input line")
            self._stage.leave(1)
        act()

    def _meant(self, value: Json) -> Callable[[], None]:
        match value["type"]:
            case "user":
                prompt = prompt_of(value)
                return lambda: self._prompted(prompt)
            case "control_request":
                id, request = str(value["request_id"]), dict(value["request"])
                return lambda: self._controls.answer(id, request)
            case "control_response":
                response = dict(value["response"]) if "response" in value else {}
                return lambda: self._answered(value, response)
            case _:
                return lambda: None

    def _answered(self, value: Json, response: Json) -> None:
        if self._stage.options.replay:
            self._lines.put(value)
        self._session.answered(response)

    def ended(self) -> None:
        """Finish what is going on, then leave; nobody can answer questions any more."""
        self._session.close()
        if self._task is None:
            self._stage.leave(self._code)

    def interrupted(self) -> None:
        """Stop and leave, without a result."""
        self._leaving = True
        if self._task is None:
            self._stage.leave(0)
        self._interrupt()

    def _interrupt(self) -> None:
        if self._task and not self._running:
            # A task that is cancelled before its first step never runs: let it begin.
            asyncio.get_running_loop().call_soon(self._interrupt)
        elif self._task:
            self._task.cancel()

    def _prompted(self, prompt: Prompt) -> None:
        if self._task is None:
            self._session.state("running")
        self._lines.lifecycle(prompt.id, "queued")
        self._session.queue.append(prompt)
        if self._task is None:
            self._begin()

    def _begin(self) -> None:
        prompts = list(self._session.queue)
        self._session.queue.clear()
        self._task = self._stage.spawn(self._turn(prompts))

    async def _turn(self, prompts: list[Prompt]) -> None:
        self._running = True
        session, lines, pace = self._session, self._lines, self._stage.pace
        lines.answering = [prompt.id for prompt in prompts if prompt.id]
        whole = self._opened(prompts)
        turn = ClaudeTurn(session, results.Turn(self._results))
        try:
            if self._stage.misbehaves("not-signed-in"):
                lines.requesting()
                raise TurnFailedError(NOT_SIGNED_IN)
            await tell(whole, session.talk, turn, pace)
            turn.finish()
            self._close(turn, prompts, "completed")
        except TurnFailedError as failure:
            turn.finish()
            self._close(turn, prompts, "completed", str(failure))
        except (asyncio.CancelledError, TurnStoppedError):
            turn.broken_off()
            self._close(turn, prompts, "cancelled")

    def _opened(self, prompts: list[Prompt]) -> Prompt:
        """Tell that prompts were taken up, and return them as one."""
        text = "\n".join(prompt.text for prompt in prompts)
        for prompt in prompts[:-1] if self._stage.options.replay else ():
            self._lines.replay(prompt.text, prompt.id)
        for prompt in prompts:
            self._lines.lifecycle(prompt.id, "started")
        self._lines.init(self._session.mode, COMMANDS)
        if self._stage.options.replay:
            self._lines.replay(text, prompts[-1].id)
        self._session.history += tokens(text)
        self._session.record.exchanges.append([text, ""])
        return Prompt(text, sum(prompt.pictures for prompt in prompts))

    def _close(
        self, turn: ClaudeTurn, prompts: list[Prompt], end: str, failure: str | None = None
    ) -> None:
        if self._leaving:
            self._stage.leave(0)
        session, lines, facts = self._session, self._lines, turn.facts
        for prompt in turn.folded:
            lines.lifecycle(prompt.id, end)
        facts.queued = len(session.queue)
        self._keep()
        self._code = 0 if end == "completed" and failure is None else 1
        if end == "cancelled":
            results.aborted(lines, facts, session.total, turn.during)
        elif failure is not None:
            status = None if failure == NOT_SIGNED_IN else OVERLOADED
            results.failed(lines, facts, session.total, failure, status)
        else:
            results.succeeded(lines, facts, session.total)
        lines.answering = []
        for prompt in prompts:
            lines.lifecycle(prompt.id, end)
        self._next()

    def _keep(self) -> None:
        record = self._session.record
        self._results += 1
        record.exchanges[-1][1] = self._session.talk.last_words
        record.heard, record.spoken = self._session.total.heard, self._session.total.spoken
        self._stage.memory.keep(record)

    def _next(self) -> None:
        self._task, self._running = None, False
        if self._session.queue:
            self._begin()
            return
        self._session.state("idle")
        if self._session.closed:
            self._stage.leave(self._code)
        if self._stage.misbehaves("late-request"):
            self._stage.spawn(self._ask_late())

    async def _ask_late(self) -> None:
        call = Call("Bash", {"command": "true", "description": "Late"}, "Late", Kind.RUN)
        await self._session.ask(request_of(call, f"toolu_{self._lines.record.mint()}", False, None))
        self._session.state("idle")


def prompt_of(value: Json) -> Prompt:
    """Return what a user's line says."""
    content = value["message"]["content"]
    id = value.get("uuid")
    name = id if isinstance(id, str) else ""
    if isinstance(content, str):
        return Prompt(content, 0, name)
    texts = [block["text"] for block in content if block.get("type") == "text"]
    pictures = sum(block.get("type") == "image" for block in content)
    return Prompt("\n".join(texts), pictures, name)


def begun(stage: Stage) -> Record:
    """Return the session the command line asks for, or end as the real CLI does."""
    options, memory = stage.options, stage.memory
    record = memory.newest() if options.newest else None
    if options.resume is not None:
        record = memory.recall(options.resume)
        if record is None:
            _unknown(stage, options.resume)
    if options.session_id and memory.recall(options.session_id):
        complain(f"Error: Session ID {options.session_id} is already in use.")
        stage.leave(1)
    if record is None or options.fork:
        fresh = memory.begin(options.session_id)
        fresh.exchanges = record.exchanges if record else []
        record = fresh
    record.cwd = str(Path.cwd())
    record.model = resolved(options.model or record.model or "default")
    mode = options.mode or record.mode
    record.mode = mode if mode in MODES else "default"
    stage.records.append(record)
    return record


def _unknown(stage: Stage, id: str) -> None:
    error = f"No conversation found with session ID: {id}"
    try:
        uuid.UUID(id)
        session = id
    except ValueError:
        session = str(uuid.uuid5(uuid.NAMESPACE_URL, id))
        error = f'Error: --resume requires a valid session ID or session title. "{id}" is neither.'
    complain(error)
    results.unstarted(ClaudeLines(stage.outlet, Record(session)), error)
    stage.leave(1)
