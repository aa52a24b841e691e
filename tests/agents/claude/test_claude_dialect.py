"""What the dialect writes, keeps and concludes, line by line."""

from typing import Any

import pytest

from tests.agents.claude.scenes import heard, line, new_dialect, ready, written
from tui.agents.claude.dialect import ClaudeDialect
from tui.agents.dialect import NOTHING, Exit, Reaction
from tui.model.capabilities import Mode
from tui.model.commands import (
    ChangeMode,
    ChangeModel,
    Close,
    Decide,
    Image,
    Interrupt,
    Prompt,
    Refuse,
    TakeBack,
)
from tui.model.events import (
    EndReason,
    Level,
    NoticeRaised,
    PermissionAsked,
    PermissionWithdrawn,
    PromptMoved,
    PromptState,
    ProseDone,
    ProseGrew,
    SessionEnded,
    SessionReady,
    SettingChanged,
    ToolFinished,
    TurnEnded,
    TurnOutcome,
    TurnStarted,
    Unrecognised,
    UserSaid,
)
from tui.model.identity import ItemId, RequestId, SessionId
from tui.model.permission import Decision, PermissionRequest, Verdict
from tui.model.tools import Outcome

PROMPT = Prompt(id=ItemId("aaaaaaaa-0000-4000-8000-000000000001"), text="-p hello")
LATER = Prompt(id=ItemId("aaaaaaaa-0000-4000-8000-000000000002"), text="later")

WELCOME = line(
    type="control_response",
    response={"subtype": "success", "request_id": "parley-1", "response": {"commands": []}},
)
INIT = line(type="system", subtype="init", session_id="s1", model="m", permissionMode="default")
RESULT = line(type="result", subtype="success", is_error=False, result="done", session_id="s1")


def ask(id: str = "q1", tool: str = "Bash", **request: Any) -> bytes:
    """Return a line by which the CLI asks for permission."""
    body = {"subtype": "can_use_tool", "tool_name": tool, "input": {"command": "ls"}} | request
    return line(type="control_request", request_id=id, request=body)


def asked(dialect: ClaudeDialect, **request: Any) -> PermissionRequest:
    """Let the CLI ask; return the question."""
    [event] = heard(dialect, ask(**request))
    assert isinstance(event, PermissionAsked)
    return event.request


def answer(dialect: ClaudeDialect, request: PermissionRequest, **decision: Any) -> Any:
    """Decide; return the payload of the line that answers."""
    reaction = dialect.send(Decide(request, Decision(**decision)))
    [body] = written(reaction.writes)
    return body["response"]["response"]


def test_prompt_said_before_the_cli_is_ready_is_sent_when_it_is() -> None:
    dialect = new_dialect()
    dialect.open()

    early = dialect.send(PROMPT)
    flushed = dialect.receive(WELCOME)

    assert early == Reaction((UserSaid(item=PROMPT.id, text="-p hello"),))
    assert flushed.events == (SessionReady(mode=Mode.ASK, commands=()),)
    assert written(flushed.writes) == [
        {
            "type": "user",
            "message": {"role": "user", "content": "-p hello"},
            "parent_tool_use_id": None,
            "uuid": PROMPT.id,
        }
    ]


def test_settings_chosen_before_the_cli_is_ready_are_sent_in_order() -> None:
    dialect = new_dialect()
    dialect.open()

    dialect.send(ChangeModel("haiku"))
    dialect.send(ChangeMode(Mode.PLAN))
    dialect.send(PROMPT)
    flushed = written(dialect.receive(WELCOME).writes)

    assert [one.get("request", {}).get("subtype", "prompt") for one in flushed] == [
        "set_model",
        "set_permission_mode",
        "prompt",
    ]


def test_session_id_chosen_by_us_is_known_with_the_greeting() -> None:
    dialect = new_dialect(new_id=SessionId("s1"))
    dialect.open()

    events = heard(dialect, WELCOME, INIT)

    assert events[0] == SessionReady(session=SessionId("s1"), mode=Mode.ASK, commands=())
    assert not any(isinstance(event, SettingChanged) for event in events)


def test_greeting_that_is_refused_leaves_a_notice_and_the_session_goes_on() -> None:
    dialect = new_dialect()
    dialect.open()
    reply = {"subtype": "error", "request_id": "parley-1", "error": "Unsupported"}

    events = heard(dialect, line(type="control_response", response=reply))

    assert events == [
        SessionReady(mode=Mode.ASK),
        NoticeRaised(
            text="Claude Code did not answer the greeting: Unsupported",
            level=Level.WARNING,
            code="initialize_refused",
        ),
    ]
    assert dialect.send(PROMPT).writes


