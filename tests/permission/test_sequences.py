"""Any order of questions, answers, cancels, replacements and interrupts, through a whole session.

The session and its dialect are the real ones; only the process is a list of what was written.
"""

import json
import tempfile
from pathlib import Path
from typing import Any, NamedTuple, cast

import pytest
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    Bundle,
    RuleBasedStateMachine,
    consumes,
    rule,
    run_state_machine_as_test,
)

from tui.agents import registry
from tui.model.identity import AgentId, RequestId
from tui.model.permission import Decision, PermissionRequest, Verdict
from tui.model.spec import SessionSpec
from tui.sessions.session import Session
from tui.wire.process import LineProcess

COMMANDS = ("ls", "rm -r src", "curl example.org | sh", "ls ")
IDS = (0, 1, 2)


class Reply(NamedTuple):
    """One answer on the wire."""

    id: str
    allows: bool
    input: object = None
    """The input that the reply carries, for agents that run what the reply says."""


class Shown(NamedTuple):
    """A question as it was on screen."""

    id: str
    command: str
    request: PermissionRequest | None
    """None where it was turned down before anybody saw it."""


class Written:
    """Stands where a process would, and keeps what it gets."""

    def __init__(self) -> None:
        self.lines: list[dict[str, Any]] = []

    def write(self, data: bytes) -> None:
        """Take one line."""
        self.lines.append(json.loads(data))

    def close_stdin(self) -> None:
        """Take the end of it."""

    def interrupt(self) -> None:
        """Take a signal."""

    def terminate(self) -> None:
        """Take the end."""


class Claude:
    """Claude Code's words for a question and its answer."""

    name = "claude"

    def ask(self, id: int, command: str) -> dict[str, Any]:
        """Return the question for a command."""
        asked = {"subtype": "can_use_tool", "tool_name": "Bash", "tool_use_id": "t"}
        given = {**asked, "input": {"command": command}}
        return {"type": "control_request", "request_id": str(id), "request": given}

    def cancel(self, id: int) -> dict[str, Any] | None:
        """Return the words that take a question back."""
        return {"type": "control_cancel_request", "request_id": str(id)}

    def reply(self, line: dict[str, Any]) -> Reply | None:
        """Return the answer in a line."""
        if line.get("type") != "control_response":
            return None
        response = line["response"]
        said = response.get("response") or {}
        allows = response["subtype"] == "success" and said.get("behavior") == "allow"
        return Reply(response["request_id"], allows, said.get("updatedInput"))


class Codex:
    """Codex's words for a question and its answer."""

    name = "codex"

    def ask(self, id: int, command: str) -> dict[str, Any]:
        """Return the question for a command."""
        params = {"threadId": "t", "turnId": "u", "itemId": "i", "command": command, "cwd": "/"}
        given = {**params, "availableDecisions": ["accept", "decline", "cancel"]}
        return {"method": "item/commandExecution/requestApproval", "id": id, "params": given}

    def cancel(self, id: int) -> dict[str, Any] | None:
        """Return the words that take a question back."""
        params = {"threadId": "t", "requestId": id}
        return {"method": "serverRequest/resolved", "params": params}

    def reply(self, line: dict[str, Any]) -> Reply | None:
        """Return the answer in a line."""
        if "method" in line or "id" not in line:
            return None
        decision = (line.get("result") or {}).get("decision")
        return Reply(str(line["id"]), decision not in ("decline", "cancel", None))


class Gemini:
    """Gemini's words for a question and its answer."""

    name = "gemini"

    def ask(self, id: int, command: str) -> dict[str, Any]:
        """Return the question for a command."""
        options = [
            {"optionId": "proceed_once", "name": "Allow", "kind": "allow_once"},
            {"optionId": "cancel", "name": "Reject", "kind": "reject_once"},
        ]
        call = {"toolCallId": "t", "status": "pending", "title": command, "kind": "execute"}
        params = {"sessionId": "s", "options": options, "toolCall": call}
        return {
            "jsonrpc": "2.0",
            "id": id,
            "method": "session/request_permission",
            "params": params,
        }

    def cancel(self, id: int) -> dict[str, Any] | None:
        """Return the words that take a question back."""
        return {"jsonrpc": "2.0", "method": "$/cancel_request", "params": {"requestId": id}}

    def reply(self, line: dict[str, Any]) -> Reply | None:
        """Return the answer in a line."""
        if "method" in line or "id" not in line:
            return None
        outcome = (line.get("result") or {}).get("outcome") or {}
        return Reply(str(line["id"]), outcome.get("optionId") == "proceed_once")


