"""What Codex asks, and that each request gets exactly one answer."""

from typing import Any

import pytest

from tests.agents.codex.scenes import THREAD, TURN, busy, heard, item, line, notify, written
from tui.agents.codex.dialect import AppServer
from tui.agents.dialect import NOTHING, Reaction
from tui.model.commands import Decide, Refuse
from tui.model.events import (
    Level,
    NoticeRaised,
    PermissionAsked,
    PermissionWithdrawn,
    Unrecognised,
)
from tui.model.identity import RequestId
from tui.model.permission import Decision, Effect, PermissionRequest, Subject, Verdict
from tui.model.tools import ToolKind

COMMAND: dict[str, Any] = {
    "itemId": "c1",
    "command": "/bin/bash -lc 'touch x && ls'",
    "cwd": "/home/dev/demo",
    "reason": "May I?",
    "proposedExecpolicyAmendment": ["touch", "x"],
}
MCP: dict[str, Any] = {
    "serverName": "demo",
    "mode": "form",
    "message": "Allow?",
    "requestedSchema": {"type": "object", "properties": {}},
    "_meta": {
        "codex_approval_kind": "mcp_tool_call",
        "persist": ["session", "always"],
        "tool_params": {"text": "hey"},
    },
}
FORM: dict[str, Any] = {
    "serverName": "demo",
    "mode": "form",
    "message": "Which?",
    "requestedSchema": {
        "type": "object",
        "properties": {
            "db": {"type": "string", "oneOf": [{"const": "pg", "title": "Postgres"}]},
            "count": {"type": "integer"},
            "share": {"type": "number"},
            "tags": {"type": "array", "items": {"type": "string", "enum": ["a", "b"]}},
            "name": {"type": "string"},
            "sure": {"type": "boolean"},
        },
    },
}
INPUT: dict[str, Any] = {"itemId": "q", "questions": [{"id": "db", "question": "Which?"}]}

APPROVE_COMMAND = "item/commandExecution/requestApproval"
APPROVE_PATCH = "item/fileChange/requestApproval"
ELICIT = "mcpServer/elicitation/request"
ASK_USER = "item/tool/requestUserInput"


def request(method: str, id: int | str = 0, **params: Any) -> bytes:
    """Return a request of the server."""
    return line(id=id, method=method, params={"threadId": THREAD, "turnId": TURN, **params})


def ask(dialect: AppServer, method: str, **params: Any) -> PermissionRequest:
    """Let the server ask; return what the user is asked."""
    events = heard(dialect, request(method, **params))
    return next(event.request for event in events if isinstance(event, PermissionAsked))


def decide(dialect: AppServer, asked: PermissionRequest, **decision: Any) -> list[Any]:
    """Answer; return what is written."""
    answer = Decision(digest=asked.digest, **decision)
    return written(dialect.send(Decide(asked, answer)).writes)


def test_a_command_is_asked_about_in_plain_words_with_every_answer() -> None:
    asked = ask(busy(), APPROVE_COMMAND, **COMMAND)

    assert (asked.kind, asked.title, asked.cwd, asked.reason) == (
        ToolKind.SHELL,
        "touch x && ls",
        "/home/dev/demo",
        "May I?",
    )
    assert asked.input == {"command": COMMAND["command"], "cwd": COMMAND["cwd"]}
    assert [(one.id, one.effect) for one in asked.options] == [
        ("accept", Effect.ALLOW_ONCE),
        ("acceptForSession", Effect.ALLOW_SESSION),
        ("acceptWithExecpolicyAmendment", Effect.ALLOW_ALWAYS),
        ("decline", Effect.DENY),
        ("cancel", Effect.DENY_AND_STOP),
    ]
    assert asked.options[2].detail == (
        "Writes a permanent rule into Codex's own rules file, for all projects: "
        "commands that begin with touch x"
    )


