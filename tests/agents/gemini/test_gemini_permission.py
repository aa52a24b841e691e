"""Permission requests over ACP: what is asked, what each option does, what is answered."""

from typing import Any

import pytest

from tests.agents.gemini.scenes import (
    SESSION,
    ask,
    heard,
    line,
    played,
    prompt,
    question,
    ready,
    told,
    update,
    written,
)
from tui.agents.gemini.dialect import AcpDialect
from tui.model.commands import Decide, Interrupt, Refuse
from tui.model.events import (
    NoticeRaised,
    PermissionAsked,
    PermissionDecided,
    PermissionWithdrawn,
    ToolFinished,
    Unrecognised,
)
from tui.model.identity import ItemId, RequestId
from tui.model.permission import (
    Decider,
    Decision,
    Effect,
    PermissionOption,
    PermissionRequest,
    Subject,
    Verdict,
)
from tui.model.tools import ChangeKind, FileChange, Outcome, ToolKind

ALLOW = Decision(verdict=Verdict.ALLOW)
DENY = Decision(verdict=Verdict.DENY)
CANCELLED = {"outcome": "cancelled"}


def asked(**others: Any) -> tuple[AcpDialect, PermissionRequest]:
    """Return a dialect with an open request."""
    dialect = ready()
    dialect.send(prompt("go"))
    return dialect, question(heard(dialect, ask(**others)))


def outcome(dialect: AcpDialect, request: PermissionRequest, decision: Decision) -> object:
    """Return what is answered."""
    replies = written(dialect.send(Decide(request, decision)).writes)
    return replies[0]["result"]["outcome"]


def test_shell_request_tells_command_folder_and_options() -> None:
    text = "[current working directory /home/dev/gemdemo] (say hi) [background]"
    content = [{"type": "content", "content": {"type": "text", "text": text}}]

    _, request = asked(content=content, title="echo hi > x; cat x")

    assert request == PermissionRequest(
        id=RequestId("0"),
        tool="run_shell_command",
        kind=ToolKind.SHELL,
        title="echo hi > x; cat x",
        input={"command": "echo hi > x; cat x", "description": "say hi"},
        call=ItemId("run_shell_command__1"),
        cwd="/home/dev/gemdemo",
        reason="say hi; runs in the background",
        options=(
            PermissionOption(
                id="proceed_always",
                label="Allow for this session",
                effect=Effect.ALLOW_SESSION,
                detail="For the rest of the session Gemini runs any command made of the same"
                " programs (echo …) without asking.",
            ),
            PermissionOption(id="proceed_once", label="Allow", effect=Effect.ALLOW_ONCE),
            PermissionOption(id="cancel", label="Reject", effect=Effect.DENY),
        ),
    )


def test_edit_request_carries_the_change_and_warns_of_auto_edit() -> None:
    requests = [event.request for event in told(played("acp_perm_reject_once"), PermissionAsked)]

    assert requests[1].changes == (
        FileChange(
            path="/home/dev/gemdemo/new.txt",
            kind=ChangeKind.CREATED,
            before="",
            after="one\ntwo\n",
        ),
    )
    assert requests[1].options[0].detail == (
        "Switches the session to auto-edit: Gemini edits files without asking."
    )


def test_mcp_request_tells_arguments_and_what_each_option_covers() -> None:
    request = told(played("acp_mcp"), PermissionAsked)[0].request

    assert (request.kind, request.input) == (ToolKind.MCP, {"word": "hey"})
    assert [(option.id, option.effect) for option in request.options] == [
        ("proceed_always_server", Effect.ALLOW_SESSION),
        ("proceed_always_tool", Effect.ALLOW_SESSION),
        ("proceed_once", Effect.ALLOW_ONCE),
        ("cancel", Effect.DENY),
    ]
    assert request.options[0].detail == (
        "For the rest of the session Gemini uses every tool of the MCP server tiny without asking."
    )


def test_option_that_gemini_writes_down_outlives_the_session() -> None:
    options = [
        {"optionId": "proceed_always_and_save", "name": "Allow", "kind": "allow_always"},
        {"optionId": "new", "name": "?", "kind": "allow_on_tuesdays"},
        {"optionId": "never", "name": "Never", "kind": "reject_always"},
    ]
    dialect = ready()
    call = {"toolCallId": "mcp_a_b__1", "title": "b"}
    params = {"sessionId": SESSION, "options": options, "toolCall": call}

    request = question(
        heard(dialect, line(id=0, method="session/request_permission", params=params))
    )

    assert [(option.id, option.effect) for option in request.options] == [
        ("proceed_always_and_save", Effect.ALLOW_ALWAYS),
        ("never", Effect.DENY),
    ]
    assert outcome(dialect, request, ALLOW) == CANCELLED


@pytest.mark.parametrize(
    ("call", "title", "text"),
    [
        ("mcp_a_b__1", "b (a MCP Server)", "[Payload omitted due to length with parameters: x]"),
        ("web_fetch__1", 'Processing URLs and instructions from prompt: "fetch htt..."', ""),
    ],
)
def test_request_that_hides_something_is_flagged(call: str, title: str, text: str) -> None:
    content = [{"type": "content", "content": {"type": "text", "text": text}}]

    _, request = asked(call=call, title=title, kind="other", content=content)

    assert request.warning is not None
    assert "cannot be read in full" in request.warning


def test_plan_is_shown_with_the_text_that_was_written() -> None:
    path = "/home/dev/.gemini/tmp/gemdemo/s/plans/plan.md"
    diff = [{"type": "diff", "path": path, "oldText": "", "newText": "# Plan\n"}]
    dialect = ready()
    dialect.send(prompt("plan"))
    heard(
        dialect,
        update("tool_call_update", toolCallId="write_file__1", status="completed", content=diff),
    )

    title = f"Requesting plan approval for: {path}"
    request = question(heard(dialect, ask(call="exit_plan_mode__1", title=title, kind="other")))

    assert (request.subject, request.plan) == (Subject.PLAN, "# Plan\n")


