"""What recorded scenes tell, event by event."""

from tests.agents.claude.scenes import played, told
from tui.model.capabilities import Mode
from tui.model.events import (
    Activity,
    ActivityChanged,
    Channel,
    ContextCompacted,
    EndReason,
    Level,
    NoticeRaised,
    PermissionAsked,
    PermissionDecided,
    PermissionWithdrawn,
    PlanChanged,
    PromptMoved,
    PromptState,
    ProseDone,
    ProseGrew,
    ProseWithdrawn,
    Retry,
    SessionEnded,
    SessionReady,
    SettingChanged,
    TaskChanged,
    ToolFinished,
    ToolGrew,
    ToolStarted,
    TurnEnded,
    TurnOutcome,
    TurnStarted,
    UsageReported,
    UserSaid,
)
from tui.model.identity import ItemId, RequestId, SessionId
from tui.model.permission import (
    Answer,
    Decider,
    Decision,
    Effect,
    PermissionOption,
    Question,
    Subject,
    Verdict,
)
from tui.model.tools import (
    ChangeKind,
    FileChange,
    Outcome,
    PlanStep,
    StepState,
    TaskState,
    ToolKind,
)
from tui.model.usage import Cost, TokenUsage


def test_hello_streams_an_answer_and_tells_it_whole() -> None:
    scene = played("2.1.197/hello")

    block = ItemId("msg_stub_000001:0")
    whole = "Hello! I can help you with tinycalc. What would you like to do?"
    used = TokenUsage(input=1667, output=15, cached=0)
    assert told(scene, UserSaid, TurnStarted, ProseGrew, ProseDone, TurnEnded) == [
        UserSaid(item=ItemId("prompt-1"), text="hello"),
        TurnStarted(),
        ProseGrew(block, "Hello! I"),
        ProseGrew(block, " can hel"),
        ProseDone(block, whole),
        TurnEnded(
            outcome=TurnOutcome.COMPLETED, text=whole, usage=used, duration_ms=130, background=False
        ),
    ]
    assert told(scene, UsageReported) == [
        UsageReported(context_used=1682),
        UsageReported(
            turn=used, cost=Cost(usd=0.00871), context_used=1682, context_window=1_000_000
        ),
    ]
    assert told(scene, SessionEnded) == [SessionEnded(reason=EndReason.COMPLETED, exit_code=0)]


def test_handshake_tells_models_and_commands_and_the_first_turn_the_rest() -> None:
    greeting, settings = told(played("2.1.325/interrupt_stream"), SessionReady)[:2]

    assert greeting.version == "2.1.325"
    assert greeting.mode is Mode.ASK
    assert [model.id for model in greeting.models or ()] == ["default", "opus"]
    assert [command.name for command in greeting.commands or ()] == ["deep-research", "compact"]
    assert settings == SessionReady(
        session=SessionId("6b65a170-a2f6-4775-9367-42be0693d3a7"),
        version="2.1.325",
        cwd="/home/dev325/tinycalc",
        model="claude-opus-5-5",
        mode=Mode.ASK,
        tools=("Task", "AskUserQuestion", "Bash", "CronCreate"),
    )


def test_thinking_grows_and_ends_apart_from_the_answer() -> None:
    scene = played("2.1.197/thinking")

    blocks = {
        ("msg_stub_000001:0", Channel.THINKING),
        ("msg_stub_000001:1", Channel.ANSWER),
    }
    assert {(event.item, event.channel) for event in told(scene, ProseGrew)} >= blocks
    assert {(event.item, event.channel) for event in told(scene, ProseDone)} >= blocks


def test_tool_call_is_announced_while_its_input_is_still_written() -> None:
    scene = played("2.1.197/allow")

    call = ItemId("toolu_stub_000003")
    early, whole = told(scene, ToolStarted)
    assert (early.call, early.title, early.input) == (call, "Bash", {})
    assert whole == ToolStarted(
        call=call,
        kind=ToolKind.SHELL,
        name="Bash",
        title="touch made.txt && ls",
        input={"command": "touch made.txt && ls", "description": "Create a file and list"},
    )
    assert {event.call for event in told(scene, ToolGrew)} == {call}
    assert told(scene, ToolFinished) == [
        ToolFinished(call=call, outcome=Outcome.OK, output="README.md\ncalc.py\nmade.txt")
    ]


