"""What recorded scenes with app-server mean, event by event."""

from tests.agents.codex.scenes import played, told
from tests.support.player import events_of, imbalances
from tui.model.events import (
    Channel,
    PermissionAsked,
    PermissionDecided,
    PermissionWithdrawn,
    PromptMoved,
    PromptState,
    ProseDone,
    ProseGrew,
    SessionReady,
    TaskChanged,
    ToolFinished,
    ToolGrew,
    ToolStarted,
    TurnEnded,
    TurnOutcome,
    TurnStarted,
    UserSaid,
)
from tui.model.identity import ItemId
from tui.model.permission import Answer, Effect, Question, Subject, Verdict
from tui.model.tools import ChangeKind, Outcome, TaskState, ToolKind


def test_a_patch_is_asked_about_with_every_file_it_changes() -> None:
    asked = told(played("patch"), PermissionAsked)[0].request

    assert asked.kind is ToolKind.EDIT
    assert [(one.path, one.kind) for one in asked.changes] == [
        ("/home/dev/demo/notes/todo.md", ChangeKind.CREATED),
        ("/home/dev/demo/old.txt", ChangeKind.DELETED),
        ("/home/dev/demo/src/app.py", ChangeKind.MODIFIED),
    ]
    assert [one.after or one.before for one in asked.changes[:2]] == [
        "# Todo\n- first\n",
        "delete me\n",
    ]
    assert (asked.changes[2].diff or "").startswith("@@ -1,")
    assert [(one.id, one.effect) for one in asked.options] == [
        ("accept", Effect.ALLOW_ONCE),
        ("acceptForSession", Effect.ALLOW_SESSION),
        ("decline", Effect.DENY),
        ("cancel", Effect.DENY_AND_STOP),
    ]


def test_an_allowed_patch_ends_with_what_it_changed() -> None:
    scene = played("patch")

    first = told(scene, ToolFinished)[0]

    assert first.outcome is Outcome.OK
    assert first.changes == told(scene, PermissionAsked)[0].request.changes
    assert told(scene, PermissionDecided)[0].decision.verdict is Verdict.ALLOW


def test_questions_that_are_open_together_are_told_apart() -> None:
    scene = played("parallel_approvals")

    asked = told(scene, PermissionAsked)
    assert len({one.request.id for one in asked}) == len(asked) > 1
    assert {one.request for one in told(scene, PermissionDecided)} == {
        one.request.id for one in asked
    }
    assert imbalances(events_of(scene)) == []


def test_an_interrupt_withdraws_the_open_question_and_its_call() -> None:
    scene = played("interrupt_question")

    assert told(scene, PermissionWithdrawn) == [
        PermissionWithdrawn(told(scene, PermissionAsked)[0].request.id, "the turn is over")
    ]
    assert [one.outcome for one in told(scene, ToolFinished)] == [Outcome.CANCELLED]
    assert [one.outcome for one in told(scene, TurnEnded)] == [TurnOutcome.INTERRUPTED]


def test_a_command_outlives_its_turn_and_is_told_as_a_task() -> None:
    scene = played("background")

    call = told(scene, ToolStarted)[0].call
    events = list(events_of(scene))
    finish = told(scene, ToolFinished)[0]
    assert [one.state for one in told(scene, TaskChanged)] == [TaskState.RUNNING, TaskState.DONE]
    assert events.index(told(scene, TurnEnded)[0]) < events.index(finish)
    # The first line was printed before the item began and is only in the whole.
    assert "".join(one.text for one in told(scene, ToolGrew)) == "".join(
        f"tick {n}\n" for n in range(2, 9)
    )
    assert finish == ToolFinished(
        call=call,
        outcome=Outcome.OK,
        output="".join(f"tick {n}\n" for n in range(1, 9)),
        exit_code=0,
        duration_ms=3898,
    )


def test_an_interrupted_command_is_stopped_and_ends_as_cancelled() -> None:
    scene = played("interrupt_command")

    finish = told(scene, ToolFinished)[0]

    assert (finish.outcome, finish.output) == (Outcome.CANCELLED, "start\n")
    assert told(scene, TaskChanged) == []
    assert [one.row.line for one in scene if "backgroundTerminals" in one.row.line] != []


def test_summaries_and_raw_thoughts_are_two_blocks() -> None:
    thoughts = [one for one in told(played("reasoning"), ProseDone) if one.channel != "answer"]

    assert [(one.item, one.text) for one in thoughts] == [
        ("rs_132_0", "**Planning**\n\nI consider the options.\n\n**Checking**\n\nLooks right."),
        ("rs_132_0/raw", "raw thoughts"),
    ]
    assert {one.channel for one in thoughts} == {Channel.THINKING}


