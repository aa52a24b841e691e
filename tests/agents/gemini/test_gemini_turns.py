"""Turns over ACP: prose, tool calls, prompts that wait, interruptions, ends."""

import pytest

from tests.agents.gemini.scenes import (
    SESSION,
    ask,
    chunk,
    heard,
    line,
    played,
    prompt,
    ready,
    told,
    update,
    written,
)
from tui.agents.dialect import Exit
from tui.model.commands import Close, Image, Interrupt, TakeBack
from tui.model.events import (
    Channel,
    EndReason,
    Level,
    NoticeRaised,
    PlanChanged,
    PromptMoved,
    PromptState,
    ProseDone,
    ProseGrew,
    SessionEnded,
    SettingChanged,
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
from tui.model.identity import ItemId
from tui.model.tools import ChangeKind, FileChange, Outcome, PlanStep, StepState, ToolKind
from tui.model.usage import Cost, TokenUsage

DONE = line(id=3, result={"stopReason": "end_turn"})
CANCEL = {"jsonrpc": "2.0", "method": "session/cancel", "params": {"sessionId": SESSION}}


def test_pieces_make_one_block_until_something_else_happens() -> None:
    dialect = ready()
    dialect.send(prompt("hi"))

    events = heard(
        dialect,
        chunk("**One**\nfirst", "agent_thought_chunk"),
        chunk("**Two**\nsecond", "agent_thought_chunk"),
        chunk("Hel"),
        chunk("lo"),
        DONE,
    )

    thinking = Channel.THINKING
    assert events == [
        PromptMoved(ItemId("p1"), PromptState.TAKEN),
        ProseGrew(ItemId("prose-1"), "**One**\nfirst", thinking),
        ProseGrew(ItemId("prose-1"), "\n\n**Two**\nsecond", thinking),
        ProseDone(ItemId("prose-1"), "**One**\nfirst\n\n**Two**\nsecond", thinking),
        ProseGrew(ItemId("prose-2"), "Hel"),
        ProseGrew(ItemId("prose-2"), "lo"),
        ProseDone(ItemId("prose-2"), "Hello"),
        TurnEnded(outcome=TurnOutcome.COMPLETED),
    ]


def test_thoughts_that_come_in_pieces_are_not_torn_apart() -> None:
    dialect = ready()
    dialect.send(prompt("hi"))

    heard(dialect, chunk("I **thi", "agent_thought_chunk"), chunk("nk**", "agent_thought_chunk"))
    events = heard(dialect, DONE)

    assert events[0] == ProseDone(ItemId("prose-1"), "I **think**", Channel.THINKING)


def test_what_is_no_text_is_named() -> None:
    dialect = ready()
    dialect.send(prompt("hi"))
    link = {"type": "resource_link", "uri": "file:///a", "name": "a"}
    image = {"type": "image", "mimeType": "image/png", "data": "AA=="}

    heard(dialect, update("agent_message_chunk", content=link))
    heard(dialect, update("agent_message_chunk", content=image))
    events = heard(dialect, DONE)

    assert events[0] == ProseDone(ItemId("prose-1"), "[a](file:///a)[image image/png]")


def test_call_that_needs_no_permission_starts_and_ends() -> None:
    path = "/home/dev/gemdemo/calc.py"
    frame = {"toolCallId": "read_file__1", "title": "calc.py", "kind": "read", "content": []}
    dialect = ready()
    dialect.send(prompt("hi"))

    events = heard(
        dialect,
        update("tool_call", **frame, status="in_progress", locations=[{"path": path}]),
        update("tool_call_update", **frame, status="completed", locations=[{"path": path}]),
    )

    assert events[1:] == [
        ToolStarted(
            call=ItemId("read_file__1"),
            kind=ToolKind.READ,
            name="read_file",
            title="calc.py",
            input={"file_path": path},
        ),
        ToolFinished(call=ItemId("read_file__1"), outcome=Outcome.OK),
    ]


def test_end_of_a_call_that_was_never_announced_brings_its_start() -> None:
    scene = played("acp_plan_mode_flag")

    assert [start.name for start in told(scene, ToolStarted)] == ["write_file", "replace"]
    assert [(end.outcome, end.decided_by) for end in told(scene, ToolFinished)] == [
        (Outcome.DENIED, "Gemini's policy"),
        (Outcome.DENIED, "Gemini's policy"),
    ]


def test_edit_shows_both_texts() -> None:
    changed = [end.changes for end in told(played("acp_perm_allow_always"), ToolFinished)]

    assert changed[1] == (
        FileChange(
            path="/home/dev/gemdemo/new.txt",
            kind=ChangeKind.CREATED,
            before="",
            after="one\ntwo\n",
        ),
    )
    assert changed[2] == (
        FileChange(
            path="/home/dev/gemdemo/calc.py",
            kind=ChangeKind.MODIFIED,
            before="def add(a, b):\n    return a + b\n",
            after="def add(a: int, b: int):\n    return a + b\n",
        ),
    )


@pytest.mark.parametrize(
    ("status", "text", "outcome", "exit_code"),
    [
        ("completed", "out", Outcome.OK, None),
        ("completed", "Command exited with code: 3", Outcome.FAILED, 3),
        ("completed", "Command cancelled by user.", Outcome.CANCELLED, None),
        ("failed", "File not found: x", Outcome.FAILED, None),
        ("failed", 'Tool execution for "Shell" denied by policy.', Outcome.DENIED, None),
    ],
)
def test_words_of_a_finished_call_tell_how_it_ended(
    status: str, text: str, outcome: Outcome, exit_code: int | None
) -> None:
    dialect = ready()
    dialect.send(prompt("hi"))
    content = [{"type": "content", "content": {"type": "text", "text": text}}]

    events = heard(
        dialect,
        update("tool_call", toolCallId="run_shell_command__1", title="x", kind="execute"),
        update(
            "tool_call_update", toolCallId="run_shell_command__1", status=status, content=content
        ),
    )

    end = events[-1]
    assert isinstance(end, ToolFinished)
    assert (end.outcome, end.output, end.exit_code) == (outcome, text, exit_code)


def test_output_that_grows_is_told_piece_by_piece() -> None:
    def progress(text: str) -> bytes:
        content = [{"type": "content", "content": {"type": "text", "text": text}}]
        return update("tool_call_update", toolCallId="c", status="in_progress", content=content)

    dialect = ready()
    dialect.send(prompt("hi"))
    heard(dialect, update("tool_call", toolCallId="c", title="make", rawInput={"command": "make"}))

    events = heard(
        dialect,
        progress("one\n"),
        progress("one\ntwo\n"),
        update("tool_call_update", toolCallId="c", status="completed"),
    )

    call = ItemId("c")
    assert events == [
        ToolGrew(call, "one\n"),
        ToolGrew(call, "two\n"),
        ToolFinished(call=call, outcome=Outcome.OK, keep_output=True),
    ]


def test_raw_input_and_output_of_other_agents_are_kept() -> None:
    dialect = ready()
    dialect.send(prompt("hi"))

    events = heard(
        dialect,
        update(
            "tool_call",
            toolCallId="c",
            title="Run make",
            kind="execute",
            rawInput={"command": "make"},
            content=[{"type": "terminal", "terminalId": "t"}],
        ),
        update("tool_call_update", toolCallId="c", status="completed", rawOutput={"code": 0}),
    )

    assert events[1:] == [
        ToolStarted(
            call=ItemId("c"),
            kind=ToolKind.SHELL,
            name="execute",
            title="Run make",
            input={"command": "make"},
        ),
        ToolFinished(call=ItemId("c"), outcome=Outcome.OK, output='{"code":0}'),
    ]


def test_updates_of_other_acp_agents_are_understood() -> None:
    dialect = ready()

    events = heard(
        dialect,
        update(
            "plan",
            entries=[
                {"content": "look", "priority": "high", "status": "completed"},
                {"content": "edit", "priority": "high", "status": "in_progress"},
                {"content": "test", "priority": "low", "status": "pending"},
            ],
        ),
        update("usage_update", used=100, size=1000, cost={"amount": 0.5, "currency": "USD"}),
        update("session_info_update", title="Fix the bug"),
        update("config_option_update", configOptions=[{"category": "model", "currentValue": "m"}]),
        update("plan_update", plan={"type": "markdown", "content": "# Plan"}),
        update("plan_removed", id="1"),
        update("user_message_chunk", content={"type": "text", "text": "echo"}),
    )

    assert events == [
        PlanChanged(
            steps=(
                PlanStep("look", StepState.DONE),
                PlanStep("edit", StepState.ACTIVE),
                PlanStep("test"),
            )
        ),
        UsageReported(cost=Cost(usd=0.5), context_used=100, context_window=1000),
        SettingChanged(title="Fix the bug"),
        SettingChanged(model="m"),
        PlanChanged(steps=(), explanation="# Plan"),
        PlanChanged(steps=()),
    ]


def test_unknown_updates_and_requests_are_kept_by_name() -> None:
    dialect = ready()

    assert heard(dialect, update("brand_new", x=1)) == [Unrecognised("session/update brand_new")]
    assert heard(dialect, line(method="_vendor/news", params={})) == [Unrecognised("_vendor/news")]
    request = dialect.receive(line(id="a", method="elicitation/create", params={}))
    assert request.events == (Unrecognised("elicitation/create"),)
    assert written(request.writes) == [
        {
            "jsonrpc": "2.0",
            "id": "a",
            "error": {"code": -32601, "message": "not offered: elicitation/create"},
        }
    ]


def test_file_requests_are_refused_because_none_were_offered() -> None:
    reaction = ready().receive(line(id=0, method="fs/read_text_file", params={"path": "/x"}))

    assert reaction.events == ()
    assert written(reaction.writes)[0]["error"]["code"] == -32601


def test_usage_of_turns_is_summed() -> None:
    reported = told(played("acp_perm_allow_always"), UsageReported)

    first = TokenUsage(input=50628, output=43)
    second = TokenUsage(input=52075, output=38)
    assert reported == [
        UsageReported(session=first, turn=first),
        UsageReported(session=first + second, turn=second),
    ]


@pytest.mark.parametrize(
    ("reason", "outcome"),
    [
        ("end_turn", TurnOutcome.COMPLETED),
        ("cancelled", TurnOutcome.INTERRUPTED),
        ("max_turn_requests", TurnOutcome.LIMIT),
        ("max_tokens", TurnOutcome.LIMIT),
        ("refusal", TurnOutcome.REFUSED),
    ],
)
def test_stop_reason_tells_how_a_turn_ended(reason: str, outcome: TurnOutcome) -> None:
    dialect = ready()
    dialect.send(prompt("hi"))

    end = heard(dialect, line(id=3, result={"stopReason": reason}))[-1]

    assert isinstance(end, TurnEnded)
    assert end.outcome is outcome
    assert bool(end.error) == (outcome is TurnOutcome.LIMIT)


def test_error_packed_into_a_message_is_unpacked() -> None:
    ends = told(played("acp_err_401"), NoticeRaised, TurnEnded)

    assert ends == [
        NoticeRaised(text="API key expired", level=Level.ERROR, code="authentication_failed"),
        TurnEnded(outcome=TurnOutcome.FAILED, error="API key expired"),
    ]


def test_prompt_during_a_turn_waits_because_it_would_cancel_the_first() -> None:
    dialect = ready()
    dialect.send(prompt("one", "p1"))

    held = dialect.send(prompt("two", "p2"))
    dialect.send(prompt("three", "p3"))
    taken = dialect.send(TakeBack(ItemId("p3")))
    over = dialect.receive(DONE)

    waiting = UserSaid(item=ItemId("p2"), text="two", state=PromptState.QUEUED)
    assert (held.events, held.writes) == ((waiting,), ())
    assert taken.events == (PromptMoved(ItemId("p3"), PromptState.DROPPED),)
    assert over.events == (
        PromptMoved(ItemId("p1"), PromptState.TAKEN),
        TurnEnded(outcome=TurnOutcome.COMPLETED),
        PromptMoved(ItemId("p2"), PromptState.SENT),
        TurnStarted(),
    )
    assert [one["params"]["prompt"][0]["text"] for one in written(over.writes)] == ["two"]
    assert dialect.receive(line(id=4, result={"stopReason": "end_turn"})).writes == ()


def test_picture_goes_with_the_prompt() -> None:
    picture = Image(media_type="image/png", data="AA==", path="/x.png")

    reaction = ready().send(prompt("look", images=(picture,)))

    assert reaction.events[0] == UserSaid(item=ItemId("p1"), text="look", images=1)
    assert written(reaction.writes)[0]["params"]["prompt"] == [
        {"type": "text", "text": "look"},
        {"type": "image", "mimeType": "image/png", "data": "AA=="},
    ]


def test_interrupt_cancels_once_and_the_waiting_prompt_follows() -> None:
    dialect = ready()
    dialect.send(prompt("count", "p1"))
    heard(dialect, chunk("one, "))
    dialect.send(prompt("stop that", "p2"))

    first = dialect.send(Interrupt())
    second = dialect.send(Interrupt())
    over = dialect.receive(line(id=3, result={"stopReason": "cancelled"}))

    assert written(first.writes) == [CANCEL]
    assert second.writes == ()
    assert over.events[0] == ProseDone(ItemId("prose-1"), "one, ", partial=True)
    assert over.events[2:4] == (
        TurnEnded(outcome=TurnOutcome.INTERRUPTED),
        PromptMoved(ItemId("p2"), PromptState.SENT),
    )
    assert len(over.writes) == 1


def test_prompt_stopped_before_any_answer_was_not_read() -> None:
    dialect = ready()
    dialect.send(prompt("count"))
    dialect.send(Interrupt())

    events = heard(dialect, line(id=3, result={"stopReason": "cancelled"}))

    assert events[0] == PromptMoved(ItemId("p1"), PromptState.DROPPED)


def test_idle_agent_is_not_cancelled() -> None:
    reaction = ready().send(Interrupt())

    assert (reaction.events, reaction.writes) == ((), ())


def test_question_that_comes_after_a_cancel_is_denied_unasked() -> None:
    dialect = ready()
    dialect.send(prompt("go"))
    heard(dialect, chunk("x"))
    dialect.send(Interrupt())

    reaction = dialect.receive(ask(id=7))

    assert [type(event) for event in reaction.events] == [ProseDone, ToolStarted, ToolFinished]
    assert written(reaction.writes) == [
        {"jsonrpc": "2.0", "id": 7, "result": {"outcome": {"outcome": "cancelled"}}}
    ]


def test_close_says_what_ends_a_running_tool() -> None:
    dialect = ready()
    dialect.send(prompt("go"))

    assert written(dialect.send(Close()).writes) == [CANCEL]


def test_death_in_the_middle_closes_everything() -> None:
    dialect = ready()
    dialect.send(prompt("go", "p1"))
    dialect.send(prompt("next", "p2"))
    heard(dialect, chunk("x"), ask())

    reaction = dialect.closed(Exit(code=-9))

    kinds = [type(event).__name__ for event in reaction.events]
    assert kinds == [
        "PermissionWithdrawn",
        "ToolFinished",
        "TurnEnded",
        "PromptMoved",
        "SessionEnded",
    ]
    end = reaction.events[-1]
    assert isinstance(end, SessionEnded)
    assert (end.reason, end.error) == (
        EndReason.FAILED,
        "Gemini CLI ended unexpectedly (signal 9).",
    )


def test_bad_bytes_and_half_pairs_do_not_lose_text() -> None:
    dialect = ready()
    dialect.send(prompt("hi"))
    raw = chunk("@@").replace(b"@@", b"a\xffb\\ud83dc")

    events = heard(dialect, raw)

    assert events[-1] == ProseGrew(ItemId("prose-1"), "a\ufffdb\ufffdc")