def test_request_offers_each_suggestion_by_itself() -> None:
    [asked] = told(played("2.1.197/allow"), PermissionAsked)

    assert asked.request.options == (
        PermissionOption(
            id="suggestion:0:session",
            label="Allow Bash(touch made.txt && ls)",
            effect=Effect.ALLOW_SESSION,
            detail="Allow Bash(touch made.txt && ls), in this session only.",
        ),
        PermissionOption(
            id="suggestion:0",
            label="Allow Bash(touch made.txt && ls)",
            effect=Effect.ALLOW_ALWAYS,
            detail=(
                "Allow Bash(touch made.txt && ls), for you in this project:"
                " the agent writes it down."
            ),
        ),
        PermissionOption(
            id="suggestion:1",
            label="Allow work in /home/dev/tinycalc",
            effect=Effect.ALLOW_SESSION,
            detail="Allow work in /home/dev/tinycalc, in this session only.",
        ),
        PermissionOption(
            id="suggestion:2",
            label="Switch to the mode “acceptEdits”",
            effect=Effect.ALLOW_SESSION,
            detail="Switch to the mode “acceptEdits”, in this session only. "
            "Edits files in the folder without asking.",
        ),
    )
    assert asked.request.reason == "Create a file and list"
    assert asked.request.cwd == "/home/dev/tinycalc"
    assert asked.request.can_edit
    assert asked.request.can_explain


def test_edits_and_writes_tell_what_they_changed() -> None:
    scene = played("2.1.197/edit_and_write")

    changes = [change for event in told(scene, ToolFinished) for change in event.changes]
    assert changes == [
        FileChange(
            path="/home/dev/tinycalc/calc.py",
            kind=ChangeKind.MODIFIED,
            before="def add(a, b):\n    return a + b\n\n\ndef sub(a, b):\n    return a - b\n",
            diff=('@@ -1,4 +1,5 @@\n def add(a, b):\n+    """Sum."""\n     return a + b\n \n \n'),
        ),
        FileChange(
            path="/home/dev/tinycalc/mul.py",
            kind=ChangeKind.CREATED,
            after="def mul(a, b):\n    return a * b\n",
        ),
        FileChange(
            path="/home/dev/tinycalc/mul.py",
            kind=ChangeKind.MODIFIED,
            before="def mul(a, b):\n    return a * b\n",
            after="def mul(a, b):\n    # product\n    return a * b\n",
            diff="@@ -1,2 +1,3 @@\n def mul(a, b):\n+    # product\n     return a * b\n",
        ),
    ]
    [edit] = [a.request for a in told(scene, PermissionAsked) if a.request.tool == "Edit"]
    assert edit.changes == (
        FileChange(
            path="/home/dev/tinycalc/calc.py",
            kind=ChangeKind.MODIFIED,
            before="    return a + b\n",
            after='    """Sum."""\n    return a + b\n',
            passage=True,
        ),
    )
    assert told(scene, ToolFinished)[-1].output == (
        "String to replace not found in file.\nString: nope not there"
    )


def test_two_questions_are_open_at_once() -> None:
    scene = played("2.1.197/two_questions_at_once")

    kinds = [type(event) for event in told(scene, PermissionAsked, PermissionDecided)]
    assert kinds[:2] == [PermissionAsked, PermissionAsked]
    assert kinds.count(PermissionDecided) == kinds.count(PermissionAsked)


def test_deny_and_stop_ends_the_turn_but_not_the_session() -> None:
    scene = played("2.1.197/deny_and_stop")

    [decided] = told(scene, PermissionDecided)
    assert decided == PermissionDecided(
        request=RequestId("25316568-0483-4a90-a0c6-6676436e277d"),
        decision=Decision(verdict=Verdict.STOP, message="Stop now"),
        by=Decider.RECORDED,
    )
    assert [event.outcome for event in told(scene, ToolFinished)] == [Outcome.DENIED]
    assert [event.outcome for event in told(scene, TurnEnded)] == [
        TurnOutcome.INTERRUPTED,
        TurnOutcome.COMPLETED,
    ]


def test_interrupt_withdraws_the_open_question_and_a_late_answer_counts_for_nothing() -> None:
    scene = played("2.1.197/interrupt_an_open_question")

    [asked] = told(scene, PermissionAsked)
    assert told(scene, PermissionWithdrawn, PermissionDecided) == [
        PermissionWithdrawn(asked.request.id, "Claude Code no longer waits for this")
    ]
    assert [event.outcome for event in told(scene, ToolFinished)] == [Outcome.CANCELLED]
    [interrupted, _] = told(scene, TurnEnded)
    assert (interrupted.outcome, interrupted.error) == (TurnOutcome.INTERRUPTED, "")


