"""Single parts of the translation that no copied scene shows."""

from typing import Any

import pytest

from tests.agents.claude.scenes import heard, line, new_dialect, ready
from tui.agents.claude.patches import changes_ahead
from tui.agents.claude.tools import kind_of, title_of
from tui.model.capabilities import Mode
from tui.model.events import (
    Activity,
    ActivityChanged,
    Event,
    Level,
    NoticeRaised,
    PlanChanged,
    PromptMoved,
    PromptState,
    SettingChanged,
    ToolFinished,
    TurnEnded,
    TurnOutcome,
    TurnStarted,
)
from tui.model.identity import ItemId
from tui.model.tools import ChangeKind, FileChange, Outcome, PlanStep, StepState, ToolKind

CALL = ItemId("c1")


def call(name: str, **input: Any) -> bytes:
    """Return the line of a tool call."""
    use = {"type": "tool_use", "id": CALL, "name": name, "input": input}
    return line(type="assistant", uuid=f"call-{name}", message={"content": [use]})


def result(content: Any, structured: Any = None, **others: Any) -> bytes:
    """Return the line of a tool call's result."""
    block = {"type": "tool_result", "tool_use_id": CALL, "content": content, **others}
    message = {"role": "user", "content": [block]}
    return line(type="user", uuid="result", message=message, tool_use_result=structured)


def finish(name: str, *args: Any, input: Any = None, **others: Any) -> ToolFinished:
    """Return how a call of this tool ends."""
    asked = call(name, **(input or {}))
    *_, event = heard(ready(new_dialect()), asked, result(*args, **others))
    assert isinstance(event, ToolFinished)
    return event


def system(subtype: str, **fields: Any) -> list[Event]:
    """Return what a `system` line means after the handshake."""
    return heard(ready(new_dialect()), line(type="system", subtype=subtype, **fields))


def test_failed_command_tells_its_exit_code() -> None:
    assert finish("Bash", "Exit code 2\nno such file", is_error=True) == ToolFinished(
        call=CALL, outcome=Outcome.FAILED, output="Exit code 2\nno such file", exit_code=2
    )


def test_long_output_says_where_the_rest_is() -> None:
    kept = {"persistedOutputPath": "/home/dev/out.txt", "persistedOutputSize": 90_000}

    end = finish("Bash", "<persisted-output>", {"stdout": "a lot", "stderr": "x", **kept})

    assert end.output == "a lot\nx\n[cut here: all 90000 bytes are in /home/dev/out.txt]"


def test_command_in_the_background_is_detached() -> None:
    end = finish("Bash", "Command running in background", {"stdout": "", "backgroundTaskId": "b1"})

    assert (end.outcome, end.output) == (Outcome.DETACHED, "Command running in background")


def test_files_a_command_changed_are_told() -> None:
    hunk = {"oldStart": 1, "oldLines": 1, "newStart": 1, "newLines": 1, "lines": ["-a", "+b"]}
    files = [
        {"filePath": "/home/dev/a", "hunks": [hunk], "created": False},
        {"filePath": "/home/dev/b", "hunks": [], "created": True},
    ]

    end = finish("Bash", "", {"stdout": "ok", "bashEditDiff": {"files": files}})

    assert end.changes == (
        FileChange(path="/home/dev/a", kind=ChangeKind.MODIFIED, diff="@@ -1,1 +1,1 @@\n-a\n+b\n"),
        FileChange(path="/home/dev/b", kind=ChangeKind.CREATED),
    )


def test_a_file_that_was_created_is_told_as_such_also_in_words_alone() -> None:
    given = {"file_path": "/w/new.py", "content": "x"}
    words = "File created successfully at: /w/new.py (file state is current in your context)"
    created = FileChange(path="/w/new.py", kind=ChangeKind.CREATED, after="x")

    assert finish("Write", words, input=given).changes == (created,)
    assert finish("Write", "The file /w/new.py has been updated.", input=given).changes == ()
    assert finish("Write", words, input=given, is_error=True).changes == ()


def test_picture_in_a_result_leaves_a_mark() -> None:
    content = [{"type": "text", "text": "see"}, {"type": "image", "source": {}}]

    assert finish("Read", content).output == "see\n[image]"


def test_result_of_an_unknown_call_brings_its_start_along() -> None:
    started, finished = heard(ready(new_dialect()), result("late"))

    assert (type(started).__name__, type(finished).__name__) == ("ToolStarted", "ToolFinished")


