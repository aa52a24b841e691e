"""What we write is what `codex app-server generate-json-schema` of 0.166.0 describes."""

import json
from functools import cache
from typing import Any

import pytest

from tests.agents.codex.scenes import (
    LATER,
    OPENED,
    PROMPT,
    TRANSCRIPTS,
    TURN,
    WELCOME,
    busy,
    item,
    line,
    make_spec,
    notify,
    ready,
    turn_over,
)
from tests.agents.codex.test_codex_questions import (
    APPROVE_COMMAND,
    APPROVE_PATCH,
    ASK_USER,
    COMMAND,
    ELICIT,
    FORM,
    INPUT,
    MCP,
    ask,
)
from tests.support.schemas import validator
from tui.agents.codex import items, listening, questions, saying
from tui.agents.codex.dialect import AppServer
from tui.agents.codex.known import NOT_SHOWN, REFUSED
from tui.model.capabilities import Mode
from tui.model.commands import ChangeMode, ChangeModel, Decide, Image, Interrupt, Prompt
from tui.model.identity import SessionId
from tui.model.permission import Decision, Verdict

SCHEMA = json.loads((TRANSCRIPTS / "schema" / "app_server.json").read_text())
DEFINITIONS = SCHEMA["definitions"]


@cache
def definition(reference: str) -> Any:
    """Return the validator of one definition."""
    return validator({"$ref": reference, "definitions": DEFINITIONS})


def check(schema: dict[str, str], value: dict[str, Any]) -> None:
    """Hold a value against a definition, and its names against those the definition has."""
    definition(schema["$ref"]).validate(value)
    named = DEFINITIONS[schema["$ref"].rpartition("/")[2]]["properties"]
    assert value.keys() <= named.keys()


def requests() -> list[bytes]:
    """Return every kind of request we write."""
    lines = list(AppServer(make_spec()).open().writes)
    for others in ({}, {"resume": SessionId("t")}, {"resume": SessionId("t"), "fork": True}):
        dialect = AppServer(make_spec(model="gpt-5.5", **others))
        dialect.open()
        lines += dialect.receive(WELCOME).writes
        lines += dialect.receive(OPENED).writes
    picture = Image(media_type="image/png", data="", path="/home/dev/x.png")
    for mode in Mode:
        dialect = ready()
        dialect.send(ChangeMode(mode))
        dialect.send(ChangeModel("gpt-6-sol"))
        prompt = Prompt(id=PROMPT.id, text="hi", images=(picture,))
        lines += dialect.send(prompt).writes
    lines += busy().send(LATER).writes
    return lines + interruptions()


def interruptions() -> list[bytes]:
    """Return what we write to end turns and the commands they leave."""
    dialect = busy()
    dialect.receive(item("started", "commandExecution", "c1", command="serve", processId="7"))
    lines = list(dialect.send(Interrupt()).writes)
    lines += dialect.receive(turn_over("interrupted")).writes
    dialect = busy()
    dialect.receive(item("started", "commandExecution", "c1", command="serve", processId="7"))
    dialect.receive(turn_over())
    dialect.send(LATER)
    dialect.receive(item("started", "commandExecution", "c2", command="sleep", processId="8"))
    over = notify("turn/completed", turn={"id": "t2", "status": "interrupted"})
    return [*lines, *dialect.receive(over).writes]


def test_every_request_is_as_the_schema_says() -> None:
    seen = set()
    for written in requests():
        body = json.loads(written)
        if "id" in body:
            check(SCHEMA["requests"][body["method"]], body["params"])
            seen.add(body["method"])

    assert seen == SCHEMA["requests"].keys()


@pytest.mark.parametrize(
    ("method", "params"),
    [
        (APPROVE_COMMAND, COMMAND),
        (APPROVE_PATCH, {"itemId": "p"}),
        (ELICIT, MCP),
        (ELICIT, FORM),
        (ASK_USER, INPUT),
    ],
)
@pytest.mark.parametrize("verdict", list(Verdict))
def test_every_answer_is_as_the_schema_says(
    method: str, params: dict[str, Any], verdict: Verdict
) -> None:
    offered = [one.id for one in ask(busy(), method, **params).options]
    choices: list[tuple[str, ...]] = [(), *((id,) for id in offered)]
    for options in choices:
        dialect = busy()
        asked = ask(dialect, method, **params)
        answers: dict[str, tuple[str, ...]] = {one.id: ("1",) for one in asked.questions}
        decision = Decision(verdict=verdict, options=options, answers=answers, message="why")

        at_once = dialect.send(Decide(asked, decision)).writes
        later = dialect.receive(line(id=6, result={"turnId": TURN})).writes
        for written in (*at_once, *later):
            body = json.loads(written)
            if "result" in body:
                check(SCHEMA["replies"][method], body["result"])
            else:
                check(SCHEMA["requests"][body["method"]], body["params"])


def test_every_notification_is_told_or_left_out_on_purpose() -> None:
    told = listening._HANDLERS.keys() | saying._HANDLERS.keys()

    assert told | NOT_SHOWN == set(SCHEMA["server"]["notifications"])
    assert told & NOT_SHOWN == set()


def test_every_request_of_the_server_is_asked_or_refused_on_purpose() -> None:
    assert questions._HANDLERS.keys() | REFUSED.keys() == set(SCHEMA["server"]["requests"])


def test_every_item_is_known() -> None:
    known = {kind.__struct_config__.tag for kind in items.Item.__args__}

    assert known == set(SCHEMA["server"]["items"])
