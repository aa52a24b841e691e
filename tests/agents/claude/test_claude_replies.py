"""What we write equals what a client wrote when the CLI accepted it."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.agents.claude.scenes import TRANSCRIPTS, new_dialect, ready, written
from tests.support.player import RECORDINGS, Row, read_rows, wire
from tui.agents.claude.modes import NATIVE
from tui.model.commands import ChangeMode, ChangeModel, Command, Decide, Interrupt, TakeBack
from tui.model.events import PermissionAsked
from tui.model.identity import ItemId
from tui.model.permission import Decision, PermissionRequest, Subject, Verdict

NOT_ACCEPTED = {
    "f3_bad_replies": "answers the CLI takes for denials",
    "v2.1.325_f3_bad_replies": "answers the CLI takes for denials",
    "v2.1.325_f2_allow_no_input": "an allow without input, which 2.1.197 refuses",
    "v2.1.325_z3b_callback_reply": "answers in shapes the CLI ignores",
    "z3b_callback_reply": "answers in shapes the CLI ignores",
}

PATHS = [*sorted(TRANSCRIPTS.rglob("*.jsonl")), *sorted((RECORDINGS / "claude").glob("*.jsonl"))]


def body_of(row: Row) -> Any:
    """Return what a line says, or nothing where it is no JSON object."""
    try:
        body = json.loads(row.line)
    except ValueError:
        return {}
    return body if isinstance(body, dict) else {}


def decision_of(request: PermissionRequest, answer: dict[str, Any]) -> Decision:
    """Return the decision that a recorded answer stands for."""
    if answer["behavior"] == "deny":
        verdict = Verdict.STOP if answer.get("interrupt") else Verdict.DENY
        return Decision(verdict=verdict, message=answer["message"])
    given = answer["updatedInput"]
    chosen = tuple(option_of(request, one) for one in answer.get("updatedPermissions", ()))
    if request.subject is Subject.QUESTIONS:
        several = {question.id for question in request.questions if question.several}
        answers = {
            id: tuple(text.split(", ")) if id in several else (text,)
            for id, text in given["answers"].items()
        }
        return Decision(verdict=Verdict.ALLOW, answers=answers, options=chosen)
    edited = given if given != request.input else None
    return Decision(verdict=Verdict.ALLOW, input=edited, options=chosen)


def option_of(request: PermissionRequest, permission: dict[str, Any]) -> str:
    """Return the id of the option that gives a permission of that lifetime."""
    rule = permission["rules"][0]["ruleContent"]
    session = permission["destination"] == "session"
    fitting = [
        option.id
        for option in request.options
        if rule in option.label and (option.effect == "allow_session") is session
    ]
    return fitting[0]


def answers_of(rows: list[Row]) -> Iterator[tuple[Any, Any]]:
    """Play a recording and answer each question ourselves; return their answer and ours."""
    dialect = new_dialect()
    asked: dict[str, PermissionRequest] = {}
    for row in rows:
        if row.dir == "stdout":
            events = dialect.receive(wire(row)).events
            asked |= {
                event.request.id: event.request
                for event in events
                if isinstance(event, PermissionAsked)
            }
            continue
        body = body_of(row)
        inside = body.get("response")
        id = str(inside.get("request_id")) if isinstance(inside, dict) else ""
        request = asked.pop(id, None)
        if row.dir != "stdin" or request is None:
            continue
        ours = dialect.send(Decide(request, decision_of(request, inside["response"])))
        yield body, written(ours.writes)


@pytest.mark.parametrize("path", PATHS, ids=lambda path: path.stem)
def test_our_answer_is_the_one_the_cli_accepted(path: Path) -> None:
    if path.stem in NOT_ACCEPTED:
        pytest.skip(NOT_ACCEPTED[path.stem])

    for theirs, ours in answers_of(read_rows(path)):
        withdrawn = path.stem.endswith(("k2_interrupt_pending_perm", "an_open_question"))
        assert ours == ([] if withdrawn else [theirs])


def test_the_scenes_hold_every_kind_of_answer() -> None:
    kinds = set()

    for path in sorted(TRANSCRIPTS.rglob("*.jsonl")):
        for theirs, _ in answers_of(read_rows(path)):
            answer = theirs["response"]["response"]
            extra = {"interrupt", "updatedPermissions"} & answer.keys()
            asked = {"answers"} & answer.get("updatedInput", {}).keys()
            kinds.add((answer["behavior"], *extra, *asked))

    assert kinds == {
        ("allow",),
        ("allow", "answers"),
        ("allow", "updatedPermissions"),
        ("deny",),
        ("deny", "interrupt"),
    }


def command_of(request: dict[str, Any]) -> Command | None:
    """Return the command that a recorded request stands for, if we have one."""
    natives = {native: mode for mode, native in NATIVE.items()}
    match request:
        case {"subtype": "interrupt"} if len(request) == 1:
            return Interrupt()
        case {"subtype": "set_model", "model": str(model)}:
            return ChangeModel(model)
        case {"subtype": "set_permission_mode", "mode": mode} if mode in natives:
            return ChangeMode(natives[mode])
        case {"subtype": "cancel_async_message", "message_uuid": prompt}:
            return TakeBack(ItemId(prompt))
        case _:
            return None


def test_our_requests_are_the_ones_the_cli_accepted() -> None:
    seen = set()

    for path in PATHS:
        for row in read_rows(path):
            request = body_of(row).get("request") if row.dir == "stdin" else None
            command = command_of(request) if isinstance(request, dict) else None
            if command is None:
                continue
            [ours] = written(ready(new_dialect()).send(command).writes)
            assert ours == {
                "type": "control_request",
                "request_id": "parley-2",
                "request": request,
            }
            seen.add(type(command))

    assert seen == {Interrupt, ChangeModel, ChangeMode, TakeBack}


def test_greeting_is_the_one_the_cli_accepted() -> None:
    [greeting] = written(new_dialect().open().writes)

    assert greeting["request"] == {
        "subtype": "initialize",
        "forwardSubagentText": True,
        "hooks": None,
    }