@pytest.mark.parametrize(
    ("tool", "input", "kind", "title"),
    [
        ("Bash", {"command": "make\nmake test"}, ToolKind.SHELL, "make …"),
        ("Glob", {"pattern": "**/*.py"}, ToolKind.FIND, "**/*.py"),
        ("WebFetch", {"url": "https://example.org"}, ToolKind.FETCH, "https://example.org"),
        ("mcp__github__create_issue", {}, ToolKind.MCP, "github/create_issue"),
        ("AskUserQuestion", {"questions": [{"question": "Why?"}]}, ToolKind.OTHER, "Why?"),
        ("CronList", {}, ToolKind.OTHER, "CronList"),
        ("TaskCreate", {"subject": "Test it"}, ToolKind.OTHER, "Test it"),
        ("TaskUpdate", {"taskId": "3", "status": "done"}, ToolKind.OTHER, "task 3: done"),
        ("TaskUpdate", {"taskId": "3", "subject": "Mend"}, ToolKind.OTHER, "Mend"),
        ("TaskOutput", {"task_id": "b4"}, ToolKind.OTHER, "task b4"),
        ("ExitPlanMode", {"plan": "# The plan\n\n1. x"}, ToolKind.OTHER, "The plan …"),
        ("ExitPlanMode", {"plan": "##"}, ToolKind.OTHER, "##"),
        ("Bash", {"command": 5}, ToolKind.SHELL, "Bash"),
    ],
)
def test_call_has_a_kind_and_a_title(
    tool: str, input: dict[str, Any], kind: ToolKind, title: str
) -> None:
    assert (kind_of(tool), title_of(tool, input)) == (kind, title)


def test_several_edits_are_several_changes() -> None:
    edits = [{"old_string": "a", "new_string": "b"}, {"old_string": "c", "new_string": "d"}]

    changes = changes_ahead("MultiEdit", {"file_path": "/x", "edits": edits})

    assert [(change.before, change.after) for change in changes] == [("a", "b"), ("c", "d")]


def test_to_do_list_is_told_whole_and_forgotten_when_cleared() -> None:
    dialect = ready(new_dialect())
    todos = [
        {"content": "one", "status": "completed"},
        {"content": "two", "status": "in_progress"},
        {"content": "three", "status": "pending"},
    ]

    events = heard(dialect, call("TodoWrite", todos=todos), result("ok"))

    assert events[-1] == PlanChanged(
        steps=(
            PlanStep("one", StepState.DONE),
            PlanStep("two", StepState.ACTIVE),
            PlanStep("three"),
        )
    )
    assert heard(dialect, line(type="conversation_reset")) == [
        PlanChanged(steps=()),
        NoticeRaised(text="The conversation was cleared.", code="cleared"),
    ]


def test_hook_is_told_only_where_it_failed() -> None:
    well = system("hook_response", hook_name="Stop", exit_code=0, outcome="success")
    badly = system("hook_response", hook_name="Stop", exit_code=1, stderr="boom\n")

    assert well == []
    assert badly == [
        NoticeRaised(text="The hook Stop failed: boom", level=Level.WARNING, code="hook_failed")
    ]


def test_remarks_of_the_cli_are_notices() -> None:
    assert system("informational", content="Heads up", level="warning") == [
        NoticeRaised(text="Heads up", level=Level.WARNING)
    ]
    assert system("model_fallback", content="Now haiku", trigger="overloaded") == [
        NoticeRaised(text="Now haiku")
    ]


def test_rate_limit_is_told_when_it_is_close() -> None:
    told = [
        heard(new_dialect(), line(type="rate_limit_event", rate_limit_info={"status": status}))
        for status in ("allowed", "allowed_warning", "rejected")
    ]

    close = NoticeRaised(text="The rate limit is close.", level=Level.WARNING, code="rate_limit")
    reached = NoticeRaised(text="The rate limit was reached.", level=Level.ERROR, code="rate_limit")
    assert told == [[], [close], [reached]]


def test_denial_of_an_unknown_call_is_a_notice() -> None:
    denied = {"tool_name": "Bash", "tool_use_id": "c9", "message": "Not allowed."}

    assert system("permission_denied", **denied) == [
        NoticeRaised(text="Not allowed.", level=Level.WARNING, code="permission_denied")
    ]