def test_model_and_mode_change_and_a_refusal_is_a_notice() -> None:
    scene = played("2.1.197/model_and_mode")

    changes = [(event.model, event.mode) for event in told(scene, SettingChanged)]
    assert ("sonnet", None) in changes
    assert [mode for _, mode in changes if mode] == [Mode.EDITS, Mode.PLAN, Mode.AUTO, Mode.ASK]
    notices = [event.code for event in told(scene, NoticeRaised) if event.code]
    assert "set_permission_mode_refused" in notices


def test_plan_is_asked_about_with_its_text() -> None:
    scene = played("2.1.197/plan")

    plan = told(scene, PermissionAsked)[1].request
    assert plan.subject is Subject.PLAN
    assert plan.plan == "1. Do it\n2. Test it"
    assert [option.id for option in plan.options] == ["start:ask", "start:edits"]
    assert SettingChanged(mode=Mode.ASK) in told(scene, SettingChanged)


def test_plan_without_a_file_shows_what_the_model_wrote() -> None:
    [asked] = told(played("2.1.325/plan_refused"), PermissionAsked)

    assert asked.request.input == {}
    assert asked.request.plan == "1. Do it\n2. Test it"


def test_questions_of_the_agent_come_with_their_answers() -> None:
    first, _ = told(played("2.1.197/questions"), PermissionAsked)

    assert first.request.subject is Subject.QUESTIONS
    assert first.request.questions == (
        Question(
            id="Which database?",
            text="Which database?",
            header="DB",
            answers=(Answer("SQLite", "file"), Answer("Postgres", "server")),
        ),
        Question(
            id="Which extras?",
            text="Which extras?",
            header="Extras",
            answers=(Answer("Docs", "d"), Answer("Tests", "t")),
            several=True,
        ),
    )


def test_task_tools_make_a_plan() -> None:
    states = [StepState.PENDING, StepState.ACTIVE]

    assert told(played("2.1.197/todo"), PlanChanged) == [
        PlanChanged(steps=(PlanStep("Write tests", state),)) for state in states
    ]


def test_sub_agent_is_nested_below_its_call() -> None:
    scene = played("2.1.197/subagent")

    agent = ItemId("toolu_stub_000003")
    inner = [event for event in told(scene, ToolStarted) if event.parent == agent]
    assert [event.title for event in inner] == ["/home/dev/tinycalc/calc.py", "touch sub.txt"]
    [prompt] = [event for event in told(scene, UserSaid) if event.parent is not None]
    assert (prompt.parent, prompt.text) == (agent, "Count the functions in calc.py")
    states = [event.state for event in told(scene, TaskChanged)]
    assert (states[0], states[-1]) == (TaskState.RUNNING, TaskState.DONE)
    [report] = [event for event in told(scene, ToolFinished) if event.call == agent]
    assert report.output == "There are 2 functions."
    [asked] = told(scene, PermissionAsked)
    assert asked.request.asked_by == "general-purpose: Count functions"


def test_compaction_is_told_and_repeated_lines_are_not_shown_twice() -> None:
    scene = played("2.1.197/compaction")

    assert told(scene, ContextCompacted) == [
        ContextCompacted(automatic=False, before=1715, after=574)
    ]
    assert [event.text for event in told(scene, ProseDone)] == [
        "Answer one about something.",
        "Answer two.",
        "after compact",
    ]


def test_api_failure_that_calls_itself_a_success_is_a_failure() -> None:
    scene = played("2.1.197/api_error")

    assert [event.text for event in told(scene, ProseDone)] == ["Partial ans"]
    assert told(scene, NoticeRaised) == [
        NoticeRaised(text="API Error: Overloaded", level=Level.ERROR, code="unknown")
    ]
    [end] = told(scene, TurnEnded)
    assert (end.outcome, end.error) == (TurnOutcome.FAILED, "API Error: Overloaded")
    assert told(scene, SessionEnded) == [SessionEnded(reason=EndReason.COMPLETED, exit_code=1)]


def test_unknown_session_ends_the_session_without_a_turn() -> None:
    scene = played("2.1.197/unknown_session")

    assert told(scene, TurnStarted, TurnEnded, SettingChanged) == []
    [end] = told(scene, SessionEnded)
    assert (end.reason, end.code) == (EndReason.FAILED, "unknown_session")


