"""What we write: equal to what the real CLI accepted, and valid by the protocol's own schema."""

import json
from collections.abc import Iterable
from typing import Any

import pytest

from tests.agents.gemini.scenes import (
    SESSION,
    TRANSCRIPTS,
    ask,
    heard,
    initialized,
    line,
    make_spec,
    opened,
    prompt,
    question,
    ready,
    written,
)
from tests.support.player import Row, read_rows, wire
from tests.support.schemas import validator
from tui.agents.gemini.dialect import AcpDialect
from tui.agents.gemini.translate import MODE_OF
from tui.model.capabilities import Mode
from tui.model.commands import (
    ChangeMode,
    ChangeModel,
    Close,
    Command,
    Decide,
    Image,
    Interrupt,
    Prompt,
)
from tui.model.events import Event, PermissionAsked
from tui.model.identity import ItemId, SessionId
from tui.model.permission import Decision, PermissionRequest, Verdict

SCHEMA: Any = json.loads((TRANSCRIPTS / "schema.json").read_bytes())


class Client:
    """Does with the dialect what a recorded client did, and keeps what was written."""

    def __init__(self) -> None:
        self.dialect = AcpDialect(make_spec())
        self.requests: dict[object, PermissionRequest] = {}
        self.written: list[Any] = written(self.dialect.open().writes)

    def hear(self, row: Row) -> None:
        """Take a line of the CLI."""
        reaction = self.dialect.receive(wire(row))
        self.written += written(reaction.writes)
        self._note(reaction.events)

    def do(self, line: Any) -> None:
        """Do what a line of the recorded client did."""
        command = self._command(line)
        if command is not None:
            self.written += written(self.dialect.send(command).writes)

    def _note(self, events: Iterable[Event]) -> None:
        for event in events:
            if isinstance(event, PermissionAsked):
                self.requests[json.loads(event.request.id)] = event.request

    def _command(self, line: Any) -> Command | None:
        params = line.get("params", {})
        match line.get("method"):
            case "session/prompt":
                return Prompt(id=ItemId("p"), text=params["prompt"][0]["text"])
            case "session/cancel":
                return Interrupt()
            case "session/set_mode":
                return ChangeMode(MODE_OF[params["modeId"]])
            case "session/set_model":
                return ChangeModel(params["modelId"])
            case None if line["id"] in self.requests:
                return self._decide(line)
            case _:
                return None

    def _decide(self, line: Any) -> Command | None:
        chosen = line["result"]["outcome"].get("optionId")
        if chosen is None:
            return None
        verdict = Verdict.DENY if chosen == "cancel" else Verdict.ALLOW
        decision = Decision(verdict=verdict, options=(chosen,))
        return Decide(self.requests[line["id"]], decision)


@pytest.mark.parametrize(
    "name",
    [
        "acp_perm_allow_always",
        "acp_perm_reject_once",
        "acp_cancel",
        "acp_cancel_in_permission",
        "acp_err_401",
        "acp_special_tools",
        "acp_tools_readonly",
    ],
)
def test_we_write_what_the_cli_accepted(name: str) -> None:
    client = Client()
    expected = []
    turn = False
    for row in read_rows(TRANSCRIPTS / f"{name}.jsonl"):
        if row.dir == "stdout":
            turn = turn and '"stopReason"' not in row.line
            client.hear(row)
        elif row.dir == "stdin":
            body = json.loads(row.line)
            turn = turn or body.get("method") == "session/prompt"
            if body.get("method") != "session/cancel" or turn:  # An idle agent is not cancelled.
                expected.append(body)
            client.do(body)
    for body in (client.written[0], expected[0]):
        body["params"]["clientInfo"].pop("version")

    assert client.written == expected


def everything_we_write() -> Iterable[bytes]:
    """Return one line of every kind."""
    picture = Image(media_type="image/png", data="AA==", path="/x.png")
    yield from AcpDialect(make_spec()).open().writes
    loading = AcpDialect(make_spec(resume=SessionId(SESSION)), sign_in="gemini-api-key")
    loading.open()
    yield from loading.receive(initialized()).writes
    yield from loading.receive(line(id=2, error={"code": -32000, "message": "x"})).writes
    fresh = AcpDialect(make_spec())
    fresh.open()
    yield from fresh.receive(initialized()).writes
    yield from fresh.receive(opened()).writes
    for mode in Mode:
        yield from ready().send(ChangeMode(mode)).writes
    yield from ready().send(ChangeModel("gemini-2.5-pro")).writes
    yield from ready().send(prompt("look", images=(picture,))).writes
    for verdict in Verdict:
        dialect = ready()
        dialect.send(prompt("go"))
        request = question(heard(dialect, ask()))
        yield from dialect.send(Decide(request, Decision(verdict=verdict, message="no"))).writes
        yield from dialect.receive(line(id=3, result={"stopReason": "end_turn"})).writes
        yield from dialect.send(prompt("next")).writes
        yield from dialect.send(Close()).writes


def mistakes(part: Any, content: Any) -> list[str]:
    """Return what the protocol's schema has against a message."""
    errors = validator({**part, "$defs": SCHEMA["$defs"]}).iter_errors(content)
    return [error.message for error in errors]


def test_every_line_validates_against_the_acp_schema() -> None:
    kinds = set()
    for raw in everything_we_write():
        assert raw.endswith(b"\n")
        assert raw.count(b"\n") == 1
        body = json.loads(raw)
        assert body.pop("jsonrpc") == "2.0"
        method = body.get("method", "permission")
        kinds.add(method)
        content = body["params"] if "params" in body else body["result"]
        assert mistakes(SCHEMA["methods"].get(method) or SCHEMA["permission"], content) == []

    assert kinds == {*SCHEMA["methods"], "permission"}


def test_schema_would_notice_a_mistake() -> None:
    wrong = {"sessionId": SESSION, "prompt": [{"type": "text", "txt": "hi"}]}

    assert mistakes(SCHEMA["methods"]["session/prompt"], wrong) != []
