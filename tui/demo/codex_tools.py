"""Commands and file changes of `codex app-server`: asked for, carried out, told."""

import shlex
import time
from typing import Protocol

from tui.demo.codex_lines import Item, Json, command, file_change
from tui.demo.codex_thread import CodexThread
from tui.demo.counting import tokens
from tui.demo.diffs import git_diff, unified
from tui.demo.modes import Mode
from tui.demo.steps import Outcome, State
from tui.demo.teller import TurnStoppedError

AMEND = "acceptWithExecpolicyAmendment"
ACCEPTED = ("accept", "acceptForSession", AMEND)


class Doer(Protocol):
    """The turn in which something is done."""

    thread: CodexThread
    originals: dict[str, str | None]
    running: Item | None

    async def ask(self, method: str, params: Json) -> Json:
        """Send a request and wait for its answer."""

    def status(self, status: str, flags: list[str] | None = None) -> None:
        """Tell whether the thread is active, and what it waits for."""

    def started(self, item: Item) -> None:
        """Tell that an item began."""

    def completed(self, item: Item) -> None:
        """Tell that an item ended."""

    def notify(self, method: str, **params: object) -> None:
        """Tell something about this turn."""

    def place(self) -> Json:
        """Return which thread and turn something belongs to."""

    def mint(self, kind: str) -> str:
        """Return a new id of an item."""

    def count(self, text: str, thought: bool = False) -> None:
        """Count what was said as one call to the model."""


async def run_command(
    turn: Doer, line: str, actions: list[Json], asked: bool, reason: str | None
) -> Outcome:
    """Run a command, after asking where that is needed."""
    thread, words = turn.thread, shlex.split(line)
    asked = asked and not thread.allows(words, line)
    shown, cwd = shlex.join(["/bin/bash", "-lc", line]), str(thread.stage.scratch.folder)
    process = None if asked else _process(thread)
    item = command(turn.mint("call"), shown, cwd, actions, process)
    if asked:
        turn.status("active", ["waitingOnApproval"])
    turn.started(item)
    if asked:
        params: Json = {"kind": "command", **turn.place(), "itemId": item.id}
        params |= {"startedAtMs": item.started, "environmentId": "local"}
        if reason is not None:
            params["reason"] = reason
        params |= {"command": shown, "cwd": cwd, "commandActions": actions}
        params |= {"proposedExecpolicyAmendment": words}
        params["availableDecisions"] = [
            "accept",
            {AMEND: {"execpolicy_amendment": words}},
            "cancel",
        ]
        decision = _decision(await turn.ask("item/commandExecution/requestApproval", params))
        if decision not in ACCEPTED:
            return _declined(turn, item, decision)
        if decision == "acceptForSession":
            thread.commands.add(line)
        if decision == AMEND:
            thread.prefixes.append(words)
        turn.status("active", [])
    return await _run(turn, item, line)


async def _run(turn: Doer, item: Item, line: str) -> Outcome:
    began = time.monotonic()
    item.fields["processId"] = item.fields["processId"] or _process(turn.thread)
    item.fields["source"] = "unifiedExecStartup"

    def heard(text: str) -> None:
        turn.notify("item/commandExecution/outputDelta", itemId=item.id, delta=text)

    turn.running = item
    finished = await turn.thread.stage.scratch.run(line, heard)
    turn.running = None
    item.fields |= {
        "status": "failed" if finished.code else "completed",
        "aggregatedOutput": finished.output,
        "exitCode": finished.code,
        "durationMs": int((time.monotonic() - began) * 1000),
    }
    turn.completed(item)
    turn.thread.history += tokens(finished.output)
    turn.count(line)
    if finished.code:
        return Outcome(State.FAILED, finished.output, f"exit code {finished.code}")
    return Outcome(text=finished.output)


async def change_file(turn: Doer, name: str, before: str | None, after: str) -> Outcome:
    """Change one file, after asking where that is needed."""
    thread = turn.thread
    path = str(thread.stage.scratch.folder / name)
    kind: Json = {"type": "add"} if before is None else {"type": "update", "move_path": None}
    diff = after if before is None else unified(before, after)
    item = file_change(turn.mint("call"), path, kind, diff)
    turn.started(item)
    if thread.settings.permits is Mode.ASK and path not in thread.files:
        turn.status("active", ["waitingOnApproval"])
        params = {**turn.place(), "itemId": item.id, "startedAtMs": item.started}
        params |= {"reason": None, "grantRoot": None}
        decision = _decision(await turn.ask("item/fileChange/requestApproval", params))
        if decision not in ACCEPTED:
            return _declined(turn, item, decision)
        if decision == "acceptForSession":
            thread.files.add(path)
        turn.status("active", [])
    turn.originals.setdefault(name, before)
    thread.stage.scratch.write(name, after)
    item.fields["status"] = "completed"
    turn.completed(item)
    turn.notify("turn/diff/updated", diff=whole_diff(turn))
    turn.count(diff)
    return Outcome(text=after)


def whole_diff(turn: Doer) -> str:
    """Return everything this turn changed, as git would print it."""
    scratch = turn.thread.stage.scratch
    return "".join(git_diff(n, before, scratch.read(n)) for n, before in turn.originals.items())


def _process(thread: CodexThread) -> str:
    return str(10_000 + thread.record.minted)


def _decision(answer: Json) -> str:
    """Return the user's decision in one word; what cannot be understood is no word at all."""
    result = answer.get("result")
    decision = result.get("decision") if isinstance(result, dict) else None
    if isinstance(decision, dict) and AMEND in decision:
        return AMEND
    return decision if isinstance(decision, str) else ""


def _declined(turn: Doer, item: Item, decision: str) -> Outcome:
    """Tell that something was not done; the turn goes on unless the user wants it to end."""
    item.fields["status"] = "declined" if decision in ("decline", "cancel") else "failed"
    turn.completed(item)
    turn.status("active", [])
    if decision == "cancel":
        raise TurnStoppedError
    if decision == "decline":
        return Outcome(State.REFUSED)
    return Outcome(State.FAILED, reason="the approval request failed")