@pytest.mark.parametrize(
    ("decision", "answer"),
    [
        ({"verdict": Verdict.ALLOW}, "accept"),
        ({"verdict": Verdict.ALLOW, "options": ("accept",)}, "accept"),
        ({"verdict": Verdict.ALLOW, "options": ("acceptForSession",)}, "acceptForSession"),
        (
            {"verdict": Verdict.ALLOW, "options": ("acceptWithExecpolicyAmendment",)},
            {"acceptWithExecpolicyAmendment": {"execpolicy_amendment": ["touch", "x"]}},
        ),
        ({"verdict": Verdict.DENY}, "decline"),
        ({"verdict": Verdict.STOP}, "cancel"),
        ({"verdict": Verdict.ALLOW, "options": ("decline",)}, "decline"),
        ({"verdict": Verdict.DENY, "options": ("acceptForSession",)}, "decline"),
        ({"verdict": Verdict.ALLOW, "options": ("no such thing",)}, "decline"),
        ({"verdict": Verdict.ALLOW, "options": ("accept", "acceptForSession")}, "decline"),
    ],
)
def test_every_decision_has_its_word_and_what_is_unclear_is_a_refusal(
    decision: dict[str, Any], answer: Any
) -> None:
    dialect = busy()
    asked = ask(dialect, APPROVE_COMMAND, **COMMAND)

    assert decide(dialect, asked, **decision) == [{"id": 0, "result": {"decision": answer}}]


def test_a_denial_follows_when_its_reason_is_in_the_turn() -> None:
    dialect = busy()
    asked = ask(dialect, APPROVE_COMMAND, **COMMAND)

    [steer] = decide(dialect, asked, verdict=Verdict.DENY, message="use y instead")
    accepted = dialect.receive(line(id=6, result={"turnId": TURN}))

    assert (steer["method"], steer["params"]) == (
        "turn/steer",
        {
            "threadId": THREAD,
            "expectedTurnId": TURN,
            "input": [{"type": "text", "text": "use y instead"}],
            "clientUserMessageId": "reason-0",
        },
    )
    assert accepted.events == ()
    assert written(accepted.writes) == [{"id": 0, "result": {"decision": "decline"}}]
    assert (asked.can_explain, dialect.capabilities.deny_reason) == (True, True)


def test_a_denial_whose_reason_is_refused_is_given_all_the_same() -> None:
    dialect = busy()
    asked = ask(dialect, APPROVE_COMMAND, **COMMAND)
    decide(dialect, asked, verdict=Verdict.DENY, message="use y instead")

    refused = dialect.receive(line(id=6, error={"code": -32600, "message": "no active turn"}))

    assert written(refused.writes) == [{"id": 0, "result": {"decision": "decline"}}]
    assert refused.events == (
        NoticeRaised(
            text="Codex gets the denial but not the reason: no active turn", code="reason"
        ),
    )


def test_the_reason_of_a_denial_is_not_shown_as_a_prompt() -> None:
    dialect = busy()
    asked = ask(dialect, APPROVE_COMMAND, **COMMAND)
    decide(dialect, asked, verdict=Verdict.DENY, message="use y instead")

    echo = item("started", "userMessage", "u", clientId="reason-0", content=[])

    assert heard(dialect, echo) == []


def test_an_answer_is_given_once_and_never_to_a_request_that_is_gone() -> None:
    dialect = busy()
    first = ask(dialect, APPROVE_COMMAND, **COMMAND)
    decide(dialect, first, verdict=Verdict.DENY)
    second = ask(dialect, APPROVE_COMMAND, id=1, **COMMAND)
    resolved = heard(dialect, notify("serverRequest/resolved", requestId=1))

    assert decide(dialect, first, verdict=Verdict.ALLOW) == []
    assert resolved == [PermissionWithdrawn(second.id, "Codex no longer waits for it")]
    assert decide(dialect, second, verdict=Verdict.ALLOW) == []