def test_picture_goes_with_the_words() -> None:
    dialect = ready(new_dialect())
    image = Image(media_type="image/png", data="QUJD", path="/home/dev/dot.png")

    reaction = dialect.send(Prompt(id=PROMPT.id, text="what is it?", images=(image,)))

    [body] = written(reaction.writes)
    assert reaction.events == (UserSaid(item=PROMPT.id, text="what is it?", images=1),)
    assert body["message"]["content"] == [
        {"type": "text", "text": "what is it?"},
        {
            "type": "image",
            "source": {"type": "base64", "media_type": "image/png", "data": "QUJD"},
        },
    ]


def test_prompt_said_during_a_turn_waits() -> None:
    dialect = ready(new_dialect())
    heard(dialect, INIT)

    assert dialect.send(LATER).events == (
        UserSaid(item=LATER.id, text="later", state=PromptState.QUEUED),
    )


def test_prompt_that_was_not_sent_yet_is_taken_back_without_the_cli() -> None:
    dialect = new_dialect()
    dialect.send(PROMPT)

    assert dialect.send(TakeBack(PROMPT.id)) == Reaction(
        (PromptMoved(PROMPT.id, PromptState.DROPPED),)
    )
    assert dialect.receive(WELCOME).writes == ()


def test_interrupt_before_the_cli_is_ready_drops_what_waits() -> None:
    dialect = new_dialect()
    dialect.send(PROMPT)

    assert dialect.send(Interrupt()) == Reaction((PromptMoved(PROMPT.id, PromptState.DROPPED),))


def test_prompt_taken_back_too_late_is_told() -> None:
    dialect = ready(new_dialect())
    dialect.send(PROMPT)
    dialect.send(TakeBack(PROMPT.id))
    reply = {"subtype": "success", "request_id": "parley-2", "response": {"cancelled": False}}

    events = heard(dialect, line(type="control_response", response=reply))

    text = "Too late to take the prompt back: the agent has it."
    assert events == [NoticeRaised(text=text, code="too_late")]


def test_original_input_goes_back_byte_for_byte() -> None:
    dialect = ready(new_dialect())
    odd = b'{"b": 1.0, "a": [1e2,  "\\u00e9"], "n": 123456789012345678901234567890}'
    head = b'{"type":"control_request","request_id":"q1","request":{"subtype":"can_use_tool",'
    [event] = heard(dialect, head + b'"tool_name":"X","input":' + odd + b"}}")
    assert isinstance(event, PermissionAsked)

    [reply] = dialect.send(Decide(event.request, Decision(verdict=Verdict.ALLOW))).writes

    assert b'"updatedInput":' + odd + b"}" in reply


def test_denial_always_gives_a_reason() -> None:
    dialect = ready(new_dialect())

    assert answer(dialect, asked(dialect), verdict=Verdict.DENY) == {
        "behavior": "deny",
        "message": "The user denied this.",
    }


def test_option_that_was_not_offered_denies() -> None:
    dialect = ready(new_dialect())
    rule = {"type": "addRules", "rules": [], "behavior": "allow", "destination": "session"}
    guarded = asked(dialect, permission_suggestions=[rule], decision_reason_type="safetyCheck")

    payload = answer(dialect, guarded, verdict=Verdict.ALLOW, options=("suggestion:0",))

    assert guarded.options == ()
    assert not guarded.always_offered
    assert payload["behavior"] == "deny"


def test_answer_to_another_request_of_the_same_id_denies() -> None:
    dialect = ready(new_dialect())
    first = asked(dialect)
    asked(dialect, input={"command": "rm -rf /"})

    assert answer(dialect, first, verdict=Verdict.ALLOW)["behavior"] == "deny"


def test_request_is_answered_once() -> None:
    dialect = ready(new_dialect())
    request = asked(dialect)
    answer(dialect, request, verdict=Verdict.ALLOW)

    assert dialect.send(Decide(request, Decision(verdict=Verdict.ALLOW))) == Reaction()


def test_refused_request_is_denied_unseen() -> None:
    dialect = ready(new_dialect())
    request = asked(dialect)

    [body] = written(dialect.send(Refuse(request.id, "too many")).writes)

    assert body["response"]["response"] == {"behavior": "deny", "message": "too many"}