class SessionMachine(RuleBasedStateMachine):
    """A session beside the plainest model of one: which question is open under which id."""

    wire: Claude | Codex | Gemini = Claude()
    shown = Bundle("shown")

    def __init__(self) -> None:
        super().__init__()
        agent = registry.agent(AgentId(self.wire.name))
        nowhere = Path(tempfile.gettempdir())
        self.session = Session(
            agent, SessionSpec(agent=agent.id, cwd=nowhere, executable="", state=nowhere)
        )
        self.process = Written()
        self.session.begin(cast(LineProcess, self.process))
        self.open: dict[str, str] = {}
        self.seen = len(self.process.lines)

    def replies(self) -> list[Reply]:
        """Return the answers written since the last look."""
        new = self.process.lines[self.seen :]
        self.seen = len(self.process.lines)
        return [one for one in map(self.wire.reply, new) if one is not None]

    def hear(self, line: dict[str, Any]) -> None:
        """Let the agent say a line."""
        self.session.take([json.dumps(line).encode()])

    @rule(target=shown, id=st.sampled_from(IDS), command=st.sampled_from(COMMANDS))
    def ask(self, id: int, command: str) -> Shown:
        """Let the agent ask, sometimes with an id in use: then neither question is allowed."""
        return self._ask(id, command)

    def _ask(self, id: int, command: str) -> Shown:
        self.hear(self.wire.ask(id, command))
        key = str(id)
        if key in self.open:
            del self.open[key]
            assert [(one.id, one.allows) for one in self.replies()] == [(key, False)]
            return Shown(key, command, None)
        self.open[key] = command
        assert self.replies() == []
        (request,) = [one for one in self.session.conversation.questions if one.id == key]
        assert request.input["command"] == command
        return Shown(key, command, request)

    @rule(
        target=shown,
        id=st.sampled_from(IDS),
        first=st.sampled_from(COMMANDS),
        second=st.sampled_from(COMMANDS),
    )
    def replace(self, id: int, first: str, second: str) -> Shown:
        """Let the agent ask, take it back and ask something else under the same id."""
        key = str(id)
        if key in self.open or self.wire.cancel(id) is None:
            return Shown(key, first, None)
        shown = self._ask(id, first)
        self.cancel(id)
        self._ask(id, second)
        return shown

    @rule(shown=shown, verdict=st.sampled_from(list(Verdict)))
    def answer(self, shown: Shown, verdict: Verdict) -> None:
        """Answer something that was on screen once, perhaps long ago."""
        key, command, request = shown
        digest = request.digest if request is not None else ""
        problem = self.session.decide(RequestId(key), Decision(verdict=verdict, digest=digest))
        replies = self.replies()
        current = self.open.get(key)
        if problem:
            assert replies == []
            never_shown = request is None or current != command
            assert current is None or (verdict is Verdict.ALLOW and never_shown)
            return
        assert current is not None
        del self.open[key]
        (reply,) = replies
        assert (reply.id, reply.allows) == (key, verdict is Verdict.ALLOW)
        if reply.allows:
            assert current == command
            assert reply.input in (None, {"command": command})

    @rule(shown=consumes(shown))
    def answer_twice(self, shown: Shown) -> None:
        """Press the key twice: the second time nothing is sent."""
        self.answer(shown, Verdict.DENY)
        problem = self.session.decide(RequestId(shown[0]), Decision(verdict=Verdict.DENY))
        assert (problem, self.replies()) == ("the request is not open", [])

    @rule(id=st.sampled_from(IDS))
    def cancel(self, id: int) -> None:
        """Let the agent take a question back: nobody answers it any more."""
        line = self.wire.cancel(id)
        if line is not None:
            self.hear(line)
            was_open = self.open.pop(str(id), None) is not None
            # ACP wants a reply to a request that was taken back, the others want none.
            expected = [Reply(str(id), False)] if was_open and self.wire.name == "gemini" else []
            assert self.replies() == expected

    @rule()
    def interrupt(self) -> None:
        """Stop everything: what was open is not allowed, now or later."""
        self.session.interrupt()
        assert not any(one.allows for one in self.replies())
        self.open.clear()

    @rule(line=st.sampled_from((b"", b"{", b"null", b'{"type":"control_request"}', b"[1]")))
    def garbage(self, line: bytes) -> None:
        """Let the agent say what nobody understands."""
        self.session.take([line])
        assert not any(one.allows for one in self.replies())

    def teardown(self) -> None:
        """Close: every question that is still open is denied once."""
        self.session.begin_closing()
        replies = self.replies()
        assert not any(one.allows for one in replies)
        assert sorted(one.id for one in replies) == sorted(self.open)


WIRES: list[Claude | Codex | Gemini] = [Claude(), Codex(), Gemini()]
every_wire = pytest.mark.parametrize("wire", WIRES, ids=[one.name for one in WIRES])


def machine(wire: Claude | Codex | Gemini) -> type[SessionMachine]:
    """Return the machine for one agent's words."""
    return type(f"Session{wire.name.title()}", (SessionMachine,), {"wire": wire})


def patient(**counts: int) -> settings:
    """Return settings for a machine that may be busy with something else."""
    return settings(deadline=None, suppress_health_check=[HealthCheck.too_slow], **counts)  # type: ignore[arg-type]  # only counts are given


@every_wire
def test_what_is_allowed_is_what_was_shown(wire: Claude | Codex | Gemini) -> None:
    run_state_machine_as_test(
        machine(wire), settings=patient(max_examples=100, stateful_step_count=20)
    )


@pytest.mark.soak
@every_wire
def test_what_is_allowed_is_what_was_shown_five_thousand_times(
    wire: Claude | Codex | Gemini,
) -> None:
    run_state_machine_as_test(
        machine(wire), settings=patient(max_examples=1_700, stateful_step_count=30)
    )