def test_ids_that_look_alike_are_two_requests() -> None:
    dialect = busy()
    number = ask(dialect, APPROVE_COMMAND, id=0, **COMMAND)
    text = ask(dialect, APPROVE_COMMAND, id="0", **COMMAND)

    answers = [
        decide(dialect, text, verdict=Verdict.DENY),
        decide(dialect, number, verdict=Verdict.ALLOW),
    ]

    assert [answer[0]["id"] for answer in answers] == ["0", 0]


def test_a_resolved_request_that_we_answered_is_no_news() -> None:
    dialect = busy()
    decide(dialect, ask(dialect, APPROVE_COMMAND, **COMMAND), verdict=Verdict.ALLOW)

    assert heard(dialect, notify("serverRequest/resolved", requestId=0)) == []


def test_access_to_the_network_is_asked_about_by_host() -> None:
    dialect = busy()
    rules = [{"action": "allow", "host": "x.org"}, {"action": "deny", "host": "x.org"}]

    asked = ask(
        dialect,
        APPROVE_COMMAND,
        **COMMAND,
        networkApprovalContext={"host": "x.org", "protocol": "https"},
        proposedNetworkPolicyAmendments=rules,
    )
    answer = decide(dialect, asked, verdict=Verdict.DENY, options=("network1",))

    assert (asked.kind, asked.title) == (ToolKind.FETCH, "x.org: touch x && ls")
    assert answer == [
        {
            "id": 0,
            "result": {
                "decision": {"applyNetworkPolicyAmendment": {"network_policy_amendment": rules[1]}}
            },
        }
    ]


def test_a_patch_that_grants_a_folder_warns() -> None:
    asked = ask(busy(), APPROVE_PATCH, itemId="p", grantRoot="/home/dev")

    assert asked.warning == "Allowing it also allows every write below /home/dev."


@pytest.mark.parametrize(
    ("decision", "answer"),
    [
        ({"verdict": Verdict.ALLOW}, {"action": "accept", "content": {}, "_meta": None}),
        (
            {"verdict": Verdict.ALLOW, "options": ("session",)},
            {"action": "accept", "content": {}, "_meta": {"persist": "session"}},
        ),
        (
            {"verdict": Verdict.ALLOW, "options": ("always",)},
            {"action": "accept", "content": {}, "_meta": {"persist": "always"}},
        ),
        ({"verdict": Verdict.DENY}, {"action": "decline", "content": None, "_meta": None}),
    ],
)
def test_an_mcp_call_is_answered_as_a_form(decision: dict[str, Any], answer: Any) -> None:
    dialect = busy()
    asked = ask(dialect, ELICIT, **MCP)

    assert decide(dialect, asked, **decision) == [{"id": 0, "result": answer}]


def test_lasting_answers_that_are_no_words_are_not_offered() -> None:
    meta = {**MCP["_meta"], "persist": [["session"], {"a": 1}, None, "session"]}
    asked = ask(busy(), ELICIT, **{**MCP, "_meta": meta})

    lasting = [option.id for option in asked.options if option.effect is Effect.ALLOW_SESSION]
    assert lasting == ["session"]


def test_stopping_at_an_mcp_call_also_interrupts_the_turn() -> None:
    dialect = busy()
    asked = ask(dialect, ELICIT, **MCP)

    cancelled, interrupt = decide(dialect, asked, verdict=Verdict.STOP)

    assert cancelled["result"]["action"] == "cancel"
    assert interrupt["method"] == "turn/interrupt"


def test_a_form_is_filled_with_values_of_its_types() -> None:
    dialect = busy()
    asked = ask(dialect, ELICIT, **FORM)
    answers = {
        "db": ("Postgres",),
        "count": ("3",),
        "share": ("0.5",),
        "tags": ("a", "b"),
        "name": ("x",),
        "sure": ("No",),
    }

    answer = decide(dialect, asked, verdict=Verdict.ALLOW, answers=answers)

    assert asked.subject is Subject.QUESTIONS
    assert answer[0]["result"] == {
        "action": "accept",
        "content": {
            "db": "pg",
            "count": 3,
            "share": 0.5,
            "tags": ["a", "b"],
            "name": "x",
            "sure": False,
        },
        "_meta": None,
    }