def test_plain_answers_choose_the_smallest_option() -> None:
    dialect, request = asked()
    assert outcome(dialect, request, ALLOW) == {"outcome": "selected", "optionId": "proceed_once"}

    dialect, request = asked()
    assert outcome(dialect, request, DENY) == {"outcome": "selected", "optionId": "cancel"}


def test_chosen_option_is_sent_by_its_id() -> None:
    dialect, request = asked()
    chosen = Decision(verdict=Verdict.ALLOW, options=("proceed_always",))

    assert outcome(dialect, request, chosen) == {
        "outcome": "selected",
        "optionId": "proceed_always",
    }


@pytest.mark.parametrize(
    "unclear",
    [
        Decision(verdict=Verdict.ALLOW, options=("cancel",)),
        Decision(verdict=Verdict.ALLOW, options=("nonsense",)),
        Decision(verdict=Verdict.ALLOW, options=("proceed_once", "proceed_always")),
        Decision(verdict=Verdict.ALLOW, options=("proceed_once", "nonsense")),
        Decision(verdict=Verdict.DENY, options=("proceed_once",)),
        Decision(verdict=Verdict.ALLOW, input={"command": "echo other"}),
    ],
)
def test_unclear_answer_is_a_denial(unclear: Decision) -> None:
    dialect, request = asked()

    assert outcome(dialect, request, unclear) == CANCELLED


def test_denied_call_is_marked_because_no_update_follows() -> None:
    dialect, request = asked()

    reaction = dialect.send(Decide(request, DENY))
    late = heard(
        dialect, update("tool_call_update", toolCallId="run_shell_command__1", status="failed")
    )

    assert reaction.events == (
        ToolFinished(call=ItemId("run_shell_command__1"), outcome=Outcome.DENIED),
    )
    assert late == []


def test_request_is_answered_once() -> None:
    dialect, request = asked()
    dialect.send(Decide(request, ALLOW))

    assert dialect.send(Decide(request, ALLOW)).writes == ()
    assert dialect.send(Refuse(request.id, "again")).writes == ()


def test_id_goes_back_as_it_came() -> None:
    for id in (0, "0", "a/b"):
        dialect, request = asked(id=id)
        assert written(dialect.send(Decide(request, ALLOW)).writes)[0]["id"] == id


def test_denial_that_stops_cancels_the_turn_too() -> None:
    dialect, request = asked()

    writes = written(dialect.send(Decide(request, Decision(verdict=Verdict.STOP))).writes)

    assert [one.get("method", one.get("result")) for one in writes] == [
        {"outcome": CANCELLED},
        "session/cancel",
    ]


def test_interrupt_withdraws_open_questions_and_answers_them() -> None:
    dialect, request = asked()

    reaction = dialect.send(Interrupt())

    assert reaction.events == (PermissionWithdrawn(request.id, "interrupted"),)
    assert [one.get("method", one.get("result")) for one in written(reaction.writes)] == [
        "session/cancel",
        {"outcome": CANCELLED},
    ]
    assert dialect.send(Decide(request, ALLOW)).writes == ()


def test_refused_request_is_denied_without_asking() -> None:
    dialect, request = asked()

    reaction = dialect.send(Refuse(request.id, "its id is in use"))

    assert [event.outcome for event in reaction.events if isinstance(event, ToolFinished)] == [
        Outcome.DENIED
    ]
    assert written(reaction.writes)[0]["result"]["outcome"] == CANCELLED


def test_request_that_cannot_be_read_is_denied_at_once() -> None:
    dialect = ready()

    reaction = dialect.receive(
        line(id=0, method="session/request_permission", params={"toolCall": 7})
    )

    assert reaction.events == (Unrecognised("session/request_permission"),)
    assert written(reaction.writes)[0]["result"]["outcome"] == CANCELLED


def test_reason_of_a_denial_goes_with_the_next_prompt() -> None:
    dialect, request = asked()
    dialect.send(Decide(request, Decision(verdict=Verdict.DENY, message="use printf")))
    dialect.receive(line(id=3, result={"stopReason": "end_turn"}))

    command = dialect.send(prompt("/help", "p2"))
    dialect.receive(line(id=4, result={"stopReason": "end_turn"}))
    following = dialect.send(prompt("go on", "p3"))

    assert len(written(command.writes)[0]["params"]["prompt"]) == 1
    assert written(following.writes)[0]["params"]["prompt"] == [
        {"type": "text", "text": "I did not allow this: echo hi\nMy reason: use printf\n\n"},
        {"type": "text", "text": "go on"},
    ]
    assert [event.code for event in following.events if isinstance(event, NoticeRaised)] == [
        "reason_sent"
    ]
    assert not dialect.capabilities.deny_reason
    assert not request.can_explain


def test_recorded_answers_are_decisions() -> None:
    decided = told(played("acp_perm_allow_always"), PermissionDecided)

    assert {(one.by, one.decision.verdict, one.decision.options) for one in decided} == {
        (Decider.RECORDED, Verdict.ALLOW, ("proceed_always",))
    }


def test_recorded_answer_that_was_not_offered_is_no_permission() -> None:
    scene = played("acp_perm_bad_option")

    assert {one.decision.verdict for one in told(scene, PermissionDecided)} == {Verdict.DENY}
    assert {one.outcome for one in told(scene, ToolFinished)} == {Outcome.FAILED}