def test_mode_without_a_word_of_ours_is_a_notice() -> None:
    dialect = ready(new_dialect())
    status = {"type": "system", "subtype": "status", "status": None}

    events = heard(
        dialect,
        line(**status, permissionMode="plan"),
        line(**status, permissionMode="dontAsk"),
        line(**status, permissionMode="plan"),
    )

    text = "Claude Code now works in its mode “dontAsk”."
    assert events == [
        SettingChanged(mode=Mode.PLAN),
        NoticeRaised(text=text, level=Level.WARNING, code="mode"),
    ]


def test_title_of_the_session_changes() -> None:
    assert system("session_title_changed", title="New name") == [SettingChanged(title="New name")]


def test_compacting_is_what_the_agent_does_and_may_fail() -> None:
    dialect = ready(new_dialect())
    status = {"type": "system", "subtype": "status"}

    events = heard(
        dialect,
        line(type="system", subtype="session_state_changed", state="running"),
        line(**status, status="compacting"),
        line(**status, status=None, compact_result="failed", compact_error="too_few_groups"),
    )

    assert events == [
        ActivityChanged(Activity.WORKING),
        TurnStarted(),
        ActivityChanged(Activity.WORKING, "compacting the conversation"),
        ActivityChanged(Activity.WORKING),
        NoticeRaised(
            text="The conversation could not be compacted: too_few_groups.",
            level=Level.WARNING,
            code="compaction_failed",
        ),
    ]


@pytest.mark.parametrize(
    ("fields", "outcome", "error"),
    [
        ({"subtype": "success"}, TurnOutcome.COMPLETED, ""),
        ({"subtype": "success", "stop_reason": "refusal"}, TurnOutcome.REFUSED, ""),
        (
            {"subtype": "success", "is_error": True, "result": "API Error"},
            TurnOutcome.FAILED,
            "API Error",
        ),
        (
            {"subtype": "success", "is_error": True, "terminal_reason": "prompt_too_long"},
            TurnOutcome.LIMIT,
            "",
        ),
        (
            {"subtype": "error_max_budget_usd", "is_error": True, "errors": ["Reached $1"]},
            TurnOutcome.LIMIT,
            "Reached $1",
        ),
        (
            {"subtype": "success", "is_error": False, "terminal_reason": "aborted_streaming"},
            TurnOutcome.INTERRUPTED,
            "",
        ),
        ({"subtype": "error", "result": "Broken"}, TurnOutcome.FAILED, "Broken"),
    ],
)
def test_turn_ends_as_its_result_says(
    fields: dict[str, Any], outcome: TurnOutcome, error: str
) -> None:
    *_, end = heard(ready(new_dialect()), line(type="result", **fields))

    assert isinstance(end, TurnEnded)
    assert (end.outcome, end.error) == (outcome, error)


def test_prompt_whose_turn_was_stopped_stays_taken() -> None:
    dialect = ready(new_dialect())
    dialect.overhear(line(type="user", uuid="p1", message={"role": "user", "content": "go"}))
    states = ("queued", "started", "cancelled")

    events = heard(
        dialect,
        *(line(type="command_lifecycle", command_uuid="p1", state=state) for state in states),
    )

    assert events == [
        PromptMoved(ItemId("p1"), PromptState.QUEUED),
        PromptMoved(ItemId("p1"), PromptState.TAKEN),
    ]


def test_prompt_that_is_only_a_picture_is_taken_up() -> None:
    dialect = ready(new_dialect())
    message = {"role": "user", "content": [{"type": "image", "source": {}}]}
    dialect.overhear(line(type="user", uuid="p1", message=message))

    events = heard(dialect, line(type="user", uuid="p1", message=message, isReplay=True))

    assert events == [PromptMoved(ItemId("p1"), PromptState.TAKEN)]


def test_words_put_into_the_users_mouth_are_not_shown_as_typed() -> None:
    said = {"role": "user", "content": "This session is being continued from a previous one."}
    stop = {"role": "user", "content": [{"type": "text", "text": "[Request interrupted by user]"}]}
    news = {"role": "user", "content": "<task-notification>\n<task-id>a44f</task-id>\n"}

    assert (
        heard(
            ready(new_dialect()),
            line(type="user", uuid="u1", message=said, isSynthetic=True),
            line(type="user", uuid="u2", message=stop),
            line(type="user", uuid="u3", message=news, isReplay=True),
        )
        == []
    )