@pytest.mark.parametrize("answers", [{"count": ("many",)}, {"db": ("Oracle",)}])
def test_an_answer_that_does_not_fit_its_field_refuses_the_form(
    answers: dict[str, tuple[str, ...]],
) -> None:
    dialect = busy()
    asked = ask(dialect, ELICIT, **FORM)

    answer = decide(dialect, asked, verdict=Verdict.ALLOW, answers=answers)

    assert answer[0]["result"]["action"] == "decline"


@pytest.mark.parametrize(
    "params",
    [
        {"mode": "url", "serverName": "demo", "message": "log in", "url": "https://x.org"},
        {"mode": "openai/form", "serverName": "demo", "message": "log in"},
        {
            "mode": "form",
            "serverName": "demo",
            "message": "log in",
            "requestedSchema": {"properties": {"x": {"type": "object"}}},
        },
    ],
)
def test_a_form_that_cannot_be_shown_is_declined_politely(params: dict[str, Any]) -> None:
    reaction = busy().receive(request(ELICIT, **params))

    assert written(reaction.writes)[0]["result"]["action"] == "decline"
    assert reaction.events == (
        NoticeRaised(
            text="demo asked for something parley cannot show, and was refused: log in",
            level=Level.WARNING,
            code="form",
        ),
    )


def test_questions_of_the_model_are_answered_by_id() -> None:
    dialect = busy()
    asked = ask(dialect, ASK_USER, **INPUT)

    answer = decide(dialect, asked, verdict=Verdict.ALLOW, answers={"db": ("Postgres",)})

    assert answer == [{"id": 0, "result": {"answers": {"db": {"answers": ["Postgres"]}}}}]


def test_questions_that_are_not_answered_get_no_answers() -> None:
    dialect = busy()
    asked = ask(dialect, ASK_USER, **INPUT)

    assert decide(dialect, asked, verdict=Verdict.DENY) == [{"id": 0, "result": {"answers": {}}}]


@pytest.mark.parametrize("method", ["item/tool/call", "execCommandApproval", "brand/new"])
def test_a_request_we_do_not_serve_is_refused_and_told(method: str) -> None:
    reaction = busy().receive(request(method, id=7))

    assert written(reaction.writes) == [
        {"id": 7, "error": {"code": -32601, "message": f"parley does not offer {method}"}}
    ]
    assert len(reaction.events) == 1


@pytest.mark.parametrize("method", [APPROVE_COMMAND, APPROVE_PATCH, ASK_USER, ELICIT])
@pytest.mark.parametrize("params", [5, None, {"threadId": 5}])
def test_a_request_that_cannot_be_read_is_refused(method: str, params: Any) -> None:
    reaction = busy().receive(line(id=7, method=method, params=params))

    assert [one["error"]["code"] for one in written(reaction.writes)] == [-32602]
    assert reaction.events == (Unrecognised(method),)


def test_a_refusal_by_the_broker_declines_or_says_why() -> None:
    dialect = busy()
    asked = ask(dialect, APPROVE_COMMAND, **COMMAND)

    known = dialect.send(Refuse(asked.id, "closed"))
    unknown = dialect.send(Refuse(RequestId("9"), "in use"))

    assert written(known.writes) == [{"id": 0, "result": {"decision": "decline"}}]
    assert written(unknown.writes) == [{"id": 9, "error": {"code": -32000, "message": "in use"}}]
    assert decide(dialect, asked, verdict=Verdict.ALLOW) == []


def test_a_decision_about_nothing_does_nothing() -> None:
    stray = PermissionRequest(id=RequestId("5"), tool="x", kind=ToolKind.OTHER, title="x", input={})

    reaction: Reaction = busy().send(Decide(stray, Decision(verdict=Verdict.ALLOW)))

    assert reaction == NOTHING
