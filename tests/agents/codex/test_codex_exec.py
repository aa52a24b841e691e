"""Conversations by `codex exec --json`, recorded and in the flat spelling of wrappers."""

import signal
from typing import Any

import pytest

from tests.agents.codex.scenes import LATER, PROMPT, heard, line, make_spec, played, told
from tests.support.player import events_of
from tui.agents.codex.exec_dialect import Exec
from tui.agents.dialect import NOTHING, Exit, Reaction
from tui.model.commands import Close, Interrupt
from tui.model.events import (
    Channel,
    EndReason,
    Event,
    Level,
    NoticeRaised,
    PlanChanged,
    PromptMoved,
    PromptState,
    ProseDone,
    ProseGrew,
    Retry,
    SessionEnded,
    SessionReady,
    ToolFinished,
    ToolGrew,
    ToolStarted,
    TurnEnded,
    TurnOutcome,
    TurnStarted,
    Unrecognised,
    UsageReported,
    UserSaid,
)
from tui.model.identity import ItemId, SessionId
from tui.model.tools import ChangeKind, FileChange, Outcome, PlanStep, StepState, ToolKind
from tui.model.usage import TokenUsage

STARTED = line(type="thread.started", thread_id="t1")
TURN = line(type="turn.started")


def whole(type: str, id: str = "item_0", **fields: Any) -> bytes:
    """Return an item that is complete."""
    return line(type="item.completed", item={"id": id, "type": type, **fields})


def test_each_process_is_a_turn_and_usage_is_what_was_added() -> None:
    scene = played("exec_multi_turn")

    assert [one.session for one in told(scene, SessionReady)] == [
        told(scene, SessionReady)[0].session
    ] * 3
    assert [(one.item, one.text) for one in told(scene, ProseDone)] == [
        ("1:item_0", "First answer."),
        ("2:item_0", "Second answer."),
        ("3:item_0", "Third answer."),
    ]
    assert [one.usage.total for one in told(scene, TurnEnded) if one.usage] == [6959, 7039, 7117]


def test_a_command_is_told_with_what_it_printed() -> None:
    scene = played("exec_command_ok")

    finish = told(scene, ToolFinished)[0]

    assert told(scene, ToolStarted)[0].title == "ls -la && cat README.md"
    assert (finish.outcome, finish.exit_code) == (Outcome.OK, 0)
    assert finish.output.startswith("total 24\n")


def test_a_todo_list_is_a_plan() -> None:
    plans = told(played("exec_todo"), PlanChanged)

    assert [[step.state for step in plan.steps] for plan in plans] == [
        [StepState.PENDING] * 3,
        [StepState.DONE, StepState.PENDING, StepState.PENDING],
        [StepState.DONE] * 3,
    ]


def test_a_search_is_one_call_although_its_id_is_given_twice() -> None:
    scene = played("exec_web_search")

    assert {one.call for one in told(scene, ToolStarted)} == {ItemId("1:ws_42_0")}
    assert told(scene, ToolStarted)[-1].title == "textual python tui"
    assert len(told(scene, ToolFinished)) == 1


def test_files_are_told_without_their_content() -> None:
    assert told(played("exec_patch"), ToolFinished)[0].changes[0] == FileChange(
        path="/home/dev/demo/notes/todo.md", kind=ChangeKind.CREATED
    )


def test_retries_are_no_failure_and_the_failure_is_told_once() -> None:
    scene = played("exec_err_500")

    assert [one.retry for one in told(scene, NoticeRaised)] == [
        Retry(attempt=1, limit=2),
        Retry(attempt=2, limit=2),
    ]
    assert [one.outcome for one in told(scene, TurnEnded)] == [TurnOutcome.FAILED]


def test_an_error_after_which_the_turn_goes_on_is_a_warning() -> None:
    dialect = Exec(make_spec())

    events = heard(
        dialect, STARTED, TURN, line(type="error", message="odd"), line(type="turn.completed")
    )

    assert events[2:] == [
        NoticeRaised(text="odd", level=Level.WARNING, code="error"),
        TurnEnded(outcome=TurnOutcome.COMPLETED, turn="1"),
    ]


