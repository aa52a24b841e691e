"""A session whose agent is a list of lines: the test says them, and sees what is answered."""

import json
import tempfile
from pathlib import Path
from typing import Any, NamedTuple, TypeAlias, cast

from tui.agents import registry
from tui.model.identity import AgentId
from tui.model.permission import Decision, PermissionRequest, Verdict
from tui.model.spec import SessionSpec
from tui.sessions.session import Session
from tui.wire.lines import CutLine
from tui.wire.process import LineProcess

Frame: TypeAlias = dict[str, Any]

WIRES = ("claude", "codex", "gemini")

_ALLOWING = ("accept", "acceptForSession")


class Written:
    """Stands where a process would, and keeps what it gets."""

    def __init__(self) -> None:
        self.lines: list[bytes] = []

    def write(self, data: bytes) -> None:
        """Take one line."""
        self.lines.append(data)

    def close_stdin(self) -> None:
        """Take the end of it."""

    def interrupt(self) -> None:
        """Take a signal."""

    def terminate(self) -> None:
        """Take the end."""


class Reply(NamedTuple):
    """One answer on the wire."""

    id: str
    """As JSON: 0 and "0" are two."""
    allows: bool
    input: object = None
    """The input that the reply carries, for agents that run what the reply says."""


class Talk:
    """One session with one agent, without a process."""

    def __init__(self, wire: str) -> None:
        self.wire = wire
        agent = registry.agent(AgentId(wire))
        nowhere = Path(tempfile.gettempdir())
        self.session = Session(
            agent, SessionSpec(agent=agent.id, cwd=nowhere, executable="", state=nowhere)
        )
        self._process = Written()
        self.session.begin(cast(LineProcess, self._process))
        self._seen = len(self._process.lines)

    def say(self, *lines: Frame | bytes | CutLine) -> list[Reply]:
        """Let the agent say something; return what it is answered at once."""
        self.session.take(
            [json.dumps(line).encode() if isinstance(line, dict) else line for line in lines]
        )
        return self.replies()

    def allow(self, request: PermissionRequest, **more: Any) -> list[Reply]:
        """Allow a request as it was shown; return what the agent gets."""
        decision = Decision(verdict=Verdict.ALLOW, digest=request.digest, **more)
        self.session.decide(request.id, decision)
        return self.replies()

    def close(self) -> list[Reply]:
        """Close the session; return what the agent gets."""
        self.session.begin_closing()
        return self.replies()

    def replies(self) -> list[Reply]:
        """Return the answers written since the last look."""
        new = self._process.lines[self._seen :]
        self._seen = len(self._process.lines)
        frames = [json.loads(line) for line in new]
        return [one for one in map(self._reply, frames) if one is not None]

    @property
    def shown(self) -> list[PermissionRequest]:
        """Return the questions that wait."""
        return self.session.conversation.questions

    def _reply(self, frame: Frame) -> Reply | None:
        if self.wire == "claude":
            if frame.get("type") not in ("control_response", "callback.response"):
                return None
            inside = frame["response"]
            said = inside.get("response") or {}
            given = said.get("updatedInput", said.get("updated_input"))
            return Reply(json.dumps(inside["request_id"]), said.get("behavior") == "allow", given)
        if "method" in frame or "id" not in frame:
            return None
        return Reply(json.dumps(frame["id"]), _allows(frame.get("result") or {}))


def _allows(result: Frame) -> bool:
    decision, outcome = result.get("decision"), result.get("outcome") or {}
    chosen = str(outcome.get("optionId", "cancel"))
    return (
        isinstance(decision, dict)
        or decision in _ALLOWING
        or result.get("action") == "accept"
        or (outcome.get("outcome") == "selected" and not chosen.startswith(("cancel", "reject")))
    )


def asked_id(wire: str, frame: object) -> str | None:
    """Return the id of a line that asks something, as JSON; None where it asks nothing."""
    if not isinstance(frame, dict):
        return None
    if wire == "claude":
        id = frame.get("request_id")
        asks = frame.get("type") in ("control_request", "callback.request")
        return json.dumps(id) if asks and isinstance(id, str) else None
    id = frame.get("id")
    if not isinstance(frame.get("method"), str) or isinstance(id, bool):
        return None
    return json.dumps(_whole(id)) if isinstance(id, int | str | float) else None


def _whole(id: float | str) -> float | str:
    return int(id) if isinstance(id, float) and id.is_integer() else id