def test_plan_may_start_with_edits_allowed() -> None:
    dialect = ready(new_dialect())
    request = asked(dialect, tool="ExitPlanMode", input={"plan": "1. Do it"})

    payload = answer(dialect, request, verdict=Verdict.ALLOW, options=("start:edits",))

    assert payload == {
        "behavior": "allow",
        "updatedInput": {"plan": "1. Do it"},
        "updatedPermissions": [
            {"type": "setMode", "mode": "acceptEdits", "destination": "session"}
        ],
    }


def test_unanswered_questions_are_left_out() -> None:
    dialect = ready(new_dialect())
    questions = [{"question": "One?", "options": []}, {"question": "Two?", "options": []}]
    request = asked(dialect, tool="AskUserQuestion", input={"questions": questions})

    payload = answer(
        dialect, request, verdict=Verdict.ALLOW, answers={"One?": ("yes", "no"), "Two?": ()}
    )

    assert payload["updatedInput"] == {"questions": questions, "answers": {"One?": "yes, no"}}


def test_interrupt_forgets_questions_that_the_broker_has_withdrawn() -> None:
    dialect = ready(new_dialect())
    request = asked(dialect)

    [body] = written(dialect.send(Interrupt()).writes)

    assert body["request"] == {"subtype": "interrupt"}
    assert dialect.receive(line(type="control_cancel_request", request_id="q1")) == NOTHING
    assert dialect.send(Decide(request, Decision(verdict=Verdict.ALLOW))) == Reaction()


def test_cancelled_request_is_withdrawn() -> None:
    dialect = ready(new_dialect())
    asked(dialect)

    assert heard(dialect, line(type="control_cancel_request", request_id="q1")) == [
        PermissionWithdrawn(RequestId("q1"), "Claude Code no longer waits for this")
    ]


def test_quitting_takes_queued_prompts_back_and_interrupts() -> None:
    dialect = ready(new_dialect())
    heard(dialect, INIT)
    dialect.send(LATER)

    requests = [one["request"] for one in written(dialect.send(Close()).writes)]

    assert requests == [
        {"subtype": "cancel_async_message", "message_uuid": LATER.id},
        {"subtype": "interrupt"},
    ]


@pytest.mark.parametrize(
    ("subtype", "events"),
    [
        ("hook_callback", []),
        ("mcp_message", []),
        (
            "elicitation",
            [
                NoticeRaised(
                    text="An MCP server wanted to ask you something, which parley does not offer.",
                    code="elicitation",
                )
            ],
        ),
        ("brand_new", [Unrecognised("control_request/brand_new")]),
    ],
)
def test_no_request_of_the_cli_meets_silence(subtype: str, events: list[Any]) -> None:
    dialect = ready(new_dialect())

    reaction = dialect.receive(
        line(type="control_request", request_id="h1", request={"subtype": subtype})
    )

    [body] = written(reaction.writes)
    assert list(reaction.events) == events
    assert body["response"]["request_id"] == "h1"
    if subtype == "hook_callback":
        assert body["response"] == {"subtype": "success", "request_id": "h1", "response": {}}
    else:
        assert body["response"]["subtype"] == "error"


def test_permission_request_without_an_input_object_is_refused() -> None:
    dialect = ready(new_dialect())

    reaction = dialect.receive(ask(input="rm -rf /"))

    [body] = written(reaction.writes)
    assert body["response"]["subtype"] == "error"
    assert not any(isinstance(event, PermissionAsked) for event in reaction.events)


def test_permission_request_that_cannot_be_read_is_refused() -> None:
    dialect = ready(new_dialect())

    reaction = dialect.receive(ask(permission_suggestions="all of them"))

    [body] = written(reaction.writes)
    assert body["response"]["subtype"] == "error"
    assert not any(isinstance(event, PermissionAsked) for event in reaction.events)


def test_mode_that_is_refused_is_a_notice() -> None:
    dialect = ready(new_dialect())
    dialect.send(ChangeMode(Mode.AUTO))
    reply = {"subtype": "error", "request_id": "parley-2", "error": "not for this model"}

    assert heard(dialect, line(type="control_response", response=reply)) == [
        NoticeRaised(
            text="The mode was not changed: not for this model",
            level=Level.WARNING,
            code="set_permission_mode_refused",
        )
    ]