def test_the_prompt_goes_to_standard_input_which_is_closed() -> None:
    assert Exec(make_spec()).send(PROMPT) == Reaction(
        (TurnStarted("1"),), (b"-p hello",), close_stdin=True
    )


def test_a_prompt_is_taken_when_the_turn_begins() -> None:
    dialect = Exec(make_spec())
    dialect.send(PROMPT)

    assert heard(dialect, STARTED, TURN) == [
        SessionReady(
            session=SessionId("t1"), cwd="/home/dev/demo", mode=make_spec().mode, model=None
        ),
        PromptMoved(PROMPT.id, PromptState.TAKEN),
    ]


def test_an_interrupt_is_a_signal_and_no_failure() -> None:
    dialect = Exec(make_spec())
    dialect.send(PROMPT)
    heard(dialect, STARTED, TURN)

    stop = dialect.send(Interrupt())
    closed = dialect.closed(Exit(code=1))

    assert stop == Reaction(signal=signal.SIGINT)
    assert closed.events == (TurnEnded(outcome=TurnOutcome.INTERRUPTED, turn="1"),)
    assert dialect.send(Interrupt()) == NOTHING
    assert dialect.send(Close()) == NOTHING


def test_what_an_interrupted_turn_did_is_closed() -> None:
    dialect = Exec(make_spec())
    dialect.send(PROMPT)
    running = {"id": "item_0", "type": "command_execution", "command": "sleep 9"}
    heard(dialect, STARTED, TURN, line(type="item.started", item=running))
    dialect.send(Interrupt())

    assert dialect.closed(Exit(code=1)).events[0] == ToolFinished(
        call=ItemId("1:item_0"), outcome=Outcome.CANCELLED, keep_output=True
    )


@pytest.mark.parametrize(
    ("stderr", "code"),
    [
        ("Error: thread/resume failed: no rollout found for thread id 0", "unknown_session"),
        ("error: unexpected argument '--json' found\n\nUsage: codex exec", "bad_flags"),
        ('Error: approval_policy = "untrusted" is no longer supported', "bad_configuration"),
    ],
)
def test_a_process_that_cannot_begin_ends_the_session_with_a_remedy(stderr: str, code: str) -> None:
    dialect = Exec(make_spec())
    dialect.send(PROMPT)

    turn, session = dialect.closed(Exit(code=1, stderr=stderr)).events

    assert isinstance(turn, TurnEnded) and turn.outcome is TurnOutcome.FAILED
    assert isinstance(session, SessionEnded) and session.reason is EndReason.FAILED
    assert (session.code, bool(session.remedy)) == (code, True)


def test_a_turn_that_dies_leaves_the_conversation_alive() -> None:
    dialect = Exec(make_spec())
    dialect.send(PROMPT)
    heard(dialect, STARTED, TURN)
    logged = "2026-11-16T02:09:02.2Z ERROR codex_core: something\nReading prompt from stdin..."

    died = dialect.closed(Exit(code=101, stderr=logged)).events
    dialect.send(LATER)
    again = heard(dialect, STARTED, TURN, whole("agent_message", text="here"))

    assert died == (
        TurnEnded(outcome=TurnOutcome.FAILED, turn="1", error="Codex ended with exit code 101."),
    )
    assert again[-1] == ProseDone(ItemId("2:item_0"), "here")


def test_a_conversation_that_was_not_found_is_told_as_a_new_one() -> None:
    dialect = Exec(make_spec(resume=SessionId("t0")))
    dialect.send(PROMPT)

    notice, ready = heard(dialect, STARTED)

    assert isinstance(notice, NoticeRaised) and notice.code == "unknown_session"
    assert isinstance(ready, SessionReady) and ready.session == "t1"


@pytest.mark.parametrize(
    ("text", "label"),
    [
        (b"Done.", "not JSON"),
        (b"{}", "no type"),
        (b'{"type":"new.thing"}', "new.thing"),
        (b'{"type":"item.completed","item":{"id":"a","type":"new"}}', "item.completed new"),
        (b'{"type":"item.completed"}', "item.completed"),
    ],
)
def test_what_is_not_understood_is_kept_as_a_puzzle(text: bytes, label: str) -> None:
    assert heard(Exec(make_spec()), text) == [Unrecognised(label)]


