"""The mouth that speaks Codex: the JSON-RPC of `codex app-server`, version 0.166.0."""

import asyncio
import json
import os
import signal
import time

from tui.demo.codex_lines import CodexLines, Json, RpcId, failure, turn
from tui.demo.codex_requests import CodexRequests
from tui.demo.codex_thread import CodexThread
from tui.demo.codex_tools import whole_diff
from tui.demo.codex_turn import CodexTurn
from tui.demo.pipes import complain
from tui.demo.stage import Stage
from tui.demo.teller import Prompt, TurnFailedError, TurnStoppedError, tell

UNAUTHORIZED = "unexpected status 401 Unauthorized: Missing bearer or basic authentication"


class CodexMouth:
    """Hears the client's envelopes and plays the turns of its threads."""

    def __init__(self, stage: Stage) -> None:
        self._stage = stage
        self._lines = CodexLines(stage.outlet)
        self._requests = CodexRequests(stage, self._lines)
        self._methods = self._requests.methods | {
            "turn/start": self._start,
            "turn/steer": self._steer,
            "turn/interrupt": self._interrupt,
            "thread/backgroundTerminals/clean": self._clean,
        }

    def hear(self, line: bytes) -> None:
        """Take one line; what is not JSON-RPC is noted on standard error and ignored."""
        try:
            envelope = json.loads(line)
        except (ValueError, RecursionError):
            envelope = None
        if not isinstance(envelope, dict):
            complain("ERROR codex_app_server: failed to deserialize a message")
        elif "method" not in envelope and "id" in envelope:
            self._lines.answered(envelope)
        elif isinstance(envelope.get("id"), int | str):
            self._requested(envelope["id"], str(envelope.get("method")), envelope.get("params"))

    def ended(self) -> None:
        """Leave at once; commands that run are killed."""
        self._stage.leave(0)

    def interrupted(self) -> None:
        """Die of Ctrl+C, as the real server does."""
        self._stage.scratch.remove()
        signal.signal(signal.SIGINT, signal.SIG_DFL)
        os.kill(os.getpid(), signal.SIGINT)

    def _requested(self, id: RpcId, method: str, params: object) -> None:
        if method not in self._methods:
            known = ", ".join(f"`{name}`" for name in self._methods)
            error = f"Invalid request: unknown variant `{method}`, expected one of {known}"
            self._lines.error(id, error)
        elif (method == "initialize") is self._requests.initialized:
            state = "Already" if self._requests.initialized else "Not"
            self._lines.error(id, f"{state} initialized")
        else:
            self._methods[method](id, params if isinstance(params, dict) else {})

    def _start(self, id: RpcId, params: Json) -> None:
        """Start a turn; during one, steer it and cut what is being said."""
        thread = self._requests.thread(id, params)
        if thread is None:
            return
        prompt = prompt_of(params)
        thread.configure(params)
        if thread.turn_id is not None:
            thread.cut = True
            thread.steers.append(prompt)
        else:
            thread.turn_id = thread.record.mint()
            thread.task = self._stage.spawn(self._turn(thread, thread.turn_id, prompt))
        self._lines.result(id, {"turn": turn(thread.turn_id, "inProgress")})

    def _steer(self, id: RpcId, params: Json) -> None:
        thread = self._requests.thread(id, params)
        if thread is None:
            return
        expected = params.get("expectedTurnId")
        if thread.turn_id is None:
            self._lines.error(id, "no active turn to steer")
        elif expected != thread.turn_id:
            error = f"expected active turn id `{expected}` but found `{thread.turn_id}`"
            self._lines.error(id, error)
        else:
            thread.steers.append(prompt_of(params))
            self._lines.result(id, {"turnId": thread.turn_id})

    def _interrupt(self, id: RpcId, params: Json) -> None:
        thread = self._requests.thread(id, params)
        if thread is None:
            return
        if thread.task is None or params.get("turnId") != thread.turn_id:
            thread.late_interrupts.append(id)
            return
        self._lines.result(id, {})
        # A task that is cancelled before its first step never runs: let it begin.
        asyncio.get_running_loop().call_soon(thread.task.cancel)

    def _clean(self, id: RpcId, params: Json) -> None:
        """End the commands of interrupted turns; ours were killed with the turn already."""
        thread = self._requests.thread(id, params)
        if thread is None:
            return
        self._lines.result(id, {})
        while thread.left:
            place, item = thread.left.pop()
            item.fields |= {"status": "failed", "exitCode": -1, "aggregatedOutput": ""}
            CodexTurn(self._lines, thread, place).completed(item)

    async def _turn(self, thread: CodexThread, id: str, prompt: Prompt) -> None:
        began, mouth = time.time(), CodexTurn(self._lines, thread, id)
        self._open(mouth, int(began))
        status, error = "completed", None
        try:
            mouth.heard(prompt)
            thread.record.exchanges.append([prompt.text, ""])
            if self._stage.misbehaves("not-signed-in"):
                raise TurnFailedError(UNAUTHORIZED)
            await tell(prompt, thread.talk, mouth, self._stage.pace)
        except TurnFailedError as problem:
            status, error = "failed", self._failed(mouth, str(problem))
        except (asyncio.CancelledError, TurnStoppedError):
            status = "interrupted"
        self._close(mouth, status, error, began)

    def _open(self, mouth: CodexTurn, began: int) -> None:
        mouth.status("active", [])
        shown = turn(mouth.id, "inProgress", started=began)
        params = {"threadId": mouth.thread.record.id, "turn": shown}
        self._lines.notify("turn/started", params)

    def _failed(self, mouth: CodexTurn, message: str) -> Json:
        info: object = "internalServerError"
        if message == UNAUTHORIZED:
            info = {"httpConnectionFailed": {"httpStatusCode": 401}}
        error = failure(message, info)
        mouth.status("systemError")
        self._lines.notify("error", {"error": error, "willRetry": False, **mouth.place()})
        return error

    def _close(self, mouth: CodexTurn, status: str, error: Json | None, began: float) -> None:
        thread = mouth.thread
        if mouth.originals:
            mouth.notify("turn/diff/updated", diff=whole_diff(mouth))
        if mouth.running:
            thread.left.append((mouth.id, mouth.running))
        for id in thread.late_interrupts:
            self._lines.result(id, {})
        thread.late_interrupts.clear()
        if status != "failed":
            mouth.status("idle")
        times = {"started": int(began), "completed": int(time.time())}
        times["lasted"] = int((time.time() - began) * 1000)
        items = [mouth.last_message] if mouth.last_message and status == "completed" else []
        shown = turn(mouth.id, status, items=items, error=error, **times)
        params = {"threadId": thread.record.id, "turn": shown}
        thread.turn_id = thread.task = None
        self._keep(thread)
        self._lines.notify("turn/completed", params)
        mouth.resolved()
        if self._stage.misbehaves("late-request"):
            self._stage.spawn(self._ask_late(mouth))

    def _keep(self, thread: CodexThread) -> None:
        record = thread.record
        record.cwd, record.model = thread.settings.cwd, thread.settings.model
        record.exchanges[-1][1] = thread.talk.last_words
        record.heard, record.spoken = thread.total.heard, thread.total.spoken
        self._stage.memory.keep(record)

    async def _ask_late(self, mouth: CodexTurn) -> None:
        params = {"kind": "command", **mouth.place(), "itemId": mouth.mint("call")}
        params |= {"command": "/bin/bash -lc true", "cwd": mouth.folder}
        await mouth.ask("item/commandExecution/requestApproval", params)


def prompt_of(params: Json) -> Prompt:
    """Return what the input of a turn says."""
    given = params.get("input")
    parts = [part for part in given if isinstance(part, dict)] if isinstance(given, list) else []
    texts = [str(part.get("text", "")) for part in parts if part.get("type") == "text"]
    pictures = sum(part.get("type") in ("image", "localImage") for part in parts)
    return Prompt("\n".join(texts), pictures, str(params.get("clientUserMessageId") or ""))