def test_calls_of_a_turn_that_ended_are_over_but_not_those_of_a_background_agent() -> None:
    dialect = ready(new_dialect())
    call = {"type": "tool_use", "name": "Bash", "input": {"command": "ls"}}
    task = {"type": "system", "subtype": "task_started", "task_id": "t1"}
    heard(
        dialect,
        INIT,
        line(type="assistant", uuid="u1", message={"id": "m1", "content": [call | {"id": "c1"}]}),
        line(**task, tool_use_id="agent", description="count"),
        line(
            type="assistant",
            uuid="u2",
            parent_tool_use_id="agent",
            message={"id": "m2", "content": [call | {"id": "c2"}]},
        ),
    )

    ended = [event for event in heard(dialect, RESULT) if isinstance(event, ToolFinished)]

    cancelled = ToolFinished(call=ItemId("c1"), outcome=Outcome.CANCELLED, keep_output=True)
    assert ended == [cancelled]


def test_several_blocks_in_one_line_are_several_items() -> None:
    dialect = ready(new_dialect())
    content = [{"type": "text", "text": "one"}, {"type": "text", "text": "two"}]

    events = heard(dialect, line(type="assistant", uuid="u1", message={"content": content}))

    assert events == [
        TurnStarted(),
        ProseDone(ItemId("u1"), "one"),
        ProseDone(ItemId("u1:1"), "two"),
    ]


def test_piece_of_a_sub_agents_answer_does_not_mix_with_the_main_one() -> None:
    dialect = ready(new_dialect())
    start = {"type": "message_start", "message": {"id": "m1"}}
    block = {"type": "content_block_start", "index": 0, "content_block": {"type": "text"}}
    piece = {"type": "content_block_delta", "index": 0}
    text = piece | {"delta": {"type": "text_delta", "text": "main"}}
    heard(dialect, line(type="stream_event", event=start), line(type="stream_event", event=block))

    foreign = heard(dialect, line(type="stream_event", event=text, parent_tool_use_id="agent"))
    own = heard(dialect, line(type="stream_event", event=text))

    assert (foreign, own) == ([], [ProseGrew(ItemId("m1:0"), "main")])


def test_exit_with_1_after_an_interrupted_turn_is_no_crash() -> None:
    dialect = ready(new_dialect())
    stopped = {"subtype": "error_during_execution", "is_error": True, "num_turns": 1}
    heard(dialect, INIT, line(type="result", **stopped, terminal_reason="aborted_streaming"))

    assert dialect.closed(Exit(code=1)).events == (
        SessionEnded(reason=EndReason.COMPLETED, exit_code=1),
    )


def test_crash_in_the_middle_closes_all_that_is_open() -> None:
    dialect = ready(new_dialect())
    dialect.send(PROMPT)
    heard(dialect, INIT, ask())
    dialect.send(LATER)

    *closing, ended = dialect.closed(Exit(code=1, stderr="boom")).events

    what = "Claude Code exited with 1 in the middle of the session."
    assert closing == [
        PermissionWithdrawn(RequestId("q1"), "the agent ended"),
        TurnEnded(outcome=TurnOutcome.FAILED, error=what),
        PromptMoved(LATER.id, PromptState.DROPPED),
    ]
    assert ended == SessionEnded(
        reason=EndReason.FAILED,
        exit_code=1,
        error=what,
        remedy="Resume the session: what was said before is kept.",
        stderr="boom",
        code="crashed",
    )


@pytest.mark.parametrize(
    ("stderr", "code"),
    [
        ("Error: Session ID 1234 is already in use.", "session_in_use"),
        ("error: unknown option '--replay-user-messages'", "unknown_flag"),
        ("Invalid API key · Please run /login", "not_signed_in"),
        ("EACCES: permission denied, mkdir '/home/dev/.claude'", "unwritable"),
        ("Segmentation fault", "start_failed"),
        ("", "start_failed"),
    ],
)
def test_failure_to_start_names_its_remedy(stderr: str, code: str) -> None:
    dialect = new_dialect()
    dialect.open()

    *_, ended = dialect.closed(Exit(code=1, stderr=stderr)).events

    assert isinstance(ended, SessionEnded)
    assert (ended.reason, ended.code) == (EndReason.FAILED, code)
    assert ended.error
    assert ended.remedy


def test_session_that_nobody_signed_in_for_says_so() -> None:
    dialect = ready(new_dialect())
    words = "Not logged in · Please run /login"
    content = [{"type": "text", "text": words}]
    heard(
        dialect,
        INIT,
        line(type="assistant", error="authentication_failed", message={"content": content}),
        line(type="result", subtype="success", is_error=True, result=words),
    )

    *_, ended = dialect.closed(Exit(code=1, asked=True)).events

    assert isinstance(ended, SessionEnded)
    assert ended.code == "not_signed_in"