def test_a_recorded_prompt_is_told() -> None:
    assert Exec(make_spec()).overhear(b"hello").events == (
        UserSaid(item=ItemId("prompt-1"), text="hello"),
    )


def test_the_flat_spelling_is_understood_from_start_to_end() -> None:
    call, patch = ItemId("1:command_execution-2"), ItemId("1:file_change-3")
    change = FileChange(
        path="src/auth.ts",
        kind=ChangeKind.MODIFIED,
        before="function login()",
        after="async function login()",
    )
    spent = TokenUsage(input=1250, output=487, cached=0, reasoning=0)

    events = list(events_of(played("exec_flat")))

    shell = [one for one in events if isinstance(one, ToolStarted) and one.call == call]
    edits = [one for one in events if isinstance(one, ToolStarted) and one.call == patch]
    assert [(one.kind, one.title) for one in shell] == [
        (ToolKind.SHELL, ""),
        (ToolKind.SHELL, "cat src/auth.ts"),
    ]
    assert edits[-1].changes == (change,)
    rest: list[Event] = [one for one in events if not isinstance(one, ToolStarted | SessionReady)]
    assert rest == [
        TurnStarted("1"),
        ProseGrew(ItemId("1:reasoning-1"), "I need to analyze it first...", Channel.THINKING),
        ProseDone(ItemId("1:reasoning-1"), "I need to analyze it first...", Channel.THINKING),
        ToolGrew(call, "export function login() {"),
        ToolFinished(
            call=call, outcome=Outcome.OK, output="export function login() {", exit_code=0
        ),
        ToolFinished(call=patch, outcome=Outcome.OK, changes=(change,)),
        ProseGrew(ItemId("1:agent_message-4"), "I've refactored"),
        ProseGrew(ItemId("1:agent_message-4"), " the login."),
        ProseDone(ItemId("1:agent_message-4"), "I've refactored the login."),
        UsageReported(session=spent, turn=spent),
        TurnEnded(
            outcome=TurnOutcome.COMPLETED,
            turn="1",
            text="I've refactored the login.",
            usage=spent,
        ),
    ]


@pytest.mark.parametrize(
    ("fields", "told"),
    [
        (
            {
                "item_type": "todo_list",
                "items": [
                    {"id": "1", "task": "Analyze", "status": "completed"},
                    {"id": "2", "task": "Refactor", "status": "in_progress"},
                    {"id": "3", "task": "Test", "status": "pending"},
                ],
            },
            PlanChanged(
                steps=(
                    PlanStep("Analyze", StepState.DONE),
                    PlanStep("Refactor", StepState.ACTIVE),
                    PlanStep("Test", StepState.PENDING),
                )
            ),
        ),
        (
            {"item_type": "error", "error_type": "x", "message": "non-zero", "details": {}},
            NoticeRaised(text="non-zero", level=Level.WARNING, code="error"),
        ),
        (
            {
                "item_type": "mcp_tool_call",
                "status": "success",
                "tool_name": "query",
                "tool_input": {"sql": "SELECT 1"},
                "tool_result": "[1]",
            },
            ToolFinished(call=ItemId("0:mcp_tool_call-1"), outcome=Outcome.OK, output="[1]"),
        ),
        (
            {
                "item_type": "web_search",
                "status": "success",
                "query": "q",
                "results": [{"title": "T", "url": "https://x.org", "snippet": "s"}],
            },
            ToolFinished(
                call=ItemId("0:web_search-1"), outcome=Outcome.OK, output="T · https://x.org · s"
            ),
        ),
        (
            {"item_type": "command_execution", "status": "skipped", "command_line": "ls"},
            ToolFinished(call=ItemId("0:command_execution-1"), outcome=Outcome.CANCELLED),
        ),
    ],
)
def test_each_flat_item_has_its_meaning(fields: dict[str, Any], told: Event) -> None:
    assert heard(Exec(make_spec()), line(type="item.completed", **fields))[-1] == told


def test_flat_items_of_one_kind_are_told_apart() -> None:
    said = [line(type="item.completed", item_type="agent_message", content=t) for t in "ab"]

    assert heard(Exec(make_spec()), *said) == [
        ProseDone(ItemId("0:agent_message-1"), "a"),
        ProseDone(ItemId("0:agent_message-2"), "b"),
    ]
