"""What we write to `codex app-server`, and when it may be written."""

import msgspec

from tui import __version__
from tui.agents.codex.modes import POLICIES, collaboration, sandbox_policy
from tui.agents.codex.prompts import Prompts, user_input
from tui.agents.codex.requests import Asked
from tui.agents.codex.threads import Threads
from tui.model.commands import Prompt
from tui.model.identity import JsonObject
from tui.model.spec import SessionSpec
from tui.wire import jsonrpc
from tui.wire.jsonrpc import RpcId

_CLIENT = {"name": "parley", "title": "Parley", "version": __version__}


class Pending(msgspec.Struct, frozen=True, kw_only=True):
    """A request of ours that has no answer yet."""

    method: str
    thread: str | None = None
    item: str | None = None
    """The prompt or the reason that it carries."""
    prompt: Prompt | None = None
    """The prompt, where it can be sent again."""
    then: tuple[bytes, ...] = ()
    """What is written once it is answered, one way or the other."""


class Speaker:
    """Writes requests; a prompt goes out when Codex can take it."""

    def __init__(self, spec: SessionSpec, threads: Threads, prompts: Prompts) -> None:
        self.mode = spec.mode
        self.model = spec.model
        """The model to ask for; None leaves the choice to Codex."""
        self.answering: str | None = None
        """The model that answers, as Codex has told."""
        self.effort: str | None = None
        self.planning = False
        """Codex is in its own plan mode."""
        self.ready = False
        self.starting = False
        """A turn was asked for and has no name yet."""
        self.stopping = False
        """The turn was interrupted and has not ended yet."""
        self.stop_wanted = False
        """The turn is to be interrupted as soon as it has begun."""
        self.can_steer = True
        self._spec = spec
        self._threads = threads
        self._prompts = prompts
        self._pending: dict[RpcId, Pending] = {}
        self._last = 0
        self._overheard = False

    def expect(self, id: RpcId, pending: Pending) -> None:
        """Remember what a recorded client asked; from now on it speaks instead of us."""
        self._overheard = True
        self._pending[id] = pending

    def answered(self, id: RpcId | None) -> Pending | None:
        """Return what an answer is about; None for an answer to nothing."""
        return None if id is None else self._pending.pop(id, None)

    def initialize(self) -> bytes:
        """Introduce ourselves."""
        capabilities = {
            "experimentalApi": True,
            "requestAttestation": False,
            "optOutNotificationMethods": ["remoteControl/status/changed"],
        }
        params = {"clientInfo": _CLIENT, "capabilities": capabilities}
        return self._request(params, Pending(method="initialize"))

    def begin(self) -> tuple[bytes, ...]:
        """Open the thread, new, continued or copied.

        It starts read-only and gets its real sandbox with each turn; see `modes`.
        """
        params: JsonObject = {
            "cwd": str(self._spec.cwd),
            "sandbox": "read-only",
            "approvalPolicy": POLICIES[self.mode].approval,
        }
        if self.model is not None:
            params["model"] = self.model
        method = "thread/start"
        if self._spec.resume is not None:
            method = "thread/fork" if self._spec.fork else "thread/resume"
            params = {"threadId": self._spec.resume, "excludeTurns": True, **params}
        return (
            jsonrpc.notification("initialized", jsonrpc=False),
            self._request({}, Pending(method="account/read")),
            self._request(params, Pending(method=method)),
        )

    def list_models(self) -> bytes:
        """Ask which models there are."""
        return self._request({}, Pending(method="model/list"))

    def submit(self, prompt: Prompt) -> tuple[bytes, ...]:
        """Start a turn with a prompt, or steer the running one; keep it where neither goes."""
        turn = self._turn()
        busy = self.starting or self.stopping or self.stop_wanted
        if not self.ready or busy or (turn and not self.can_steer):
            self._prompts.waiting.append(prompt)
            return ()
        if turn is None:
            return (self.start_turn(prompt),)
        self._prompts.steered(prompt)
        params = {
            "threadId": self._threads.main,
            "expectedTurnId": turn,
            "input": user_input(prompt),
            "clientUserMessageId": prompt.id,
        }
        pending = Pending(method="turn/steer", item=prompt.id, prompt=prompt)
        return (self._request(params, pending),)

    def start_turn(self, prompt: Prompt | None) -> bytes:
        """Start a turn; without a prompt the model goes on from what it was told before."""
        self.starting = True
        self._prompts.asked = True
        policy = POLICIES[self.mode]
        params: JsonObject = {
            "threadId": self._threads.main,
            "input": user_input(prompt) if prompt else [],
            "approvalPolicy": policy.approval,
            "sandboxPolicy": sandbox_policy(self.mode),
            "summary": "auto",
        }
        if prompt is not None:
            self._prompts.sent(prompt.id, prompt.text)
            params["clientUserMessageId"] = prompt.id
        if self.model is not None:
            params["model"] = self.model
        model = self.model or self.answering
        if model is not None and (policy.plan or self.planning):
            params["collaborationMode"] = collaboration(self.mode, model, self.effort)
            self.planning = policy.plan
        item = prompt.id if prompt else None
        pending = Pending(method="turn/start", thread=self._threads.main, item=item, prompt=prompt)
        return self._request(params, pending)

    def flush(self) -> tuple[bytes, ...]:
        """Send what waits, as far as it can go now."""
        waiting, self._prompts.waiting = self._prompts.waiting, []
        return tuple(line for prompt in waiting for line in self.submit(prompt))

    def interrupt(self) -> tuple[bytes, ...]:
        """Interrupt every running turn.

        Codex does not answer for a turn that is over, and does not hear of one that it has named
        and not yet begun: that one is interrupted when it begins.
        """
        threads = self._threads
        early = [thread for thread in threads.turns if thread not in threads.begun]
        self.stop_wanted = self.starting or bool(early)
        self.stopping = self.stopping or threads.main in threads.turns
        return tuple(
            self._request({"threadId": thread, "turnId": turn}, Pending(method="turn/interrupt"))
            for thread, turn in threads.turns.items()
            if thread in threads.begun
        )

    def catch_up(self) -> tuple[bytes, ...]:
        """Interrupt the turn that was to be interrupted before it began."""
        begun = self._threads.main in self._threads.begun
        return self.interrupt() if self.stop_wanted and begun and not self.starting else ()

    def stop_commands(self) -> tuple[bytes, ...]:
        """End the commands of an interrupted turn, which Codex would let run on.

        Commands of earlier turns were left running on purpose and stay.
        """
        calls = self._threads.calls.values()
        running = [call for call in calls if call.stopped]
        main = self._threads.main
        if not running:
            return ()
        if not any(call.outlived for call in calls):
            clean = Pending(method="thread/backgroundTerminals/clean")
            return (self._request({"threadId": main}, clean),)
        terminate = Pending(method="thread/backgroundTerminals/terminate")
        return tuple(
            self._request({"threadId": main, "processId": call.process}, terminate)
            for call in running
            if call.process is not None
        )

    def deny(self, asked: Asked, reason: str, denial: tuple[bytes, ...]) -> tuple[bytes, ...]:
        """Deny a request, and let the model have the reason.

        Codex takes no reason with the answer. The reason is put into the turn first and the
        denial follows when it is there: written together, the model was seen to be asked
        without the reason, stopped, and asked again.
        """
        if not (reason and asked.thread and asked.turn and self.can_steer):
            return denial
        item = f"reason-{asked.request.id}"
        self._prompts.explained(item)
        params = {
            "threadId": asked.thread,
            "expectedTurnId": asked.turn,
            "input": [{"type": "text", "text": reason}],
            "clientUserMessageId": item,
        }
        pending = Pending(method="turn/steer", item=item, then=denial)
        return (self._request(params, pending),)

    def _turn(self) -> str | None:
        return self._threads.turns.get(self._threads.main or "")

    def _request(self, params: JsonObject, pending: Pending) -> bytes:
        self._last += 1
        if not self._overheard:
            self._pending[self._last] = pending
        return jsonrpc.request(self._last, pending.method, params, jsonrpc=False)