def test_what_grew_is_what_is_done() -> None:
    for name in ("reasoning", "questions", "steer"):
        scene = played(name)
        grown: dict[ItemId, str] = {}
        for one in told(scene, ProseGrew):
            grown[one.item] = grown.get(one.item, "") + one.text

        whole = {one.item: one.text for one in told(scene, ProseDone)}

        assert {item: whole[item] for item in grown} == grown


def test_an_mcp_call_is_asked_about_by_server_and_tool() -> None:
    scene = played("mcp")

    asked = told(scene, PermissionAsked)[0].request

    assert (asked.kind, asked.title, asked.input) == (
        ToolKind.MCP,
        "demo/write_note",
        {"text": "hey"},
    )
    assert asked.call == told(scene, ToolStarted)[1].call
    assert [(one.id, one.effect) for one in asked.options] == [
        ("accept", Effect.ALLOW_ONCE),
        ("session", Effect.ALLOW_SESSION),
        ("always", Effect.ALLOW_ALWAYS),
        ("decline", Effect.DENY),
        ("cancel", Effect.DENY_AND_STOP),
    ]
    assert [(one.outcome, one.output) for one in told(scene, ToolFinished)] == [
        (Outcome.OK, "5"),
        (Outcome.OK, "noted: hey"),
        (Outcome.FAILED, "boom failed"),
    ]


def test_questions_of_the_model_are_questions() -> None:
    scene = played("questions")

    asked = told(scene, PermissionAsked)[0].request

    assert asked.subject is Subject.QUESTIONS
    assert asked.questions == (
        Question(
            id="db",
            text="Which database?",
            header="Database",
            answers=(Answer("SQLite (Recommended)", "Simple"), Answer("Postgres", "Big")),
            free_text=True,
        ),
    )
    assert told(scene, PermissionDecided)[0].decision.answers == {"db": ("Postgres",)}
    assert [one.channel for one in told(scene, ProseDone)] == [Channel.PLAN]


def test_a_form_of_an_mcp_server_is_questions() -> None:
    asked = told(played("form"), PermissionAsked)[0].request

    assert asked.title == "Which database?"
    assert asked.questions == (
        Question(id="count", text="count", header="count"),
        Question(
            id="db",
            text="Database",
            header="Database",
            answers=(Answer("SQLite"), Answer("Postgres")),
            free_text=False,
        ),
        Question(
            id="sure",
            text="Really?",
            header="sure",
            answers=(Answer("Yes"), Answer("No")),
            free_text=False,
        ),
    )


def test_a_prompt_that_steers_is_taken_and_a_late_one_dropped() -> None:
    scene = played("steer")

    texts = {one.item: one.text for one in told(scene, UserSaid)}
    assert [(texts[one.item], one.state) for one in told(scene, PromptMoved)] == [
        ("work", PromptState.TAKEN),
        ("nope", PromptState.DROPPED),
        ("Also be brief.", PromptState.TAKEN),
        ("too late", PromptState.DROPPED),
    ]
    assert len(told(scene, TurnStarted)) == 1


def test_a_sub_agent_is_shown_below_the_call_that_started_it() -> None:
    scene = played("subagent")

    spawn = told(scene, ToolStarted)[0]
    assert (spawn.kind, spawn.title) == (ToolKind.AGENT, "child task: list files")
    below = [
        one
        for one in told(scene, ToolStarted, ProseDone, UserSaid)
        if isinstance(one, ToolStarted | ProseDone | UserSaid) and one.parent == spawn.call
    ]
    assert [type(one) for one in below] == [UserSaid, ToolStarted, ProseDone]
    assert [one.outcome for one in told(scene, ToolFinished)] == [Outcome.DETACHED, Outcome.OK]
    assert [(one.state, one.summary) for one in told(scene, TaskChanged)] == [
        (TaskState.RUNNING, ""),
        (TaskState.RUNNING, ""),
        (TaskState.DONE, "child done"),
    ]


def test_a_sub_agent_neither_begins_nor_ends_our_turn() -> None:
    scene = played("subagent")

    asked = told(scene, PermissionAsked)[0].request
    assert len(told(scene, TurnStarted)) == len(told(scene, TurnEnded)) == 1
    assert told(scene, TurnEnded)[0].text == "ok delegate this"
    assert asked.asked_by == "sub-agent: child task: list files"


def test_version_0_96_asks_before_it_announces_the_command() -> None:
    scene = played("old_version")

    calls = told(scene, ToolStarted)
    assert told(scene, SessionReady)[0].version == "0.96.0"
    assert [one.title for one in calls] == ["touch /home/dev/old-esc.txt && echo made"] * 2
    assert [one.request.call for one in told(scene, PermissionAsked)] == [c.call for c in calls]
    assert [one.outcome for one in told(scene, ToolFinished)] == [Outcome.OK, Outcome.DENIED]