def test_queued_prompt_is_taken_up_and_another_one_taken_back() -> None:
    prompts = [ItemId(f"aaaaaaaa-0000-4000-8000-00000000020{number}") for number in (1, 2, 3)]

    assert told(played("2.1.197/queued_and_taken_back"), PromptMoved) == [
        PromptMoved(prompts[0], PromptState.TAKEN),
        PromptMoved(prompts[2], PromptState.DROPPED),
        PromptMoved(prompts[1], PromptState.TAKEN),
    ]


def test_merged_and_folded_prompts_are_each_taken_up_once() -> None:
    moved = told(played("2.1.325/queued_merged_folded"), PromptMoved)

    taken = [event.item[-1] for event in moved if event.state is PromptState.TAKEN]
    assert taken == ["1", "2", "3", "5", "6"]
    assert [event.item[-1] for event in moved if event.state is PromptState.DROPPED] == ["4"]


def test_question_of_a_background_agent_comes_after_the_result_and_stays_open() -> None:
    scene = played("2.1.325/question_after_result")

    kinds = [
        type(event)
        for event in told(
            scene, TurnStarted, TurnEnded, PermissionAsked, PermissionDecided, PermissionWithdrawn
        )
    ]
    assert kinds == [
        TurnStarted,
        TurnEnded,
        PermissionAsked,
        PermissionDecided,
        TurnStarted,
        TurnEnded,
    ]
    assert [event.background for event in told(scene, TurnEnded)] == [False, True]
    launched, bash = told(scene, ToolFinished)
    assert (launched.outcome, launched.output) == (Outcome.DETACHED, "")
    assert (bash.outcome, bash.decided_by) == (Outcome.OK, "an answer of parley")
    assert [event.activity for event in told(scene, ActivityChanged)] == [
        Activity.WORKING,
        Activity.WAITING,
        Activity.WORKING,
        Activity.IDLE,
    ]


def test_interrupt_stops_background_agents_without_a_result() -> None:
    scene = played("2.1.325/interrupt_background")

    assert len(told(scene, TurnEnded)) == 1
    assert len(told(scene, PermissionWithdrawn)) == 1
    assert told(scene, TaskChanged)[-1].state is TaskState.STOPPED
    assert told(scene, ToolFinished)[-1].outcome is Outcome.CANCELLED


def test_block_of_a_broken_stream_is_withdrawn() -> None:
    scene = played("2.1.325/withdrawn_block")

    assert told(scene, ProseWithdrawn, ProseDone, NoticeRaised) == [
        ProseWithdrawn(ItemId("msg_stub_c98a009b_000001:0")),
        NoticeRaised(
            text="The connection to the model failed; trying again.",
            level=Level.WARNING,
            retry=Retry(attempt=1, limit=10, delay_ms=508),
            code="unknown",
        ),
        ProseDone(ItemId("msg_stub_c98a009b_000003:0"), "Full answer."),
    ]


def test_interrupted_answer_is_kept_as_a_part() -> None:
    scene = played("2.1.325/interrupt_stream")

    cut, after = told(scene, ProseDone)
    assert cut.partial
    assert cut.text.startswith("word word")
    assert (after.text, after.partial) == ("After the interrupt.", False)
    assert told(scene, ProseWithdrawn) == []


def test_rule_that_denies_is_seen_in_the_call() -> None:
    [end] = told(played("2.1.325/denied_by_rule"), ToolFinished)

    assert end.outcome is Outcome.DENIED
    assert end.decided_by == "settings or mode (subcommandResults)"


def test_retry_says_how_often_and_when() -> None:
    first = told(played("2.1.325/retry"), NoticeRaised)[0]

    assert first.code == "overloaded"
    assert first.text == "The model is overloaded (529); trying again."
    assert first.retry is not None
    assert (first.retry.attempt, first.retry.limit) == (1, 10)


def test_clearing_the_conversation_changes_the_session_id() -> None:
    scene = played("2.1.325/slash_commands")

    [first] = [event.session for event in told(scene, SessionReady) if event.session]
    [cleared] = [event.session for event in told(scene, SettingChanged) if event.session]
    assert cleared != first
    assert NoticeRaised(text="The conversation was cleared.", code="cleared") in told(
        scene, NoticeRaised
    )
